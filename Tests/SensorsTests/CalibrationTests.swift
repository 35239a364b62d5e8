// SPDX-License-Identifier: MIT

import Foundation
import KeyValue
import Sensors
import Testing

private let g = 9.80665

/// What a biased sensor reads on a table that slopes, the board turned about its normal.
private func reading(
  slope: Double, turned: Double, bias: Vector3, over: Bool = false
) -> Vector3 {
  let (s, c) = (sin(slope * degree), cos(slope * degree))
  let (x, y) = (s * cos(turned * degree), s * sin(turned * degree))
  return g * (over ? Vector3(x, -y, -c) : Vector3(x, y, c)) + bias
}

private func pose(
  _ acceleration: Vector3, turned: Double? = nil, gyro: Vector3? = nil
) -> RestingPose {
  RestingPose(
    acceleration: acceleration, angularVelocity: gyro,
    attitude: turned.map { Rotation(vector: Vector3(0, 0, $0 * degree)) })
}

private func calibrate(
  _ first: RestingPose?, _ second: RestingPose?, mounting: Mounting = .identity,
  former: Calibration = .none
) throws(CalibrationRefusal) -> Calibration? {
  var poses = CalibrationPoses(mounting: mounting, former: former)
  _ = try poses.take(first)
  return try poses.take(second)
}

@Suite("calibration") struct CalibrationTests {
  private let bias = Vector3(0.31, -0.22, 0.4)

  @Test(
    "half a turn on the same spot tells the bias along the table, whatever the table's slope",
    arguments: [0, 0.5, 3, 9])
  func turnedInPlace(slope: Double) throws {
    for start in [0.0, 40, 110] {
      let found = try calibrate(
        pose(reading(slope: slope, turned: start, bias: bias)),
        pose(reading(slope: slope, turned: start + 180, bias: bias)))
      let calibration = try #require(found)
      #expect(abs(calibration.accelerationBias.x - 0.31) < 1e-12)
      #expect(abs(calibration.accelerationBias.y + 0.22) < 1e-12)
      #expect(calibration.accelerationBias.z == 0)
      #expect(calibration.angularVelocityBias == nil)
    }
  }

  @Test(
    "turned over, it tells the bias across the table, known or not, and leaves what was known along it",
    arguments: [0, 0.25, -0.5])
  func turnedOver(known: Double) throws {
    let former = try Calibration(accelerationBias: Vector3(0.3, -0.2, known))
    let found = try calibrate(
      pose(reading(slope: 2, turned: 10, bias: bias)),
      pose(reading(slope: 2, turned: 75, bias: bias, over: true)), former: former)
    let calibration = try #require(found)
    #expect((calibration.accelerationBias - Vector3(0.3, -0.2, 0.4)).length < 1e-12)
  }

  @Test("a sensor that is mounted on its edge is calibrated about the board's normal")
  func mounted() throws {
    // The sensor's x is the board's z.
    let mounting = try Mounting("0 1 0; 0 0 1; 1 0 0")
    func turn(_ v: Vector3) -> Vector3 { Vector3(v.z, v.x, v.y) }
    let found = try calibrate(
      pose(turn(reading(slope: 3, turned: 20, bias: bias))),
      pose(turn(reading(slope: 3, turned: 200, bias: bias))), mounting: mounting)
    let calibration = try #require(found)
    #expect((calibration.accelerationBias - Vector3(0, 0.31, -0.22)).length < 1e-12)
  }

  @Test("the gyro's bias comes with the poses, or from one alone")
  func gyro() throws {
    let rate = Vector3(0.02, -0.4, 0.01)
    let found = try calibrate(
      pose(reading(slope: 1, turned: 0, bias: bias), turned: 0, gyro: rate),
      pose(reading(slope: 1, turned: 180, bias: bias), turned: 178, gyro: rate))
    #expect(found?.angularVelocityBias == rate)
    let alone = try CalibrationPoses.gyro(
      pose(Vector3(0, 0, g), gyro: rate),
      former: try Calibration(accelerationBias: Vector3(0.1, 0, 0)))
    #expect(alone.angularVelocityBias == rate && alone.accelerationBias == Vector3(0.1, 0, 0))
  }

