// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

@Suite("A message on the wire")
struct MessageEncodingTests {
  @Test("is this text, for each class", arguments: goldenMessages.indices)
  func goldenLines(index: Int) {
    let (message, line) = goldenMessages[index]
    #expect(text(message.line) == line + "\n")
  }

  @Test("is read back as it was, for each class", arguments: goldenMessages.indices)
  func goldenReading(index: Int) throws {
    let (message, line) = goldenMessages[index]
    #expect(try Message.decode(utf8(line)) == message)
    #expect(try Message.decode(utf8(line + "\n")) == message)
  }

  @Test("reads back with the same bits, whatever its numbers and texts")
  func roundTrips() throws {
    var random = SplitMix64(seed: 2026)
    for _ in 0..<2000 {
      for message in random.messages() {
        let line = message.line
        let read = try #require(try Message.decode(line), "\(text(line))")
        // Equal values and equal text: the text also tells -0 from 0.
        #expect(read == message, "\(text(line))")
        #expect(read.line == line)
        #expect(line.firstIndex(of: 10) == line.count - 1)
      }
    }
  }

  @Test("has no sign that gives a terminal an order, and means the same")
  func orders() throws {
    let title = "\u{1b}a\u{7f}b\u{80}c\u{9b}d\u{9f}\u{a0}é"
    let message = Message.tables(
      TableList(tables: [TableList.Entry(name: "a", title: title, game: "maze")]))
    let escaped = #"\u001ba\u007fb\u0080c\u009bd\u009f"# + "\u{a0}é"
    #expect(text(message.line).contains("\"\(escaped)\""))
    #expect(try Message.decode(message.line) == message)
  }

