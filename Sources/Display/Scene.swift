// SPDX-License-Identifier: MIT

internal import Elementary
public import Wire

/// What is where and what is said, for every painter alike: made once from the daemon's messages.
///
/// Metres and seconds, in the table frame: x to the right, y down.
public struct Scene: Hashable, Sendable {
  /// The table, once it is known.
  public var table: Table?
  /// The balls, in the order of their numbers.
  public var balls: [Ball] = []
  /// How far the holes have turned about the table's pivot, in rad, counter-clockwise as seen.
  public var holesAngle = 0.0
  /// How many flags were reached in this run, if the game counts them.
  public var score: Int64?
  /// How many balls are left in this run, if the game counts them.
  public var ballsLeft: Int64?
  /// The run's clock in s, if the game has one.
  public var runTime: Double?
  /// What the game is doing.
  public var phase: Phase?
  /// Whether it is a demo, and nobody plays.
  public var isDemo = false
  /// In how many seconds the game goes on by itself, or another run begins, of which the last has begun;
  /// nil where nothing comes by itself.
  public var countdown: Int?
  /// World time in s.
  public var time = 0.0
  /// What drives the ball, in m/s²: it points where a ball at rest would go.
  public var tilt = XY(x: 0, y: 0)
  /// Whether a board tells where up is: it can be made level and stood on an edge, as a stick can't.
  public var hasUp = false
  /// Where the samples come from.
  public var sensor: Sensor?
  /// How the daemon is reached.
  public var link = Link.connecting
  /// Whether the daemon that is connected to has long said nothing at all.
  public var isUnanswered = false
  /// Who tilts the table.
  public var driver = Driver.source
  /// Whether another display has its menu open, for which the game mostly stands.
  public var isMenuElsewhere = false
  /// Whether the keys' help is shown.
  public var showsHelp = false
  /// The menu over the table, if it is open.
  public var menu: Menu?
  /// A sentence for the bottom line, such as the daemon's answer to a key.
  public var notice: String?

  /// An empty scene: nothing is known yet.
  public init() {}

  /// A ball's centre, in m.
  public struct Ball: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double
    /// Whether it is off the table, and so isn't drawn.
    public var isOff: Bool
    /// How it lies, after all the rolling that was seen of it.
    public var orientation: Orientation

    /// Makes a ball.
    public init(
      x: Double, y: Double, isOff: Bool = false, orientation: Orientation = Orientation()
    ) {
      self.x = x
      self.y = y
      self.isOff = isOff
      self.orientation = orientation
    }
  }

  /// Where the samples come from, as people are told it.
  public struct Sensor: Hashable, Sendable {
    /// The device's or the recording's name, else the kind of source.
    public var name: String
    /// Whether it is a recording.
    public var isRecording: Bool
    /// Whether there is none: the table waits for a client that tilts it.
    public var isClient: Bool
    /// Samples a second.
    public var rate: Double?
    /// How it is.
    public var health: SensorReport.Health
    /// What is wrong or worth knowing, if something is.
    public var message: String?
    /// What a person can do about it.
    public var hint: String?

    /// Takes the daemon's word.
    public init(_ report: SensorReport) {
      // A recording's name may be a path: its last part says enough.
      let name = report.name.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      self.name = name ?? report.source
      isRecording = report.source == "log"
      isClient = report.source == "client"
      rate = report.rate.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e6 ? $0 : nil }
      health = report.health
      message = report.message
      hint = report.hint
    }
  }

  /// Who tilts the table.
  public enum Driver: Hashable, Sendable {
    /// The daemon's own source.
    case source
    /// This display's keys.
    case keys
    /// Another client of the daemon.
    case other
  }

  /// How the daemon is reached.
  public enum Link: Hashable, Sendable {
    /// The first connection is being made.
    case connecting
    /// Over the control socket: keys are obeyed.
    case control
    /// Over the view socket: keys have no effect on the table.
    case view
    /// There was one, and it broke for this reason.
    case lost(String)
  }
}

extension Scene.Ball {
  /// Takes the ball to another place, and rolls it there if it can have come by rolling: it was on
  /// the table before and after, and the way isn't longer than `reach`, in m.
  mutating func move(
    toX newX: Double, y newY: Double, isOff nowOff: Bool, reach: Double, radius: Double?
  ) {
    let (dx, dy) = (newX - x, newY - y)
    if let radius, !isOff, !nowOff, reach > 0, dx * dx + dy * dy <= reach * reach {
      orientation.roll(dx / radius, dy / radius)
    }
    (x, y, isOff) = (newX, newY, nowOff)
  }
}

extension Scene {
  /// Takes a state of the world in.
  public mutating func show(_ state: State) {
    let reach = table.map { $0.fastest * (state.t - time) } ?? 0
    // As many as a table of balld's can have: each costs time in every frame.
    balls = state.balls.prefix(4).enumerated().map { number, ball in
      var moved = balls.indices.contains(number) ? balls[number] : Ball(x: ball.x, y: ball.y)
      moved.move(toX: ball.x, y: ball.y, isOff: ball.isOff, reach: reach, radius: table?.ballRadius)
      return moved
    }
    phase = state.phase
    isDemo = state.isDemo
    countdown = state.countdown.flatMap { Int(exactly: $0.rounded(.up)) }
    time = state.t
    tilt = state.tilt
    hasUp = state.up != nil
    holesAngle = state.holesAngle ?? 0
    score = state.score
    ballsLeft = state.ballsLeft
    runTime = state.time
  }

  /// Whether the table follows what somebody holds, and neither keys nor a recording; and the daemon
  /// obeys this display, so that a menu can be worked by it.
  var tiltsByHand: Bool {
    driver == .source && link == .control && sensor?.isRecording == false && !isDemo
  }

  /// The holes where they are now: turned about the pivot by `holesAngle`.
  ///
  /// With y down, what lies at (X, Y) from the pivot comes to
  /// (X cos a + Y sin a, −X sin a + Y cos a) from it.
  var turnedHoles: [Table.Hole] {
    guard let table else { return [] }
    let (sine, cosine) = (sine(holesAngle), cosine(holesAngle))
    // An angle that is none, or beyond a million turns, turns nothing.
    guard let pivot = table.pivot, !sine.isNaN, !cosine.isNaN, holesAngle != 0 else {
      return table.holes
    }
    return table.holes.map { hole in
      let (x, y) = (hole.x - pivot.x, hole.y - pivot.y)
      return Table.Hole(
        x: pivot.x + x * cosine + y * sine, y: pivot.y - x * sine + y * cosine,
        radius: hole.radius)
    }
  }
}
