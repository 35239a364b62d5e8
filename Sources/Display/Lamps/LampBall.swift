// SPDX-License-Identifier: MIT

/// A ball's light on the lamps: shared out by the area that it covers of each, and always the same
/// in all, wherever it is.
///
/// Else it would pulse as it rolls.
struct LampBall {
  /// The centre and the radius, in lamps.
  let x: Double
  let y: Double
  let radius: Double

  /// Points a lamp along each axis at which the disc is looked at.
  private static let samples = 10

  /// A ball that is 1.2 lamps wide at least, and wholly on the lamps: at a wall, a smaller one would lie
  /// half beyond them.
  init(x: Double, y: Double, radius: Double) {
    let radius = min(2, max(0.6, radius))
    let reach = radius...Double(LampFrame.side) - radius
    self.radius = radius
    self.x = min(max(x, reach.lowerBound), reach.upperBound)
    self.y = min(max(y, reach.lowerBound), reach.upperBound)
  }

  /// The share of the ball's light that each lamp has, row by row; they add up to 1.
  var shares: [Double] {
    var counts = [Int](repeating: 0, count: LampFrame.side * LampFrame.side)
    var sum = 0
    let step = 1 / Double(Self.samples)
    for row in 0..<LampFrame.side * Self.samples {
      let dy = (Double(row) + 0.5) * step - y
      guard abs(dy) < radius else { continue }
      for column in 0..<LampFrame.side * Self.samples {
        let dx = (Double(column) + 0.5) * step - x
        guard dx * dx + dy * dy < radius * radius else { continue }
        counts[row / Self.samples * LampFrame.side + column / Self.samples] += 1
        sum += 1
      }
    }
    return counts.map { Double($0) / Double(max(1, sum)) }
  }

  /// Shares out a whole number of pulses, all of them: each lamp gets its share rounded down, and the
  /// rest goes to those with the largest remainders (Hamilton's method).
  static func apportion(_ pulses: Int, by shares: [Double]) -> [Int] {
    var parts = shares.map { Int(($0 * Double(pulses)).rounded(.down)) }
    let rest = pulses - parts.reduce(0, +)
    let order = shares.indices.sorted { left, right in
      let (a, b) = (
        shares[left] * Double(pulses) - Double(parts[left]),
        shares[right] * Double(pulses) - Double(parts[right])
      )
      // Among equals the larger share, and then the earlier lamp.
      return (a, shares[left], -left) > (b, shares[right], -right)
    }
    for index in order.prefix(max(0, rest)) { parts[index] += 1 }
    return parts
  }
}
