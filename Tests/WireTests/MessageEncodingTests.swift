// SPDX-License-Identifier: MIT

import Testing
import Wire

private let golden: [(Message, String)] = [
  (
    .hello(Hello(server: "balld 0.1.0", session: "5f0c")),
    #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"5f0c"}"#
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
    .table(
      TableReport(
        name: "marble", hash: "a1", game: "marble", width: 0.28, height: 0.2, ballRadius: 0.00778)),
    #"{"class":"table","name":"marble","hash":"a1","game":"marble","width":0.28,"height":0.2,"#
      + #""ballRadius":0.00778}"#
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
      let ball = State.Ball(x: number, y: number, vx: number, vy: number)
      let state = State(
        seq: Int64.min, t: number, phase: Phase(rawValue: long), balls: [ball, ball, ball, ball],
        tilt: XY(x: number, y: number), up: XYZ(x: number, y: number, z: number), age: number,
        skipped: Int64.max)
      let messages: [Message] = [
        .error(error), .sensor(sensor), .state(state),
        .hello(Hello(server: long, protocolVersion: long, session: long)),
        .event(Event(t: number, .takeover(by: long))), .ok(Confirmation(command: long, id: 1)),
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
  mutating func xyz() -> XYZ { XYZ(x: double(), y: double(), z: double()) }

  /// One message of each class, at random.
  mutating func messages() -> [Message] {
    let kinds: [Event.Kind] = [
      .impact(Event.Impact(ball: Int(next() % 4), x: double(), y: double(), speed: double())),
      .paused, .resumed, .restarted, .finished, .takeover(by: text()), .released(by: text()),
      .other("captured"),
    ]
    return [
      .hello(Hello(server: text(), protocolVersion: text(), session: text())),
      .sensor(
        SensorReport(
          source: text(), name: maybe { $0.text() }, id: maybe { $0.text() },
          mode: maybe { $0.text() }, rate: maybe { $0.double() }, odr: maybe { $0.double() },
          gyro: next() % 2 == 0, mount: (0..<9).map { _ in double() }, mountFrom: text(),
          health: SensorReport.Health(rawValue: text()))),
      .table(
        TableReport(
          name: text(), hash: text(), game: text(), width: double(), height: double(),
          ballRadius: double())),
      .state(
        State(
          seq: integer(), t: double(), phase: Phase(rawValue: text()),
          balls: (0..<next() % 5).map { _ in
            State.Ball(x: double(), y: double(), vx: double(), vy: double())
          }, tilt: XY(x: double(), y: double()), up: maybe { $0.xyz() },
          age: maybe { $0.double() }, skipped: maybe { $0.integer() })),
      .event(Event(t: double(), kinds[Int(next() % UInt64(kinds.count))])),
      .error(
        ErrorReport(
          code: ErrorReport.Code(rawValue: text()), field: maybe { $0.text() }, message: text(),
          hint: maybe { $0.text() }, id: maybe { $0.integer() })),
      .ok(Confirmation(command: text(), id: integer())),
    ]
  }
}
