// SPDX-License-Identifier: MIT

import Display
import Wire

/// Scenes and numbers that many tests use.
enum Examples {
  static let table = TableReport(
    name: "marble", hash: "0", game: "marble", width: 0.32, height: 0.24, ballRadius: 0.012)

  static let sensor = SensorReport(source: "iio", name: "lsm6dso_accel", rate: 17.2, health: .ok)

  /// A ball on a table, rolling, seen by somebody who may tilt it.
  static func scene(x: Double = 0.11, y: Double = 0.09, phase: Phase = .rolling) -> Scene {
    var scene = Scene()
    scene.table = Scene.Table(table)
    scene.sensor = Scene.Sensor(sensor)
    scene.link = .control
    scene.show(state(x: x, y: y, phase: phase))
    return scene
  }

  static func state(
    seq: Int64 = 1, t: Double = 77.3, x: Double = 0.11, y: Double = 0.09, phase: Phase = .rolling
  ) -> State {
    State(
      seq: seq, t: t, phase: phase, balls: [State.Ball(x: x, y: y, vx: 0, vy: 0)],
      tilt: XY(x: 0.5, y: -0.6))
  }
}

/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
