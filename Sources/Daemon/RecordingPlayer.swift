// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// Where a session is in a recording: which sample enters next, and before which step.
struct RecordingPlayer {
  /// What comes next out of a recording.
  enum Item {
    /// A sample, and the session time in ns at which it was measured.
    case sample(Sample, time: Int64)
    /// There is no further sample, and the last one has been in force for a period.
    case end
  }

  private let recording: Recording
  /// The session's step at which the recording begins.
  private var base: Int64 = 0
  private var index = 0
  private var hasEnded = false

  init(_ recording: Recording) { self.recording = recording }

  /// The step before which the next item enters; nil after the end.
  var nextStep: Int64? {
    if index < recording.samples.count { return base + recording.steps[index] }
    return hasEnded ? nil : base + recording.endStep
  }

  /// Takes the next item; nil after the end.
  mutating func takeNext() -> Item? {
    guard index < recording.samples.count else {
      if hasEnded { return nil }
      hasEnded = true
      return .end
    }
    let sample = recording.samples[index]
    index += 1
    return .sample(sample, time: base * nanosecondsPerStep + sample.time - recording.start)
  }

  /// Begins again, with the first sample before step `base`.
  mutating func playAgain(from base: Int64) {
    self.base = base
    index = 0
    hasEnded = false
  }
}
