// SPDX-License-Identifier: MIT

import Game
import Physics

/// A session for tests, with all that happened in it.
struct Scene {
  private(set) var session: Session
  private(set) var events: [Event] = []

  /// A session on a table of this text, driven by a client on a level table.
  init(_ text: String, name: String = "scene", playlist: [Table] = []) throws {
    self.init(try Table.parse(text: text, file: name, name: name), playlist: playlist)
  }

  init(_ table: Table, playlist: [Table] = [], restartSteps: Int64? = nil) {
    session = Session(table: table, playlist: playlist, restartSteps: restartSteps)
    session.enter(.clientTilt(.level, client: 1), events: &events)
    events = []
  }

  /// What happened, without impacts, sums of runs, and those that were taken before.
  mutating func news() -> [Event.Kind] {
    defer { events = [] }
    return events.map(\.kind).filter { kind in
      switch kind {
      case .impact, .runOver: false
      default: true
      }
    }
  }

  /// The runs that were over, without those that were taken before.
  mutating func results() -> [RunResult] {
    defer { events = [] }
    return events.compactMap { if case .runOver(let result) = $0.kind { result } else { nil } }
  }

  @discardableResult
  mutating func enter(_ input: Input) -> Refusal? {
    session.enter(input, events: &events)
  }

  /// Tilts the table by so much along it, m/s².
  mutating func tilt(_ x: Double, _ y: Double = 0) {
    enter(.clientTilt(Tilt(x: x, y: y, z: 9.8), client: 1))
  }

  mutating func run(_ steps: Int64, by group: Int64 = .max) {
    let end = session.step + steps
    while session.step < end {
      session.advance(to: group < end - session.step ? session.step + group : end, events: &events)
    }
  }

  /// Runs until something but an impact happens, at most so long.
  mutating func runUntilNews(within steps: Int64 = 20_000) {
    let end = session.step + steps
    let known = events.count
    while session.step < end {
      session.advance(to: session.step + 1, events: &events)
      if events[known...].contains(where: { if case .impact = $0.kind { false } else { true } }) {
        return
      }
    }
  }

  /// The events' names, for comparisons in one line.
  mutating func newsNames() -> [String] {
    news().map { kind in
      switch kind {
      case .impact: "impact"
      case .captured(let capture): "captured \(capture.ball)"
      case .flag(let flag): "flag \(flag.ball)" + (flag.isWon ? " won" : "")
      case .lost(let reason): "lost \(reason.rawValue)"
      case .block(let column, let row, let isBlock): "block \(column) \(row) \(isBlock)"
      case .cleared: "cleared"
      case .tableChanged: "table"
      case .paused: "paused"
      case .resumed: "resumed"
      case .restarted: "restarted"
      case .takeover: "takeover"
      case .released: "released"
      case .finished: "finished"
      case .demoBegun: "demo"
      case .demoEnded: "demo over"
      case .runOver(let result): "run over: \(result.ending.rawValue)"
      }
    }
  }
}
