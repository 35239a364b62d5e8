// SPDX-License-Identifier: MIT

@testable import Game
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("the state block of a recording") struct EngineStateTests {
  private func read(_ text: String) throws -> EngineState {
    let tree = StateTree()
    for (index, line) in text.split(separator: "\n").enumerated() {
      try tree.take(String(line), line: index + 1)
    }
    tree.markUnread()
    return try EngineState(tree)
  }

  /// States in the middle of lively sessions.
  private static func states(_ seeds: ClosedRange<UInt64> = 1...6) throws -> [EngineState] {
    try seeds.map { seed in
      var live = try LiveSession(seed: seed)
      live.run(inputs: 150 * Int(seed))
      return live.engine.state
    }
  }

  @Test("reads back to the same state, to the last bit")
  func roundTrip() throws {
    for state in try Self.states() {
      let again = try read(state.text)
      #expect(again == state)
      #expect(again.text == state.text)
    }
  }

  @Test(
    "a table in it has a name as a table has it anywhere",
    arguments: [
      ("classic-maze", true), ("maze:3x4:5", true), ("a_B.9", true),
      (String(repeating: "n", count: 64), true), (String(repeating: "n", count: 65), false),
      ("", false), (".hidden", false), ("a b", false), ("a/b", false), ("é", false),
      ("a\u{1b}[2J", false),
    ])
  func tableName(name: String, isTaken: Bool) throws {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    let text = try library.table(named: "labyrinth").text
    let table = try Table.parse(text: text, file: "a", name: name)
    let lines = StateTree.lines(of: table)
    if isTaken {
      let again: Table = try StateTree.value(ofLines: lines)
      #expect(again.name == name)
    } else {
      #expect(throws: StateRefusal.self) { let _: Table = try StateTree.value(ofLines: lines) }
    }
  }

  @Test("a ball that a hole has is still due to come back")
  func captured() throws {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    var engine = Engine(
      table: try library.table(named: "labyrinth"), pipeline: TiltPipeline(), recording: nil)
    var events: [Game.Event] = []
    let tilts = [(1.0, 0.3), (-0.6, 0.9), (0.2, -1.0), (-1.0, -0.4)]
    for step in 0..<4000 where engine.session.phase != .captured {
      let (x, y) = tilts[step / 50 % 4]
      engine.enter(.session(.clientTilt(.init(x: x, y: y, z: 9.7), client: 1)), events: &events)
      engine.advance(to: Int64(step * 10), events: &events)
    }
    try #require(engine.session.phase == .captured)
    #expect(try read(engine.state.text) == engine.state)
  }

  @Test(
    "a demo in the middle of it is one still, and ends on the same table",
    arguments: [true, false])
  func demo(isInPlaylist: Bool) throws {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    let tables = try ["snail", "mill"].map { name in try library.table(named: name) }
    var engine = Engine(
      table: tables[1], playlist: isInPlaylist ? tables : [], restartSteps: 700,
      pipeline: TiltPipeline(), recording: nil)
    var events: [Game.Event] = []
    engine.enter(
      .session(.beginDemo(try library.table(named: "labyrinth"))), events: &events)
    engine.enter(.session(.demoTilt(.init(x: 1, y: 0, z: 9.7), time: 0)), events: &events)
    engine.advance(to: 400, events: &events)
    let again = try read(engine.state.text)
    #expect(again == engine.state)
    var other = Engine(continuing: again)
    engine.enter(.session(.endDemo), events: &events)
    other.enter(.session(.endDemo), events: &events)
    #expect(other.state == engine.state)
    #expect(engine.session.table == (isInPlaylist ? tables[0] : tables[1]))
    let broken = [
      "session.drivingClient = 3", "session.hold.paused = {}", "session.restartSteps = 0",
    ]
    for line in broken {
      let name = line.prefix { $0 != "=" }
      let lines = again.text.split(separator: "\n").filter { !$0.hasPrefix(name) } + [line[...]]
      #expect(throws: StateRefusal.self, "\(line)") { try read(lines.joined(separator: "\n")) }
    }
  }

  /// A line with another value of the same kind.
  private func changed(_ line: Substring) -> String? {
    guard let equals = line.firstRange(of: " = ") else { return nil }
    let (name, value) = (line[..<equals.lowerBound], line[equals.upperBound...])
    let other: String
    if value.hasPrefix("0x"), let bits = UInt64(value.dropFirst(2), radix: 16) {
      // The last bit, which nothing rounds away.
      other = StateValue.text(Double(bitPattern: bits ^ 1))
    } else if let number = Int64(value) {
      other = "\(number + 1)"
    } else if value == "yes" || value == "no" {
      other = value == "yes" ? "no" : "yes"
    } else if name.hasSuffix(".name") {
      other = "\"another\""
    } else if name.hasSuffix(".blocks") {
      other = value.contains("0") ? String(value).replacing("0", with: "1") : "\"f\""
    } else if name.hasSuffix(".text") {
      other = String(value).replacing("resistance = ", with: "resistance = 0.0")
    } else if name.hasSuffix(".source") {
      other = value == "\"stalled\"" ? "\"absent\"" : "\"stalled\""
    } else if name.hasSuffix(".mode") {
      other = value == "\"board\"" ? "\"gravity\"" : "\"board\""
    } else if value == "{}" {
      return nil
    } else {
      return nil
    }
    return "\(name) = \(other)"
  }

  @Test("each value of it counts: with another one it is another state, or refused")
  func eachCounts() throws {
    var values = 0
    // Without playlists, whose tables take most of the time; on tables with a grid; one in each of the
    // modes.
    let lively = try stride(from: 3 as UInt64, through: 48, by: 3).map { seed in
      var live = try LiveSession(seed: seed)
      live.run(inputs: 400)
      return live.engine.state
    }.filter { $0.session.table.blocks.columns > 1 }
    for mode in TiltMode.allCases {
      let state = try #require(lively.first { $0.sourcePipeline.settings.mode == mode })
      let lines = state.text.split(separator: "\n")
      for (index, line) in lines.enumerated() {
        guard let other = changed(line) else {
          #expect(line.hasSuffix(" = {}"), "\(line) is of a kind that the test doesn't know")
          continue
        }
        var text = lines.map(String.init)
        text[index] = other
        values += 1
        guard let again = try? read(text.joined(separator: "\n")) else { continue }
        #expect(again != state, "\(line) doesn't matter")
      }
    }
    #expect(values > 500)
  }

  @Test("a value that is missing, twice there, or unknown is refused, and the line named")
  func strict() throws {
    let text = try Self.states()[0].text
    let lines = text.split(separator: "\n").map(String.init)
    let named = try #require(lines.firstIndex { $0.hasPrefix("session.blocksRevision = ") })
    var without = lines
    without.remove(at: named)
    #expect(
      throws: StateRefusal(
        line: 0, reason: "session.blocksRevision: found nothing, expected a value")
    ) { try read(without.joined(separator: "\n")) }
    #expect(throws: (any Error).self) {
      try read((lines + [lines[named]]).joined(separator: "\n"))
    }
    #expect(
      throws: StateRefusal(
        line: lines.count + 1,
        reason: "found session.colour, expected no such name in a state: it was written by another "
          + "version of balld")
    ) { try read(text + "session.colour = 3") }
    for value in ["0x7ff0000000000000", "0x7ff8000000000000", "0x7fe0000000000000", "1.5", "0x"] {
      var strange = lines
      let place = try #require(lines.firstIndex { $0.contains("balls.0.velocity.x") })
      strange[place] = "session.world.balls.0.velocity.x = \(value)"
      #expect(throws: StateRefusal.self) { try read(strange.joined(separator: "\n")) }
    }
  }

  @Test("a client of whom there can be no later one, and blocks in another spelling, are refused")
  func strange() throws {
    let table = try TableLibrary(directories: []).table(named: "maze:3x3:1")
    let engine = Engine(table: table, pipeline: TiltPipeline(), recording: nil)
    // 8 by 8 cells, four a digit.
    let lines = engine.state.text.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.hasPrefix("session.world.blocks = ") })
    let count = try #require(lines[place].split(separator: "\"").dropFirst().first?.utf8.count)
    #expect(count == 16)
    func isRead(_ lines: [String]) -> Bool { (try? read(lines.joined(separator: "\n"))) != nil }
    for (digits, isRight) in [
      (String(repeating: "0", count: count), true), (String(repeating: "f", count: count), true),
      (String(repeating: "F", count: count), false),
      (String(repeating: "f", count: count - 1), false),
      // A digit of three bytes to Unicode, and the same number of bytes.
      (String(repeating: "\u{ff11}", count: 5) + "f", false),
    ] {
      var changed = lines
      changed[place] = "session.world.blocks = \"\(digits)\""
      #expect(isRead(changed) == isRight, "\(digits)")
    }
    // 5 by 5 cells: three bits of the last digit are nobody's.
    let small = try TableLibrary(directories: []).table(named: "maze:2x2:1")
    let text = Engine(table: small, pipeline: TiltPipeline(), recording: nil).state.text
    for (digits, isRight) in [
      ("0000000", true), ("0000008", true), ("0000001", false), ("000000f", false),
    ] {
      let changed = text.split(separator: "\n").map { line in
        line.hasPrefix("session.world.blocks = ")
          ? "session.world.blocks = \"\(digits)\"" : String(line)
      }
      #expect(isRead(changed) == isRight, "\(digits)")
    }
    for number in ["-1", "9223372036854775807"] {
      #expect(!isRead(lines + ["session.drivingClient = \(number)"]), "\(number)")
    }
    #expect(isRead(lines + ["session.drivingClient = 9007199254740992"]))
  }

  /// The names of a value's stored properties.
  private func properties(of value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  @Test("what isn't written by the compiler's own Codable names each stored property")
  func complete() throws {
    let engine = try LiveSession(seed: 5).engine
    let session = engine.session
    #expect(properties(of: session) == Set(Session.CodingKeys.allCases.map(\.rawValue)))
    // The surface and the holes are the table's, the solids its blocks and the surface; what hit in
    // the last step decides nothing.
    let world = properties(of: session.world.state)
    #expect(
      properties(of: session.world)
        == world.subtracting(["blocks"]).union(
          ["surface", "holes", "solids", "impacts", "captures"]))
    // Of an engine the rest is what plays, whose inputs are written one by one, when the next demo is
    // due, and the journal.
    #expect(
      properties(of: engine)
        == properties(of: engine.state).union(
          ["played", "attract", "lastTouch", "samples", "journal"]))
  }

  @Test("numbers of a state are bounded, so that what is reckoned with them doesn't overflow")
  func bounds() {
    let most: Int64 = 4_500_000_000_000_000_000
    for value in [0, most, -most] { #expect(StateValue.integer("\(value)") == value) }
    let beyond = [most + 1, -most - 1, .max, .min].map { "\($0)" }
    for text in beyond + ["9223372036854775808", "1.0", ""] {
      #expect(StateValue.integer(text) == nil)
    }
    for value in [0, -0.0, 1e15, -1e15, .leastNonzeroMagnitude] {
      #expect(StateValue.real(StateValue.text(value)) == value)
    }
    for value in [1e15.nextUp, -(1e15.nextUp), .infinity, -.infinity, .nan] {
      #expect(StateValue.real(StateValue.text(value)) == nil)
    }
  }

  @Test("the largest table fits into a line of the socket with it")
  func size() throws {
    let table = try Table.parse(
      text: "game = maze\nwidth = 1 m\nheight = 1 m\nball-radius = 1 mm\nstart = 2 2 mm\n[map]\n"
        + String(repeating: "." + String(repeating: "#", count: 255) + "\n", count: 256),
      file: "x", name: "largest")
    let engine = Engine(
      table: table, playlist: [table], pipeline: TiltPipeline(), recording: nil)
    #expect(SessionText.beginning(of: engine, device: "x").utf8.count < 120_000)
  }
}
