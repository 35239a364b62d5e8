// SPDX-License-Identifier: MIT

public import Wire

extension Scene {
  /// What the balls roll on.
  public struct Table: Hashable, Sendable {
    /// The table's name.
    public var name: String
    /// What people call it, if it has a title.
    public var title: String?
    /// The rules, such as `maze`.
    public var game: String
    /// The extent in x, in m: finite and above 0.
    public var width: Double
    /// The extent in y, in m: finite and above 0.
    public var height: Double
    /// The balls' radius in m.
    public var ballRadius: Double
    /// How long a run may take, in s.
    public var timeLimit: Double?
    /// How many flags win the run, where it takes more than one.
    public var goal: Int64?
    /// Which cells are blocks, if the table has a grid.
    public var blocks: BlockGrid?
    /// The holes at the angle 0.
    public var holes: [Hole]
    /// What the holes turn about, if they may turn.
    public var pivot: XY?
    /// Where the balls have to go.
    public var flag: TableReport.Flag?

    /// A round hole, whose numbers are finite.
    public typealias Hole = TableReport.Hole

    /// Takes the daemon's word; nil for a table that can't be drawn.
    ///
    /// Holes and a flag that can't be drawn are left out.
    public init?(_ report: TableReport) {
      let extents = [report.width, report.height, report.ballRadius]
      // A micrometre and a kilometre: beyond them there is a mistake, and pixels would no longer
      // be numbers.
      guard extents.allSatisfy({ $0 >= 1e-6 && $0 <= 1000 }) else { return nil }
      // A ribbon would be less than a pixel wide.
      guard report.width <= 100 * report.height, report.height <= 100 * report.width else {
        return nil
      }
      let extent = max(report.width, report.height)
      /// Whether a number is a place on the table or near it.
      func isNear(_ number: Double) -> Bool { abs(number) <= 10 * extent }
      name = report.name
      title = report.title.flatMap { $0.isEmpty ? nil : $0 }
      game = report.game
      width = report.width
      height = report.height
      ballRadius = min(report.ballRadius, min(width, height) / 2)
      timeLimit = report.time.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
      goal = report.goal
      blocks = report.blocks
      // As many as a table of balld's may have: each costs time in every frame.
      holes = (report.holes ?? []).prefix(256).filter {
        isNear($0.x) && isNear($0.y) && $0.radius > 0 && $0.radius <= extent
      }
      pivot = report.pivot.flatMap { isNear($0.x) && isNear($0.y) ? $0 : nil }
      flag = report.flag.flatMap { flag in
        isNear(flag.x) && isNear(flag.y) && flag.width > 0 && flag.height > 0
          && flag.width <= extent && flag.height <= extent ? flag : nil
      }
    }

    /// More than a ball can have, in m/s: half as much again as after a fall along the diagonal with
    /// 5/7 of gravity, √(2·7·diagonal).
    ///
    /// What seems to be faster was put to another place.
    var fastest: Double {
      1.5 * (14 * (width * width + height * height).squareRoot()).squareRoot()
    }
  }
}