  @Test("what can't be right is refused, with the reason, and can be tried again")
  func refused() throws {
    let good = pose(reading(slope: 1, turned: 0, bias: bias), turned: 0, gyro: Vector3(0, 0, 0))
    #expect(throws: CalibrationRefusal.moving) { try calibrate(nil, good) }
    #expect(throws: CalibrationRefusal.moving) { try calibrate(good, nil) }
    #expect(throws: CalibrationRefusal.wrongWeight(1)) {
      try calibrate(pose(Vector3(0, 0, 1)), good)
    }
    func code(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch {
        return (error as? CalibrationRefusal)?.code
      }
    }
    #expect(
      code { _ = try calibrate(pose(reading(slope: 30, turned: 0, bias: bias)), good) } == "sloping"
    )
    let half = pose(
      reading(slope: 1, turned: 90, bias: bias), turned: 90, gyro: Vector3(0, 0, 0))
    #expect(code { _ = try calibrate(good, half) } == "not-turned")
    let wild = Vector3(1.6, 0, 0)
    #expect(
      code {
        _ = try calibrate(
          pose(reading(slope: 0, turned: 0, bias: wild)),
          pose(reading(slope: 0, turned: 180, bias: wild)))
      } == "implausible")
    #expect(
      code { _ = try CalibrationPoses.gyro(pose(Vector3(0, 0, g)), former: .none) } == "no-gyro")
    #expect(
      code {
        _ = try CalibrationPoses.gyro(
          pose(Vector3(0, 0, g), gyro: Vector3(0, 41 * degree, 0)), former: .none)
      } == "implausible")

    var poses = CalibrationPoses(mounting: .identity, former: .none)
    _ = try poses.take(good)
    #expect(throws: CalibrationRefusal.moving) { try poses.take(nil) }
    #expect(poses.hasFirst)
    let back = pose(
      reading(slope: 1, turned: 180, bias: bias), turned: 180, gyro: Vector3(0, 0, 0))
    #expect(try poses.take(back) != nil)
  }

  @Test("each refusal says what is wrong, and what to do")
  func sentences() {
    let all: [CalibrationRefusal] = [
      .moving, .noGyro, .wrongWeight(1.02), .sloping(0.5), .notTurned(1.5708),
      .implausible(ValueError(found: "much", expected: "less")),
    ]
    for refusal in all {
      #expect(refusal.description.hasPrefix("cannot calibrate the sensor: "))
      #expect(!refusal.hint.isEmpty && !refusal.code.contains(" "))
    }
    #expect(all[3].description.contains("28.648 deg from lying flat"))
    #expect(all[4].description.contains("turned by 90 deg, not by 180"))
  }

  @Test("through the pipeline: two poses of a biased sensor on a sloping table, and up is right")
  func throughThePipeline() throws {
    for mode in TiltMode.allCases {
      var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode, feel: .direct))
      var dice = Dice(8)
      var time: Int64 = 0
      let gyroBias = Vector3(0.03, -0.02, 0.05)
      func feed(_ pipeline: inout TiltPipeline, from: Double, to: Double, seconds: Double) {
        let count = Int(seconds * 100)
        for index in 1...count {
          let turned = from + (to - from) * Double(index) / Double(count)
          let rate = -(to - from) * degree / seconds
          time += 10_000_000
          _ = pipeline.enter(
            Sample(
              time: time,
              acceleration: reading(slope: 4, turned: turned, bias: bias) + dice.vector(0.02),
              angularVelocity: gyroBias + Vector3(0, 0, rate) + dice.vector(0.001)))
        }
      }
      #expect(pipeline.restingPose == nil)
      feed(&pipeline, from: 0, to: 0, seconds: 3)
      var poses = CalibrationPoses(
        mounting: pipeline.settings.mounting, former: pipeline.calibration)
      #expect(try poses.take(pipeline.restingPose) == nil)
      feed(&pipeline, from: 0, to: 180, seconds: 2)
      #expect(pipeline.restingPose == nil)
      feed(&pipeline, from: 180, to: 180, seconds: 4)
      pipeline.calibration = try #require(try poses.take(pipeline.restingPose))
      #expect((pipeline.calibration.accelerationBias - Vector3(0.31, -0.22, 0)).length < 0.02)
      let found = try #require(pipeline.calibration.angularVelocityBias)
      #expect((found - gyroBias).length < 0.002)
      #expect(pipeline.up == nil)
      feed(&pipeline, from: 180, to: 180, seconds: 1)
      let up = try #require(pipeline.up)
      #expect(degrees(up, reading(slope: 4, turned: 180, bias: Vector3(0, 0, 0))) < 0.3)
      // What the gyro reads at rest is shown as it reads it, not as it is corrected.
      feed(&pipeline, from: 180, to: 180, seconds: 3)
      #expect((try #require(pipeline.quality.gyroBias) - gyroBias).length < 0.002)
      // And a second calibration finds the same, not nothing.
      let again = try CalibrationPoses.gyro(pipeline.restingPose, former: pipeline.calibration)
      #expect((try #require(again.angularVelocityBias) - gyroBias).length < 0.002)
    }
  }
}

