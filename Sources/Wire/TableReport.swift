// SPDX-License-Identifier: MIT

/// `{"class":"table",…}`: what the ball rolls on.
///
/// Metres, in the table frame. What a table doesn't have is nil.
public struct TableReport: Hashable, Sendable {
  /// The table's name.
  public var name: String
  /// Distinguishes two versions of a table with the same name.
  public var hash: String
  /// The rules, such as `marble`.
  public var game: String
  /// The extent in x, in m.
  public var width: Double
  /// The extent in y, in m.
  public var height: Double
  /// The balls' radius, in m.
  public var ballRadius: Double
  /// What people call the table.
  public var title: String?
  /// How long a run may take, in s.
  public var time: Double?
  /// How many captures lose the run, if any do.
  public var balls: Int64?
  /// How many flags win a run of `holes`; nil where it goes on until the balls are lost.
  public var goal: Int64?
  /// The blocks as they are when the message is sent; `block` and `cleared` tell of changes.
  public var blocks: BlockGrid?
  /// The holes while the pattern's angle is 0.
  public var holes: [Hole]?
  /// What the holes turn about, if they may turn.
  public var pivot: XY?
  /// Where a ball has to go.
  public var flag: Flag?
  /// The best run so far; `best` tells of a better one.
  public var best: BestRun?

  /// Makes a report.
  public init(
    name: String, hash: String, game: String, width: Double, height: Double, ballRadius: Double,
    title: String? = nil, time: Double? = nil, balls: Int64? = nil, goal: Int64? = nil,
    blocks: BlockGrid? = nil,
    holes: [Hole]? = nil, pivot: XY? = nil, flag: Flag? = nil, best: BestRun? = nil
  ) {
    self.name = name
    self.hash = hash
    self.game = game
    self.width = width
    self.height = height
    self.ballRadius = ballRadius
    self.title = title
    self.time = time
    self.balls = balls
    self.goal = goal
    self.blocks = blocks
    self.holes = holes
    self.pivot = pivot
    self.flag = flag
    self.best = best
  }

  /// A round hole.
  public struct Hole: Hashable, Sendable {
    /// The centre's x in m.
    public var x: Double
    /// The centre's y in m.
    public var y: Double
    /// The radius in m.
    public var radius: Double

    /// Makes a hole.
    public init(x: Double, y: Double, radius: Double) {
      self.x = x
      self.y = y
      self.radius = radius
    }
  }

  /// The rectangle that a ball has to reach.
  public struct Flag: Hashable, Sendable {
    /// Its left edge, in m.
    public var x: Double
    /// Its upper edge, in m.
    public var y: Double
    /// The extent in x, in m.
    public var width: Double
    /// The extent in y, in m.
    public var height: Double

    /// Makes a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }
}
