// SPDX-License-Identifier: MIT

internal import Sensors

/// What entered a recorded session, handed out again before its steps.
///
/// A value: a copy goes on from where it was made.
struct SessionReplay: Sendable {
  private var reader: SessionReader
  private let endStep: Int64
  /// The inputs of a window, and the window as it is read, whose memory is kept.
  private var inputs: [(step: Int64, input: Engine.Input)] = []
  private var window: [SessionReader.Entry] = []
  private var next = 0
  private var isOver = false
  /// Why it ended before its end; nil as long as it didn't.
  private(set) var failure: RecordingError?

  init(_ reader: SessionReader, endStep: Int64) {
    self.reader = reader
    self.endStep = endStep
    readOn()
  }

  /// The step before which the next input enters, or the end comes; nil behind the end.
  var nextStep: Int64? {
    if isOver { return nil }
    return next < inputs.count ? inputs[next].step : endStep
  }

  /// What comes next.
  enum Event: Equatable {
    case input(Engine.Input)
    case end
  }

  /// Takes the next event that is due before step number `step`; nil when there is none (yet).
  mutating func take(before step: Int64) -> Event? {
    guard let due = nextStep, due <= step else { return nil }
    guard next < inputs.count else {
      isOver = true
      return .end
    }
    next += 1
    let input = inputs[next - 1].input
    if next == inputs.count { readOn() }
    return .input(input)
  }

  /// Reads the next window in which something enters.
  private mutating func readOn() {
    next = 0
    inputs.removeAll(keepingCapacity: true)
    do throws(RecordingError) {
      while inputs.isEmpty, !reader.isAtEnd {
        try reader.readWindow(into: &window)
        for entry in window {
          if case .input(let input) = entry.line { inputs.append((entry.step, input)) }
        }
      }
    } catch {
      failure = error
      inputs.removeAll()
      isOver = true
    }
  }
}
