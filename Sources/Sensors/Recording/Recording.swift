// SPDX-License-Identifier: MIT

/// A log of samples, which are read from its file while it is played.
///
/// Opening one reads the whole file once, in bounded memory: what can't be played is refused before
/// anything moves, and how to mend the rest is known. The samples are read a second time by
/// `RecordingSource`, a window at a time.
public struct Recording: Sendable {
  /// What it is called: the file's name without folder and ending; of two files, with a plus.
  public let name: String
  /// What it is, for people: the format, the number of samples, the duration and the rate.
  public let summary: String
  /// What its header says about it; nil for a foreign format.
  public let header: RecordingHeader?
  /// How many samples there are; at least two.
  public let count: Int
  /// Whether there are angular velocities.
  public let hasGyro: Bool
  /// The time of the first sample on the recording's own clock, ns: t₀.
  public let start: Int64
  /// The step at which the recording ends: one median period after the last sample.
  public let endStep: Int64
  /// The median time between two samples, ns; at least 1.
  ///
  /// Of more than 16384 steps it is the median of as many that are drawn evenly.
  public let period: Int64
  /// What was mended.
  public let report: RecordingReport
  /// The time of the last sample on the recording's own clock, mended, ns.
  let end: Int64
  private let main: RecordingTrack
  private let gyro: RecordingTrack?

  init(_ main: RecordingTrack, gyro: RecordingTrack?) {
    self.main = main
    self.gyro = gyro
    let found = main.findings
    name = [main, gyro].compactMap { $0 }.map { Self.name(of: $0.content.file) }
      .joined(separator: "+")
    header = found.meaning.header
    count = found.count
    hasGyro = found.hasGyro || gyro != nil
    start = found.start
    end = main.end
    period = found.period
    let duration = found.duration + found.period
    endStep = Self.step(duration)
    report = gyro.map { found.report.merging($0.findings.report) } ?? found.report
    summary =
      "\(found.meaning.format), \(count == 1 ? "1 sample" : "\(count) samples"), \(shortened(Double(duration) / 1e9)) s, "
      + "\(shortened((1e10 / Double(period)).rounded() / 10)) Hz, "
      + (hasGyro ? "accelerometer and gyro" : "accelerometer")
  }

  /// A reader of the samples, from the first.
  var reader: SampleReader { SampleReader(main, gyro: gyro) }

  /// All samples, their times on the recording's own clock and never decreasing.
  ///
  /// Read anew, and into memory, at each call.
  public var samples: [Sample] {
    get throws(RecordingError) {
      var samples: [Sample] = []
      var reader = reader
      while let sample = try reader.next() { samples.append(sample) }
      return samples
    }
  }

  /// For each sample the number of the step before which it enters: ⌈(t − t₀) / 1 ms⌉.
  ///
  /// Computed anew for all of them at each call.
  public var steps: [Int64] {
    get throws(RecordingError) { try samples.map { Self.step($0.time - start) } }
  }

  /// ⌈time / 1 ms⌉ for a time that isn't negative.
  private static func step(_ nanoseconds: Int64) -> Int64 {
    nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 > 0 ? 1 : 0)
  }

  /// What a recording in this file is called: the file's name without folder and ending.
  public static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? Substring(path)
    guard let point = file.lastIndex(of: "."), point != file.startIndex else { return String(file) }
    return String(file[..<point])
  }
}
