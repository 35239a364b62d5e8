// SPDX-License-Identifier: MIT

/// `{"class":"event",…}`: something that happened at one instant.
public struct Event: Hashable, Sendable {
  /// World time in s.
  public var t: Double
  /// What happened.
  public var kind: Kind

  /// Makes an event.
  public init(t: Double, _ kind: Kind) {
    self.t = t
    self.kind = kind
  }

  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A ball hit a wall, a block or another ball.
    case impact(Impact)
    /// The world was stopped.
    case paused
    /// The world goes on.
    case resumed
    /// The table was put back to its start.
    case restarted
    /// The recording came to its end.
    case finished
    /// A client's tilt or samples drive the ball from now on, in place of the source.
    case takeover(by: String)
    /// The source drives the ball again; `by` no longer does.
    case released(by: String)
    /// A hole took a ball.
    case captured(Capture)
    /// A ball reached the flag.
    case flag(Flag)
    /// The run is won: nothing is left to be done on this table.
    case won
    /// The run is lost.
    case lost(Loss)
    /// A block was put down or taken away.
    case block(column: Int, row: Int, isBlock: Bool)
    /// All blocks were taken away.
    case cleared
    /// Another table is played from now on; its `table` has come before.
    case table(name: String)
    /// A run was the best on this table so far.
    case best(table: String, BestRun)
    /// A button of an input device was pushed.
    case button(Button)
    /// Nobody plays, and a demo begins; or it is over, since somebody has come.
    case demo(isOver: Bool)
    /// An event of a newer server, by its name; its fields aren't kept.
    case other(String)

    /// The word on the wire.
    public var name: String {
      switch self {
      case .impact: "impact"
      case .paused: "paused"
      case .resumed: "resumed"
      case .restarted: "restarted"
      case .finished: "finished"
      case .takeover: "takeover"
      case .released: "released"
      case .captured: "captured"
      case .flag: "flag"
      case .won: "won"
      case .lost: "lost"
      case .block: "block"
      case .cleared: "cleared"
      case .table: "table"
      case .best: "best"
      case .button: "button"
      case .demo: "demo"
      case .other(let name): name
      }
    }
  }

  /// A ball's blow against a wall, a block or another ball.
  public struct Impact: Hashable, Sendable {
    /// Which ball, counted from 0 as in the states.
    public var ball: Int
    /// The ball's centre at the impact: x in m, in the table frame.
    public var x: Double
    /// The ball's centre at the impact: y in m, in the table frame.
    public var y: Double
    /// The speed against what it hit, along the normal, in m/s; never negative.
    public var speed: Double

    /// Makes an impact.
    public init(ball: Int, x: Double, y: Double, speed: Double) {
      self.ball = ball
      self.x = x
      self.y = y
      self.speed = speed
    }
  }

  /// A ball that fell into a hole.
  public struct Capture: Hashable, Sendable {
    /// Which ball, counted from 0 as in the states.
    public var ball: Int
    /// Which hole, counted from 0 as in the table.
    public var hole: Int
    /// Where the ball's centre was: x in m, in the table frame.
    public var x: Double
    /// Where the ball's centre was: y in m, in the table frame.
    public var y: Double

    /// Makes a capture.
    public init(ball: Int, hole: Int, x: Double, y: Double) {
      self.ball = ball
      self.hole = hole
      self.x = x
      self.y = y
    }
  }

  /// A ball's arrival at the flag.
  public struct Flag: Hashable, Sendable {
    /// Which ball, counted from 0 as in the states, if the server says it.
    public var ball: Int?
    /// What the run's clock showed, in s, if the game has one.
    public var time: Double?
    /// How many flags were reached in this run, this one included, if the game counts them.
    public var score: Int64?

    /// Makes an arrival.
    public init(ball: Int? = nil, time: Double? = nil, score: Int64? = nil) {
      self.ball = ball
      self.time = time
      self.score = score
    }
  }

  /// A button, or a way of a four-way pad, that was pushed.
  public struct Button: Hashable, Sendable {
    /// What was pushed: `left`, `right`, `up` or `down`, or the kernel's name, such as `BTN_START`.
    public var name: String
    /// What it does, such as `pause` or `select`; nil when it does nothing but say so.
    public var action: String?

    /// Makes a push.
    public init(name: String, action: String? = nil) {
      self.name = name
      self.action = action
    }
  }

  /// Why a run was lost, in a word; a newer server may know more.
  public struct Loss: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Wraps a word of the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The last ball is gone.
    public static let noBallsLeft = Loss(rawValue: "balls")
    /// The table's time is over.
    public static let outOfTime = Loss(rawValue: "time")
  }
}
