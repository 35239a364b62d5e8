// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Options
internal import Posix
internal import Sensors

/// The settings in force, and where each came from.
///
/// Built-in defaults come first, then the configuration files, then the options of the command line.
struct Configuration: Sendable {
  /// The settings in force.
  private(set) var settings = Settings()
  private var ignored = FirstFew<String>()
  /// What a person should hear: unknown keys, which are ignored; the first ones.
  var warnings: [String] { ignored.kept }
  private var gathered = FirstFew<Failure>()
  /// What is wrong, where it is gathered: the first ones.
  var faults: [Failure] { gathered.kept }
  /// How many further faults there are.
  var furtherFaults: Int { gathered.further }
  /// Whether what is wrong is gathered, so that all of it can be told; else reading ends with the first.
  var gathersFaults = false
  /// Whether a FIFO or a terminal is refused, for which a running daemon would have to wait.
  var readsFilesOnly = false
  /// The file that was named with the command; nil where those of the whole computer are read.
  private(set) var file: String?
  /// Where a setting's value came from, by its name; absent for a default.
  private var origins: [String: String] = [:]

  /// The settings as they are without any file or option.
  init() {}

  /// Reads the file that was named with the command over what is there.
  mutating func read(named path: String) throws(Failure) {
    file = path
    try read(path: path)
  }

  /// Reads the file at `path` over what is there.
  mutating func read(path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(Errno) {
      // /dev/null is no file, and nobody has to wait for it.
      let mayWait = !readsFilesOnly || path == "/dev/null"
      bytes =
        try mayWait
        ? Descriptor.open(path, .reading).readAll(atMost: 1 << 20)
        : Descriptor.openFile(path).readAll(atMost: 1 << 20)
    } catch .notFile {
      return try refuse(Failure(.configuration, "cannot read \(path) anew: it is no file"))
    } catch {
      return try refuse(
        Failure(.configuration, "cannot read the configuration file \(path): \(error)"))
    }
    try read(bytes, file: path)
  }

  /// Something is wrong: ends with it, or gathers it.
  mutating func refuse(_ fault: Failure) throws(Failure) {
    guard gathersFaults else { throw fault }
    gathered.add(fault)
  }

  /// Does one of several things of which each can be wrong by itself; nil where it is.
  mutating func attempt<Value>(
    _ body: (Configuration) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    do throws(Failure) {
      return try body(self)
    } catch {
      try refuse(error)
      return nil
    }
  }

  /// Where the settings of the whole computer lie.
  static let installed = "/etc/balld"

  /// Reads balld.conf in `directory`, then the files of balld.conf.d beside it that end in .conf, in
  /// the order of their names, each over what is there; what isn't there is passed over.
  mutating func read(directory: String) throws(Failure) {
    let file = "\(directory)/balld.conf"
    if try Self.isThere(file) { try read(path: file) }
    let further = "\(directory)/balld.conf.d"
    let names: [String]
    do throws(Errno) {
      names = try Directory.names(in: further)
    } catch .noSuchFile {
      return
    } catch {
      return try refuse(
        Failure(.configuration, "cannot read the directory \(further): \(error)"))
    }
    for name in names where name.hasSuffix(".conf") { try read(path: "\(further)/\(name)") }
  }

  /// One that can't be looked at isn't one that isn't there.
  private static func isThere(_ file: String) throws(Failure) -> Bool {
    do throws(Errno) {
      _ = try Directory.status(of: file)
      return true
    } catch .noSuchFile, .notDirectory {
      return false
    } catch {
      throw Failure(.configuration, "cannot read the configuration file \(file): \(error)")
    }
  }

  /// Reads a file's bytes over what is there; `file` is its name in errors.
  mutating func read(_ bytes: [UInt8], file: String) throws(Failure) {
    for entry in try entries(bytes, file: file) {
      let place = "\(file):\(entry.line)"
      let name = "\(entry.section).\(entry.key)"
      guard let setting = Setting.named(name) else {
        ignored.add(
          entry.section.isEmpty
            ? "\(place): \(quoted(entry.key)) outside of a [section], ignoring it"
            : "\(place): unknown setting \(quoted(name)), ignoring it")
        continue
      }
      do throws(ValueError) {
        try setting.write(&settings, entry.value)
        origins[name] = place
      } catch {
        try refuse(Failure(.configuration, "\(place): \(name): \(error)"))
      }
    }
  }

