// SPDX-License-Identifier: MIT

import Game
import Physics

/// Where the centre of a ball can be on a table, on a grid of points, and how to get to the flag.
///
/// For each point: the clearance (m) that a ball has there, and the cost of the cheapest way to the
/// flag, where nearness to a hole costs extra.
struct Terrain {
  /// What a point must keep clear of.
  struct Obstacles {
    var table: Table
    var blocks: Blocks
    /// Centres of the holes now, m.
    var holes: [Hole]
    /// How far from a hole's edge a ball's centre should stay, m.
    var holeMargin: Double
  }

  let spacing: Vector2
  let columns: Int
  let rows: Int
  private(set) var isFree: [Bool] = []
  private(set) var cost: [Double] = []
  private let obstacles: Obstacles

  /// Measures the ground.
  ///
  /// - Parameters:
  ///   - obstacles: what lies on it.
  ///   - finest: the largest distance between two points, m.
  ///   - caution: how much dearer a way along a hole is.
  init(_ obstacles: Obstacles, finest: Double, caution: Double = 1) {
    self.obstacles = obstacles
    let surface = obstacles.table.surface
    // An even number of points a cell, so that the middle of every corridor is one of them.
    func count(_ length: Double, _ cells: Int) -> Int {
      let cell = length / Double(cells)
      return cells * max(2, 2 * Int((cell / finest / 2).rounded(.up))) + 1
    }
    columns = count(surface.width, obstacles.blocks.columns)
    rows = count(surface.height, obstacles.blocks.rows)
    spacing = Vector2(surface.width / Double(columns - 1), surface.height / Double(rows - 1))
    var nearness = Array(repeating: 0.0, count: columns * rows)
    isFree = Array(repeating: false, count: columns * rows)
    for index in isFree.indices {
      let point = self.point(index)
      guard obstacles.fits(point) else { continue }
      let clearance = obstacles.holeClearance(point)
      guard clearance >= 0 else { continue }
      isFree[index] = true
      nearness[index] = caution * 0.004 / (clearance + 0.002)
    }
    cost = Array(repeating: .infinity, count: columns * rows)
    measure(nearness)
  }

  func point(_ index: Int) -> Vector2 {
    Vector2(Double(index % columns) * spacing.x, Double(index / columns) * spacing.y)
  }

  func nearest(_ point: Vector2) -> Int {
    let column = min(columns - 1, max(0, Int((point.x / spacing.x).rounded())))
    let row = min(rows - 1, max(0, Int((point.y / spacing.y).rounded())))
    return row * columns + column
  }

  /// The free point near `point` from which the way to the flag is cheapest; nil if there is none.
  func entrance(near point: Vector2) -> Int? {
    let index = nearest(point)
    let (column, row) = (index % columns, index / columns)
    for reach in 0...4 {
      var best: Int?
      for y in max(0, row - reach)...min(rows - 1, row + reach) {
        for x in max(0, column - reach)...min(columns - 1, column + reach) {
          let candidate = y * columns + x
          if cost[candidate] < (best.map { cost[$0] } ?? .infinity) { best = candidate }
        }
      }
      if let best { return best }
    }
    return nil
  }

  /// The way from `point` to the flag, or its first points; nil if there is none.
  func way(from point: Vector2, points limit: Int = .max) -> [Vector2]? {
    guard var index = entrance(near: point), cost[index].isFinite else { return nil }
    var way = [self.point(index)]
    while cost[index] > 0 {
      var best = index
      for (neighbour, _) in neighbours(of: index) where cost[neighbour] < cost[best] {
        best = neighbour
      }
      if best == index { return nil }
      index = best
      way.append(self.point(index))
      if way.count == limit { return way }
    }
    // A flag can be too small for the grid: the last bit is a straight line.
    if let target, let last = way.last, obstacles.table.flag?.contains(last) == false {
      way.append(target)
    }
    return way
  }

  /// The middle of what a ball's centre can reach of the flag.
  private var target: Vector2? {
    obstacles.table.flag.map { flag in
      let radius = obstacles.table.surface.ballRadius
      let surface = obstacles.table.surface
      return Vector2(
        (max(radius, flag.x) + min(surface.width - radius, flag.x + flag.width)) / 2,
        (max(radius, flag.y) + min(surface.height - radius, flag.y + flag.height)) / 2)
    }
  }

