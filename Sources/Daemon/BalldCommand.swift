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
        "source", "SPEC", choices: ["auto", "iio", "evdev", "client", "log:"],
        "where the samples come from: auto (the default), iio, iio:NAME, iio:ip:HOST, evdev, evdev:PATH,"
          + " client, log:FILE, or log:FILE+FILE"),
      .value(
        "table", "NAME|FILE",
        "the table: a name (marble is the default), maze:COLUMNSxROWS:SEED for a random one, or a"
          + " table file"),
      .flag("list-tables", "print the names and titles of the tables, and exit"),
      .value(
        "config", "FILE",
        "read the settings from this file, in place of those in /etc/balld"),
      .value(
        "runtime-dir", "DIR",
        "make the sockets in this directory; by default in $XDG_RUNTIME_DIR/balld, or in"
          + " /tmp/balld-UID"),
      .value(
        "state-dir", "DIR",
        "keep runs, best times, levels and calibrations in this directory; by default in"
          + " $STATE_DIRECTORY, $XDG_STATE_HOME/balld or ~/.local/state/balld"),
      .value(
        "speed", "N|max", choices: ["max"],
        "play a recording N times as fast, or as fast as possible"),
      .flag("print", "print what a client would get, and make no socket"),
      .value(
        "record", "FILE",
        "write all that enters the session into a new file, which --source=log:FILE replays; with"
          + " --speed=max make no socket, and exit when the source ends"),
      .flag("require-sensor", "end at once, with the status 69, when no sensor is found"),
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
      ExitStatus(69, "no sensor is there, and one was required"),
      ExitStatus(70, "internal error"),
      ExitStatus(71, "the system refused something"),
      ExitStatus(73, "the sockets or the recording can't be made, or another balld has them"),
      ExitStatus(74, "reading or writing failed"),
      ExitStatus(
        77,
        "not permitted; also where another user owns the directory in which the sockets should be"),
      ExitStatus(78, "the configuration is wrong"),
    ])

  /// Lets a SIGHUP wait until there is a loop that hears it, or until it is known that there will be
  /// none.
  public static func holdSignals() { Process.block([.hangUp]) }

  /// The options with which the program prints, and ends.
  private static let printing: Set<String> = [
    "list-tables", "list-sensors", "check-config", "print-config", "print",
  ]

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
      if !printing.isDisjoint(with: values.given) || isRecorder(values) {
        Process.unblock([.hangUp])
      }
      try run(values, log: log)
      return 0
    } catch {
      log(.error, error.description)
      return error.code.rawValue
    }
  }

  /// Whether a recording is to be written as fast as it can be, without sockets.
  private static func isRecorder(_ values: Values) -> Bool {
    values.value("record") != nil && values.value("speed") == "max"
  }

  private static func parse(_ arguments: [String]) throws(Failure) -> OptionTable.Outcome {
    do throws(UsageError) {
      return try options.parse(arguments)
    } catch {
      throw Failure(.usage, error.description)
    }
  }

  /// The options that name a place.
  private static let places = ["config", "runtime-dir", "state-dir", "record"]

  private static func run(_ values: Values, log: Log) throws(Failure) {
    for name in places where values.value(name) == "" {
      throw Failure(.usage, "--\(name): found nothing, expected a path")
    }
    // Before anything is opened: numbers that were promised and aren't there are nobody's.
    let passed = try PassedSockets(log: log).sockets
    if values.has("check-config") { return try check(values, log: log) }
    let configuration = try configuration(values)
    // What is wrong with the settings and hinders nothing; the daemon's status tells it, too.
    let remarks = configuration.remarks
    for remark in remarks { log(.warning, remark) }
    if values.has("list-tables") {
      let library = try configuration.library()
      library.tellReplaced(log: log)
      return try print(library.listing(log: log))
    }
    let prepared = try configuration.prepared()
    if values.has("print-config") { return try print(configuration.text) }
    if case .iio(let place, _) = prepared.source { try NetworkPermission.verify(for: place) }
    if prepared.source.isLive { LibraryMessages.route { log(.notice, "libiio: \($0)") } }
    if values.has("list-sensors") { return try listSensors(of: configuration, prepared) }
    try play(values, configuration, prepared, remarks: remarks, on: passed, log: log)
  }

  private static func listSensors(
    of configuration: Configuration, _ prepared: PreparedSettings
  ) throws(Failure) {
    try print(
      DeviceList.text(
        prepared.source, try configuration.sensorRequests(prepared.source),
        wanted: configuration.settings.source))
  }

  /// Begins a session, and prints or serves it.
  private static func play(
    _ values: Values, _ configuration: Configuration, _ prepared: PreparedSettings,
    remarks: [String], on passed: [ListeningSocket], log: Log
  ) throws(Failure) {
    let passedOver = NotedWarnings(log)
    prepared.library.tellReplaced(log: log)
    let speed = try speed(values.value("speed"), prepared.source)
    let played = try Played(
      prepared.source, asSamples: configuration.namesTableOnCommandLine, log: log)
    var engine = try engine(of: played, configuration, prepared, passedOver.log)
    let requests = try configuration.sensorRequests(prepared.source)
    try verify(values, configuration, requests, played)
    let sensor =
      requests.tilt
      ? Report.sensor(SourceStatus(), .iio, pipeline: prepared.pipeline)
      : Report.sensor(played, pipeline: engine.sourcePipeline)
    let record = try values.value("record").map { path throws(Failure) in
      try NewRecording(
        path,
        beginning: SessionText.beginning(
          of: engine, device: sensor.name ?? sensor.source, playing: played.header),
        largest: configuration.settings.largestRecording)
    }
    if record != nil { engine.beginJournal() }
    if let samples = played.samples { engine.begin(samples) }
    if played.endStep == nil {
      engine.attract(with: try configuration.demos(in: prepared.library, log: passedOver.log))
    }
    let isPrinted = values.has("print")
    // Only a recording can be played at the speed `max`.
    if let end = played.endStep, isPrinted || (record != nil && speed == .max) {
      return try print(engine, sensor, until: end, speed, isPrinted ? 1 : nil, record)
    }
    let state = StateDirectory(named: values.value("state-dir"))
    let started = engine
    try serve(
      on: passed, directory: values.value("runtime-dir"), log: log
    ) { () throws(Errno) in
      let server = try Server(
        engine: started, sensor: sensor, configuration: configuration, prepared: prepared,
        store: SensorStore(in: state, log: log), speed: speed,
        recording: try record.map { record throws(Errno) in try record.threaded() }, log: log)
      server.remarks = remarks
      server.passedOver = passedOver.texts
      server.rereading.read = { @Sendable () throws(Failure) in
        try Self.configuration(values, anew: true)
      }
      try server.keepRuns(in: state?.path, limit: Int64(configuration.settings.runLimit))
      try server.attach(requests, required: values.has("require-sensor"))
      return server
    }
  }

  /// What options and source can still get wrong together.
  private static func verify(
    _ values: Values, _ configuration: Configuration, _ requests: SensorRequests, _ played: Played
  ) throws(Failure) {
    if values.has("require-sensor"), !requests.tilt || values.has("print") {
      throw Failure(
        .usage,
        "--require-sensor is for sensors: found the source "
          + "\(quoted(configuration.settings.source)), expected auto, iio or evdev")
    }
    if values.has("print"), played.endStep == nil {
      throw Failure(.usage, "--print needs a recording: --source=log:FILE")
    }
  }

  /// Says all that is wrong with the settings, and all that is passed over.
  private static func check(_ values: Values, log: Log) throws(Failure) {
    var configuration = try configuration(values, gathersFaults: true)
    let remarks = configuration.remarks
    for remark in remarks { log(.warning, remark) }
    let passedOver = NotedWarnings(log)
    // Of settings that can't be read the standard values stand in, which may not go with the others.
    if configuration.faults.isEmpty {
      _ = try configuration.attempt { settings throws(Failure) in try settings.prepared() }
    }
    _ = try configuration.attempt { settings throws(Failure) in
      try settings.verifyRecording(log: passedOver.log)
    }
    _ = try configuration.attempt { settings throws(Failure) in
      let library = try settings.library()
      library.tellReplaced(log: log)
      _ = settings.followingTables(in: library, log: passedOver.log)
      _ = try settings.demos(in: library, log: passedOver.log)
      _ = try settings.firstTable(in: library)
      _ = library.list(log: passedOver.log)
    }
    if let first = configuration.faults.first {
      for fault in configuration.faults.dropLast(configuration.furtherFaults == 0 ? 1 : 0) {
        log(.error, fault.description)
      }
      let last = configuration.faults.last?.description ?? ""
      let further = configuration.furtherFaults
      throw Failure(
        first.code,
        further == 0
          ? last : "and \(further) more line\(further == 1 ? "" : "s") in which something is wrong")
    }
    let count = remarks.count + passedOver.texts.count
    try print(
      count == 0
        ? "the settings are valid\n"
        : "valid, but for \(count == 1 ? "the warning" : "\(count) warnings") above\n")
  }

  /// The engine that is to run; a recorded session brings its tables along.
  private static func engine(
    of played: Played, _ configuration: Configuration, _ prepared: PreparedSettings, _ log: Log
  ) throws(Failure) -> Engine {
    if let session = played.session { return Engine(replaying: session) }
    let (table, playlist) = try configuration.tables(in: prepared.library, log: log)
    return Engine(
      table: table, playlist: playlist, restartSteps: prepared.restartSteps,
      pipeline: prepared.pipeline, gestures: prepared.gestures, recording: nil)
  }

  private static func print(
    _ engine: Engine, _ sensor: SensorReport, until end: Int64, _ speed: Pacing.Speed,
    _ output: Int32?, _ record: NewRecording?
  ) throws(Failure) {
    var printer = Printer(
      engine: engine, sensor: sensor, to: output, recording: record.map { $0.direct() })
    do throws(Printer.Trouble) {
      try printer.run(until: end, speed: speed)
    } catch {
      switch error {
      case .recording(let failure): throw failure
      case .output(let error): try printing { () throws(Errno) in throw error }
      }
    }
    if let failure = printer.failure { throw Failure(failure) }
  }

  private static func configuration(
    _ values: Values, anew: Bool = false, gathersFaults: Bool = false
  ) throws(Failure) -> Configuration {
    var configuration = Configuration()
    configuration.readsFilesOnly = anew
    configuration.gathersFaults = gathersFaults
    if let path = values.value("config") {
      try configuration.read(named: path)
    } else {
      try configuration.read(directory: Configuration.installed)
    }
    for assignment in values.all("set") { try configuration.set(assignment) }
    if let source = values.value("source") {
      try configuration.set("daemon.source", to: source, by: "--source")
    }
    if let table = values.value("table") {
      try configuration.set("daemon.table", to: table, by: "--table")
    }
    return configuration
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

  private static func serve(
    on passed: [ListeningSocket], directory given: String?, log: Log,
    _ makeServer: () throws(Errno) -> Server
  ) throws(Failure) {
    Process.block(Server.signals)
    var sockets = passed
    let missing = SocketRole.allCases.filter { role in !sockets.contains { $0.role == role } }
    var places = sockets.isEmpty ? [] : ["on sockets that were handed over"]
    let directory = missing.isEmpty ? nil : try SocketDirectory(named: given)
    // Those that were handed over stay.
    defer { directory?.removeSockets() }
    if let directory {
      for role in missing { sockets.append(try directory.listen(as: role)) }
      places.append("in \(directory.path)")
    }
    let failure: Failure?
    do throws(Errno) {
      let server = try makeServer()
      for socket in sockets {
        try server.listen(
          on: Descriptor(consuming: socket.number), mayControl: socket.role.mayControl)
      }
      log(.info, "listening \(places.joined(separator: " and "))\(wayToFind(directory))")
      try server.run()
      failure = server.failure
    } catch {
      throw Failure(
        .system,
        "the event loop failed: \(error)"
          + (error == .tooManyOpenFiles ? "; \(Failure.moreOpenFiles)" : ""))
    }
    if let failure { throw failure }
    log(.info, "stopping")
  }

  /// How clients come here, where they don't by themselves.
  private static func wayToFind(_ directory: SocketDirectory?) -> String {
    guard let path = directory?.path, !RuntimeDirectory.isFound(path) else { return "" }
    return "; ballview and ballctl find it with --runtime-dir=\(path)"
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
