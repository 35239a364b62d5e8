// SPDX-License-Identifier: MIT

/// A recording that plays on a session's clock, as the sensor did on its own.
public struct RecordingSource: Source, Equatable {
  /// What is played.
  public let recording: Recording
  /// What the recording's own clock must be moved by to be the session's, ns.
  private let offset: Int64
  private var next = 0
  private var isOpen = true

  /// Plays `recording` so that its first sample is due at `start`, ns.
  public init(_ recording: Recording, startingAt start: Int64) {
    self.recording = recording
    offset = start - recording.start
  }

  /// A recording.
  public var kind: SourceKind { .recording }
  /// The recording's name.
  public var name: String { recording.name }
  /// Continuous, as the sensor was.
  public var continuity: Continuity { .continuous }

  /// The time at which the next sample is due, or the end: a period after the last one.
  public var wait: SourceWait {
    guard isOpen else { return .ended }
    return .time(next < recording.samples.count ? recording.samples[next].time + offset : end)
  }

  /// Appends the samples that are due, and ends the source when its end is.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    guard isOpen else { return }
    while next < recording.samples.count {
      var sample = recording.samples[next]
      sample.time += offset
      if sample.time > now { return }
      samples.append(sample)
      next += 1
    }
    if end <= now { isOpen = false }
  }

  /// Ends it where it stands.
  public mutating func close() { isOpen = false }

  /// The last sample stands for a period, as each before it did.
  private var end: Int64 {
    recording.samples[recording.samples.count - 1].time + recording.period + offset
  }
}
