// SPDX-License-Identifier: MIT

extension World {
  /// Whether a ball is on the table: neither taken by a hole nor taken off.
  public func isOnTable(_ index: Int) -> Bool {
    precondition(balls.indices.contains(index), "a ball that the world doesn't have")
    return presence.contains(index)
  }

  /// Takes a ball off the table, where nothing hits it.
  ///
  /// `place` puts it back. It stays where it is and is at rest.
  public mutating func takeOff(_ index: Int) {
    precondition(balls.indices.contains(index), "a ball that the world doesn't have")
    presence.remove(index)
    balls[index].velocity = .zero
  }

  /// Whether `place` may put this ball there: inside the walls, clear of blocks and of the other
  /// balls on the table.
  ///
  /// Touching is allowed.
  public func hasRoom(for ball: Ball, at index: Int) -> Bool {
    do {
      try check(ball, index)
      return true
    } catch {
      return false
    }
  }

  /// Puts a block into a cell of the grid, or takes it away.
  ///
  /// Nothing is changed where a ball on the table reaches into the cell. Taking one away always
  /// succeeds.
  ///
  /// - Parameters:
  ///   - column: the column of the cell, which must be of the grid.
  ///   - row: its row.
  ///   - isBlock: whether it is to be a block.
  /// - Returns: whether the cell is now as it should be.
  public mutating func setBlock(column: Int, row: Int, to isBlock: Bool) -> Bool {
    if blocks[column, row] == isBlock { return true }
    if isBlock {
      for index in balls.indices where presence.contains(index) {
        let distance = solids.distance(from: balls[index].position, toCell: column, row)
        if distance < surface.ballRadius - Constants.touchDistance { return false }
      }
    }
    solids.setBlock(column, row, to: isBlock)
    return true
  }

  /// Puts a ball somewhere, as at a restart, and onto the table if it was off.
  ///
  /// It must have room there (`hasRoom`) and not be faster than 1e6 m/s on either axis, as at the
  /// world's making: anything else is a mistake of the program and traps.
  public mutating func place(_ ball: Ball, at index: Int) {
    precondition(balls.indices.contains(index), "a ball that the world doesn't have")
    do {
      try check(ball, index)
    } catch {
      preconditionFailure(error.description)
    }
    balls[index] = ball
    presence.insert(index)
  }

  /// Throws if a ball can't be there: outside of the walls, in a block or another ball, too fast.
  func check(_ ball: Ball, _ index: Int) throws(OutOfRange) {
    let (p, v) = (ball.position, ball.velocity)
    try OutOfRange.check("balls[\(index)].position.x", p.x, in: surface.columnRange)
    try OutOfRange.check("balls[\(index)].position.y", p.y, in: surface.rowRange)
    try OutOfRange.check("balls[\(index)].velocity.x", v.x, in: Constants.speeds)
    try OutOfRange.check("balls[\(index)].velocity.y", v.y, in: Constants.speeds)
    let clear = surface.ballRadius - Constants.touchDistance
    try OutOfRange.check(
      "balls[\(index)]'s distance to the nearest block", solids.room(at: p),
      in: clear...Double.infinity)
    for other in balls.indices where other != index && presence.contains(other) {
      let q = balls[other].position
      try OutOfRange.check(
        "balls[\(index)]'s distance to balls[\(other)]", Vector2(p.x - q.x, p.y - q.y).length,
        in: (2 * surface.ballRadius - Constants.touchDistance)...Double.infinity)
    }
  }
}