  /// Whether the straight line between two points is free.
  func sees(_ from: Vector2, _ to: Vector2) -> Bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let steps = max(1, Int(max(dx.magnitude / spacing.x, dy.magnitude / spacing.y).rounded(.up)))
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let index = nearest(Vector2(from.x + part * dx, from.y + part * dy))
      if !isFree[index] { return false }
    }
    return true
  }

  private func neighbours(of index: Int) -> [(index: Int, length: Double)] {
    let (column, row) = (index % columns, index / columns)
    var found: [(Int, Double)] = []
    for dy in -1...1 {
      for dx in -1...1 where (dx != 0 || dy != 0) {
        let (x, y) = (column + dx, row + dy)
        guard x >= 0, x < columns, y >= 0, y < rows else { continue }
        let other = y * columns + x
        guard isFree[other] else { continue }
        // No cutting of corners.
        if dx != 0, dy != 0, !isFree[row * columns + x] || !isFree[y * columns + column] {
          continue
        }
        let length =
          (Double(dx * dx) * spacing.x * spacing.x
          + Double(dy * dy) * spacing.y * spacing.y).squareRoot()
        found.append((other, length))
      }
    }
    return found
  }

  /// Dijkstra's algorithm from the points in the flag (Numerische Mathematik 1, 269, 1959).
  private mutating func measure(_ nearness: [Double]) {
    guard let flag = obstacles.table.flag else { return }
    // Well inside, unless the flag is smaller than that.
    let inset = min(0.003, flag.width / 4, flag.height / 4)
    let core = Rectangle(
      x: flag.x + inset, y: flag.y + inset, width: flag.width - 2 * inset,
      height: flag.height - 2 * inset)
    var queue = Queue()
    for index in isFree.indices where isFree[index] && core.contains(point(index)) {
      cost[index] = 0
      queue.push(0, index)
    }
    if queue.isEmpty, let target, let index = entrance(to: target) {
      cost[index] = 0
      queue.push(0, index)
    }
    while let (reached, index) = queue.pop() {
      if reached > cost[index] { continue }
      for (neighbour, length) in neighbours(of: index) {
        let total = reached + length * (1 + nearness[neighbour])
        if total < cost[neighbour] {
          cost[neighbour] = total
          queue.push(total, neighbour)
        }
      }
    }
  }

  /// The free point that is nearest to a flag that no point lies in.
  private func entrance(to target: Vector2) -> Int? {
    func distance(_ index: Int) -> Double {
      let point = point(index)
      return (point.x - target.x) * (point.x - target.x)
        + (point.y - target.y) * (point.y - target.y)
    }
    return isFree.indices.filter { isFree[$0] }.min { distance($0) < distance($1) }
  }
}

extension Terrain.Obstacles {
  /// Whether a ball at `point` lies inside the walls and clear of the blocks, 1 µm of touch allowed.
  func fits(_ point: Vector2) -> Bool {
    let surface = table.surface
    let radius = surface.ballRadius - 1e-6
    guard point.x >= radius, point.y >= radius, point.x <= surface.width - radius,
      point.y <= surface.height - radius
    else { return false }
    let cellWidth = surface.width / Double(blocks.columns)
    let cellHeight = surface.height / Double(blocks.rows)
    let columns = reach(point.x, radius, cellWidth, blocks.columns)
    for row in reach(point.y, radius, cellHeight, blocks.rows) {
      for column in columns where blocks[column, row] {
        let dx =
          point.x - min(max(point.x, Double(column) * cellWidth), Double(column + 1) * cellWidth)
        let dy = point.y - min(max(point.y, Double(row) * cellHeight), Double(row + 1) * cellHeight)
        if dx * dx + dy * dy < radius * radius { return false }
      }
    }
    return true
  }

  /// How far it is from `point` to the nearest hole's edge, less the margin, m; 1 m without holes.
  func holeClearance(_ point: Vector2) -> Double {
    holes.reduce(1) { least, hole in
      let (dx, dy) = (point.x - hole.centre.x, point.y - hole.centre.y)
      return min(least, (dx * dx + dy * dy).squareRoot() - hole.radius - holeMargin)
    }
  }

  private func reach(
    _ position: Double, _ radius: Double, _ cell: Double, _ count: Int
  ) -> ClosedRange<Int> {
    let first = max(0, Int(((position - radius) / cell).rounded(.down)))
    let last = min(count - 1, Int(((position + radius) / cell).rounded(.down)))
    return min(first, last)...last
  }
}

/// A binary heap, the least first.
private struct Queue {
  private var heap: [(Double, Int)] = []

  var isEmpty: Bool { heap.isEmpty }

  mutating func push(_ key: Double, _ value: Int) {
    heap.append((key, value))
    var child = heap.count - 1
    while child > 0, heap[child].0 < heap[(child - 1) / 2].0 {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (Double, Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child + 1].0 < heap[child].0 { child += 1 }
      if heap[parent].0 <= heap[child].0 { break }
      heap.swapAt(parent, child)
      parent = child
    }
    return first
  }
}
