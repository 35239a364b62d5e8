// SPDX-License-Identifier: MIT

internal import Elementary
internal import Sensors

/// A hand: how it trembles, and what knocks the board.
struct Hand {
  /// The tremor's amplitude in angle, rad: about 0.05° in a calm adult.
  var tremorAngle: Double
  /// The tremor's amplitude in acceleration, m/s².
  var tremorAcceleration: Double
  /// When the board is knocked, s, and how hard, m/s².
  var knocks: [(time: Double, strength: Vector3)] = []

  /// How long a knock lasts, s.
  private static let knock = 0.025
}

/// The tremor of one hand: physiological tremor is a narrow band around 8 to 12 Hz whose strength
/// comes and goes (Elble and Koller 1990).
struct Tremor {
  private struct Wave {
    var frequency: Double
    var phase: Double
    var swell: Double
  }

  private let waves: [Wave]

  init(_ random: inout Random) {
    waves = (0..<4).map { _ in
      Wave(
        frequency: 2 * .pi * random.between(8, 12), phase: random.between(0, 2 * .pi),
        swell: 2 * .pi * random.between(0.1, 0.4))
    }
  }

  /// The tremor at `time` s, of amplitude about 1.
  func value(at time: Double) -> Double {
    var sum = 0.0
    for wave in waves {
      let swell = 0.5 + 0.5 * sine(wave.swell * time + wave.phase)
      sum += swell * sine(wave.frequency * time + wave.phase)
    }
    return 0.5 * sum
  }
}

extension Hand {
  /// The acceleration that knocks give the board at `time` s: half a sine wave each.
  func knocked(at time: Double) -> Vector3 {
    var sum = Vector3(0, 0, 0)
    for knock in knocks where time >= knock.time && time < knock.time + Self.knock {
      sum = sum + sine(.pi * (time - knock.time) / Self.knock) * knock.strength
    }
    return sum
  }
}
