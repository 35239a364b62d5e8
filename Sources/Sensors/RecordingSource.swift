// SPDX-License-Identifier: MIT

/// A recording that plays at the speed at which it was made, like a live sensor.
public struct RecordingSource: Source {
  /// What is played.
  public let recording: Recording
  /// What the recording's own clock must be moved by to be CLOCK_MONOTONIC, ns.
  private let offset: Int64
  private var next = 0

  /// Plays `recording` so that its first sample is due at `start`, ns of CLOCK_MONOTONIC.
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

  /// The time at which the next sample is due.
  public var wait: SourceWait {
    next < recording.samples.count ? .time(recording.samples[next].time + offset) : .ended
  }

  /// Appends the samples that are due, their times on CLOCK_MONOTONIC.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    while next < recording.samples.count {
      var sample = recording.samples[next]
      sample.time += offset
      if sample.time > now { return }
      samples.append(sample)
      next += 1
    }
  }

  /// Ends it where it stands.
  public mutating func close() { next = recording.samples.count }
}
