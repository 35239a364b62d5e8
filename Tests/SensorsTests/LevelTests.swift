// SPDX-License-Identifier: MIT

import Foundation
import KeyValue
import Sensors
import Testing

/// Feeds `count` samples of a board at rest that is tilted by `degrees` about x.
private func hold(
  _ pipeline: inout TiltPipeline, _ up: Vector3, count: Int = 100, from start: Int64 = 0,
  noise: Double = 0.03
) {
  var dice = Dice(UInt64(count))
  for index in 0..<count {
    _ = pipeline.enter(
      Sample(
        time: start + Int64(index) * 10_000_000,
        acceleration: 9.80665 * up + dice.vector(noise),
        angularVelocity: dice.vector(0.5 * degree)))
  }
}

private func tilted(_ degrees: Double, azimuth: Double = 0.3) -> Vector3 {
  let angle = degrees * degree
  return Vector3(sin(angle) * cos(azimuth), sin(angle) * sin(azimuth), cos(angle))
}

@Suite("this is level now") struct LevelTests {
  @Test(
    "at any angle the pose becomes level: the tilt is that of a level board, gravity keeps its length",
    arguments: [0.0, 20, 45, 75, 90, 135, 169], TiltMode.allCases)
  func anyAngle(degrees: Double, mode: TiltMode) throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode, feel: .direct))
    hold(&pipeline, tilted(degrees))
    try pipeline.takeLevel()
    let tilt = pipeline.tilt
    #expect((tilt.x * tilt.x + tilt.y * tilt.y).squareRoot() < 9.8 * 0.5 * degree)
    #expect(abs(tilt.z - 9.80665) < 0.1)
    // `up` is that of the device, before level.
    #expect(try Reported.up(pipeline, tilted(degrees)))
  }

  @Test(
    "from there a tilt of 5° to any side is a tilt of 5° to that side", arguments: [0.0, 45, 80])
  func fromThere(degrees: Double) throws {
    let up = tilted(degrees, azimuth: .pi / 2)
    let level = try #require(Level(up: up))
    // About the device's x axis, which the level's rotation leaves alone.
    for more in [-5.0, 5] {
      let force = level.apply(tilted(degrees + more, azimuth: .pi / 2))
      #expect(abs(force.y - sin(more * degree)) < 1e-12)
      #expect(abs(force.x) < 1e-12)
    }
    // Towards x, about the level's own y axis.
    let sideways = level.apply(
      cos(5 * degree) * up + sin(5 * degree) * Vector3(1, 0, 0))
    #expect(abs(sideways.x - sin(5 * degree)) < 1e-12 && abs(sideways.y) < 1e-12)
  }

  @Test("the board as it lies is level to the bit")
  func identity() throws {
    let vector = Vector3(0.1, -0.7, 9.3)
    #expect(Level.identity.apply(vector) == vector)
    #expect(try #require(Level(up: Vector3(0, 0, 9.81))).apply(vector) == vector)
  }

  @Test("within 10° of upside down it is refused, and beyond it is taken")
  func upsideDown() throws {
    for azimuth in [0.0, 1, 2, 3, 4, 5, 6] {
      #expect(throws: LevelRefusal.upsideDown) {
        try Level(Pose(up: tilted(170.1, azimuth: azimuth), isSteady: true))
      }
      _ = try Level(Pose(up: tilted(169.9, azimuth: azimuth), isSteady: true))
    }
    #expect(Level(up: Vector3(0, 0, -1)) == nil)
    #expect(Level(up: Vector3(0, 0, 0)) == nil)
    #expect(Level(up: Vector3(.nan, 0, 1)) == nil)
    #expect(Level(up: Vector3(.infinity, 0, 1)) == nil)
  }

  @Test("it is refused while the board moves and before there is a sample, and the old level stays")
  func refused() throws {
    var pipeline = TiltPipeline()
    #expect(throws: LevelRefusal.unknown) { try pipeline.takeLevel() }
    hold(&pipeline, tilted(30))
    try pipeline.takeLevel()
    let level = pipeline.level
    for index in 0..<50 {
      // A tilt at 30°/s.
      let angle = 30 + 0.3 * Double(index)
      _ = pipeline.enter(
        Sample(
          time: 1_000_000_000 + Int64(index) * 10_000_000, acceleration: 9.8 * tilted(angle),
          angularVelocity: Vector3(0, 30 * degree, 0)))
    }
    #expect(throws: LevelRefusal.moving) { try pipeline.takeLevel() }
    #expect(pipeline.level == level)
    hold(&pipeline, tilted(45), from: 1_500_000_000)
    try pipeline.takeLevel()
    #expect(pipeline.level != level)
  }

  @Test(
    "a sensor that reads next to nothing, steadily, has no pose",
    arguments: TiltMode.allCases, [0, 4e-5, 0.3])
  func dead(mode: TiltMode, force: Double) throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(mode: mode))
    for index in 0..<300 {
      _ = pipeline.enter(
        Sample(time: Int64(index) * 10_000_000, acceleration: Vector3(0, force, force)))
    }
    #expect(throws: LevelRefusal.unknown) { try pipeline.takeLevel() }
    #expect(pipeline.level == .identity)
  }

  @Test("a hand that trembles is steady enough; without a gyro too", arguments: [true, false])
  func hand(hasGyro: Bool) throws {
    var pipeline = TiltPipeline()
    for index in 0..<200 {
      let t = Double(index) / 100
      let tremor = 0.3 * sin(2 * .pi * 8 * t)
      let rate = 0.3 * degree * 2 * .pi * 8 * cos(2 * .pi * 8 * t)
      _ = pipeline.enter(
        Sample(
          time: Int64(index) * 10_000_000, acceleration: 9.8 * tilted(50 + tremor, azimuth: 0),
          angularVelocity: hasGyro ? Vector3(0, rate, 0) : nil))
    }
    try pipeline.takeLevel()
    #expect(degrees(pipeline.level.up, tilted(50, azimuth: 0)) < 0.2)
  }

  @Test(
    "each refusal says what is wrong, and what to do",
    arguments: [
      LevelRefusal.unknown, .moving, .upsideDown,
    ])
  func sentences(refusal: LevelRefusal) {
    #expect(refusal.description.hasPrefix("cannot take the pose as level: "))
    #expect(!refusal.hint.isEmpty && !refusal.code.contains(" "))
  }
}

private enum Reported {
  static func up(_ pipeline: TiltPipeline, _ expected: Vector3) throws -> Bool {
    degrees(try #require(pipeline.up), expected) < 1
  }
}
