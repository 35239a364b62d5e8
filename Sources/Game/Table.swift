// SPDX-License-Identifier: MIT

public import Physics

/// A table as the game knows it: what the balls roll on, where they start, and the rules.
///
/// Validated once, here: whatever is played on it later can't fail.
public struct Table: Equatable, Sendable {
  /// Which rules are played.
  public enum Rules: String, Sendable, CaseIterable {
    /// The balls roll about.
    case marble
    /// The balls are reflected by all four sides and by the corners.
    case bounce
    /// Among blocks that people put down and take away, to the flag if there is one.
    case maze
    /// To the flag as often as possible, over a pattern of holes that turns.
    case holes
  }

  /// The name under which `--table` finds it.
  public let name: String
  /// What people call it; empty if nothing is given.
  public let title: String
  /// Which rules are played.
  public let rules: Rules
  /// What the balls roll on.
  public let surface: Surface
  /// Which cells are blocks when the table is laid out.
  public let blocks: Blocks
  /// The holes, as they lie at the angle 0.
  public let holes: Holes
  /// Where the balls are, and how fast, when a run begins.
  public let start: [Ball]
  /// Where a ball's centre has to come to; nil if there is nothing to reach.
  public let flag: Rectangle?
  /// How fast the holes turn when a run begins, rad/s, counter-clockwise as seen from above.
  public let turnRate: Double
  /// By how much they turn faster after each flag, rad/s.
  public let turnStep: Double
  /// How many captures lose the run; nil if none does.
  public let ballLimit: Int?
  /// How long a run may last, in steps; nil if it may last for ever.
  public let timeLimit: Int64?
  /// How many flags win the game of holes; nil if it goes on until the balls are lost.
  public let goal: Int?

  /// Makes a table.
  ///
  /// - Throws: `TableError` that names the first property that can't be, as table files call it.
  public init(
    name: String, title: String = "", rules: Rules, surface: Surface, blocks: Blocks = .none,
    holes: Holes = .none, start: [Ball], flag: Rectangle? = nil, turnRate: Double = 0,
    turnStep: Double = 0, ballLimit: Int? = nil, timeLimit: Int64? = nil, goal: Int? = nil
  ) throws(TableError) {
    self.name = name
    self.title = title
    self.rules = rules
    self.surface = surface
    self.blocks = blocks
    self.holes = holes.pattern.isEmpty ? .none : holes
    self.start = start
    self.flag = flag
    self.turnRate = turnRate
    self.turnStep = turnStep
    self.ballLimit = ballLimit
    self.timeLimit = timeLimit
    self.goal = goal
    do throws(OutOfRange) {
      _ = try World(surface: surface, blocks: blocks, holes: holes, balls: start)
    } catch {
      throw TableError(error, start: start)
    }
    try validate()
  }

  /// A world in which nothing has happened yet.
  func world() -> World {
    do throws(OutOfRange) {
      var world = try World(surface: surface, blocks: blocks, holes: holes, balls: start)
      world.turn(at: turnRate)
      return world
    } catch {
      preconditionFailure("a table that isn't what it was when it was made: \(error)")
    }
  }

  /// What a cell of the grid covers.
  public func cell(column: Int, row: Int) -> Rectangle {
    let width = surface.width / Double(blocks.columns)
    let height = surface.height / Double(blocks.rows)
    return Rectangle(
      x: Double(column) * width, y: Double(row) * height, width: width, height: height)
  }

  /// What tells this table from every other: 16 hexadecimal digits over all that is played on.
  ///
  /// FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923) over the name and the text form, in which each
  /// number stands for exactly one Double. The title isn't part of it: a better one makes no other
  /// table.
  public var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "name = \(name)\n\(playedText)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
