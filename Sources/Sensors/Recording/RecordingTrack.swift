// SPDX-License-Identifier: MIT

/// One file of a recording, surveyed: all that it takes to read its samples.
struct RecordingTrack: Sendable {
  let content: RecordingContent
  let sensor: RecordedSensor
  let findings: RecordingSurvey.Findings
  let blockSize: Int

  init(
    _ content: RecordingContent, _ sensor: RecordedSensor, blockSize: Int
  ) throws(RecordingError) {
    self.content = content
    self.sensor = sensor
    self.blockSize = blockSize
    findings = try RecordingSurvey.findings(of: content, sensor, blockSize: blockSize)
  }

  /// The time of the last sample, ns.
  var end: Int64 { findings.start + findings.duration }
}

/// Reads a track's samples, mended and in SI, a window at a time.
///
/// A value, as `RecordingReader` is.
struct TrackReader: Sendable {
  private var reader: RecordingReader
  private var clock: RecordedClock
  private let file: String
  private let acceleration: Double
  private let angularVelocity: Double
  private var samples: [Sample] = []
  private var next = 0

  init(_ track: RecordingTrack) {
    reader = RecordingReader(track.content, track.sensor, blockSize: track.blockSize)
    clock = RecordedClock(unit: track.findings.time, period: track.findings.period)
    file = track.content.file
    acceleration = track.findings.acceleration
    angularVelocity = track.findings.angularVelocity
  }

  /// Takes the next sample; nil behind the last.
  ///
  /// Fails only when the file isn't any more what it was when it was surveyed.
  mutating func nextSample() throws(RecordingError) -> Sample? {
    if next == samples.count { try fill() }
    guard next < samples.count else { return nil }
    next += 1
    return samples[next - 1]
  }

  private mutating func fill() throws(RecordingError) {
    samples.removeAll(keepingCapacity: true)
    next = 0
    try reader.readWindow()
    for row in reader.window.rows {
      guard let time = clock.time(of: row.time) else {
        throw RecordingError(
          kind: .notUnderstood, file: file, line: row.line,
          reason: "found a time that is too large, expected what was there at first: "
            + "the file has changed while it was played")
      }
      // A factor of 1 leaves every bit.
      samples.append(
        Sample(
          time: time, acceleration: acceleration * row.acceleration,
          angularVelocity: row.angularVelocity.map { angularVelocity * $0 }))
    }
  }
}