@Suite("what is kept of a sensor") struct SensorMemoryTests {
  private func read(_ text: String) throws(KeyValueError) -> SensorMemory {
    try SensorMemory(Array(text.utf8), file: "sensor.memory")
  }

  @Test("the text reads back to the same values, to the last bit")
  func roundTrip() throws {
    var dice = Dice(6)
    #expect(SensorMemory().text == "version = 1\n")
    #expect(try read(SensorMemory().text) == SensorMemory())
    for index in 0..<200 {
      let calibration =
        index % 3 == 0
        ? Calibration.none
        : try Calibration(
          accelerationBias: dice.vector(0.2),
          angularVelocityBias: index % 3 == 1 ? nil : dice.vector(0.05))
      let level = index % 2 == 0 ? Level(up: dice.direction()) ?? .identity : .identity
      let memory = SensorMemory(level: level, calibration: calibration)
      #expect(try read(memory.text) == memory)
    }
  }

  @Test("a person may write it, in other units' spellings too")
  func byHand() throws {
    let memory = try read(
      """
      version = 1   # the format
      [calibration]
      gyro-bias = 0.1 0 -0.2 rad/s
      [level]
      up = 0 0.6 0.8
      """)
    #expect(memory.calibration.angularVelocityBias == Vector3(0.1, 0, -0.2))
    #expect(memory.calibration.accelerationBias == Vector3(0, 0, 0))
    #expect((memory.level.up - Vector3(0, 0.6, 0.8)).length < 1e-15)
  }

  @Test(
    "what can't be understood is refused, with file and line",
    arguments: [
      Refusal("", "1: found no version, expected `version = 1` before all else"),
      Refusal("[level]\nup = 0 0 1", "2: found no version, expected `version = 1` before all else"),
      Refusal("version = 2", "1: found `2`, expected 1, the only version that there is"),
      Refusal(
        "version = 1\n[level]\nup = 0 1", "3: found `0 1`, expected three numbers, with blanks",
        " between them"),
      Refusal(
        "version = 1\n[level]\nup = 0 0 2", "3: found `0 0 2`, expected a direction of length 1,",
        " at least 10 deg from upside down"),
      Refusal(
        "version = 1\n[level]\nup = 0 0 -1", "3: found `0 0 -1`, expected a direction of length 1,",
        " at least 10 deg from upside down"),
      Refusal(
        "version = 1\n[level]\nup = 0 0 nan", "3: found `nan`, expected a number"),
      Refusal(
        "version = 1\n[calibration]\naccelerometer-bias = 0 0 2", "3: found an accelerometer's",
        " bias of (0, 0, 2) m/s², expected at most 1.5 m/s² in each axis"),
      Refusal(
        "version = 1\n[calibration]\ngyro-bias = 0 1 0", "3: found a gyro's bias of",
        " (0, 57.296, 0) deg/s, expected at most 40 deg/s in each axis"),
      Refusal(
        "version = 1\n[calibration]\ngyro-bias = 0 1 0 deg/s", "3: found `0 deg/s`, expected a",
        " number in rad/s"),
      Refusal(
        "version = 1\n[level]\ndown = 1",
        "3: found `down` in [level], expected `up` in [level], or",
        " `accelerometer-bias` and `gyro-bias` in [calibration]"),
      Refusal("version = 1\nversion = 1", "2: found `version` a second time"),
    ])
  func refused(refusal: Refusal) {
    do throws(KeyValueError) {
      _ = try read(refusal.text)
      Issue.record("it was taken")
    } catch {
      #expect(error.description.hasPrefix("sensor.memory:" + refusal.message), "\(error)")
    }
  }
}
