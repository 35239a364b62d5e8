// SPDX-License-Identifier: MIT

import Options
import Posix
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("configuration")
struct ConfigurationTests {
  private func read(_ text: String) throws -> Configuration {
    var configuration = Configuration()
    try configuration.read(Array(text.utf8), file: "balld.conf")
    return configuration
  }

  private func failure(_ body: () throws -> Void) -> Failure? {
    do {
      try body()
      return nil
    } catch {
      return error as? Failure
    }
  }

  @Test("a directory of tables that isn't there is said, with who named it, and is no error")
  func missingTables() throws {
    var configuration = try read("[daemon]\ntables = /nowhere\n")
    #expect(
      configuration.remarks == [
        "balld.conf:2: daemon.tables: there is no directory `/nowhere`, going on without it"
      ])
    try configuration.set("daemon.tables=/")
    #expect(configuration.remarks == [])
    try configuration.set("daemon.tables=/dev/null")
    #expect(
      configuration.remarks == [
        "--set: daemon.tables: there is no directory `/dev/null`, going on without it"
      ])
  }

  @Test("what a running daemon does with a change is settled for every setting")
  func reloading() {
    // A new setting stands in one of these: say what ServerReload does with it, and see that it does.
    let ofServer: Set = ["daemon.playlist", "daemon.tables", "clients.limit", "clients.per-user"]
    let ofEngine: Set = ["screen", "tilt", "gestures", "exhibition", "runs.restart-after"]
    for setting in Setting.all {
      let places = [
        ofServer.contains(setting.name),
        ofEngine.contains(setting.section) || ofEngine.contains(setting.name),
        setting.isOfDevices, setting.isTakenAtStart,
      ]
      #expect(places.filter { $0 }.count == 1, "\(setting.name)")
    }
  }

  @Test("an empty file leaves the defaults")
  func empty() throws {
    #expect(try read("").settings == Settings())
  }

  @Test("the computer's own files are read in the order of their names, and what isn't there isn't")
  func installed() throws {
    let directory = TemporaryDirectory()
    var configuration = Configuration()
    try configuration.read(directory: "\(directory.path)/none")
    #expect(configuration.settings == Settings())
    let further = "\(directory.path)/balld.conf.d"
    try Directory.make(further, mode: 0o700)
    _ = directory.file("balld.conf", "[tilt]\nlimit = 5 deg\ngain = 2\n[daemon]\ntable = mill\n")
    _ = directory.file("balld.conf.d/10-hall.conf", "[tilt]\nlimit = 6 deg\ngain = 3\n")
    _ = directory.file("balld.conf.d/20-stand.conf", "[tilt]\nlimit = 7 deg\n")
    _ = directory.file("balld.conf.d/30-old.conf.bak", "[tilt]\nlimit = nonsense\n")
    try configuration.read(directory: directory.path)
    #expect(configuration.settings.feel.limit == 7)
    #expect(configuration.settings.feel.gain == 3)
    #expect(configuration.settings.table == "mill")
    #expect(configuration.text.contains("balld.conf.d/20-stand.conf:2"))
    // One that is there and wrong keeps balld from starting.
    _ = directory.file("balld.conf.d/40-wrong.conf", "[tilt]\nlimit = nonsense\n")
    let refusal = failure {
      var configuration = Configuration()
      try configuration.read(directory: directory.path)
    }
    #expect(refusal?.code == .configuration)
    #expect(refusal?.description.contains("40-wrong.conf:2") == true)
  }

  @Test("every setting reads back what it writes, and its default is one that it allows")
  func roundTrip() throws {
    for setting in Setting.all {
      var settings = Settings()
      try setting.write(&settings, setting.read(Settings()))
      #expect(settings == Settings(), "\(setting.name)")
      #expect(setting.name.split(separator: ".").count == 2)
      #expect(!setting.meaning.isEmpty)
    }
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
  }

  @Test("a value is taken with its unit and without")
  func units() throws {
    #expect(try read("[tilt]\nlimit = 12\n").settings.feel.limit == 12)
    #expect(try read("[tilt]\nlimit = 12 deg\n").settings.feel.limit == 12)
    #expect(try read("[tilt]\nlimit = 12°  # steep\n").settings.feel.limit == 12)
    #expect(try read("[tilt]\nsmoothing = 25ms\n").settings.smoothing == 25)
  }

  @Test(
    "what can't be understood is refused by file, line, found and expected",
    arguments: [
      (
        "[tilt]\nlimit = steep\n",
        "balld.conf:2: tilt.limit: found `steep`, expected a number in deg"
      ),
      (
        "[tilt]\nlimit 8\ngain 2\n",
        "balld.conf:2: found `limit 8`, expected `key = value`"
      ),
      (
        "[tilt]\n\nlimit = 8 rad\n",
        "balld.conf:3: tilt.limit: found `8 rad`, expected a number in deg"
      ),
      (
        "[tilt]\nlimit = 0\n",
        "balld.conf:2: tilt.limit: found `0`, expected a number from 0.1 to 45 deg"
      ),
      ("[tilt]\nlimit = nan\n", "balld.conf:2: tilt.limit: found `nan`, expected a number in deg"),
      (
        "[screen]\nrotation = 45\n",
        "balld.conf:2: screen.rotation: found `45`, expected 0, 90, 180 or 270 deg"
      ),
      (
        "[clients]\nlimit = 2.5\n",
        "balld.conf:2: clients.limit: found `2.5`, expected a whole number from 1 to 4096"
      ),
      (
        "[daemon]\nsource = tape\n",
        "balld.conf:2: daemon.source: found `tape`, expected `auto`, `iio`, `iio:NAME`, `iio:ip:HOST`, "
          + "`evdev`, `evdev:PATH`, `client`, or `log:` and a path"
      ),
      (
        "[daemon]\nsource = iio:ip:\n",
        "balld.conf:2: daemon.source: found `iio:ip:` without a host, expected one on which iiod runs, "
          + "such as `iio:ip:raspberrypi.local`"
      ),
      ("limit\n", "balld.conf:1: found `limit`, expected `key = value`"),
    ])
  func refused(_ text: String, _ message: String) {
    let failure = failure { _ = try read(text) }
    #expect(failure?.code == .configuration)
    #expect(failure?.description == message)
  }

  @Test(
    "a mount matrix is nine numbers of a rotation",
    arguments: [
      ("1 0 0 0 1 0", false), ("0 1 0 -1 0 0 0 0 1", true), ("1,0,0, 0,1,0, 0,0,1", true),
      ("1 0 0 0 1 0 0 0 -1", false), ("2 0 0 0 1 0 0 0 1", false), ("a b c d e f g h i", false),
    ])
  func mountMatrix(_ text: String, _ isAllowed: Bool) {
    let failure = failure { _ = try read("[sensor]\nmount-matrix = \(text)\n") }
    #expect((failure == nil) == isAllowed)
    if let failure {
      #expect(failure.description.hasPrefix("balld.conf:2: sensor.mount-matrix: found "))
    }
  }

  @Test("an unknown setting is a warning with its line, and the others count")
  func unknown() throws {
    let configuration = try read("[tilt]\ncolour = red\nlimit = 5\n")
    #expect(
      configuration.warnings == ["balld.conf:2: unknown setting `tilt.colour`, ignoring it"])
    #expect(configuration.settings.feel.limit == 5)
  }

  @Test("of any number of unknown settings the first ten are said, and how many more there are")
  func manyUnknown() throws {
    let lines = (0..<30_000).map { "k\($0) = 1\n" }.joined()
    let configuration = try read("[tilt]\n" + lines)
    #expect(configuration.remarks.count == 11)
    #expect(configuration.remarks[9] == "balld.conf:11: unknown setting `tilt.k9`, ignoring it")
    #expect(configuration.remarks.last == "and 29990 more such lines, ignoring them")
  }

  @Test("where all that is wrong is wanted it is gathered in its order, ten of it at the most")
  func gathered() throws {
    var configuration = Configuration()
    configuration.gathersFaults = true
    try configuration.read(
      Array(
        "[tilt]\nlimit = steep\nnonsense\ngain = 3\nfeel = soft\n\u{0}\n[screen]\nrotation = 45\n"
          .utf8),
      file: "a")
    try configuration.set("tilt.limit")
    try configuration.set("tilt.colour=red")
    #expect(
      configuration.faults.map { $0.description.prefix { $0 != " " } } == [
        "a:3:", "a:6:", "a:2:", "a:5:", "a:8:", "--set:", "--set:",
      ])
    #expect(configuration.faults.map(\.code.rawValue) == [78, 78, 78, 78, 78, 64, 64])
    // What is right counts, and the rest is as it was.
    #expect(configuration.settings.feel.gain == 3)
    #expect(configuration.settings.feel.limit == 8)
    try configuration.read(
      Array(String(repeating: "nonsense\n", count: 1000).utf8), file: "b")
    #expect(configuration.faults.count == 10)
    #expect(configuration.furtherFaults == 997)
  }

  @Test("an option beats the file, and the origin of each is printed")
  func origins() throws {
    var configuration = try read("[tilt]\nlimit = 5\nexponent = 2\n")
    try configuration.set("tilt.limit=6")
    let lines = configuration.text.split(separator: "\n")
    #expect(lines.contains("limit = 6 deg  # --set"))
    #expect(lines.contains("exponent = 2  # balld.conf:3"))
    #expect(lines.contains("gain = 1  # default"))
  }

  @Test("what feel gives is printed as a comment, and a copy follows a feel that is changed in it")
  func printedFeel() throws {
    let configuration = try read("[tilt]\nfeel = gentle\nexponent = 2\n")
    let lines = configuration.text.split(separator: "\n")
    #expect(lines.contains("#dead-zone = 2 deg  # by feel = gentle"))
    #expect(lines.contains("#full-tilt = 30 deg  # by feel = gentle"))
    #expect(lines.contains("exponent = 2  # balld.conf:3"))
    #expect(lines.contains("#limit = 5 deg  # by feel = gentle"))
    #expect(try read(configuration.text).settings == configuration.settings)
    let copy = lines.map { $0.hasPrefix("feel = ") ? "feel = direct" : $0 }
    let feel = try read(copy.joined(separator: "\n") + "\n").settings.feel
    #expect(feel.deadZone == 0 && feel.fullTilt == 20 && feel.exponent == 2 && feel.limit == 20)
  }

  @Test("what --print-config prints is a configuration file that gives the same settings")
  func printed() throws {
    var configuration = try read("[tilt]\nlimit = 5\n[sensor]\nmount-matrix = 0 1 0 -1 0 0 0 0 1\n")
    try configuration.set("daemon.source=log:a b#c.csv")
    #expect(try read(configuration.text).settings == configuration.settings)
  }

  @Test(
    "a bad --set is a usage error that names it",
    arguments: ["tilt.limit", "tilt.limit=", "tilt.limit=x", "tilt.colour=red", "=1", ""])
  func badSet(_ assignment: String) {
    var configuration = Configuration()
    let failure = failure { try configuration.set(assignment) }
    #expect(failure?.code == .usage)
    #expect(failure?.description.hasPrefix("--set: ") ?? false)
  }

  @Test("a dead zone that swallows the full tilt is refused by name")
  func feel() {
    let failure = failure {
      _ = try read("[tilt]\ndead-zone = 25\nfull-tilt = 20\n").pipeline()
    }
    #expect(failure?.code == .configuration)
    #expect(failure?.description.contains("dead zone") ?? false)
    #expect(
      failure?.description.hasPrefix("balld.conf:2: tilt.dead-zone: balld.conf:3: tilt.full-tilt: ")
        ?? false)
  }

  @Test(
    "a preset gives the values that aren't set by themselves, whatever stands first",
    arguments: ["[tilt]\nfeel = gentle\nlimit = 12\n", "[tilt]\nlimit = 12\nfeel = gentle\n"])
  func preset(text: String) throws {
    let feel = try read(text).settings.feel
    #expect(feel.deadZone == 2 && feel.fullTilt == 30 && feel.exponent == 1.5)
    #expect(feel.limit == 12)
  }

  @Test("mode, gain and axes reach the pipeline")
  func tilt() throws {
    let configuration = try read(
      """
      [tilt]
      mode = gravity
      feel = direct
      gain = 2
      swap-axes = yes
      invert-y = yes
      """)
    let settings = try configuration.pipeline().settings
    #expect(settings.mode == .gravity)
    #expect(settings.axes == TableAxes(areSwapped: true, isYInverted: true))
    #expect(settings.feel.gain == 2 && settings.feel.deadZone == 0 && settings.feel.exponent == 1)
    #expect(try Configuration().pipeline().settings.feel == .normal)
  }

  @Test(
    "a word that isn't one of the few is refused, with those that are",
    arguments: [
      ("mode = marble", "found `marble`, expected board or gravity"),
      ("feel = soft", "found `soft`, expected gentle, normal or direct"),
      ("invert-x = true", "found `true`, expected yes or no"),
      ("gain = 0", "found `0`, expected a number from 0.1 to 10"),
    ])
  func words(line: String, message: String) {
    let failure = failure { _ = try read("[tilt]\n\(line)\n") }
    #expect(failure?.description.hasSuffix(message) == true, "\(String(describing: failure))")
  }
}
