// SPDX-License-Identifier: MIT

/// What was mended while a recording was read, each kind defined and counted.
public struct RecordingReport: Equatable, Sendable {
  /// Steps back in time: the sample was put one median period behind the one before it.
  public internal(set) var backwardJumps = 0
  /// Steps ahead by more than 10 s: mended likewise.
  public internal(set) var forwardJumps = 0
  /// Samples with the time of the one before them: kept, in the file's order.
  public internal(set) var repeatedTimes = 0
  /// Rows without a time or an acceleration (blank, NaN, infinite): left out.
  public internal(set) var missingReadings = 0
  /// Readings beyond `SampleLimits`: kept, and ignored by the tilt.
  public internal(set) var impossibleReadings = 0
  /// Last lines that break off: left out.
  public internal(set) var truncatedLines = 0
  /// Lines with NULs in them, as a pulled plug leaves them: left out.
  public internal(set) var damagedLines = 0
  /// Headers that stand again among the rows: passed over.
  public internal(set) var repeatedHeaders = 0
  /// Frames after which, or before which, the kernel lost events (SYN_DROPPED): left out.
  public internal(set) var droppedFrames = 0
  /// What was not written in the file and had to be concluded, one sentence each.
  public internal(set) var conclusions: [String] = []

  /// A report of nothing.
  public init() {}

  /// How many repairs there were: tests ask for it.
  public var repairs: Int {
    backwardJumps + forwardJumps + repeatedTimes + missingReadings
      + impossibleReadings + truncatedLines + damagedLines + repeatedHeaders + droppedFrames
  }

  /// The repairs and conclusions as phrases for people; empty when there were none.
  public var lines: [String] {
    let counts = [
      (backwardJumps, "time runs backwards: continued after a median period"),
      (forwardJumps, "time jumps ahead by more than 10 s: continued after a median period"),
      (repeatedTimes, "same time as the row before: kept"),
      (missingReadings, "row without a time or an acceleration: left out"),
      (
        impossibleReadings,
        "reading beyond \(shortened(SampleLimits.acceleration)) m/s² or "
          + "\(shortened(SampleLimits.angularVelocity)) rad/s: ignored"
      ),
      (truncatedLines, "last line breaks off: left out"),
      (damagedLines, "line with NUL bytes: left out"),
      (repeatedHeaders, "header again among the rows: passed over"),
      (droppedFrames, "frame where the kernel lost events: left out"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) × \($0.1)" } + conclusions
  }
  /// This report and that of the file which was merged in.
  ///
  /// Clock jumps, which both files have, count once.
  func merging(_ other: RecordingReport) -> RecordingReport {
    var sum = self
    sum.repeatedTimes += other.repeatedTimes
    sum.missingReadings += other.missingReadings
    sum.impossibleReadings += other.impossibleReadings
    sum.truncatedLines += other.truncatedLines
    sum.damagedLines += other.damagedLines
    sum.repeatedHeaders += other.repeatedHeaders
    sum.droppedFrames += other.droppedFrames
    sum.conclusions += other.conclusions.filter { !conclusions.contains($0) }
    return sum
  }
}
