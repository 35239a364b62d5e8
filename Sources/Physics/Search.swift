// SPDX-License-Identifier: MIT

/// What a ball meets, and when.
struct Hit {
  /// s after the piece's begin.
  var time: Double
  /// What it is.
  var obstacle: Obstacle

  enum Obstacle {
    /// A wall or a face across x, the ball's centre at `place` when it touches.
    case column(place: Double, isUpper: Bool, isWall: Bool)
    /// A wall or a face across y.
    case row(place: Double, isUpper: Bool, isWall: Bool)
    /// A round corner there.
    case corner(Vector2)
  }
}

/// The outcome of a search along a piece.
struct Search {
  /// The first impact.
  var hit: Hit?
  /// Up to when nothing else is met: the piece's duration, or less for a very long path.
  var clearUntil: Double
}

extension Solids {
  /// The first impact within a piece's duration.
  ///
  /// One exactly at its end is the next piece's, at time 0. Goes along the path from cell to cell,
  /// so that few blocks are looked at.
  func search(along piece: Piece) -> Search {
    let wall = walls.firstHit(of: piece)
    var search = Search(hit: wall, clearUntil: piece.duration)
    let length = wall?.time ?? piece.duration
    let (v, a) = (piece.velocity, piece.acceleration)
    let travel = max(
      (v.x.magnitude + a.x.magnitude * length) * length,
      (v.y.magnitude + a.y.magnitude * length) * length)
    let stretches = travel / max(radius, columns.cellLength, rows.cellLength)
    if stretches <= 1 {
      search.look(along: piece, from: 0, to: length, at: self)
      return search
    }
    let count = stretches < Double(Constants.stretchLimit) ? Int(stretches) + 1 : 0
    let step = count > 0 ? length / Double(count) : length / stretches
    let limit = count > 0 ? count : Constants.stretchLimit
    for index in 0..<limit {
      let begin = Double(index) * step
      let end = index + 1 == count ? length : Double(index + 1) * step
      search.look(along: piece, from: begin, to: end, at: self)
      if let hit = search.hit, hit.time <= end { return search }
    }
    if count == 0 {
      search = Search(hit: nil, clearUntil: Double(limit) * step)
    }
    return search
  }
}

extension Search {
  /// Looks at the blocks near a stretch of a piece's path.
  fileprivate mutating func look(
    along piece: Piece, from begin: Double, to end: Double, at solids: Solids
  ) {
    let box = Box(of: piece, from: begin, to: end)
    let reach = solids.radius + Constants.faceSlack
    let first = solids.columns.cell(at: box.low.x - reach)
    let last = solids.columns.cell(at: box.high.x + reach)
    let bottom = solids.rows.cell(at: box.high.y + reach)
    var row = solids.rows.cell(at: box.low.y - reach)
    while row <= bottom {
      var column = first
      while column <= last {
        let outline = solids.blocks.outlines[row * solids.blocks.columns + column]
        if !outline.isEmpty {
          look(at: outline, column, row, of: solids, along: piece, box, from: begin, to: end)
        }
        column += 1
      }
      row += 1
    }
  }

  private mutating func look(
    at outline: Outline, _ column: Int, _ row: Int, of solids: Solids, along piece: Piece,
    _ box: Box, from begin: Double, to end: Double
  ) {
    let (columns, rows) = (solids.columns, solids.rows)
    let (left, right) = (columns.lines[column], columns.lines[column + 1])
    let (upper, lower) = (rows.lines[row], rows.lines[row + 1])
    let slack = Constants.faceSlack
    let (p, v, a) = (piece.position, piece.velocity, piece.acceleration)
    if box.high.y >= upper && box.low.y <= lower {
      if outline.contains(.left) {
        let place = columns.belowLine[column]
        if box.high.x >= place - slack && box.low.x <= place + slack {
          let across = Course(distance: place - p.x, speed: v.x, acceleration: a.x)
          let time = across.time(beside: p.y, v.y, a.y, from: upper, to: lower)
          take(time, by: end, .column(place: place, isUpper: true, isWall: false))
        }
      }
      if outline.contains(.right) {
        let place = columns.aboveLine[column + 1]
        if box.low.x <= place + slack && box.high.x >= place - slack {
          let across = Course(distance: p.x - place, speed: -v.x, acceleration: -a.x)
          let time = across.time(beside: p.y, v.y, a.y, from: upper, to: lower)
          take(time, by: end, .column(place: place, isUpper: false, isWall: false))
        }
      }
    }
    if box.high.x >= left && box.low.x <= right {
      if outline.contains(.upper) {
        let place = rows.belowLine[row]
        if box.high.y >= place - slack && box.low.y <= place + slack {
          let across = Course(distance: place - p.y, speed: v.y, acceleration: a.y)
          let time = across.time(beside: p.x, v.x, a.x, from: left, to: right)
          take(time, by: end, .row(place: place, isUpper: true, isWall: false))
        }
      }
      if outline.contains(.lower) {
        let place = rows.aboveLine[row + 1]
        if box.low.y <= place + slack && box.high.y >= place - slack {
          let across = Course(distance: p.y - place, speed: -v.y, acceleration: -a.y)
          let time = across.time(beside: p.x, v.x, a.x, from: left, to: right)
          take(time, by: end, .row(place: place, isUpper: false, isWall: false))
        }
      }
    }
    if outline.isDisjoint(with: .corners) { return }
    let isLeftOf = box.low.x <= left
    let isRightOf = box.high.x >= right
    if box.low.y <= upper {
      if isLeftOf && outline.contains(.upperLeft) {
        look(at: Vector2(left, upper), of: solids, along: piece, box, from: begin, to: end)
      }
      if isRightOf && outline.contains(.upperRight) {
        look(at: Vector2(right, upper), of: solids, along: piece, box, from: begin, to: end)
      }
    }
    if box.high.y >= lower {
      if isLeftOf && outline.contains(.lowerLeft) {
        look(at: Vector2(left, lower), of: solids, along: piece, box, from: begin, to: end)
      }
      if isRightOf && outline.contains(.lowerRight) {
        look(at: Vector2(right, lower), of: solids, along: piece, box, from: begin, to: end)
      }
    }
  }