  @Test("is appended to what the buffer holds")
  func appending() {
    var buffer = utf8("before\n")
    Message.event(Event(t: 1, .paused)).encode(into: &buffer)
    Message.event(Event(t: 2, .resumed)).encode(into: &buffer)
    #expect(
      text(buffer) == """
        before
        {"class":"event","event":"paused","t":1}
        {"class":"event","event":"resumed","t":2}

        """)
  }

  @Test("leaves out an optional number that isn't finite", arguments: [Double.nan, .infinity])
  func absent(number: Double) {
    let sensor = SensorReport(source: "iio", rate: number, odr: -number, health: .ok)
    #expect(
      Message.sensor(sensor).line == Message.sensor(SensorReport(source: "iio", health: .ok)).line)
  }

  @Test("keeps to 4 KiB, however long its texts are, and cuts them at a character")
  func longTexts() throws {
    for character in ["a", "\0", "é", "🎱", "\""] {
      let long = String(repeating: character, count: 5000)
      let error = ErrorReport(
        code: ErrorReport.Code(rawValue: long), field: long, message: long, hint: long,
        id: -Limits.integer)
      let number = -1.2345678901234567e-100
      let sensor = SensorReport(
        source: long, name: long, id: long, mode: long, rate: number, odr: number, gyro: false,
        mount: Array(repeating: number, count: 9), mountFrom: long,
        health: SensorReport.Health(rawValue: long))
      let ball = State.Ball(x: number, y: number, vx: number, vy: number, isOff: true)
      let state = State(
        seq: Int64.min, t: number, phase: Phase(rawValue: long), balls: [ball, ball, ball, ball],
        tilt: XY(x: number, y: number), up: XYZ(x: number, y: number, z: number), score: Int64.min,
        ballsLeft: Int64.min, holesAngle: number, time: number, age: number, skipped: Int64.max)
      let messages: [Message] = [
        .error(error), .sensor(sensor), .state(state),
        .hello(Hello(server: long, protocolVersion: long, session: long, client: long)),
        .event(Event(t: number, .takeover(by: long))), .event(Event(t: number, .table(name: long))),
        .event(Event(t: number, .lost(Event.Loss(rawValue: long)))),
        .ok(Confirmation(command: long, id: 1)),
      ]
      for message in messages { #expect(message.line.count <= Limits.messageLine) }
      guard case .error(let read) = try Message.decode(Message.error(error).line) else {
        Issue.record("no error came back")
        continue
      }
      #expect(long.hasPrefix(read.message))
      #expect(
        (Limits.text - 6...Limits.text).contains(
          Message.error(
            ErrorReport(
              code: .badType, message: long)
          ).line.count - #"{"class":"error","code":"bad-type","message":""}"#.utf8.count - 1))
    }
  }

  @Test("cuts no text that just fits, and a longer one between two characters")
  func longestText() throws {
    func read(_ text: String) throws -> String? {
      guard
        case .error(let report) = try Message.decode(
          Message.error(ErrorReport(code: .badType, message: text)).line)
      else { return nil }
      return report.message
    }
    let text = String(repeating: "x", count: Limits.text)
    #expect(try read(text) == text)
    #expect(try read(text + "x") == text)
    // Two bytes each, as it is in UTF-8, and escaped.
    for pair in ["ä", "\\"] {
      let pairs = String(repeating: pair, count: Limits.text / 2)
      #expect(try read(pairs) == pairs)
      #expect(try read("x" + pairs) == "x" + pairs.dropLast())
    }
  }

  @Test("keeps to 128 KiB for the largest table, and for a thousand tables' names")
  func largestTable() throws {
    let number = -1.2345678901234567e-100
    let hole = TableReport.Hole(x: number, y: number, radius: number)
    let long = String(repeating: "x", count: 5000)
    let table = TableReport(
      name: long, hash: long, game: long, width: number, height: number, ballRadius: number,
      title: long, time: number, balls: -Limits.integer, goal: -Limits.integer,
      blocks: BlockGrid(rows: Array(repeating: String(repeating: "#", count: 256), count: 256)),
      holes: Array(repeating: hole, count: 256), pivot: XY(x: number, y: number),
      flag: TableReport.Flag(x: number, y: number, width: number, height: number),
      best: BestRun(time: number, score: -Limits.integer))
    let line = Message.table(table).line
    #expect(line.count <= Limits.tableLine)
    guard case .table(let read) = try Message.decode(line) else {
      Issue.record("no table came back")
      return
    }
    #expect(read.blocks == table.blocks)
    #expect(read.holes == table.holes)
    let name = String(repeating: "n", count: Limits.name)
    let entry = TableList.Entry(name: name, title: "t", game: "marble")
    let list = Message.tables(TableList(tables: Array(repeating: entry, count: 1000)))
    #expect(list.line.count <= Limits.tableLine)
  }

  @Test("keeps to 128 KiB for as many runs as can be asked for, with texts of 64 bytes")
  func mostRuns() {
    let text = String(repeating: "\u{1}", count: 64)
    let entry = RunList.Entry(
      number: -Limits.integer, table: text, hash: text, game: text, outcome: "lost",
      time: -1.2345678901234567e-100, score: -Limits.integer, impacts: -Limits.integer,
      source: text, isChanged: true, isBest: true, ended: -Limits.integer)
    let list = RunList(
      runs: Array(repeating: entry, count: Limits.runs),
      storage: RunList.Storage(
        runs: -Limits.integer, free: -Limits.integer, lastSync: -1.2345678901234567e-100,
        fault: String(repeating: "\u{1}", count: 1000)))
    #expect(Message.runs(list).line.count <= Limits.tableLine)
  }

  @Test("gets the number of skipped states put into its line as its last member")
  func skipped() {
    var state = State(seq: 7, t: 1.5, phase: .ready, balls: [], tilt: XY(x: 0, y: 0), age: 0.25)
    var line = Message.state(state).line
    State.insert(skipped: 12, intoLine: &line)
    state.skipped = 12
    #expect(text(line) == text(Message.state(state).line))
  }

  @Test("writes the ends of the range of integers")
  func integers() {
    let state = State(
      seq: .min, t: 0, phase: .ready, balls: [], tilt: XY(x: 0, y: 0), skipped: .max)
    let line = text(Message.state(state).line)
    #expect(line.contains(#""seq":-9223372036854775808,"#))
    #expect(line.contains(#""skipped":9223372036854775807}"#))
  }
}
