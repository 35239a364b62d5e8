// SPDX-License-Identifier: MIT

/// A recording that plays on a session's clock, as the sensor did on its own.
///
/// A value: a copy plays on from where it was made.
public struct RecordingSource: Source {
  /// Shared between copies until one of them reads on, so that looking at a source costs little.
  private var playback: Playback
  /// What the recording's own clock must be moved by to be the session's, ns.
  private let offset: Int64
  /// The last sample stands for a period, as each before it did: then is the end, ns.
  private let end: Int64
  /// The sample to come, on the session's clock; nil behind the last.
  private var upcoming: Sample?
  private var isOpen = true

  /// A recording, how far it has been read, and what went wrong.
  private final class Playback {
    let recording: Recording
    var reader: SampleReader
    var failure: RecordingError?

    init(_ recording: Recording, _ reader: SampleReader, _ failure: RecordingError? = nil) {
      self.recording = recording
      self.reader = reader
      self.failure = failure
    }
  }

  /// Plays `recording` so that its first sample is due at `start`, ns.
  public init(_ recording: Recording, startingAt start: Int64) {
    playback = Playback(recording, recording.reader)
    offset = start - recording.start
    end = recording.end + recording.period + offset
    takeNext()
  }

  /// What is played.
  public var recording: Recording { playback.recording }
  /// Why it ended before its end; nil as long as it didn't.
  public var failure: RecordingError? { playback.failure }
  /// A recording.
  public var kind: SourceKind { .recording }
  /// The recording's name.
  public var name: String { recording.name }

  /// The time at which the next sample is due, or the end: a period after the last one.
  public var wait: SourceWait {
    guard isOpen else { return .ended }
    return .time(upcoming?.time ?? end)
  }

  /// Appends the samples that are due, and ends the source when its end is.
  ///
  /// Where the file can't be read any more, the source ends, and `failure` says why.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    guard isOpen else { return }
    while let sample = upcoming {
      if sample.time > now { return }
      samples.append(sample)
      takeNext()
      if !isOpen { return }
    }
    if end <= now { isOpen = false }
  }

  /// Ends it where it stands.
  public mutating func close() { isOpen = false }

  private mutating func takeNext() {
    if !isKnownUniquelyReferenced(&playback) {
      playback = Playback(playback.recording, playback.reader, playback.failure)
    }
    do throws(RecordingError) {
      var sample = try playback.reader.next()
      if let time = sample?.time { sample?.time = time + offset }
      upcoming = sample
    } catch {
      playback.failure = error
      isOpen = false
    }
  }
}
