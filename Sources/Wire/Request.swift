// SPDX-License-Identifier: MIT

/// One line from a client to the daemon: `{"do":…}`.
public struct Request: Hashable, Sendable {
  /// What is to be done.
  public var command: Command
  /// Comes back in the `ok` or the `error` that answers the request; without it, success is silent.
  public var id: Int64?

  /// Makes a request; `id` must lie within ±`Limits.integer`.
  public init(_ command: Command, id: Int64? = nil) {
    self.command = command
    self.id = id
  }

  /// What a client can ask for.
  public enum Command: Hashable, Sendable {
    /// Send the present state now, and from then on at most `rate` states a second; without a rate,
    /// one at every advance of the world.
    case watch(rate: Double?)
    /// Put the table back to its start.
    case restart
    /// Stop the world.
    case pause
    /// Let the world go on.
    case resume
    /// Drive the ball with this tilt, in m/s² in the table frame, until the next or `release`.
    case tilt(XY)
    /// Drive the ball with this sample of a sensor, until the next or `release`.
    case sample(ClientSample)
    /// Give the ball back to the daemon's own source.
    case release
    /// Put a block down in this cell of the grid, or take away the one that is there.
    case toggle(column: Int, row: Int)
    /// Take all blocks away.
    case clear
    /// Play this table.
    case table(TableName)
    /// Play the next table of the playlist.
    case next
    /// Play the one before in the playlist.
    case previous
    /// Tell which tables there are.
    case tables
    /// Tell of the newest runs that are over, or only of those of one table, or only of the best one of
    /// each table: at most `limit` of them.
    case runs(table: TableName?, best: Bool, limit: Int?)
    /// Tell how the daemon is.
    case status
    /// Take the board's present pose as level from now on; or, as a `reset`, level as gravity has it.
    case level(reset: Bool)
    /// Take a step of the sensor's calibration.
    case calibrate(CalibrationStep)
    /// A menu is open at the client's: as long as it is, buttons do nothing but tell it (the event
    /// `button`).
    case menu(isOpen: Bool)
    /// Send all that enters the session from now on, as a recording of it.
    case record

    /// The word on the wire.
    public var name: String {
      switch self {
      case .watch: "watch"
      case .restart: "restart"
      case .pause: "pause"
      case .resume: "resume"
      case .tilt: "tilt"
      case .sample: "sample"
      case .release: "release"
      case .toggle: "toggle"
      case .clear: "clear"
      case .table: "table"
      case .next: "next"
      case .previous: "previous"
      case .tables: "tables"
      case .runs: "runs"
      case .status: "status"
      case .level: "level"
      case .calibrate: "calibrate"
      case .menu: "menu"
      case .record: "record"
      }
    }
  }
}

/// A step of the calibration of a sensor; its raw value is the word on the wire.
public enum CalibrationStep: String, Hashable, Sendable, CaseIterable {
  /// The first pose: the board lies on a table.
  case first
  /// The second pose, half a turn from the first one: the biases are known, and in force.
  case second
  /// The gyro alone, of a board that lies still.
  case gyro
  /// Nothing is taken away any more.
  case reset
}

/// A reading of a client's own sensor.
public struct ClientSample: Hashable, Sendable {
  /// The specific force in m/s²: (0, 0, +9.81) for a device that lies on its back.
  public var acceleration: XYZ
  /// The angular velocity in rad/s.
  public var angularVelocity: XYZ?
  /// The sample's time in s by the client's own clock; without it, the time of arrival counts.
  public var t: Double?

  /// Makes a sample.
  public init(acceleration: XYZ, angularVelocity: XYZ? = nil, t: Double? = nil) {
    self.acceleration = acceleration
    self.angularVelocity = angularVelocity
    self.t = t
  }
}
