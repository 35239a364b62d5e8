// SPDX-License-Identifier: MIT

internal import Wire

/// The outlines of the floor that is left free by blocks, with rounded corners: flush blocks have no
/// seam between them, nor has a block at the frame.
///
/// In cells of the grid; each outline is closed, with the floor to its right.
struct FloorOutline {
  /// The corners of each outline, one after the other.
  let outlines: [[Corner]]

  /// A corner between two cells: column and row of the cell to its lower right.
  struct Corner: Hashable {
    var column: Int
    var row: Int
  }

  /// Follows the edges between floor and blocks; a table without a grid is one cell of floor.
  init(_ blocks: BlockGrid?) {
    let columns = blocks?.columns ?? 1
    let rows = blocks?.rows ?? 1
    func isFloor(_ column: Int, _ row: Int) -> Bool {
      column >= 0 && row >= 0 && column < columns && row < rows
        && !(blocks?[column, row] ?? false)
    }
    // Where an edge leads to, by its direction (0 right, 1 down, 2 left, 3 up): the floor is to its
    // right, a block to its left.
    let steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    func isEdge(_ corner: Corner, _ direction: Int) -> Bool {
      let (c, r) = (corner.column, corner.row)
      switch direction {
      case 0: return isFloor(c, r) && !isFloor(c, r - 1)
      case 1: return isFloor(c - 1, r) && !isFloor(c, r)
      case 2: return isFloor(c - 1, r - 1) && !isFloor(c - 1, r)
      default: return isFloor(c, r - 1) && !isFloor(c - 1, r - 1)
      }
    }
    var found: [[Corner]] = []
    // Each outline has an edge that leads to the right.
    var seen: Set<Corner> = []
    for row in 0..<rows {
      for column in 0..<columns {
        let start = Corner(column: column, row: row)
        guard isEdge(start, 0), !seen.contains(start) else { continue }
        var outline: [Corner] = []
        var (corner, direction) = (start, 0)
        repeat {
          if direction == 0 { seen.insert(corner) }
          corner.column += steps[direction].0
          corner.row += steps[direction].1
          // To the right first: where two blocks touch with their corners alone, no ball gets
          // through, and the floor's two parts are drawn apart.
          let turns = [1, 0, 3].map { (direction + $0) % 4 }
          guard let next = turns.first(where: { isEdge(corner, $0) }) else { break }
          if next != direction { outline.append(corner) }
          direction = next
        } while corner != start || direction != 0
        found.append(outline)
      }
    }
    outlines = found
  }

  /// Adds the outlines to a picture's path, corners rounded by `radius`.
  func add(
    to picture: Picture, radius: Double, _ point: (_ column: Double, _ row: Double) -> Point
  ) {
    for outline in outlines where outline.count >= 4 {
      let points = outline.map { point(Double($0.column), Double($0.row)) }
      for (index, corner) in points.enumerated() {
        let before = points[(index + points.count - 1) % points.count]
        let after = points[(index + 1) % points.count]
        let (start, startCurve) = Self.away(from: corner, towards: before, radius)
        let (end, endCurve) = Self.away(from: corner, towards: after, radius)
        if index == 0 { picture.move(to: start) } else { picture.line(to: start) }
        picture.curve(startCurve, endCurve, to: end)
      }
      picture.closePath()
    }
  }

  /// The point at which a rounded corner begins, and the control point of the curve there: a quarter
  /// circle by a cubic, whose control points lie 0.5523 of the radius from its ends.
  private static func away(
    from corner: Point, towards other: Point, _ radius: Double
  ) -> (Point, Point) {
    let (dx, dy) = (other.x - corner.x, other.y - corner.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return (corner, corner) }
    let reach = min(radius, length / 2)
    let control = reach * (1 - 0.5523)
    return (
      Point(corner.x + dx / length * reach, corner.y + dy / length * reach),
      Point(corner.x + dx / length * control, corner.y + dy / length * control)
    )
  }
}
