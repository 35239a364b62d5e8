// SPDX-License-Identifier: MIT

import Game
import Physics
import Posix
import Sensors
import Support
import Testing
import Wire

@testable import Daemon

@Suite("who writes down a session") struct SessionRecorderTests {
  private let recorder = SessionRecorder(file: nil, log: Log { _ in })

  private func engine() throws -> Engine {
    Engine(
      table: try TableLibrary(directories: ["\(packageRoot)/tables"]).table(named: "classic-maze"),
      pipeline: TiltPipeline(), recording: nil)
  }

  private func begin(_ client: Int, _ engine: inout Engine) throws -> String {
    String(decoding: try recorder.begin(client: client, &engine, device: "a"), as: UTF8.self)
  }

  @Test("at one step all get the same beginning, and what entered while nobody recorded is in it")
  func beginnings() throws {
    var engine = try engine()
    var events: [Game.Event] = []
    let first = try begin(1, &engine)
    #expect(try begin(2, &engine) == first)
    recorder.end(client: 1, &engine)
    recorder.end(client: 2, &engine)
    _ = engine.enter(.session(.toggle(column: 3, row: 3)), events: &events)
    let later = try begin(3, &engine)
    #expect(later != first)
    #expect(try begin(4, &engine) == later)
  }

  @Test("a connection that records already is told so, and what to do")
  func twice() throws {
    var engine = try engine()
    _ = try begin(1, &engine)
    do {
      _ = try begin(1, &engine)
      Issue.record("it began twice")
    } catch let report as ErrorReport {
      #expect(report.code == .refused && report.hint?.contains("another connection") == true)
    }
    #expect(recorder.clients == [1])
  }

  @Test("what entered is handed over a quarter of a second after the last time, and not before")
  func pace() throws {
    var engine = try engine()
    var events: [Game.Event] = []
    let interval = SessionRecorder.interval
    func handed(at now: Int64) -> (lines: [String], due: Int64?) {
      let (lines, due) = recorder.follow(&engine, now: now)
      return (lines.map { String(decoding: $0, as: UTF8.self) }, due)
    }
    // Nobody records: there is nothing to wait for.
    #expect(handed(at: 5).lines.isEmpty && handed(at: 5).due == nil)
    _ = try begin(1, &engine)
    #expect(handed(at: 5).lines.isEmpty && handed(at: 5).due == interval)
    #expect(handed(at: interval).lines.count == 1)
    #expect(handed(at: interval + 1).lines.isEmpty && handed(at: interval + 1).due == nil)
    _ = engine.enter(.session(.pause), events: &events)
    #expect(handed(at: interval + 2).lines.isEmpty)
    #expect(handed(at: interval + 2).due == 2 * interval)
    let (lines, due) = handed(at: 2 * interval)
    #expect(lines.count == 1 && lines[0].contains(" pause") && due == nil)
  }

  @Test("what wouldn't be read back isn't taken: a line of 512 KiB in a file, of 128 to a client")
  func longInputs() throws {
    var engine = try engine()
    func input(_ count: Int) -> Engine.Input {
      .settings(
        EngineSettings(
          tilt: TiltSettings(), pausesUntouched: true, restartsWhenShaken: false,
          restartSteps: nil, playlist: Array(repeating: engine.session.table, count: count)))
    }
    func size(_ count: Int) -> Int {
      var line = ""
      InputText.write(input(count), step: World.lastStep, to: &line)
      return line.utf8.count
    }
    // The largest playlist that fits; each number in front of a table has as many digits or more.
    var most = (512 << 10) / (size(2) - size(1)) * 9 / 10
    while size(most + 1) <= 512 << 10 { most += 1 }
    let file = try RecordingFile(
      consuming: try Descriptor.create("/dev/null", mode: 0), path: "x", size: 0, limit: 1000)
    let filed = SessionRecorder(file: file, log: Log { _ in })
    #expect(filed.canTake(input(most)) && !filed.canTake(input(most + 1)))
    // Nobody records: there is nothing that it would have to fit into.
    #expect(recorder.canTake(input(most + 1)))
    _ = try begin(1, &engine)
    #expect(recorder.canTake(input(1)) && !recorder.canTake(input(most / 3)))
    #expect(file.close(until: monotonicNow() + 10_000_000_000))
  }
}
