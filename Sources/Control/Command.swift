// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

/// What the command line asks for.
enum Command: Equatable {
  case status
  case watch(rate: Double?)
  /// A command of the protocol that is confirmed.
  case request(Request.Command)
  case tables
  case runs(RunsQuery)
  case send(fast: Bool)
  case record(path: String)
  case sensors
  case whichWay
  case calibrate(Calibrating)
  case reset(Learnt)

  static let table = OptionTable(
    program: "ballctl",
    summary: "Controls a running balld, and tells how it is.",
    options: [
      .value(
        "runtime-dir", "DIR",
        "where balld's sockets are; by default the first of \(RuntimeDirectory.system), "
          + "$XDG_RUNTIME_DIR/balld and /tmp/balld-UID in which a balld listens"),
      .flag("json", "print for programs: each line is a JSON object; an error is the last one"),
      .value("rate", "N", "watch: at most N states a second; by default each one"),
      .flag("best", "runs: only the best one of each table"),
      .value("count", "N", "runs: at most N of them, up to \(Limits.runs); by default 20"),
      .flag("fast", "send: don't wait for the samples' times"),
      .flag(
        "reset", "level, calibrate: take it back, and say whether there was anything to take back"),
      .flag("gyro", "calibrate: the gyro alone, of a board that lies still"),
    ],
    operands: "COMMAND [ARGUMENT]...",
    commands: [
      Subcommand(
        "status",
        "say in at most ten lines whether all is well, and if not, why and what to do; exits with 1"
          + " if something needs you"),
      Subcommand("sensors", "print all that is known of the sensor"),
      Subcommand(
        "which-way",
        "find how the sensor sits in the device: asks for each edge to be lowered, and prints the"
          + " mount matrix to configure"),
      Subcommand("level", "take the board's present pose as level from now on"),
      Subcommand(
        "calibrate",
        "measure what the sensor reads too much: asks for the board to be laid on a table, and turned"
          + " half round on the same spot"),
      Subcommand("watch", "print each state and event until interrupted"),
      Subcommand("restart", "put the table back to its start"),
      Subcommand("pause", "stop the world"),
      Subcommand("resume", "let the world go on"),
      Subcommand(
        "tables",
        "print the tables there are: name, game, title, and the file of one that didn't come with balld;"
          + " and the files that can't be played, and why"
      ),
      Subcommand("table", ["NAME"], "play this table; maze:COLUMNSxROWS:SEED is a random maze"),
      Subcommand(
        "runs", ["[TABLE]"],
        "print the newest runs that are over, of this table or of all, and how the disk is"),
      Subcommand("next", "play the next table of the playlist"),
      Subcommand("previous", "play the table before"),
      Subcommand(
        "toggle", ["COL", "ROW"],
        "put a block down or take it away; column 0 is the left one, row 0 the upper one"),
      Subcommand("clear", "take all blocks away"),
      Subcommand(
        "record", ["FILE"],
        "write all that enters the session into a new file, until interrupted or balld ends;"
          + " balld --source=log:FILE replays it"),
      Subcommand(
        "send",
        "drive the ball with samples from standard input, one a line: t ax ay az [gx gy gz] in s,"
          + " m/s² and rad/s, sent when t has come; a line that begins with { is sent as it is,"
          + " # begins a comment"),
    ],
    exitStatuses: [
      ExitStatus(0, "done; also when the reader of the output has gone; status: all is well"),
      ExitStatus(1, "status: something needs you"),
      ExitStatus(64, "the command line can't be read"),
      ExitStatus(65, "a line of samples can't be read"),
      ExitStatus(69, "no balld is running, it has gone or doesn't answer, or it has no sensor"),
      ExitStatus(70, "balld refused, or speaks another protocol"),
      ExitStatus(73, "the file can't be made"),
      ExitStatus(74, "reading the input or writing the output failed"),
      ExitStatus(
        77,
        "not permitted; also where another user owns the directory in which the sockets should be"),
    ])

