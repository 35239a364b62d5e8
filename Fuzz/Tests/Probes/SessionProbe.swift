// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors
internal import Wire

@testable internal import Daemon

/// Replays what a fuzzer or a test made up.
public enum SessionProbe {
  /// Replays what follows on the first line of a recorded session, for so many steps at the most.
  ///
  /// Traps where a promise isn't kept: a state that was read must be written to the same text, and
  /// what is published must be numbers.
  ///
  /// - Returns: whether it could be read.
  @discardableResult
  public static func replay(_ bytes: [UInt8], steps: Int64) -> Bool {
    do throws(RecordingError) {
      let content = try RecordingContent(
        bytes: Array("balld-recording 2\n".utf8) + bytes, file: "a")
      guard let recording = try SessionRecording(content, blockSize: 1 + bytes.count % 97) else {
        return false
      }
      var engine = Engine(replaying: recording)
      var events: [Game.Event] = []
      let begin = engine.session.step
      let end = min(recording.endStep, begin + steps)
      while engine.session.step < end {
        engine.advance(to: min(end, engine.session.step + 100), events: &events)
        let state = Report.state(engine.session.snapshot, of: engine, sequence: 0)
        precondition(state.balls.allSatisfy { $0.x.isFinite && $0.vx.isFinite && $0.vy.isFinite })
        events.removeAll()
      }
      return true
    } catch {
      precondition(!error.description.contains("\n"))
      return false
    }
  }
}
