// SPDX-License-Identifier: MIT

/// `{"class":"state",…}`: where the balls are at one instant.
public struct State: Hashable, Sendable {
  /// Counts the states of a session, those included that a client skipped.
  public var seq: Int64
  /// World time in s since the session's start.
  public var t: Double
  /// What the game is doing.
  public var phase: Phase
  /// The balls, in the table frame.
  public var balls: [Ball]
  /// What drives the ball, in m/s²: it points where a ball at rest would go.
  public var tilt: XY
  /// The estimated unit vector "up" in the device frame, if a sensor told it.
  public var up: XYZ?
  /// How many flags were reached in this run, if the game counts them.
  public var score: Int64?
  /// How many more captures lose the run, if the game counts them.
  public var ballsLeft: Int64?
  /// How far the holes have turned about the table's pivot, in rad, counter-clockwise as seen from
  /// above, if they turn.
  public var holesAngle: Double?
  /// The run's clock in s, if the game has one: it stands still in pauses.
  public var time: Double?
  /// In how many s the game goes on by itself, in the phase `countdown`; or another run begins, in `won`
  /// and `lost`.
  public var countdown: Double?
  /// World time minus the time of the sample in force, in s.
  public var age: Double?
  /// How far the tilt can be trusted, if a sensor gives it.
  public var quality: TiltQuality?
  /// Whether it is a demo: nobody plays, until somebody tilts the board.
  public var isDemo: Bool
  /// The client that tilts the table, if one does, as events call it.
  public var driver: String?
  /// The client that has a menu open, if one has: a field of delivery.
  public var menu: String?
  /// How many states this client missed since the one before: a field of delivery.
  public var skipped: Int64?

  /// Makes a state.
  public init(
    seq: Int64, t: Double, phase: Phase, balls: [Ball], tilt: XY, up: XYZ? = nil,
    score: Int64? = nil, ballsLeft: Int64? = nil, holesAngle: Double? = nil, time: Double? = nil,
    countdown: Double? = nil, age: Double? = nil, quality: TiltQuality? = nil,
    isDemo: Bool = false, driver: String? = nil, menu: String? = nil, skipped: Int64? = nil
  ) {
    self.seq = seq
    self.t = t
    self.phase = phase
    self.balls = balls
    self.tilt = tilt
    self.up = up
    self.score = score
    self.ballsLeft = ballsLeft
    self.holesAngle = holesAngle
    self.time = time
    self.countdown = countdown
    self.age = age
    self.quality = quality
    self.isDemo = isDemo
    self.driver = driver
    self.menu = menu
    self.skipped = skipped
  }

  /// A ball's centre and velocity in the table frame.
  public struct Ball: Hashable, Sendable {
    /// The centre's x in m.
    public var x: Double
    /// The centre's y in m.
    public var y: Double
    /// The velocity along x in m/s.
    public var vx: Double
    /// The velocity along y in m/s.
    public var vy: Double
    /// Whether it is off the table, where it can't be seen: in a hole, or home.
    ///
    /// It keeps its number, and the place at which it left.
    public var isOff: Bool

    /// Makes a ball.
    public init(x: Double, y: Double, vx: Double, vy: Double, isOff: Bool = false) {
      self.x = x
      self.y = y
      self.vx = vx
      self.vy = vy
      self.isOff = isOff
    }
  }
}

/// What the game is doing.
///
/// A newer server may know more words: show those as they are.
public struct Phase: RawRepresentable, Hashable, Sendable {
  /// The word on the wire.
  public let rawValue: String

  /// Wraps a word of the wire.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// There is no sensor, and nothing stands in for one.
  public static let noSensor = Phase(rawValue: "noSensor")
  /// A source is there; its first sample has yet to come.
  public static let ready = Phase(rawValue: "ready")
  /// The world advances.
  public static let rolling = Phase(rawValue: "rolling")
  /// Somebody stopped the world, or nobody plays.
  public static let paused = Phase(rawValue: "paused")
  /// A continuous source has fallen silent, and the world waits for it.
  public static let stalled = Phase(rawValue: "stalled")
  /// The game goes on in a moment, by itself: `State.countdown` says when.
  public static let countdown = Phase(rawValue: "countdown")
  /// A hole has taken a ball; in a moment it is back at its start, or the run is lost.
  public static let captured = Phase(rawValue: "captured")
  /// The flag was reached.
  public static let won = Phase(rawValue: "won")
  /// The run is over: no ball is left, or no time.
  public static let lost = Phase(rawValue: "lost")
  /// The recording has come to its end.
  public static let finished = Phase(rawValue: "finished")
}