  private mutating func entries(_ bytes: [UInt8], file: String) throws(Failure) -> [Entry] {
    var first: Failure?
    // Those around what can't be understood can be looked at all the same.
    let entries = KeyValueText.entries(bytes, file: file) { error in
      let fault = Failure(.configuration, "\(error)")
      if gathersFaults { gathered.add(fault) }
      first = first ?? fault
    }
    if let first, !gathersFaults { throw first }
    return entries
  }

  /// Puts in one value from the command line, where `option` was given.
  mutating func set(_ name: String, to value: String, by option: String) throws(Failure) {
    guard let setting = Setting.named(name) else {
      return try refuse(
        Failure(
          .usage, "\(option): unknown setting \(quoted(name)); --print-config lists them all"))
    }
    do throws(ValueError) {
      try setting.write(&settings, value)
      origins[name] = option
    } catch {
      let place = option == "--set" ? "--set: \(name)" : option
      try refuse(Failure(.usage, "\(place): \(error)"))
    }
  }

  /// Who has said what a setting is, and its name: "balld.conf:3: daemon.table", or "--table".
  func place(of name: String) -> String {
    switch origins[name] {
    case nil: name
    case "--set": "--set: \(name)"
    case let option? where option.hasPrefix("--"): option
    case let line?: "\(line): \(name)"
    }
  }

  /// What a person should hear although the settings are valid: unknown keys, and places that aren't
  /// there.
  var remarks: [String] {
    var remarks = warnings
    if ignored.further > 0 {
      remarks.append(
        ignored.further == 1
          ? "and 1 more such line, ignoring it"
          : "and \(ignored.further) more such lines, ignoring them")
    }
    if settings.tables.isEmpty { return remarks }
    do throws(Errno) {
      _ = try Directory.names(in: settings.tables)
    } catch {
      let reason =
        switch error {
        case .noSuchFile, .notDirectory: "there is no directory \(quoted(settings.tables))"
        default: "cannot read the directory \(quoted(settings.tables)): \(error)"
        }
      remarks.append("\(place(of: "daemon.tables")): \(reason), going on without it")
    }
    return remarks
  }

  /// Whether the table was named with the command, and not in a file that says what is usual.
  var namesTableOnCommandLine: Bool { origins["daemon.table"]?.hasPrefix("--") ?? false }

