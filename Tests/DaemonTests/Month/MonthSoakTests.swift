// SPDX-License-Identifier: MIT

import Game
import Glibc
import Physics
import Posix
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

/// Thirty days under BALLD_SOAK=1; in every run half an hour, and in a release build eight
/// hours, of which one is played.
///
/// Of a month in the program itself `MonthProgramSoakTests` has what a process holds.
@Suite("a month in one session", .serialized)
struct MonthSoakTests {
  /// How long, and the digest of all states and events.
  private static let lengths: [(LongSession.Length, String)] = {
    var lengths = [(LongSession.Length.minutes, "0x6892a0ee10b30e85")]
    #if !DEBUG
      lengths.append((.hour, "0x110fb57f6d013bcc"))
    #endif
    if Posix.Process.environment("BALLD_SOAK") != nil {
      lengths.append((.month, "0x7ce5f6f27a75225c"))
    }
    return lengths
  }()

  @Test(
    "whole or in days that are written down and read again, it has the same pinned bytes",
    arguments: lengths)
  func month(length: LongSession.Length, expected: String) throws {
    var whole = try LongSession(length, inPieces: false)
    var memory: [Int] = []
    let begin = monotonicNow()
    try whole.run { day, session in
      memory.append(try Self.anonymousMemory())
      if day % 5 == 0 {
        print(
          "figure: day \(day): \(session.states) states, \(session.impacts) impacts,",
          "\(session.runs) runs, Anonymous \((memory.last ?? 0) / 1024) KiB,",
          "\((monotonicNow() - begin) / 1_000_000_000) s")
        fflush(nil)
      }
    }
    #expect(whole.engine.session.step == length.days * length.day / 1_000_000)
    #expect(whole.replayed == Int(length.days))
    #expect(whole.impacts > 100)
    print("figure: digest \(whole.digest.text) after \(length.days) days")
    #expect(whole.digest.text == expected, "if that is meant, this is the digest to pin")
    if length.days == 30 {
      // What this process takes for the whole session settles within the first half.
      #expect((memory.last ?? 0) - memory[14] <= 256 << 10, "\(memory)")
    }

    var pieces = try LongSession(length, inPieces: true)
    try pieces.run()
    #expect(pieces.digest == whole.digest)
    #expect(pieces.engine.state == whole.engine.state)
    try expectNoDrift(whole, length)
  }

  /// The last evening's estimates are those of the first: to the bit of sensors that were switched on that
  /// morning; of those that were on all the time but for what a bias that is known for longer makes.
  private func expectNoDrift(_ session: LongSession, _ length: LongSession.Length) throws {
    let first = try #require(session.evenings.first)
    let last = try #require(session.evenings.last)
    #expect(session.newborn.allSatisfy { $0 == first })
    // Of the recordings' samples some come late, and as many each day.
    #expect(last.wrongTimes == Int(length.days) * first.wrongTimes)
    let bound = length.day < 3_600_000_000_000 ? 1e-3 : 1e-5
    for path in [\LongSession.Evening.gravity, \.force] {
      let (early, late) = (try #require(first[keyPath: path]), try #require(last[keyPath: path]))
      #expect((late - early).length < bound, "\(early) → \(late)")
    }
    let drift = try #require(last.gravity) - #require(first.gravity)
    print("figure: the estimate of gravity has moved by \(drift.length)")
  }

  /// What is this process's own, bytes: `Anonymous` of /proc/self/smaps_rollup.
  private static func anonymousMemory() throws -> Int {
    let text = String(
      decoding: try Descriptor.open("/proc/self/smaps_rollup", .reading).readAll(atMost: 1 << 16),
      as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") })
    return try #require(Int(line.split(separator: " ")[1])) * 1024
  }

  @Test("a session that waited for 30 days or 10 years plays as a new one", arguments: [30, 3653])
  func late(days: Int64) throws {
    let start = days * 86_400_000
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    let samples = try Recording.load(path: "\(packageRoot)/recordings/rounds.recording")
    for name in ["bounce", "mill", "labyrinth"] {
      let table = try library.table(named: name)
      var engines = [0, start].map { step in
        var engine = Engine(
          table: table, restartSteps: 2000, pipeline: TiltPipeline(), recording: nil)
        var events: [Game.Event] = []
        // Nothing moves without a source: taken in one go.
        engine.advance(to: step, events: &events)
        engine.begin(samples)
        return engine
      }
      var events: [[Game.Event]] = [[], []]
      for step in stride(from: 10, through: 8000 as Int64, by: 10) {
        engines[0].advance(to: step, events: &events[0])
        engines[1].advance(to: start + step, events: &events[1])
        var late = engines[1].session.snapshot
        late.step -= start
        try #require(late == engines[0].session.snapshot, "\(name), step \(step)")
        #expect(engines[1].up == engines[0].up && engines[1].quality == engines[0].quality)
        // And a client reads the very millisecond.
        let line = Message.state(Report.state(of: engines[1], step)).line
        guard case .state(let told) = try Message.decode(line) else { continue }
        #expect(Int64((told.t * 1000).rounded()) == start + step)
      }
      #expect(events[0].count == events[1].count)
      #expect(
        zip(events[0], events[1]).allSatisfy {
          abs($1.time - $0.time - Double(start) / 1000) < 1e-6
        })
    }
  }
}
