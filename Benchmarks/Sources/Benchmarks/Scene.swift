// SPDX-License-Identifier: MIT

internal import Glibc
internal import Physics

/// What all contenders are given: a grid of blocks, where the balls start, and how they bounce.
///
/// Lengths are in cells, and times in seconds. Each contender lays the scene out in the size that
/// suits it: balld at the size of a real table, the engines at 1 m a cell, since their tolerances
/// are made for things of 0.1 to 10 m. Accelerations grow with the lengths, so that all of them
/// roll through the same scene in the same time.
struct Scene {
  /// Cells in x.
  var columns: Int
  /// Cells in y.
  var rows: Int
  /// A byte a cell, row by row: 1 for a block.
  var blocks: [UInt8]
  /// Where the centres of the balls are, in cells.
  var starts: [Place]
  /// A ball's radius in cells: a third, so that a corridor is three radii wide.
  var radius = 1.0 / 3
  /// The restitution, for walls, blocks and other balls.
  var restitution = 0.5

  /// Where a ball is and how it moves, in cells and cells/s.
  struct Place: Equatable {
    var x: Double
    var y: Double
    var velocityX = 0.0
    var velocityY = 0.0
  }

  /// A cell in balld's world, m: three radii of a ball of 7.78 mm.
  static let cellOfTable = 3 * 0.00778

  /// A table of blocks at random, three cells in ten, with balls in the largest room.
  static func random(size: Int, balls: Int, seed: UInt64) -> Scene {
    var random = Random(seed: seed)
    var scene = Scene(
      columns: size, rows: size, blocks: Array(repeating: 0, count: size * size), starts: [])
    // The first k cells of a shuffle (Fisher and Yates): exactly three in ten.
    var cells = Array(0..<size * size)
    for index in 0..<size * size * 3 / 10 {
      cells.swapAt(index, index + Int(random.next() % UInt64(cells.count - index)))
      scene.blocks[cells[index]] = 1
    }
    let room = scene.largestRoom()
    let middle = Double(size) / 2
    let nearest = room.sorted { one, other in
      let a = hypot(Double(one % size) + 0.5 - middle, Double(one / size) + 0.5 - middle)
      let b = hypot(Double(other % size) + 0.5 - middle, Double(other / size) + 0.5 - middle)
      return (a, one) < (b, other)
    }
    scene.starts = nearest.prefix(balls).map {
      Place(x: Double($0 % size) + 0.5, y: Double($0 / size) + 0.5)
    }
    return scene
  }

  /// This scene in the upper left corner of a larger grid, shut in by blocks: the same motion.
  func inside(size: Int) -> Scene {
    var scene = self
    scene.columns = size
    scene.rows = size
    var random = Random(seed: 1)
    scene.blocks = (0..<size * size).map { _ in random.next() % 10 < 3 ? 1 : 0 }
    for row in 0...rows {
      for column in 0...columns {
        let isInside = row < rows && column < columns
        scene.blocks[row * size + column] = isInside ? blocks[row * columns + column] : 1
      }
    }
    return scene
  }

  /// The cells of the largest set of free ones that are joined by their sides.
  private func largestRoom() -> [Int] {
    var isSeen = blocks.map { $0 != 0 }
    var largest: [Int] = []
    for start in blocks.indices where !isSeen[start] {
      isSeen[start] = true
      var room = [start]
      var next = 0
      while next < room.count {
        let (row, column) = room[next].quotientAndRemainder(dividingBy: columns)
        next += 1
        var neighbours: [Int] = []
        if column > 0 { neighbours.append(row * columns + column - 1) }
        if column < columns - 1 { neighbours.append(row * columns + column + 1) }
        if row > 0 { neighbours.append((row - 1) * columns + column) }
        if row < rows - 1 { neighbours.append((row + 1) * columns + column) }
        for cell in neighbours where !isSeen[cell] {
          isSeen[cell] = true
          room.append(cell)
        }
      }
      if room.count > largest.count { largest = room }
    }
    return largest
  }

  /// How far a ball's centre is from the nearest solid, in radii: below 1 it has sunk in.
  func clearance(of place: Place) -> Double {
    var nearest = min(
      place.x, place.y, Double(columns) - place.x, Double(rows) - place.y)
    let column = Int(max(0, min(Double(columns - 1), place.x.rounded(.down))))
    let row = Int(max(0, min(Double(rows - 1), place.y.rounded(.down))))
    for y in max(0, row - 1)...min(rows - 1, row + 1) {
      for x in max(0, column - 1)...min(columns - 1, column + 1)
      where blocks[y * columns + x] != 0 {
        let dx = max(Double(x) - place.x, place.x - Double(x + 1), 0)
        let dy = max(Double(y) - place.y, place.y - Double(y + 1), 0)
        nearest = min(nearest, hypot(dx, dy))
      }
    }
    return nearest / radius
  }
}

/// What drives the balls in a step, prepared so that no contender spends time on it.
struct Drive {
  /// For balld: m/s² at the size of a real table.
  var tilt: Tilt
  /// The same for a ball that rolls, in cells/s².
  var accelerationX: Double
  /// The same, in y.
  var accelerationY: Double

  /// No tilt.
  static let level = Drive(tilt: .level, accelerationX: 0, accelerationY: 0)

  /// A table that is inclined by 8° while the direction turns by 2.3 rad/s, step by step.
  static func turning(steps: Int, seed: UInt64) -> [Drive] {
    let gravity = 9.80665
    let inclination = 8 * Double.pi / 180
    var random = Random(seed: ~seed)
    let phase = random.number(in: 0..<2 * .pi)
    return (0..<steps).map { step in
      let direction = phase + 2.3 * Double(step) / 1000
      let pull = gravity * sin(inclination)
      let tilt = Tilt(
        x: pull * cos(direction), y: pull * sin(direction), z: gravity * cos(inclination))
      let scale = Constants.defaultAccelerationFactor / Scene.cellOfTable
      return Drive(tilt: tilt, accelerationX: tilt.x * scale, accelerationY: tilt.y * scale)
    }
  }
}
