// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
public import Options
internal import Posix
internal import Sensors
internal import Wire

/// The program `balld`: its options, and what they ask for.
public enum BalldCommand {
  /// The options, declared once for the parser, the help and the manual.
  public static let options = OptionTable(
    program: "balld",
    summary: "Rolls a ball over a table that a sensor tilts, and publishes it on a Unix socket.",
    options: [
      .value(
        "source", "SPEC", choices: ["auto", "iio", "client", "log:"],
        "where the samples come from: auto (the default), iio, iio:NAME, iio:ip:HOST, client, log:FILE,"
          + " or log:FILE+FILE"),
      .value(
        "table", "NAME|FILE",
        "the table: a name (marble is the default), maze:COLUMNSxROWS:SEED for a random one, or a"
          + " table file"),
      .flag("list-tables", "print the names and titles of the tables, and exit"),
      .value("config", "FILE", "read the settings from this file"),
      .value(
        "runtime-dir", "DIR",
        "make the sockets in this directory; by default in $XDG_RUNTIME_DIR/balld, or in"
          + " /tmp/balld-UID"),
      .value(
        "speed", "N|max", choices: ["max"],
        "play a recording N times as fast, or as fast as possible"),
      .flag("print", "print what a client would get, and make no socket"),
      .repeatable("set", "SECTION.KEY=VALUE", "change one setting"),
      .flag("list-sensors", "list the sensors that are there and what balld would take, and exit"),
      .flag("check-config", "say whether the settings are valid, and exit"),
      .flag("print-config", "print the settings in force and where they come from, and exit"),
    ],
    exitStatuses: [
      ExitStatus(0, "stopped by SIGTERM or SIGINT, or all was printed"),
      ExitStatus(64, "the command line can't be read"),
      ExitStatus(65, "the recording or the table can't be understood"),
      ExitStatus(66, "there is no such recording or table"),
      ExitStatus(70, "internal error"),
      ExitStatus(71, "the system refused something"),
      ExitStatus(73, "the sockets can't be made, or another balld has them"),
      ExitStatus(74, "reading or writing failed"),
      ExitStatus(77, "not permitted"),
      ExitStatus(78, "the configuration is wrong"),
    ])

  /// Runs the program.
  ///
  /// Returns its exit code.
  public static func run(arguments: [String]) -> Int32 {
    let log = Log.standardError
    do throws(Failure) {
      let values: Values
      switch try parse(arguments) {
      case .print(let text):
        try print(text)
        return 0
      case .run(let given): values = given
      }
      try run(values, log: log)
      return 0
    } catch {
      log(.error, error.description)
      return error.code.rawValue
    }
  }

