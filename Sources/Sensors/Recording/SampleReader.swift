// SPDX-License-Identifier: MIT

/// Reads a recording's samples one by one; of two files, the accelerometer's with the gyro's merged
/// in by time.
///
/// A value: a copy goes on from where it was made.
struct SampleReader: Sendable {
  private var main: TrackReader
  private var gyro: TrackReader?
  /// The gyro's readings around the present time.
  private var before: Sample?
  private var after: Sample?

  /// Between two of the gyro's readings further apart than this, ns, it is taken to have been silent.
  private static let longestGap: Int64 = 250_000_000

  init(_ main: RecordingTrack, gyro: RecordingTrack?) {
    self.main = TrackReader(main)
    self.gyro = gyro.map { TrackReader($0) }
  }

  /// Takes the next sample; nil behind the last.
  mutating func next() throws(RecordingError) -> Sample? {
    guard var sample = try main.nextSample() else { return nil }
    if gyro != nil { sample.angularVelocity = try angularVelocity(at: sample.time) }
    return sample
  }

  /// The gyro's reading at a time: the one of that time, else on the line between those around it.
  ///
  /// Nil where there is none before or behind, or they are too far apart.
  private mutating func angularVelocity(at time: Int64) throws(RecordingError) -> Vector3? {
    if after == nil, before == nil { after = try gyro?.nextSample() }
    while let next = after, next.time <= time {
      before = next
      after = try gyro?.nextSample()
    }
    guard let before, let first = before.angularVelocity else { return nil }
    if before.time == time { return first }
    guard let after, let second = after.angularVelocity else { return nil }
    let gap = after.time - before.time
    guard gap <= Self.longestGap else { return nil }
    let share = Double(time - before.time) / Double(gap)
    return (1 - share) * first + share * second
  }
}