  /// Puts in one `SECTION.KEY=VALUE` of `--set`.
  mutating func set(_ assignment: String) throws(Failure) {
    let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      return try refuse(
        Failure(.usage, "--set: found \(quoted(assignment)), expected SECTION.KEY=VALUE"))
    }
    try set(String(parts[0]), to: String(parts[1]), by: "--set")
  }

  /// The settings in force as a configuration file, each with its meaning and its origin.
  ///
  /// What `tilt.feel` gives is a comment: who changes the feel in a copy gets all of the other one.
  var text: String {
    var text = ""
    var section = ""
    for setting in Setting.all {
      if setting.section != section {
        section = setting.section
        text += "\(text.isEmpty ? "" : "\n")[\(section)]\n"
      }
      text += "# \(setting.meaning) (\(setting.expected))\n"
      let line = "\(setting.key) = \(formatValue(setting.read(settings)))"
      switch origins[setting.name] {
      case nil where setting.isByFeel: text += "#\(line)  # by feel = \(settings.feel.preset)\n"
      case let origin: text += "\(line)  # \(origin ?? "default")\n"
      }
    }
    return text
  }

  /// What is wanted of this computer's devices, if samples come from them; buttons in any case.
  func sensorRequests(
    _ specification: SourceSpecification
  ) throws(Failure) -> SensorRequests {
    try valid { () throws(ValueError) in
      let (place, selector) = specification.sensor
      let iio = IIOSource.Request(
        place: place, selector: selector, mounting: try mounting, sign: mountSign,
        rate: settings.sensorRate, rescan: rescan)
      let buttons = try Self.buttons(settings.buttons)
      var input = EvdevSource.Request(
        selector: nil, buttons: buttons, grabs: settings.grabsInput, mounting: try mounting,
        sign: mountSign, countsPerG: try Self.counts(settings.countsPerG), rescan: rescan)
      let onlyButtons = buttons.actions.isEmpty ? nil : input
      switch specification {
      case .auto: return SensorRequests(iio: iio, input: input, isAuto: true)
      case .iio: return SensorRequests(iio: iio, input: onlyButtons)
      case .client, .recording: return SensorRequests(input: onlyButtons)
      case .evdev(let selector):
        input.selector = selector
        return SensorRequests(input: input)
      }
    }
  }

  /// How often to look for devices although nothing rings, ns.
  private var rescan: Int64 { Int64(settings.sensorRescan * 1e9) }

  /// The counts per g that are set; nil for `auto`.
  static func counts(_ text: String) throws(ValueError) -> Double? {
    if text == "auto" { return nil }
    guard let counts = parseDecimal(text), (1...1e6).contains(counts) else {
      throw ValueError(found: quoted(text), expected: "`auto`, or a number from 1 to 1000000")
    }
    return counts
  }

  /// What buttons do; nothing with `none`.
  static func buttons(_ text: String) throws(ValueError) -> ButtonMap {
    try ButtonMap(text == "none" ? "" : text)
  }

  /// Where the samples come from.
  func source() throws(Failure) -> SourceSpecification {
    try valid { () throws(ValueError) in try SourceSpecification(settings.source) }
  }

  /// The mount matrix that is set, or nil for the system's own.
  var mounting: Mounting? {
    get throws(ValueError) {
      settings.mountMatrix == "auto" ? nil : try Mounting(settings.mountMatrix)
    }
  }

  /// In which sign mount matrices of the system's are.
  var mountSign: MountSign { MountSign(rawValue: settings.mountSign) ?? .auto }

  /// Where tables are found, as it is set, for the program at `executable`.
  func library(beside executable: String) -> TableLibrary {
    TableLibrary(
      own: settings.tables.isEmpty ? nil : settings.tables, beside: executable,
      named: [settings.table] + (playlist ?? []))
  }

  /// The names of a setting that has several: commas do as well as blanks.
  static func names(_ text: String) -> [String] {
    text.split { $0.isWhitespace || $0 == "," }.map(String.init)
  }

  /// The tables that follow each other, by name; empty for the shipped ones, nil for none.
  var playlist: [String]? {
    settings.playlist == "none"
      ? nil : Self.names(settings.playlist)
  }

  /// What the board's motion asks of the game beside its tilt, as it is set.
  var gestures: Gestures {
    Gestures(
      pausesUntouched: settings.pausesUntouched, restartsWhenShaken: settings.restartsWhenShaken)
  }

  /// The way from a sensor's samples to a tilt, as it is set.
  func pipeline() throws(Failure) -> TiltPipeline {
    let degree = UnitOfMeasure.degrees.inSI
    return try valid(["tilt.dead-zone", "tilt.full-tilt"]) { () throws(ValueError) in
      TiltPipeline(
        settings: try TiltSettings(
          mounting: try mounting ?? .identity,
          mode: TiltMode(rawValue: settings.tiltMode) ?? .board,
          timeConstant: settings.smoothing / 1000,
          screenRotation: ScreenRotation(rawValue: Int(settings.screenRotation)) ?? .none,
          axes: TableAxes(
            areSwapped: settings.swapsAxes, isXInverted: settings.invertsX,
            isYInverted: settings.invertsY),
          feel: try Feel(
            deadZone: settings.feel.deadZone * degree, fullTilt: settings.feel.fullTilt * degree,
            exponent: settings.feel.exponent, limit: settings.feel.limit * degree,
            gain: settings.feel.gain)))
    }
  }

  /// What settings that are valid one by one can still get wrong together: these.
  private func valid<Value>(
    _ names: [String] = [], _ make: () throws(ValueError) -> Value
  ) throws(Failure) -> Value {
    do throws(ValueError) {
      return try make()
    } catch {
      let places = names.filter { origins[$0] != nil }.map { place(of: $0) }
      throw Failure(
        .configuration, (places + ["\(error)"]).joined(separator: ": "))
    }
  }
}