  private static func parse(_ arguments: [String]) throws(Failure) -> OptionTable.Outcome {
    do throws(UsageError) {
      return try options.parse(arguments)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  private static func run(_ values: Values, log: Log) throws(Failure) {
    let configuration = try configuration(values)
    for warning in configuration.warnings { log(.warning, warning) }
    let pipeline = try configuration.pipeline()
    let specification = try configuration.source()
    let library = try library(configuration)
    if values.has("list-tables") { return try print(library.listing(log: log)) }
    let table = try library.table(namedOrAt: configuration.settings.table)
    let playlist = try configuration.playlist.map(library.playlist) ?? []
    if values.has("print-config") { return try print(configuration.text) }
    if values.has("check-config") {
      let ignored = configuration.warnings.count
      return try print(
        ignored == 0
          ? "the settings are valid\n" : "valid, but for \(ignored) unknown settings, ignored\n")
    }

    if values.has("list-sensors") {
      let (place, selector) = specification.sensor
      let list = ListSensors(
        place, selector, sign: configuration.mountSign, wanted: configuration.settings.source)
      return try print(list.text)
    }

    let speed = try speed(values.value("speed"), specification)
    let recording = try recording(specification, log: log)
    let engine = Engine(
      table: table, playlist: playlist, pipeline: pipeline, recording: recording)
    let request = try configuration.sensorRequest(specification)
    let sensor =
      request == nil
      ? Report.sensor(recording: recording, pipeline: pipeline)
      : Report.sensor(SourceStatus(), pipeline: pipeline)
    if values.has("print") {
      guard let recording else {
        throw Failure(.usage, "--print needs a recording: --source=log:FILE")
      }
      var printer = Printer(engine: engine, sensor: sensor, to: 1)
      try printing { () throws(Errno) in
        try printer.run(until: recording.endStep, speed: speed)
      }
      if let failure = printer.failure { throw Failure(failure) }
      return
    }
    try serve(
      engine, sensor, library, configuration.settings, speed, request,
      directory: values.value("runtime-dir"), log: log)
  }

  private static func configuration(_ values: Values) throws(Failure) -> Configuration {
    var configuration = Configuration()
    if let path = values.value("config") { try configuration.read(path: path) }
    for assignment in values.all("set") { try configuration.set(assignment) }
    if let source = values.value("source") {
      try configuration.set("daemon.source", to: source, by: "--source")
    }
    if let table = values.value("table") {
      try configuration.set("daemon.table", to: table, by: "--table")
    }
    return configuration
  }

  private static func library(_ configuration: Configuration) throws(Failure) -> TableLibrary {
    do throws(Errno) {
      return configuration.library(beside: try Process.executablePath())
    } catch {
      throw Failure(.system, "cannot find where balld itself lies: \(error)")
    }
  }

  private static func speed(
    _ text: String?, _ source: SourceSpecification
  ) throws(Failure) -> Pacing.Speed {
    guard let text else { return .factor(1) }
    guard case .recording = source else {
      throw Failure(.usage, "--speed is for recordings: only they can be played faster or slower")
    }
    if text == "max" { return .max }
    guard let factor = parseDecimal(text), (0.01...1000).contains(factor) else {
      throw Failure(.usage, "--speed: found '\(text)', expected 0.01 to 1000, or max")
    }
    return .factor(factor)
  }

  private static func recording(
    _ source: SourceSpecification, log: Log
  ) throws(Failure) -> Recording? {
    guard case .recording(let path) = source else { return nil }
    do throws(RecordingError) {
      let recording = try Recording.load(named: path)
      for line in recording.report.lines { log(.notice, "\(path): \(line)") }
      return recording
    } catch {
      throw Failure(error)
    }
  }

  private static func serve(
    _ engine: Engine, _ sensor: SensorReport, _ library: TableLibrary, _ settings: Settings,
    _ speed: Pacing.Speed, _ request: IIOSource.Request?,
    directory given: String?, log: Log
  ) throws(Failure) {
    Process.block(Server.endingSignals)
    let directory = try SocketDirectory(named: given)
    let view = try directory.listen(RuntimeDirectory.viewSocket, mode: 0o666)
    defer { directory.remove(RuntimeDirectory.viewSocket) }
    let control = try directory.listen(RuntimeDirectory.controlSocket, mode: 0o660)
    defer { directory.remove(RuntimeDirectory.controlSocket) }
    do throws(Errno) {
      let server = try Server(
        engine: engine, sensor: sensor, library: library, speed: speed,
        clientLimit: Int(settings.clientLimit), log: log)
      try server.listen(on: view, mayControl: false)
      try server.listen(on: control, mayControl: true)
      if let request { try server.attach(try IIOSource(request)) }
      log(.info, "listening in \(directory.path)")
      try server.run()
    } catch {
      throw Failure(.system, "the event loop failed: \(error)")
    }
    log(.info, "stopping")
  }

  private static func print(_ text: String) throws(Failure) {
    try printing { () throws(Errno) in try writeAll(text, to: 1) }
  }

  /// Prints; a reader that has seen enough and closed the pipe is no failure.
  private static func printing(_ body: () throws(Errno) -> Void) throws(Failure) {
    do throws(Errno) {
      try body()
    } catch .brokenPipe {
      return
    } catch {
      throw Failure(.inputOutput, "cannot write to standard output: \(error)")
    }
  }
}

extension Failure {
  /// The failure of a recording, with the exit code of its kind.
  fileprivate init(_ error: RecordingError) {
    let code: Code =
      switch error.kind {
      case .notUnderstood: .notUnderstood
      case .missing: .notFound
      case .inputOutput: .inputOutput
      case .permission: .permission
      }
    self.init(code, "\(error)")
  }
}
