// SPDX-License-Identifier: MIT

/// Finds how a sensor sits in a device from what it calls "up" while each edge of the screen is
/// lowered in turn.
///
/// An accelerometer at rest reads up: an axis that points to a lowered edge reads negative. So the
/// device's x, in the sensor's axes, is what up moves by from a lowered right edge to a lowered left
/// one, and its y likewise from top to bottom.
enum MountFinder {
  /// Three numbers.
  typealias Vector = [Double]

  /// Up with each edge lowered, unit vectors in the sensor's axes.
  struct Readings {
    var right: Vector
    var left: Vector
    var top: Vector
    var bottom: Vector
  }

  /// Why nothing was found.
  enum Trouble: Error, Equatable {
    /// Between two opposite edges up hardly moved.
    case tooLittle
    /// The edges contradict each other: one was mistaken for another.
    case contradiction
  }

  /// Between two opposite edges up must move by this, the chord of about 10°.
  private static let least = 0.17
  /// The cosine of the greatest error that is taken for the hand's, about 20°.
  private static let aligned = 0.94

  /// The mount matrix, row by row: the device's axes in the sensor's.
  static func find(_ readings: Readings) throws(Trouble) -> [Vector] {
    let x = minus(readings.left, readings.right)
    let y = minus(readings.bottom, readings.top)
    guard length(x) >= least, length(y) >= least else { throw .tooLittle }
    let across = unit(x)
    let normal = cross(across, unit(y))
    // cos 65°: the edges of a screen are at right angles, a hand is not that far off.
    guard length(normal) > 0.9 else { throw .contradiction }
    let z = unit(normal)
    let mean = [readings.left, readings.right, readings.top, readings.bottom].reduce([0, 0, 0]) {
      [$0[0] + $1[0], $0[1] + $1[1], $0[2] + $1[2]]
    }
    // The screen was held upwards all the time: else left and right, or top and bottom, are swapped.
    guard dot(z, unit(mean)) > 0.5 else { throw .contradiction }
    return rounded([across, cross(z, across), z])
  }

  /// To whole quarter turns where it is one but for the hand: sensors are soldered on straight.
  private static func rounded(_ rows: [Vector]) -> [Vector] {
    let straight = rows.map { row in row.map { $0.rounded() } }
    let isQuarter = zip(rows, straight).allSatisfy { row, straight in
      length(straight) == 1 && dot(row, straight) > aligned
    }
    return isQuarter ? straight.map { $0.map { $0 == 0 ? 0 : $0 } } : rows
  }

  private static func minus(_ a: Vector, _ b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  }
  private static func dot(_ a: Vector, _ b: Vector) -> Double {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  }
  private static func length(_ a: Vector) -> Double { dot(a, a).squareRoot() }
  private static func unit(_ a: Vector) -> Vector {
    let length = max(length(a), .leastNormalMagnitude)
    return [a[0] / length, a[1] / length, a[2] / length]
  }
  private static func cross(_ a: Vector, _ b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  }
}