  private mutating func look(
    at corner: Vector2, of solids: Solids, along piece: Piece, _ box: Box, from begin: Double,
    to end: Double
  ) {
    let x = Solids.outside(corner.x, box.low.x, box.high.x)
    let y = Solids.outside(corner.y, box.low.y, box.high.y)
    let radius = solids.cornerRadius
    if x * x + y * y >= radius * radius { return }
    let place = piece.position(at: begin)
    let until = hit.map { min($0.time, end) } ?? end
    let time =
      begin
      + Disc.time(
        offset: Vector2(place.x - corner.x, place.y - corner.y),
        velocity: piece.velocity(at: begin),
        acceleration: piece.acceleration, radius: radius, within: until - begin)
    take(time, by: end, .corner(corner))
  }

  @inline(__always)
  private mutating func take(_ time: Double, by end: Double, _ obstacle: Hit.Obstacle) {
    if time > end { return }
    if let hit, hit.time <= time { return }
    hit = Hit(time: time, obstacle: obstacle)
  }
}

/// The rectangle that a part of a piece's path lies in.
private struct Box {
  let low: Vector2
  let high: Vector2

  init(of piece: Piece, from begin: Double, to end: Double) {
    let p = piece.position(at: begin)
    let q = piece.position(at: end)
    let u = piece.velocity(at: begin)
    let v = piece.velocity(at: end)
    var low = Vector2(min(p.x, q.x), min(p.y, q.y))
    var high = Vector2(max(p.x, q.x), max(p.y, q.y))
    // Where a coordinate turns round, it does so at −v/a.
    if u.x * v.x < 0 {
      let turn = piece.position(at: -piece.velocity.x / piece.acceleration.x).x
      low.x = min(low.x, turn)
      high.x = max(high.x, turn)
    }
    if u.y * v.y < 0 {
      let turn = piece.position(at: -piece.velocity.y / piece.acceleration.y).y
      low.y = min(low.y, turn)
      high.y = max(high.y, turn)
    }
    self.low = low
    self.high = high
  }
}

/// How a ball moves across the plane of a face, and when it comes to the face.
private struct Course {
  /// How far the plane is, negative behind it, m.
  let distance: Double
  /// Towards the plane, m/s.
  let speed: Double
  /// Towards the plane, m/s².
  let acceleration: Double

  /// When the ball comes to a face from `low` to `high`, or infinity.
  ///
  /// It does so where it crosses the plane, unless it is beside the face then; or, behind the plane
  /// by no more than rounding, where it comes over the face's end: the face's corner has let it pass.
  @inline(__always)
  func time(
    beside place: Double, _ velocity: Double, _ pull: Double, from low: Double, to high: Double
  ) -> Double {
    let time = Crossing.inward(distance: distance, speed: speed, acceleration: acceleration)
    if time == .infinity { return time }
    let there = place + (velocity + 0.5 * pull * time) * time
    if there > low && there < high { return time }
    let direction = velocity + pull * time
    let heading = direction == 0 ? pull : direction
    if (there == low && heading >= 0) || (there == high && heading <= 0) { return time }
    let isBelow = there <= low
    let entry =
      isBelow
      ? Crossing.time(distance: low - place, speed: velocity, acceleration: pull)
      : Crossing.time(distance: place - high, speed: -velocity, acceleration: -pull)
    guard entry >= time && entry < .infinity else { return .infinity }
    let depth = (speed + 0.5 * acceleration * entry) * entry - distance
    let isInward = speed + acceleration * entry >= 0
    return isInward && depth <= Constants.faceSlack ? entry : .infinity
  }
}
