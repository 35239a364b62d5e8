// SPDX-License-Identifier: MIT

/// A log of samples, mended and in SI, with the steps of a session at which they enter.
public struct Recording: Equatable, Sendable {
  /// What it is called: the file's name without folder and ending.
  public let name: String
  /// What it is, for people: the format, the number of samples, the duration and the rate.
  public let summary: String
  /// What its header says about it; nil for a foreign format.
  public let header: RecordingHeader?
  /// The samples, their times on the recording's own clock and never decreasing.
  public let samples: [Sample]
  /// The step at which the recording ends: one median period after the last sample.
  public let endStep: Int64
  /// The median time between two samples, ns; at least 1.
  public let period: Int64
  /// What was mended.
  public let report: RecordingReport

  /// The time of the first sample on the recording's own clock, ns: t₀.
  public var start: Int64 { samples[0].time }

  /// For each sample the number of the step before which it enters: ⌈(t − t₀) / 1 ms⌉.
  ///
  /// Computed anew for all of them at each call.
  public var steps: [Int64] { samples.map { Self.step($0.time - start) } }

  /// ⌈time / 1 ms⌉ for a time that isn't negative.
  static func step(_ nanoseconds: Int64) -> Int64 { (nanoseconds + 999_999) / 1_000_000 }

  /// The largest file that is read, bytes: about ten hours of six axes at 100 Hz.
  public static let maximumSize = 256 << 20

  /// Reads a recording from memory; `file` stands in errors and gives the name.
  public static func load(
    bytes: [UInt8], file: String, maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    var reader = RecordingReader(file: file, maximumSize: maximumSize)
    let outcome = bytes.withUnsafeBufferPointer { block -> Result<Void, RecordingError> in
      do throws(RecordingError) {
        return .success(try reader.read(block))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
    return try reader.finish()
  }
}
