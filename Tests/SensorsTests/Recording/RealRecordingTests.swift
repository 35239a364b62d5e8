// SPDX-License-Identifier: MIT

import Foundation
import Sensors
import Support
import Testing

/// What is known of a real recording.
private struct Known: Sendable, CustomTestStringConvertible {
  var file: String
  var count: Int
  var period: Int64
  var endStep: Int64
  var first: Vector3
  var hasGyro: Bool
  var testDescription: String { file }
}

private let known = [
  // The first row reads (0.001015204, −0.02045836, 0.9970807) g.
  Known(
    file: "fusion_sensor_data.csv", count: 13_514, period: 10_079_380, endStep: 135_337,
    first: Vector3(0.001015204 * 9.80665, -0.02045836 * 9.80665, 0.9970807 * 9.80665),
    hasGyro: true),
  Known(
    file: "broad_01_slow_rotation_35s.csv", count: 5000, period: 7_000_000, endStep: 35_000,
    first: Vector3(-0.16457, -0.26310, 9.82808), hasGyro: true),
  Known(
    file: "broad_24_tapping_35s.csv", count: 5000, period: 7_000_000, endStep: 35_000,
    first: Vector3(0.00965, -0.00188, 9.87200), hasGyro: true),
  // From 1 ms to 21150 ms, every 50 ms.
  Known(
    file: "sensorrecord_debjyotic_accel.csv", count: 424, period: 50_000_000, endStep: 21_199,
    first: Vector3(-0.035294134, 0.030508488, 9.870394), hasGyro: false),
]

@Suite(
  "real recordings",
  .enabled(if: realRecording("fusion_sensor_data.csv") != nil, "\(noRealRecordings)"))
struct RealRecordingTests {
  @Test("a real recording is read whole", arguments: known)
  private func whole(_ known: Known) throws {
    let recording = try Recording.load(path: path(known.file))
    #expect(try recording.samples.count == known.count)
    #expect(recording.period == known.period)
    #expect(recording.endStep == known.endStep)
    #expect(try (recording.samples[0].acceleration - known.first).length < 1e-12)
    #expect(try recording.samples.allSatisfy { ($0.angularVelocity != nil) == known.hasGyro })
    #expect(recording.report.repairs == 0, "\(recording.report.lines)")
    #expect(try recording.samples.allSatisfy { SampleLimits.allow($0) })
  }

  @Test("the size of the blocks makes no difference to a real recording", arguments: [1, 7, 4096])
  func blocks(size: Int) throws {
    let file = try path("sensorrecord_debjyotic_accel.csv")
    let recording = try Recording.load(path: file, blockSize: size)
    let expected = try Recording.load(path: file)
    #expect(try recording.samples == expected.samples)
    #expect(recording.report == expected.report)
  }

  @Test("two files of one take, one of them without gravity, are refused and say where gravity is")
  func pairWithoutGravity() throws {
    let files = try [
      path("sensorlogger_bennyjhui_accel.csv"), path("sensorlogger_bennyjhui_gyro.csv"),
    ]
    do throws(RecordingError) {
      _ = try Recording.load(named: files.joined(separator: "+"))
      Issue.record("\(files) were read")
    } catch {
      #expect(error.description.contains("(TotalAcceleration.csv of the same take has it)"))
    }
  }

  @Test(
    "recordings without gravity, or without an accelerometer, are refused",
    arguments: ["sensorlogger_bennyjhui_accel.csv", "sensorlogger_bennyjhui_gyro.csv"])
  func withoutGravity(file: String) throws {
    let file = try path(file)
    do throws(RecordingError) {
      _ = try Recording.load(path: file)
      Issue.record("\(file) was read")
    } catch {
      #expect(error.kind == .notUnderstood)
      #expect(
        error.description.hasPrefix("\(file):1: found accelerations without a unit whose median"))
      #expect(error.description.contains("gravity has been removed from this recording"))
    }
  }

  @Test("while the board is still, the low-pass finds the true up within a degree")
  func up() throws {
    // The reference at the start of the trial, from its columns ref_up_x, y, z.
    let reference = Vector3(-0.0247, -0.0397, 0.9989)
    let recording = try Recording.load(path: path("broad_01_slow_rotation_35s.csv"))
    var pipeline = TiltPipeline(settings: try TiltSettings(timeConstant: 0.1))
    for sample in try recording.samples.prefix(700) {
      _ = pipeline.enter(sample)
    }
    let up = try #require(pipeline.up)
    #expect(up.cross(reference).length < 0.0175)
  }

  /// The rows of a recording with its truth: "up" where it is known and the board moves.
  private func truth(_ file: String) throws -> [(sample: Sample, up: Vector3?)] {
    let path = try path(file)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    return try zip(Recording.load(path: path).samples, lines.dropFirst()).map { sample, line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard fields.count == 11, fields[10] == 1, let x = fields[7], let y = fields[8],
        let z = fields[9]
      else { return (sample, nil) }
      return (sample, Vector3(x, y, z))
    }
  }

  @Test(
    "inclination and uncertainty hold at every rate, and without a gyro",
    arguments: [
      ("broad_01_slow_rotation_35s.csv", 1, true, 0.3), ("broad_24_tapping_35s.csv", 1, true, 0.7),
      ("broad_01_slow_rotation_35s.csv", 3, true, 0.6), ("broad_24_tapping_35s.csv", 3, true, 1.0),
      ("broad_01_slow_rotation_35s.csv", 14, true, 3.6), ("broad_24_tapping_35s.csv", 14, true, 8),
      ("broad_01_slow_rotation_35s.csv", 1, false, 4.5), ("broad_24_tapping_35s.csv", 1, false, 9),
    ] as [(String, Int, Bool, Double)])
  func inclination(file: String, every: Int, hasGyro: Bool, most: Double) throws {
    var estimator = GravityEstimator()
    var squares = 0.0
    var expected = 0.0
    var count = 0.0
    for (index, row) in try truth(file).enumerated() where index % every == 0 {
      var sample = row.sample
      if !hasGyro { sample.angularVelocity = nil }
      estimator.enter(sample)
      guard let truth = row.up, let up = estimator.up,
        let uncertainty = estimator.quality.uncertainty
      else { continue }
      let error = degrees(up, truth)
      squares += error * error
      expected += uncertainty * uncertainty / (degree * degree)
      count += 1
    }
    let error = (squares / count).squareRoot()
    let claimed = (expected / count).squareRoot()
    #expect(error < most)
    // What it claims is what it is, within a factor that tells good from bad.
    #expect(claimed > error / 2 && claimed < 4 * error, "claimed \(claimed)°, is \(error)°")
  }

  private func path(_ file: String) throws -> String {
    try #require(realRecording(file), "\(file) isn't there")
  }
}
