// SPDX-License-Identifier: MIT

/// `{"class":"status",…}`: how the daemon is, and what somebody has to do about it.
///
/// The answer to the request `status`; it comes before that request's `ok`. What isn't known is nil.
public struct StatusReport: Hashable, Sendable {
  /// The server's name and version, as in its `hello`.
  public var server: String
  /// How long the daemon has been running, in s.
  public var uptime: Double?
  /// Where the samples come from, and how they are.
  public var sensor: SensorReport
  /// How far the tilt can be trusted.
  public var quality: TiltQuality?
  /// What the game is doing.
  public var phase: Phase
  /// Whether a demo plays, since nobody does.
  public var isDemo: Bool
  /// The table that lies there.
  public var table: Table
  /// What the run's clock shows, in s, in a game with a clock.
  public var time: Double?
  /// The points, in a game with points.
  public var score: Int64?
  /// How many more captures lose the run, in a game that counts them.
  public var ballsLeft: Int64?
  /// The client that tilts the table, as events name it; nil if none does.
  public var driver: String?
  /// How many clients there are.
  public var clients: Clients?
  /// How the place is where runs are kept.
  public var storage: RunList.Storage?
  /// Who writes the session down.
  public var recording: Recording?
  /// How the configuration was read.
  public var configuration: Configuration?
  /// What somebody has to do something about; empty if all is well.
  public var problems: [Remark] = []
  /// What is worth knowing and hinders nobody.
  public var notes: [Remark] = []

  /// Makes a report that isn't judged yet.
  public init(
    server: String, uptime: Double? = nil, sensor: SensorReport, quality: TiltQuality? = nil,
    phase: Phase, table: Table, time: Double? = nil, score: Int64? = nil, ballsLeft: Int64? = nil,
    isDemo: Bool = false, driver: String? = nil, clients: Clients? = nil,
    storage: RunList.Storage? = nil, recording: Recording? = nil,
    configuration: Configuration? = nil
  ) {
    self.server = server
    self.uptime = uptime
    self.sensor = sensor
    self.quality = quality
    self.phase = phase
    self.isDemo = isDemo
    self.table = table
    self.time = time
    self.score = score
    self.ballsLeft = ballsLeft
    self.driver = driver
    self.clients = clients
    self.storage = storage
    self.recording = recording
    self.configuration = configuration
  }

  /// The names of a table.
  public struct Table: Hashable, Sendable {
    /// The name by which it is asked for.
    public var name: String
    /// What people call it.
    public var title: String?
    /// Its rules, such as `maze`.
    public var game: String

    /// Names a table.
    public init(name: String, title: String? = nil, game: String) {
      self.name = name
      self.title = title
      self.game = game
    }
  }

  /// How many clients there are, and may be.
  public struct Clients: Hashable, Sendable {
    /// How many are connected, the one that asks included.
    public var connected: Int64
    /// How many may be.
    public var limit: Int64

    /// Counts clients.
    public init(connected: Int64, limit: Int64) {
      self.connected = connected
      self.limit = limit
    }
  }

  /// Who writes the session down.
  public struct Recording: Hashable, Sendable {
    /// The file that the daemon writes; nil if it writes none.
    public var file: String?
    /// How many clients do.
    public var clients: Int64
    /// Why the daemon's file has ended before the session; nil if it hasn't.
    public var fault: String?

    /// Says who records.
    public init(file: String? = nil, clients: Int64, fault: String? = nil) {
      self.file = file
      self.clients = clients
      self.fault = fault
    }
  }

  /// How the configuration was read.
  public struct Configuration: Hashable, Sendable {
    /// The most warnings that are told.
    public static let warningsLimit = 16

    /// What was ignored in it, such as settings that nobody knows, each with its file and line.
    public var warnings: [String]
    /// The file that was named with the command; nil where those of the whole computer are read.
    public var file: String?
    /// Why it couldn't be read again, and is in force as it was before; nil if it could.
    public var fault: String?

    /// Says how it was read; of too many warnings only the first ones are kept.
    public init(warnings: [String] = [], file: String? = nil, fault: String? = nil) {
      self.warnings = Array(warnings.prefix(Self.warningsLimit))
      self.file = file
      self.fault = fault
    }
  }

  /// Something that a person should know.
  public struct Remark: Hashable, Sendable {
    /// A stable word for programs.
    public var code: String
    /// What it is, for people.
    public var message: String
    /// What can be done about it.
    public var hint: String?

    /// Makes a remark.
    public init(code: String, message: String, hint: String? = nil) {
      self.code = code
      self.message = message
      self.hint = hint
    }
  }
}
