// SPDX-License-Identifier: MIT

import Physics

/// A table for a test: 0.3 m by 0.2 m and a ball of 6 mm unless said otherwise.
func surface(
  width: Double = 0.3, height: Double = 0.2, radius: Double = 0.006, e: Double = 0.5, c: Double = 0,
  factor: Double = 5.0 / 7, rebound: Rebound = .game
) throws -> Surface {
  try Surface(
    width: width, height: height, ballRadius: radius, restitution: e, resistance: c,
    accelerationFactor: factor, rebound: rebound)
}

/// A tilt that accelerates a ball by this much on a table whose factor is 5/7.
func tilt(acceleration: Vector2) -> Tilt {
  Tilt(x: acceleration.x * 7 / 5, y: acceleration.y * 7 / 5, z: 9.80665)
}

extension World {
  mutating func advance(steps: Int, under tilt: Tilt) {
    for _ in 0..<steps { advance(under: tilt) }
  }

  var ball: Ball { balls[0] }
}

extension Vector2 {
  var length: Double { (x * x + y * y).squareRoot() }

  static func + (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x + b.x, a.y + b.y) }
  static func - (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x - b.x, a.y - b.y) }
  static func * (a: Double, b: Vector2) -> Vector2 { Vector2(a * b.x, a * b.y) }
}

/// One of the four walls: the direction of its outward normal.
enum Side: String, CaseIterable, Sendable {
  case right, left, bottom, top

  var normal: Vector2 {
    switch self {
    case .right: Vector2(1, 0)
    case .left: Vector2(-1, 0)
    case .bottom: Vector2(0, 1)
    case .top: Vector2(0, -1)
    }
  }

  /// The component of a vector towards the wall.
  func normal(_ vector: Vector2) -> Double { vector.x * normal.x + vector.y * normal.y }

  /// How far a centre is from where it would touch the wall.
  func gap(_ position: Vector2, _ surface: Surface) -> Double {
    switch self {
    case .right: surface.width - surface.ballRadius - position.x
    case .left: position.x - surface.ballRadius
    case .bottom: surface.height - surface.ballRadius - position.y
    case .top: position.y - surface.ballRadius
    }
  }
}

/// Knuth's MMIX generator: integers alone, so the same numbers everywhere.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func bits() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }

  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(bits()) * 0x1p-31 }

  mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  mutating func vector(upTo size: Double) -> Vector2 {
    Vector2(number(-size, size), number(-size, size))
  }
}

/// A build for speed runs the long forms of tests.
#if DEBUG
  let isReleaseBuild = false
#else
  let isReleaseBuild = true
#endif

/// A grid in characters, `#` for a block.
func blocks(_ lines: [String]) throws -> Blocks {
  var blocks = try Blocks(columns: lines[0].count, rows: lines.count)
  for (row, line) in lines.enumerated() {
    for (column, character) in line.enumerated() where character == "#" {
      blocks[column, row] = true
    }
  }
  return blocks
}

/// The distance of a place to the nearest block or wall, by looking at every cell there is.
func clearance(_ place: Vector2, _ surface: Surface, _ blocks: Blocks) -> Double {
  var least = min(
    min(place.x, surface.width - place.x), min(place.y, surface.height - place.y))
  let cell = Vector2(surface.width / Double(blocks.columns), surface.height / Double(blocks.rows))
  for row in 0..<blocks.rows {
    for column in 0..<blocks.columns where blocks[column, row] {
      let x = max(Double(column) * cell.x - place.x, place.x - Double(column + 1) * cell.x, 0)
      let y = max(Double(row) * cell.y - place.y, place.y - Double(row + 1) * cell.y, 0)
      least = min(least, Vector2(x, y).length)
    }
  }
  return least
}