  init(_ values: Values) throws(UsageError) {
    let table = Command.table
    guard let name = values.operands.first else { throw table.usage("a command is missing") }
    let arguments = values.operands.dropFirst()
    let wanted = Command.arguments[name] ?? []
    let most = wanted.count + (name == "runs" ? 1 : 0)
    if arguments.count > most {
      throw table.usage("unexpected argument \(excerpt(values.operands[1 + most]))")
    }
    if arguments.count < wanted.count {
      throw table.usage("'\(name)' needs \(wanted.joined(separator: " and "))")
    }
    var allowed: Set = ["runtime-dir", "json"]
    switch name {
    case "status": self = .status
    case "watch":
      allowed.insert("rate")
      self = .watch(rate: try Command.rate(values.value("rate")))
    case "sensors": self = .sensors
    case "which-way": self = .whichWay
    case "level":
      allowed.insert("reset")
      self = values.has("reset") ? .reset(.level) : .request(.level(reset: false))
    case "calibrate":
      allowed.formUnion(["reset", "gyro"])
      if values.has("reset") && values.has("gyro") {
        throw table.usage("options '--reset' and '--gyro' exclude each other")
      }
      self =
        values.has("reset")
        ? .reset(.calibration) : .calibrate(values.has("gyro") ? .gyroAlone : .byTwoPoses)
    case "restart": self = .request(.restart)
    case "pause": self = .request(.pause)
    case "resume": self = .request(.resume)
    case "tables": self = .tables
    case "runs":
      allowed.formUnion(["best", "count"])
      self = .runs(
        RunsQuery(
          table: try arguments.first.map(Command.tableName), isForBests: values.has("best"),
          limit: try Command.count(values.value("count"))))
    case "table": self = .request(.table(try Command.tableName(values.operands[1])))
    case "next": self = .request(.next)
    case "previous": self = .request(.previous)
    case "toggle":
      self = .request(
        .toggle(
          column: try Command.index(values.operands[1], "column"),
          row: try Command.index(values.operands[2], "row")))
    case "clear": self = .request(.clear)
    case "record":
      guard !values.operands[1].isEmpty else { throw table.usage("the file's name is empty") }
      self = .record(path: values.operands[1])
    case "send":
      allowed.insert("fast")
      self = .send(fast: values.has("fast"))
    default: throw table.usage("unknown command \(excerpt(name))")
    }
    if values.value("runtime-dir") == "" {
      throw table.usage("option '--runtime-dir' needs a directory, and its name is empty")
    }
    if let stray = values.given.first(where: { !allowed.contains($0) }) {
      throw table.usage("option '--\(stray)' has no meaning for '\(name)'")
    }
  }

  /// What the commands need besides their names.
  private static let arguments = [
    "table": ["a name"], "toggle": ["a column", "a row"], "record": ["a file"],
  ]

  private static func tableName(_ text: String) throws(UsageError) -> TableName {
    guard let name = TableName(text) else { throw table.usage(refusal(ofTable: text)) }
    return name
  }

  private static func refusal(ofTable text: String) -> String {
    if text.isEmpty { return "the table's name is empty: 'ballctl tables' lists them" }
    if text.hasPrefix("maze:") {
      return "\(excerpt(text)) names no random maze: maze:COLUMNSxROWS:SEED does, such as "
        + "\(TableName.exampleMaze), with \(TableName.mazeSides.lowerBound) to "
        + "\(TableName.mazeSides.upperBound) columns and rows and a seed below 2⁶⁴"
    }
    if text.contains("/") {
      return "\(excerpt(text)) is a path, and tables are asked for by their names: "
        + "'ballctl tables' lists them, 'balld --table FILE' plays a file"
    }
    return "\(excerpt(text)) can't be the name of a table: 'ballctl tables' lists them"
  }

  private static func index(_ text: String, _ what: String) throws(UsageError) -> Int {
    guard let index = Int(text), (0..<Limits.grid).contains(index) else {
      throw table.usage(
        "the \(what) must be a number from 0 to \(Limits.grid - 1), not \(excerpt(text))")
    }
    return index
  }

  private static func count(_ text: String?) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), (0...Limits.runs).contains(count) else {
      throw table.usage(
        "option '--count' needs a number from 0 to \(Limits.runs), not \(excerpt(text))")
    }
    return count
  }

  private static func rate(_ text: String?) throws(UsageError) -> Double? {
    guard let text else { return nil }
    guard let rate = Double(text), Limits.rate.contains(rate) else {
      throw table.usage(
        "option '--rate' needs a number from \(Limits.rate.lowerBound) to "
          + "\(Int(Limits.rate.upperBound)), not \(excerpt(text))")
    }
    return rate
  }
}
