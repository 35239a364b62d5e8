// SPDX-License-Identifier: MIT

/// What stands still on a table: its walls and its blocks, for balls of one radius.
///
/// To a ball's centre it is the table shrunk by a radius, less the blocks grown by one: squares with
/// round corners, whose union has neither seams nor gaps.
struct Solids: Equatable, Sendable {
  let walls: Walls
  let columns: Axis
  let rows: Axis
  let radius: Double
  private(set) var blocks: Blocks

  init(surface: Surface, blocks: Blocks) {
    walls = Walls(columns: surface.columnRange, rows: surface.rowRange)
    radius = surface.ballRadius
    columns = Axis(
      count: blocks.columns, length: surface.width, radius: radius, range: surface.columnRange)
    rows = Axis(
      count: blocks.rows, length: surface.height, radius: radius, range: surface.rowRange)
    self.blocks = blocks
  }

  /// Puts a block into a cell of the grid, or takes it away.
  mutating func setBlock(_ column: Int, _ row: Int, to isBlock: Bool) {
    blocks[column, row] = isBlock
  }

  /// The radius of the disc about a corner that a ball's centre can't be in.
  @inline(__always)
  var cornerRadius: Double { radius - Constants.cornerRelief }

  /// The least distance of two balls' centres.
  @inline(__always)
  var pairDistance: Double { 2 * radius - Constants.cornerRelief }

  /// How far a ball's centre is from a cell, m; 0 within.
  func distance(from place: Vector2, toCell column: Int, _ row: Int) -> Double {
    let x = Solids.outside(place.x, columns.lines[column], columns.lines[column + 1])
    let y = Solids.outside(place.y, rows.lines[row], rows.lines[row + 1])
    return x == 0 ? y : y == 0 ? x : Vector2(x, y).length
  }

  /// How far a number is from an interval; 0 within.
  @inline(__always)
  static func outside(_ value: Double, _ low: Double, _ high: Double) -> Double {
    value < low ? low - value : value > high ? value - high : 0
  }

  /// The distance of a place to the nearest block within a radius, or else the radius, m.
  func room(at place: Vector2) -> Double {
    if blocks.count == 0 { return radius }
    var room = radius
    for row in rows.cell(at: place.y - radius)...rows.cell(at: place.y + radius) {
      for column in columns.cell(at: place.x - radius)...columns.cell(at: place.x + radius)
      where blocks.isSolid(column, row) {
        room = min(room, distance(from: place, toCell: column, row))
      }
    }
    return room
  }

  /// Whether anything of a block may be touched within this distance of a place.
  @inline(__always)
  func isNear(_ place: Vector2, within distance: Double) -> Bool {
    if blocks.count == 0 { return false }
    let reach = distance + radius + Constants.faceSlack
    let first = columns.cell(at: place.x - reach)
    let last = columns.cell(at: place.x + reach)
    let bottom = rows.cell(at: place.y + reach)
    var row = rows.cell(at: place.y - reach)
    while row <= bottom {
      var column = first
      while column <= last {
        if !blocks.outlines[row * blocks.columns + column].isEmpty {
          let x = Solids.outside(place.x, columns.lines[column], columns.lines[column + 1])
          let y = Solids.outside(place.y, rows.lines[row], rows.lines[row + 1])
          if x * x + y * y <= reach * reach { return true }
        }
        column += 1
      }
      row += 1
    }
    return false
  }

  // MARK: What a ball lies against

  /// What a ball lies against.
  ///
  /// - Parameters:
  ///   - ball: the ball.
  ///   - pull: which way it will go if it is at rest, m/s².
  /// - Returns: the walls, faces and corners that it touches and doesn't leave.
  func contact(of ball: Ball, pull: Vector2) -> Contact {
    var contact = Contact(sides: walls.sides(of: ball))
    let (p, v) = (ball.position, ball.velocity)
    let reach = radius + Constants.faceSlack
    let last = columns.cell(at: p.x + reach)
    for row in rows.cell(at: p.y - reach)...rows.cell(at: p.y + reach) {
      var column = columns.cell(at: p.x - reach)
      while column <= last {
        let outline = blocks.outlines[row * blocks.columns + column]
        if !outline.isEmpty { add(outline, column, row, to: &contact, p, v, pull) }
        column += 1
      }
    }
    return contact
  }

  private func add(
    _ outline: Outline, _ column: Int, _ row: Int, to contact: inout Contact, _ p: Vector2,
    _ v: Vector2, _ pull: Vector2
  ) {
    if v.x == 0 {
      let isLeft = outline.contains(.left) && p.x == columns.belowLine[column]
      let isRight = outline.contains(.right) && p.x == columns.aboveLine[column + 1]
      if isLeft || isRight {
        let (low, high) = (rows.lines[row], rows.lines[row + 1])
        if Solids.supports(p.y, v.y, pull.y, low, high) {
          if isLeft { contact.sides.isRight = true } else { contact.sides.isLeft = true }
          contact.widenRows(low, high)
        }
      }
    }
    if v.y == 0 {
      let isUpper = outline.contains(.upper) && p.y == rows.belowLine[row]
      let isLower = outline.contains(.lower) && p.y == rows.aboveLine[row + 1]
      if isUpper || isLower {
        let (low, high) = (columns.lines[column], columns.lines[column + 1])
        if Solids.supports(p.x, v.x, pull.x, low, high) {
          if isUpper { contact.sides.isLower = true } else { contact.sides.isUpper = true }
          contact.widenColumns(low, high)
        }
      }
    }
    if outline.isDisjoint(with: .corners) { return }
    let (isRightOf, isBelow) = (
      2 * p.x > columns.lines[column] + columns.lines[column + 1],
      2 * p.y > rows.lines[row] + rows.lines[row + 1]
    )
    let corner = Outline.corner(right: isRightOf, lower: isBelow)
    if outline.isDisjoint(with: corner) { return }
    let (x, y) = (column + (isRightOf ? 1 : 0), row + (isBelow ? 1 : 0))
    let place = Vector2(columns.lines[x], rows.lines[y])
    let d = Vector2(p.x - place.x, p.y - place.y)
    let outward = Vector2(isRightOf ? 1 : -1, isBelow ? 1 : -1)
    // Above a face the face is what is touched, not its end; and so it is for a ball that goes
    // from the end onto the face.
    if d.x * outward.x < 0 || d.y * outward.y < 0 { return }
    if !Disc.isTouching(d, v, cornerRadius) { return }
    if d.x == 0 && outward.x * (v.x == 0 ? pull.x : v.x) < 0 { return }
    if d.y == 0 && outward.y * (v.y == 0 ? pull.y : v.y) < 0 { return }
    contact.add(
      Contact.Corner(
        offset: d,
        faces: Vector2(
          isRightOf ? columns.aboveLine[x] : columns.belowLine[x],
          isBelow ? rows.aboveLine[y] : rows.belowLine[y]), place: place))
  }

  /// Whether a face from `low` to `high` holds a ball that is at this place along it: not one that
  /// is about to leave it over its end.
  @inline(__always)
  private static func supports(
    _ place: Double, _ velocity: Double, _ pull: Double, _ low: Double, _ high: Double
  ) -> Bool {
    if place > low && place < high { return true }
    let direction = velocity == 0 ? pull : velocity
    return (place == low && direction >= 0) || (place == high && direction <= 0)
  }
}

extension Outline {
  /// The corner of a block on these sides.
  @inline(__always)
  static func corner(right: Bool, lower: Bool) -> Outline {
    Outline(rawValue: 16 << ((right ? 1 : 0) + (lower ? 2 : 0)))
  }
}
