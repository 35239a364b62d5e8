// SPDX-License-Identifier: MIT

/// What a ball lies against at the begin of a piece.
///
/// It is seen, not remembered: a wall or a face is touched by a ball whose centre has its number to
/// the bit and whose velocity along the normal is exactly 0; a corner by a ball that is one radius
/// away and moves neither to it nor from it.
struct Contact: Pressing {
  /// The walls and faces.
  var sides: Sides
  /// Where along x the faces above or below end.
  private(set) var columns = Span()
  /// Where along y the faces left or right end.
  private(set) var rows = Span()

  struct Span {
    var low = -Double.infinity
    var high = Double.infinity

    /// Takes in the face from `low` to `high`, which the others that are touched go on to.
    mutating func widen(_ low: Double, _ high: Double) {
      let isFirst = self.low == -.infinity
      self.low = isFirst ? low : min(low, self.low)
      self.high = isFirst ? high : max(high, self.high)
    }
  }
  /// The corners: more than two hold no ball that two of them don't hold.
  private(set) var corners = (Corner(), Corner())
  private(set) var cornerCount = 0

  init(sides: Sides) { self.sides = sides }

  /// Whether the ball can go on as it does without leaving what it lies against: walls alone.
  @inline(__always)
  var hasNoEnd: Bool {
    cornerCount == 0 && rows.low == -.infinity && columns.low == -.infinity
  }

  /// A corner that is touched.
  struct Corner {
    /// From the corner to the ball's centre, m.
    var offset = Vector2.zero
    /// Where the centre is when it has rolled round the corner: on the faces left or right of it
    /// and above or below it.
    var faces = Vector2.zero
    /// The corner itself, m.
    var place = Vector2.zero
  }

  mutating func widenRows(_ low: Double, _ high: Double) { rows.widen(low, high) }

  mutating func widenColumns(_ low: Double, _ high: Double) { columns.widen(low, high) }

  mutating func add(_ corner: Corner) {
    if cornerCount == 0 { corners.0 = corner } else { corners.1 = corner }
    cornerCount = cornerCount == 0 ? 1 : 2
  }

  /// One of the corners, by number.
  @inline(__always)
  func corner(_ index: Int) -> Corner { index == 0 ? corners.0 : corners.1 }

  /// What is left of an acceleration: what is touched takes what presses.
  ///
  /// A corner leaves of the inward part what keeps the ball on its arc, v²/r, so that over a piece
  /// the ball stays outside of it.
  ///
  /// - Parameters:
  ///   - acceleration: without the contact, m/s².
  ///   - velocity: the ball's, m/s.
  ///   - duration: how long the acceleration will last at most, s.
  /// - Returns: the acceleration with the contact, m/s².
  @inline(__always)
  func free(_ acceleration: Vector2, velocity: Vector2, within duration: Double) -> Vector2 {
    let free = sides.free(acceleration)
    return cornerCount == 0 ? free : besideCorners(acceleration, free, velocity, duration)
  }

  /// Of all accelerations that press on nothing the one nearest to `a`.
  private func besideCorners(
    _ a: Vector2, _ free: Vector2, _ velocity: Vector2, _ duration: Double
  ) -> Vector2 {
    if isPossible(free, velocity) { return free }
    for index in 0..<cornerCount {
      if velocity.dot(velocity) + corner(index).offset.dot(a) >= 0 { continue }
      let along = corner(index).along(a, velocity, duration)
      if isPossible(along, velocity) { return along }
    }
    // Between two that press it from both sides a ball stays as it is.
    return .zero
  }

  private func isPossible(_ a: Vector2, _ velocity: Vector2) -> Bool {
    let slack = Constants.touchSpeed
    if (sides.isLeft && a.x < -slack) || (sides.isRight && a.x > slack) { return false }
    if (sides.isUpper && a.y < -slack) || (sides.isLower && a.y > slack) { return false }
    for index in 0..<cornerCount {
      let d = corner(index).offset
      if velocity.dot(velocity) + d.dot(a) < -slack * d.length { return false }
    }
    return true
  }

