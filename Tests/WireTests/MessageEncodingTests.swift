// SPDX-License-Identifier: MIT

import Testing
import Wire

private let golden: [(Message, String)] = [
  (
    .hello(Hello(server: "balld 0.1.0", session: "5f0c", client: "client 3")),
    #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"5f0c","client":"client 3"}"#
  ),
  (
    .hello(Hello(server: "balld 0.1.0", session: "5f0c", client: "client 7")),
    #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"5f0c","#
      + #""client":"client 7"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "iio", name: "lsm6dso_accel", id: "1-006a", mode: "polled", rate: 17.2, odr: 208,
        gyro: true, health: .ok)),
    #"{"class":"sensor","source":"iio","name":"lsm6dso_accel","id":"1-006a","mode":"polled","#
      + #""rate":17.2,"odr":208,"gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"mountFrom":"identity","#
      + #""health":"ok"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "auto", mount: [0, -1, 0, 1, 0, 0, 0, 0, 0.5], mountFrom: "configuration",
        health: .waiting)),
    #"{"class":"sensor","source":"auto","gyro":false,"mount":[0,-1,0,1,0,0,0,0,0.5],"#
      + #""mountFrom":"configuration","health":"waiting"}"#
  ),
  (
    .sensor(
      SensorReport(
        source: "iio", level: XYZ(x: 0.5, y: 0, z: 0.75),
        accelerometerBias: XYZ(x: 0.1, y: 0, z: -0.25), gyroBias: XYZ(x: 0.01, y: 0, z: 0),
        isHalfCalibrated: true, health: .ok)),
    #"{"class":"sensor","source":"iio","gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"identity","level":[0.5,0,0.75],"accelerometerBias":[0.1,0,-0.25],"#
      + #""gyroBias":[0.01,0,0],"halfCalibrated":true,"health":"ok"}"#
  ),
  (
    .state(
      State(
        seq: 9, t: 2.5, phase: .countdown, balls: [], tilt: XY(x: 0, y: 0), countdown: 2.75,
        age: 0.5,
        quality: TiltQuality(
          uncertaintyDegrees: 0.25, isResting: true, gyroBias: XYZ(x: 0.01, y: 0, z: -0.02),
          rejected: 3), skipped: 0)),
    #"{"class":"state","seq":9,"t":2.5,"phase":"countdown","balls":[],"tilt":[0,0],"#
      + #""countdown":2.75,"age":0.5,"quality":{"uncertaintyDegrees":0.25,"resting":true,"#
      + #""gyroBias":[0.01,0,-0.02],"rejected":3},"skipped":0}"#
  ),
  (
    .table(
      TableReport(
        name: "marble", hash: "a1", game: "marble", width: 0.28, height: 0.2, ballRadius: 0.00778)),
    #"{"class":"table","name":"marble","hash":"a1","game":"marble","width":0.28,"height":0.2,"#
      + #""ballRadius":0.00778}"#
  ),
  (
    .table(
      TableReport(
        name: "labyrinth", hash: "a2", game: "maze", width: 0.32, height: 0.2, ballRadius: 0.007,
        title: "Mind the gap", time: 60, balls: 3, goal: 5,
        blocks: BlockGrid(rows: [".#.#", "..#."]),
        holes: [
          TableReport.Hole(x: 0.1, y: 0.05, radius: 0.009),
          TableReport.Hole(x: 0.2, y: 0.15, radius: 0.01),
        ], pivot: XY(x: 0.16, y: 0.1),
        flag: TableReport.Flag(x: 0.28, y: 0, width: 0.04, height: 0.1))),
    #"{"class":"table","name":"labyrinth","hash":"a2","game":"maze","width":0.32,"height":0.2,"#
      + #""ballRadius":0.007,"title":"Mind the gap","time":60,"balls":3,"goal":5,"columns":4,"rows":2,"#
      + #""blocks":[".#.#","..#."],"holes":[{"x":0.1,"y":0.05,"radius":0.009},"#
      + #"{"x":0.2,"y":0.15,"radius":0.01}],"pivot":{"x":0.16,"y":0.1},"#
      + #""flag":{"x":0.28,"y":0,"width":0.04,"height":0.1}}"#
  ),
  (
    .tables(
      TableList(tables: [
        TableList.Entry(name: "marble", game: "marble"),
        TableList.Entry(name: "maze-1", title: "The first \"steps\"", game: "maze"),
      ])),
    #"{"class":"tables","tables":[{"name":"marble","game":"marble"},"#
      + #"{"name":"maze-1","title":"The first \"steps\"","game":"maze"}]}"#
  ),
  (.tables(TableList(tables: [])), #"{"class":"tables","tables":[]}"#),
  (
    .tables(
      TableList(tables: [
        TableList.Entry(name: "a", game: "maze", best: BestRun(time: 12.345)),
        TableList.Entry(name: "b", game: "holes", best: BestRun(time: 60, score: 7)),
      ])),
    #"{"class":"tables","tables":[{"name":"a","game":"maze","best":{"time":12.345}},"#
      + #"{"name":"b","game":"holes","best":{"time":60,"score":7}}]}"#
  ),
  (
    .table(
      TableReport(
        name: "marble", hash: "a1", game: "maze", width: 1, height: 1, ballRadius: 0.25,
        best: BestRun(time: 12.5))),
    #"{"class":"table","name":"marble","hash":"a1","game":"maze","width":1,"height":1,"#
      + #""ballRadius":0.25,"best":{"time":12.5}}"#
  ),
  (
    .runs(
      RunList(
        runs: [
          RunList.Entry(
            number: 12, table: "labyrinth", hash: "0123456789abcdef", game: "maze", outcome: "won",
            time: 12.345, impacts: 14, source: "iio", isBest: true, ended: 1_795_691_400),
          RunList.Entry(
            table: "mill", hash: "1", game: "holes", outcome: "lost", time: 60, score: 3,
            impacts: 0, source: "client", isChanged: true),
        ],
        storage: RunList.Storage(runs: 11, free: 1_000_000, lastSync: 0.0125, fault: "no room"))),
    #"{"class":"runs","runs":[{"number":12,"table":"labyrinth","hash":"0123456789abcdef","#
      + #""game":"maze","outcome":"won","time":12.345,"impacts":14,"source":"iio","best":true,"#
      + #""ended":1795691400},{"table":"mill","hash":"1","game":"holes","outcome":"lost","time":60,"#
      + #""score":3,"impacts":0,"source":"client","changed":true}],"#
      + #""storage":{"runs":11,"free":1000000,"lastSync":0.0125,"fault":"no room"}}"#
  ),
  (.runs(RunList(runs: [])), #"{"class":"runs","runs":[],"storage":{}}"#),
  (
    .event(Event(t: 2, .best(table: "mill", BestRun(time: 60, score: 3)))),
    #"{"class":"event","event":"best","t":2,"table":"mill","time":60,"score":3}"#
  ),
  (
    .state(
      State(
        seq: 8, t: 2.5, phase: .captured,
        balls: [
          State.Ball(x: 0.1, y: 0.05, vx: 0, vy: 0, isOff: true),
          State.Ball(x: 0.3, y: 0.1, vx: 0.5, vy: -1),
        ], tilt: XY(x: 0.41, y: -0.12), score: 2, ballsLeft: 1, holesAngle: 0.25, time: 1.75,
        age: 0.5)),
    #"{"class":"state","seq":8,"t":2.5,"phase":"captured","balls":[{"x":0.1,"y":0.05,"vx":0,"#
      + #""vy":0,"off":true},{"x":0.3,"y":0.1,"vx":0.5,"vy":-1}],"tilt":[0.41,-0.12],"score":2,"#
      + #""ballsLeft":1,"holesAngle":0.25,"time":1.75,"age":0.5}"#
  ),
  (
    .state(
      State(
        seq: 1042, t: 17.366, phase: .rolling,
        balls: [State.Ball(x: 0.1402, y: 0.0911, vx: 0.031, vy: -0.2)], tilt: XY(x: 0.41, y: -0.12),
        up: XYZ(x: -0.0418, y: -0.0122, z: 0.99905), age: 0.0021, skipped: 0)),
    #"{"class":"state","seq":1042,"t":17.366,"phase":"rolling","balls":[{"x":0.1402,"y":0.0911,"#
      + #""vx":0.031,"vy":-0.2}],"tilt":[0.41,-0.12],"up":[-0.0418,-0.0122,0.99905],"age":0.0021,"#
      + #""skipped":0}"#
  ),
  (
    .state(
      State(
        seq: 0, t: 0, phase: .noSensor,
        balls: [
          State.Ball(x: 1, y: 2, vx: -0.0, vy: 0),
          State.Ball(x: 1e-5, y: 1e21, vx: 100, vy: .leastNonzeroMagnitude),
        ], tilt: XY(x: 0, y: 0))),
    #"{"class":"state","seq":0,"t":0,"phase":"noSensor","balls":[{"x":1,"y":2,"vx":-0.0,"vy":0},"#
      + #"{"x":1e-05,"y":1e+21,"vx":100,"vy":5e-324}],"tilt":[0,0]}"#
  ),
  (
    .state(State(seq: 7, t: 1.5, phase: .ready, balls: [], tilt: XY(x: 0, y: 0))),
    #"{"class":"state","seq":7,"t":1.5,"phase":"ready","balls":[],"tilt":[0,0]}"#
  ),
  (
    .event(Event(t: 17.301, .impact(Event.Impact(ball: 0, x: 0.0078, y: 0.09, speed: 0.21)))),
    #"{"class":"event","event":"impact","t":17.301,"ball":0,"x":0.0078,"y":0.09,"speed":0.21}"#
  ),
  (.event(Event(t: 1, .paused)), #"{"class":"event","event":"paused","t":1}"#),
  (.event(Event(t: 1, .resumed)), #"{"class":"event","event":"resumed","t":1}"#),
  (.event(Event(t: 1, .restarted)), #"{"class":"event","event":"restarted","t":1}"#),
  (.event(Event(t: 1, .finished)), #"{"class":"event","event":"finished","t":1}"#),
  (
    .event(Event(t: 0.25, .takeover(by: "client 3"))),
    #"{"class":"event","event":"takeover","t":0.25,"by":"client 3"}"#
  ),
  (
    .event(Event(t: 0.25, .released(by: "client 3"))),
    #"{"class":"event","event":"released","t":0.25,"by":"client 3"}"#
  ),
  (
    .event(Event(t: 61, .demo(isOver: false))),
    #"{"class":"event","event":"demo","t":61,"over":false}"#
  ),
  (
    .event(Event(t: 62, .demo(isOver: true))),
    #"{"class":"event","event":"demo","t":62,"over":true}"#
  ),
  (
    .state(
      State(seq: 10, t: 2.5, phase: .rolling, balls: [], tilt: XY(x: 0, y: 0), isDemo: true)),
    #"{"class":"state","seq":10,"t":2.5,"phase":"rolling","demo":true,"balls":[],"tilt":[0,0]}"#
  ),
  (
    .event(Event(t: 2, .captured(Event.Capture(ball: 1, hole: 4, x: 0.1, y: 0.05)))),
    #"{"class":"event","event":"captured","t":2,"ball":1,"hole":4,"x":0.1,"y":0.05}"#
  ),
  (
    .event(Event(t: 2, .flag(Event.Flag(ball: 0, time: 12.3, score: 2)))),
    #"{"class":"event","event":"flag","t":2,"ball":0,"time":12.3,"score":2}"#
  ),
  (.event(Event(t: 2, .flag(Event.Flag()))), #"{"class":"event","event":"flag","t":2}"#),
  (.event(Event(t: 2, .won)), #"{"class":"event","event":"won","t":2}"#),
  (
    .event(Event(t: 2, .lost(.noBallsLeft))),
    #"{"class":"event","event":"lost","t":2,"reason":"balls"}"#
  ),
  (
    .event(Event(t: 2, .lost(.outOfTime))),
    #"{"class":"event","event":"lost","t":2,"reason":"time"}"#
  ),
  (
    .event(Event(t: 2, .block(column: 3, row: 4, isBlock: true))),
    #"{"class":"event","event":"block","t":2,"column":3,"row":4,"block":true}"#
  ),
  (
    .event(Event(t: 2, .block(column: 0, row: 255, isBlock: false))),
    #"{"class":"event","event":"block","t":2,"column":0,"row":255,"block":false}"#
  ),
  (.event(Event(t: 2, .cleared)), #"{"class":"event","event":"cleared","t":2}"#),
  (
    .event(Event(t: 2, .table(name: "bounce"))),
    #"{"class":"event","event":"table","t":2,"name":"bounce"}"#
  ),
  (
    .error(ErrorReport(code: .refused, message: "a ball lies there")),
    #"{"class":"error","code":"refused","message":"a ball lies there"}"#
  ),
  (
    .error(ErrorReport(code: .noSuchTable, message: "no")),
    #"{"class":"error","code":"no-such-table","message":"no"}"#
  ),
  (
    .error(
      ErrorReport(
        code: .unknownCommand, field: "do", message: "no \"x\"", hint: "a\\b\n\u{1}é", id: -7)),
    #"{"class":"error","code":"unknown-command","field":"do","message":"no \"x\"","#
      + #""hint":"a\\b\n\u0001é","id":-7}"#
  ),
  (
    .error(ErrorReport(code: .badJSON, message: "\r\t\u{1f}\u{7f}")),
    "{\"class\":\"error\",\"code\":\"bad-json\",\"message\":\"\\r\\t\\u001f\u{7f}\"}"
  ),
  (
    .ok(Confirmation(command: "pause", id: Limits.integer)),
    #"{"class":"ok","do":"pause","id":9007199254740991}"#
  ),
]

@Suite("A message on the wire")
struct MessageEncodingTests {
  @Test("is this text, for each class", arguments: golden.indices)
  func goldenLines(index: Int) {
    let (message, line) = golden[index]
    #expect(text(message.line) == line + "\n")
  }

  @Test("is read back as it was, for each class", arguments: golden.indices)
  func goldenReading(index: Int) throws {
    let (message, line) = golden[index]
    #expect(try Message.decode(utf8(line)) == message)
    #expect(try Message.decode(utf8(line + "\n")) == message)
  }

  @Test("reads back with the same bits, whatever its numbers and texts")
  func roundTrips() throws {
    var random = SplitMix(state: 2026)
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

extension SplitMix {
  fileprivate mutating func best() -> BestRun {
    BestRun(time: double(), score: maybe { $0.integer() })
  }

  fileprivate mutating func run() -> RunList.Entry {
    RunList.Entry(
      number: maybe { $0.integer() }, table: text(), hash: text(), game: text(), outcome: text(),
      time: double(), score: maybe { $0.integer() }, impacts: integer(), source: text(),
      isChanged: next() % 2 == 0, isBest: next() % 2 == 0, ended: maybe { $0.integer() })
  }

  mutating func xyz() -> XYZ { XYZ(x: double(), y: double(), z: double()) }

  mutating func hole() -> TableReport.Hole {
    TableReport.Hole(x: double(), y: double(), radius: double())
  }

  mutating func flag() -> TableReport.Flag {
    TableReport.Flag(x: double(), y: double(), width: double(), height: double())
  }

  /// A grid of any size that is small, or the largest one, with blocks at random.
  mutating func blocks() -> BlockGrid? {
    let size = next() % 64 == 0 ? 256 : Int(1 + next() % 8)
    var grid = BlockGrid(columns: size, rows: 1 + Int(next() % UInt64(size)))
    guard let (columns, rows) = grid.map({ ($0.columns, $0.rows) }) else { return nil }
    for row in 0..<rows {
      for column in 0..<columns { grid?[column, row] = next() % 3 == 0 }
    }
    return grid
  }

  /// One message of each class, at random.
  mutating func messages() -> [Message] {
    let kinds: [Event.Kind] = [
      .impact(Event.Impact(ball: Int(next() % 4), x: double(), y: double(), speed: double())),
      .paused, .resumed, .restarted, .finished, .takeover(by: text()), .released(by: text()),
      .captured(
        Event.Capture(ball: Int(next() % 4), hole: Int(next() % 256), x: double(), y: double())),
      .flag(
        Event.Flag(
          ball: maybe { Int($0.next() % 4) }, time: maybe { $0.double() },
          score: maybe { $0.integer() })),
      .won, .lost(Event.Loss(rawValue: text())),
      .block(column: Int(next() % 256), row: Int(next() % 256), isBlock: next() % 2 == 0),
      .cleared, .table(name: text()), .best(table: text(), best()), .other("bumped"),
    ]
    return [
      .hello(Hello(server: text(), protocolVersion: text(), session: text(), client: text())),
      .sensor(
        SensorReport(
          source: text(), name: maybe { $0.text() }, id: maybe { $0.text() },
          mode: maybe { $0.text() }, rate: maybe { $0.double() }, odr: maybe { $0.double() },
          gyro: next() % 2 == 0, mount: (0..<9).map { _ in double() }, mountFrom: text(),
          level: maybe { $0.xyz() }, accelerometerBias: maybe { $0.xyz() },
          gyroBias: maybe { $0.xyz() }, isHalfCalibrated: next() % 2 == 0,
          health: SensorReport.Health(rawValue: text()))),
      .table(
        TableReport(
          name: text(), hash: text(), game: text(), width: double(), height: double(),
          ballRadius: double(), title: maybe { $0.text() }, time: maybe { $0.double() },
          balls: maybe { $0.integer() }, goal: maybe { $0.integer() },
          blocks: next() % 2 == 0 ? blocks() : nil,
          holes: maybe { random in (0..<random.next() % 4).map { _ in random.hole() } },
          pivot: maybe { XY(x: $0.double(), y: $0.double()) },
          flag: maybe { $0.flag() }, best: maybe { $0.best() })),
      .tables(
        TableList(
          tables: (0..<next() % 4).map { _ in
            TableList.Entry(
              name: text(), title: maybe { $0.text() }, game: text(), best: maybe { $0.best() })
          })),
      .runs(
        RunList(
          runs: (0..<next() % 4).map { _ in run() },
          storage: RunList.Storage(
            runs: maybe { $0.integer() }, free: maybe { $0.integer() },
            lastSync: maybe { $0.double() }, fault: maybe { $0.text() }))),
      .state(
        State(
          seq: integer(), t: double(), phase: Phase(rawValue: text()),
          balls: (0..<next() % 5).map { _ in
            State.Ball(
              x: double(), y: double(), vx: double(), vy: double(), isOff: next() % 2 == 0)
          }, tilt: XY(x: double(), y: double()), up: maybe { $0.xyz() },
          score: maybe { $0.integer() }, ballsLeft: maybe { $0.integer() },
          holesAngle: maybe { $0.double() }, time: maybe { $0.double() },
          countdown: maybe { $0.double() }, age: maybe { $0.double() },
          quality: maybe { random in
            TiltQuality(
              uncertaintyDegrees: random.double(), isResting: random.next() % 2 == 0,
              gyroBias: random.maybe { $0.xyz() }, rejected: random.integer())
          }, isDemo: next() % 2 == 0, skipped: maybe { $0.integer() })),
      .event(Event(t: double(), kinds[Int(next() % UInt64(kinds.count))])),
      .error(
        ErrorReport(
          code: ErrorReport.Code(rawValue: text()), field: maybe { $0.text() }, message: text(),
          hint: maybe { $0.text() }, id: maybe { $0.integer() })),
      .ok(Confirmation(command: text(), id: integer())),
    ]
  }
}
