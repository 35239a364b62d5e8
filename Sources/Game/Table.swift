// SPDX-License-Identifier: MIT

public import Physics

/// A table as the game knows it: what the balls roll on, where they start, and the rules.
public struct Table: Equatable, Sendable {
  /// Which rules are played.
  public enum Rules: String, Sendable {
    /// The ball rolls about and the walls stop it.
    case marble
    /// The ball is reflected by all four sides and by the corners.
    case bounce
  }

  /// The name under which `--table` finds it.
  public let name: String
  /// Which rules are played.
  public let rules: Rules
  /// What the balls roll on.
  public let surface: Surface
  /// Where the balls are, and how fast, when a run begins.
  public let start: [Ball]

  /// Makes a table, or says which of its properties can't be.
  public init(name: String, rules: Rules, surface: Surface, start: [Ball]) throws {
    _ = try World(surface: surface, balls: start)
    self.name = name
    self.rules = rules
    self.surface = surface
    self.start = start
  }

  /// What tells this table from every other: 16 hexadecimal digits over all that it consists of.
  ///
  /// FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923) over the text form, in which each number
  /// stands for exactly one Double.
  public var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in canonicalText.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var canonicalText: String {
    var text = "name = \(name)\nrules = \(rules.rawValue)\n"
    text += "width = \(surface.width)\nheight = \(surface.height)\n"
    text += "ballRadius = \(surface.ballRadius)\nrestitution = \(surface.restitution)\n"
    text += "resistance = \(surface.resistance)\nrebound = \(surface.rebound)\n"
    text += "accelerationFactor = \(surface.accelerationFactor)\n"
    for ball in start {
      text += "ball = \(ball.position.x) \(ball.position.y) \(ball.velocity.x) \(ball.velocity.y)\n"
    }
    return text
  }
}