  /// How long a piece may be that rolls round a corner, s: until the arc has turned by `arcTurn`.
  func longestPivot(of ball: Ball, under acceleration: Vector2) -> Double {
    let square = ball.velocity.dot(ball.velocity)
    for index in 0..<cornerCount where square > 0 {
      let offset = corner(index).offset
      if square + offset.dot(acceleration) < 0 {
        return Constants.arcTurn * offset.length / square.squareRoot()
      }
    }
    return .infinity
  }

  /// Where a piece leaves what the ball lies against: the end of a face or of a corner's arc.
  struct End {
    var time = Double.infinity
    /// Whether the ball is then on a line across x, or else across y.
    var isColumn = false
    /// The line, m.
    var line = 0.0
    /// The face to which the arc leads, and which way along its axis is out of it.
    var face: (place: Double, outward: Double)?
  }

  /// The first of the ends that a piece comes to.
  func end(of piece: Piece) -> End {
    var end = End()
    end.takeRow(rows.high, 1, piece)
    end.takeRow(rows.low, -1, piece)
    end.takeColumn(columns.high, 1, piece)
    end.takeColumn(columns.low, -1, piece)
    for index in 0..<cornerCount {
      let corner = corner(index)
      let (x, y) = (corner.offset.x, corner.offset.y)
      if x != 0 {
        end.takeColumn(
          corner.place.x, x < 0 ? 1 : -1, piece, face: (corner.faces.y, y < 0 ? -1 : 1))
      }
      if y != 0 {
        end.takeRow(corner.place.y, y < 0 ? 1 : -1, piece, face: (corner.faces.x, x < 0 ? -1 : 1))
      }
    }
    return end
  }
}

extension Contact.End {
  fileprivate mutating func takeColumn(
    _ line: Double, _ sign: Double, _ piece: Piece, face: (Double, Double)? = nil
  ) {
    let time = Crossing.time(
      distance: sign * (line - piece.position.x), speed: sign * piece.velocity.x,
      acceleration: sign * piece.acceleration.x)
    if time < self.time {
      self = Contact.End(time: time, isColumn: true, line: line, face: face)
    }
  }

  fileprivate mutating func takeRow(
    _ line: Double, _ sign: Double, _ piece: Piece, face: (Double, Double)? = nil
  ) {
    let time = Crossing.time(
      distance: sign * (line - piece.position.y), speed: sign * piece.velocity.y,
      acceleration: sign * piece.acceleration.y)
    if time < self.time {
      self = Contact.End(time: time, isColumn: false, line: line, face: face)
    }
  }

  /// Brings a ball that has come here exactly onto the line, and from an arc onto its face.
  func settle(_ ball: inout Ball) {
    if isColumn {
      ball.position.x = line
      if let face { Contact.End.land(&ball.position.y, &ball.velocity.y, face.place, face.outward) }
    } else {
      ball.position.y = line
      if let face { Contact.End.land(&ball.position.x, &ball.velocity.x, face.place, face.outward) }
    }
  }

  private static func land(
    _ place: inout Double, _ velocity: inout Double, _ face: Double, _ outward: Double
  ) {
    let height = outward * (place - face)
    if height.magnitude > Constants.touchDistance { return }
    let speed = outward * velocity
    if speed <= Constants.touchSpeed && speed > -Constants.bounceThreshold {
      place = face
      velocity = 0
    } else if height < 0 {
      place = face
    }
  }
}

extension Contact.Corner {
  /// The acceleration along the arc, with the inward part that keeps the ball on it.
  ///
  /// With f(t) = |d + v t + a t²/2|² − |d|² = t² (|v + a′ t/2|² − |d| s + s² t²/4), a′ being the part
  /// of a along the arc and s the inward one, f never falls below 0 while |d| s is no more than the
  /// least |v + a′ t/2|².
  fileprivate func along(_ a: Vector2, _ velocity: Vector2, _ duration: Double) -> Vector2 {
    let distance = offset.length
    let normal = Vector2(offset.x / distance, offset.y / distance)
    let inward = a.dot(normal)
    let along = Vector2(a.x - inward * normal.x, a.y - inward * normal.y)
    let last = Vector2(
      velocity.x + 0.5 * duration * along.x, velocity.y + 0.5 * duration * along.y)
    let turns = velocity.dot(last) <= 0
    let least = turns ? 0 : min(velocity.dot(velocity), last.dot(last))
    let hold = least / distance
    return Vector2(along.x - hold * normal.x, along.y - hold * normal.y)
  }
}
