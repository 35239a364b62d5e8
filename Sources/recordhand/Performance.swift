// SPDX-License-Identifier: MIT

internal import Sensors

/// A hand that tilts a board along a path, as a cheap sensor sees it.
struct Performance {
  /// The file's name without its ending.
  var name: String
  /// What it shows.
  var title: String
  /// s.
  var duration: Double
  var seed: UInt64
  var hand: Hand
  /// Where the board leans to at a time in s.
  var path: @Sendable (Double) -> Lean

  /// The whole text of the recording.
  func recording() -> String {
    let writer = RecordingWriter(hasGyro: true)
    var text = ""
    writer.write(
      RecordingHeader(
        title: title, origin: .synthetic, device: "recordhand \(name), seed \(seed)",
        comment: "Computed, not measured: a hand that tilts a board, with tremor, and a sensor "
          + "with noise, bias and irregular steps."),
      to: &text)
    for sample in samples() { writer.write(sample, to: &text) }
    return text
  }

  /// What the sensor reads.
  func samples() -> [Sample] {
    var random = Random(seed: seed)
    let tremors = (0..<5).map { _ in Tremor(&random) }
    let sensor = CheapSensor(&random)
    var samples: [Sample] = []
    var time = 0.0
    while time < duration {
      let motion = motion(at: time, tremors)
      samples.append(sensor.sample(of: motion, at: time, &random))
      time += Self.step(&random)
    }
    return samples
  }

  /// The board's true motion: its specific force, m/s², and its angular velocity, rad/s.
  func motion(at time: Double, _ tremors: [Tremor]) -> (force: Vector3, rate: Vector3) {
    func lean(_ time: Double) -> Lean {
      path(time)
        + hand.tremorAngle
        * Lean(right: tremors[0].value(at: time), top: tremors[1].value(at: time))
    }
    let now = lean(time)
    // The path is smooth, so that a central difference over 2 ms is the derivative to 1e-4.
    let change = (1 / 0.002) * (lean(time + 0.001) + -1 * lean(time - 0.001))
    let shake = Vector3(
      tremors[2].value(at: time), tremors[3].value(at: time), tremors[4].value(at: time))
    let force =
      9.80665 * now.up + hand.tremorAcceleration * shake + hand.knocked(at: time)
    return (force, now.angularVelocity(changing: change))
  }

  /// The time to the next sample, s: 10 ms, give or take, and now and then a gap.
  private static func step(_ random: inout Random) -> Double {
    if random.uniform() < 1.0 / 300 { return random.between(0.03, 0.08) }
    return 0.01 + max(-0.002, min(0.002, 0.0003 * random.normal()))
  }
}

/// A sensor as it sits on a ten-dollar board: bias, noise, and steps in its numbers.
struct CheapSensor {
  private let forceBias: Vector3
  private let rateBias: Vector3

  init(_ random: inout Random) {
    forceBias = Vector3(0.06 * random.normal(), 0.06 * random.normal(), 0.1 * random.normal())
    rateBias = Vector3(
      0.008 * random.normal(), 0.008 * random.normal(), 0.008 * random.normal())
  }

  func sample(
    of motion: (force: Vector3, rate: Vector3), at time: Double, _ random: inout Random
  ) -> Sample {
    // 0.0024 m/s² is 1/4096 g and 0.0012 rad/s is 0.07 °/s, in ten-thousandths.
    let force = Self.read(motion.force + forceBias, noise: 0.03, step: 24, &random)
    let rate = Self.read(motion.rate + rateBias, noise: 0.003, step: 12, &random)
    // Its clock counts microseconds.
    let microseconds = Int64((time * 1e6).rounded())
    return Sample(time: microseconds * 1000, acceleration: force, angularVelocity: rate)
  }

  private static func read(
    _ vector: Vector3, noise: Double, step: Double, _ random: inout Random
  ) -> Vector3 {
    func component(_ value: Double) -> Double {
      let count = ((value + noise * random.normal()) * 10_000 / step).rounded()
      // Adding 0 makes −0 a 0.
      return count * step / 10_000 + 0
    }
    return Vector3(component(vector.x), component(vector.y), component(vector.z))
  }
}
