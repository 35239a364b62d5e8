// SPDX-License-Identifier: MIT

/// All that decides the future of a world on a table that is known: what a recording keeps of it.
///
/// The surface and the holes are the table's; what hit in the last step decides nothing.
public struct WorldState: Codable, Equatable, Sendable {
  fileprivate let step: Int64
  fileprivate let balls: [Ball]
  fileprivate let presence: Presence
  fileprivate let turning: Turning
  /// Four cells a hexadecimal digit, row by row, the first cell in the highest bit.
  fileprivate let blocks: String

  /// A state of these values, which are checked when a world is made of them.
  fileprivate init(
    step: Int64, balls: [Ball], presence: Presence, turning: Turning, blocks: String
  ) {
    self.step = step
    self.balls = balls
    self.presence = presence
    self.turning = turning
    self.blocks = blocks
  }
}

extension World {
  /// The last step that a state may have: its time in nanoseconds still is an Int64.
  public static let lastStep: Int64 = 9_000_000_000_000

  /// The state now, at the beginning of the next step.
  public var state: WorldState {
    WorldState(
      step: step, balls: balls, presence: presence, turning: turning, blocks: blocks.digits)
  }

  /// A world in a state that was kept.
  ///
  /// - Parameters:
  ///   - surface: the table.
  ///   - grid: a grid of as many columns and rows as the state's; which of its cells are blocks, the
  ///     state says.
  ///   - holes: its holes.
  ///   - state: the state, which may come from a file that anybody has written.
  /// - Throws: `OutOfRange` if no world on this table can be in that state.
  public init(
    surface: Surface, grid: Blocks, holes: Holes, state: WorldState
  ) throws(OutOfRange) {
    try OutOfRange.check("step", Double(state.step), in: 0...Double(Self.lastStep))
    try OutOfRange.check(
      "balls.count", Double(state.balls.count), in: 1...Double(Constants.ballLimit))
    try OutOfRange.check(
      "presence", Double(state.presence.rawValue),
      in: 0...Double((1 << state.balls.count) - 1))
    try state.turning.check()
    for (index, ball) in state.balls.enumerated() {
      try Self.check(ball, index, on: surface, isOnTable: state.presence.contains(index))
    }
    self.surface = surface
    self.holes = holes
    solids = Solids(surface: surface, blocks: try Blocks(digits: state.blocks, like: grid))
    balls = []
    balls.reserveCapacity(Constants.ballLimit)
    balls += state.balls
    impacts.reserveCapacity(Constants.impactLimit * balls.count)
    captures.reserveCapacity(balls.count)
    step = state.step
    presence = state.presence
    turning = state.turning
  }

  /// Whether a ball may have come to be there by rolling: inside of the walls but for rounding.
  ///
  /// Blocks and other balls aren't asked: a state that no world comes to is a ball inside of one, and
  /// rolls on by the rules of motion.
  private static func check(
    _ ball: Ball, _ index: Int, on surface: Surface, isOnTable: Bool
  ) throws(OutOfRange) {
    func within(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
      isOnTable
        ? (range.lowerBound - Constants.faceSlack)...(range.upperBound + Constants.faceSlack)
        : Constants.places
    }
    let (p, v) = (ball.position, ball.velocity)
    try OutOfRange.check("balls[\(index)].position.x", p.x, in: within(surface.columnRange))
    try OutOfRange.check("balls[\(index)].position.y", p.y, in: within(surface.rowRange))
    try OutOfRange.check("balls[\(index)].velocity.x", v.x, in: Constants.speeds)
    try OutOfRange.check("balls[\(index)].velocity.y", v.y, in: Constants.speeds)
  }
}

extension World: Encodable {
  /// Writes the state.
  public func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}

extension Turning {
  /// Throws unless a pattern can have come to lie and turn so.
  fileprivate func check() throws(OutOfRange) {
    try OutOfRange.check("turning.rate", rate, in: Constants.turns)
    try OutOfRange.check("turning.angle", angle, in: Constants.angles)
    try OutOfRange.check("turning.pose.cosine", pose.cosine, in: -1...1)
    try OutOfRange.check("turning.pose.sine", pose.sine, in: -1...1)
  }
}

extension Blocks {
  /// Which cells are blocks, four a hexadecimal digit.
  fileprivate var digits: String {
    var digits = ""
    digits.reserveCapacity((columns * rows + 3) / 4)
    for first in stride(from: 0, to: columns * rows, by: 4) {
      var digit = 0
      for index in first..<(first + 4) {
        digit <<= 1
        if index < columns * rows, self[index % columns, index / columns] { digit |= 1 }
      }
      digits += String(digit, radix: 16)
    }
    return digits
  }

  /// A grid like another one, with the blocks that the digits say.
  fileprivate init(digits: String, like grid: Blocks) throws(OutOfRange) {
    self = grid
    let count = grid.columns * grid.rows
    try OutOfRange.check(
      "blocks.count", Double(digits.utf8.count),
      in: Double((count + 3) / 4)...Double((count + 3) / 4))
    for (place, byte) in digits.utf8.enumerated() {
      // As `digits` writes them, and no others: one state has one text.
      let digit: Int
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = Int(byte - UInt8(ascii: "a")) + 10
      default: throw OutOfRange("blocks[\(place)]", .nan, allowed: 0...15)
      }
      for bit in 0..<4 {
        let index = 4 * place + bit
        let isBlock = digit & (8 >> bit) != 0
        if index < count {
          self[index % columns, index / columns] = isBlock
        } else if isBlock {
          throw OutOfRange("blocks[\(place)]", Double(digit), allowed: 0...0)
        }
      }
    }
  }
}
