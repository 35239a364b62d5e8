// SPDX-License-Identifier: MIT

public import Wire

/// What is where and what is said, for every painter alike: made once from the daemon's messages.
///
/// Metres and seconds, in the table frame: x to the right, y down.
public struct Scene: Hashable, Sendable {
  /// The table, once it is known.
  public var table: Table?
  /// The balls.
  public var balls: [Ball] = []
  /// What the game is doing.
  public var phase: Phase?
  /// World time in s.
  public var time = 0.0
  /// What drives the ball, in m/s²: it points where a ball at rest would go.
  public var tilt = XY(x: 0, y: 0)
  /// Where the samples come from.
  public var sensor: Sensor?
  /// How the daemon is reached.
  public var link = Link.connecting
  /// Who tilts the table.
  public var driver = Driver.source
  /// Whether the keys' help is shown.
  public var showsHelp = false
  /// A sentence for the bottom line, such as the daemon's answer to a key.
  public var notice: String?

  /// An empty scene: nothing is known yet.
  public init() {}

  /// What the ball rolls on.
  public struct Table: Hashable, Sendable {
    /// The table's name.
    public var name: String
    /// The extent in x, in m: finite and above 0.
    public var width: Double
    /// The extent in y, in m: finite and above 0.
    public var height: Double
    /// The balls' radius in m.
    public var ballRadius: Double

    /// Takes the daemon's word; nil for a table that can't be drawn.
    public init?(_ report: TableReport) {
      let extents = [report.width, report.height, report.ballRadius]
      // A micrometre and a kilometre: beyond them there is a mistake, and pixels would no longer
      // be numbers.
      guard extents.allSatisfy({ $0 >= 1e-6 && $0 <= 1000 }) else { return nil }
      // A ribbon would be less than a pixel wide.
      guard report.width <= 100 * report.height, report.height <= 100 * report.width else {
        return nil
      }
      name = report.name
      width = report.width
      height = report.height
      ballRadius = min(report.ballRadius, min(width, height) / 2)
    }
  }

  /// A ball's centre, in m.
  public struct Ball: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double

    /// Makes a ball.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Where the samples come from, as people are told it.
  public struct Sensor: Hashable, Sendable {
    /// The device's or the recording's name, else the kind of source.
    public var name: String
    /// Whether it is a recording.
    public var isRecording: Bool
    /// Samples a second.
    public var rate: Double?
    /// How it is.
    public var health: SensorReport.Health

    /// Takes the daemon's word.
    public init(_ report: SensorReport) {
      // A recording's name may be a path: its last part says enough.
      let name = report.name.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
      self.name = name ?? report.source
      isRecording = report.source == "log"
      rate = report.rate.flatMap { $0.isFinite && $0 >= 0 && $0 < 1e6 ? $0 : nil }
      health = report.health
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

extension Scene {
  /// Takes a state of the world in.
  public mutating func show(_ state: State) {
    phase = state.phase
    time = state.t
    tilt = state.tilt
    balls = state.balls.map { Ball(x: $0.x, y: $0.y) }
  }
}
