// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

private func request(_ line: String) throws(ErrorReport) -> Request {
  try Request.decode(utf8(line))
}

private func refusal(_ line: [UInt8]) -> ErrorReport? {
  do throws(ErrorReport) {
    _ = try Request.decode(line)
    return nil
  } catch {
    return error
  }
}

/// A name that must be one.
private func table(_ name: String) -> Request.Command {
  guard let name = TableName(name) else { preconditionFailure("\(name) is no table's name") }
  return .table(name)
}

private let golden: [(Request, String)] = [
  (Request(.watch(rate: 30), id: 1), #"{"do":"watch","rate":30,"id":1}"#),
  (Request(.watch(rate: nil)), #"{"do":"watch"}"#),
  (Request(.restart), #"{"do":"restart"}"#),
  (Request(.pause, id: -3), #"{"do":"pause","id":-3}"#),
  (Request(.resume, id: 0), #"{"do":"resume","id":0}"#),
  (Request(.tilt(XY(x: 0.4, y: 0))), #"{"do":"tilt","x":0.4,"y":0}"#),
  (
    Request(.sample(ClientSample(acceleration: XYZ(x: 0.1, y: 0.2, z: 9.8)))),
    #"{"do":"sample","acceleration":[0.1,0.2,9.8]}"#
  ),
  (
    Request(
      .sample(
        ClientSample(
          acceleration: XYZ(x: 1, y: 2, z: 3), angularVelocity: XYZ(x: -0.5, y: 0, z: 70), t: 12.25)
      ),
      id: 9),
    #"{"do":"sample","acceleration":[1,2,3],"angularVelocity":[-0.5,0,70],"t":12.25,"id":9}"#
  ),
  (Request(.release), #"{"do":"release"}"#),
  (Request(.toggle(column: 3, row: 4)), #"{"do":"toggle","column":3,"row":4}"#),
  (Request(.toggle(column: 0, row: 255), id: 2), #"{"do":"toggle","column":0,"row":255,"id":2}"#),
  (Request(.clear), #"{"do":"clear"}"#),
  (Request(table("classic-maze"), id: 1), #"{"do":"table","name":"classic-maze","id":1}"#),
  (Request(table("maze:12x8:77")), #"{"do":"table","name":"maze:12x8:77"}"#),
  (Request(.next), #"{"do":"next"}"#),
  (Request(.previous), #"{"do":"previous"}"#),
  (Request(.tables, id: 3), #"{"do":"tables","id":3}"#),
  (Request(.runs(table: nil, best: false, limit: nil)), #"{"do":"runs"}"#),
  (
    Request(.runs(table: TableName("mill"), best: true, limit: 64), id: 3),
    #"{"do":"runs","table":"mill","best":true,"limit":64,"id":3}"#
  ),
  (Request(.status), #"{"do":"status"}"#),
  (Request(.level(reset: false)), #"{"do":"level"}"#),
  (Request(.level(reset: true), id: 4), #"{"do":"level","reset":true,"id":4}"#),
  (Request(.calibrate(.first)), #"{"do":"calibrate","step":"first"}"#),
  (Request(.calibrate(.second)), #"{"do":"calibrate","step":"second"}"#),
  (Request(.calibrate(.gyro)), #"{"do":"calibrate","step":"gyro"}"#),
  (Request(.calibrate(.reset)), #"{"do":"calibrate","step":"reset"}"#),
]

@Suite("A request")
struct RequestTests {
  @Test("is this text, and is read back from it", arguments: golden.indices)
  func goldenLines(index: Int) throws {
    let (request, line) = golden[index]
    #expect(text(request.line) == line + "\n")
    #expect(try Request.decode(utf8(line)) == request)
    #expect(try Request.decode(utf8(line + "\r\n")) == request)
  }

  @Test("reads back with the same bits, whatever its numbers")
  func roundTrips() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      func within(_ limit: Double) -> Double {
        random.next() % 8 == 0 ? limit : Double.random(in: -limit...limit, using: &random)
      }
      func vector(_ limit: Double) -> XYZ {
        XYZ(x: within(limit), y: within(limit), z: within(limit))
      }
      let sample = ClientSample(
        acceleration: vector(400), angularVelocity: random.next() % 2 == 0 ? vector(70) : nil,
        t: random.next() % 2 == 0 ? within(3.2e9) : nil)
      for command in [
        .tilt(XY(x: within(400), y: within(400))), .sample(sample),
        .watch(rate: abs(within(999)) + 1),
      ] as [Request.Command] {
        let request = Request(command, id: random.next() % 2 == 0 ? random.integer() : nil)
        #expect(try Request.decode(request.line) == request)
        #expect(request.line.count <= Limits.requestLine)
      }
    }
  }

  @Test("may have fields in any order, and unknown ones")
  func unknownFields() throws {
    let line = #" { "id" : 5.0, "why" : {"a":[null]}, "y" : 1e0, "x":-2, "do":"tilt" } "#
    #expect(try request(line) == Request(.tilt(XY(x: -2, y: 1)), id: 5))
  }

  @Test("is taken up to the limits, and not beyond")
  func limits() throws {
    for (good, bad, field) in [
      (#"{"do":"watch","rate":1000}"#, #"{"do":"watch","rate":1000.001}"#, "rate"),
      (#"{"do":"watch","rate":0.1}"#, #"{"do":"watch","rate":0.0999}"#, "rate"),
      (#"{"do":"watch","rate":1}"#, #"{"do":"watch","rate":0}"#, "rate"),
      (#"{"do":"watch","rate":1}"#, #"{"do":"watch","rate":-1}"#, "rate"),
      (#"{"do":"tilt","x":400,"y":-400}"#, #"{"do":"tilt","x":400.01,"y":0}"#, "x"),
      (#"{"do":"tilt","x":-400,"y":400}"#, #"{"do":"tilt","x":0,"y":-400.01}"#, "y"),
      (
        #"{"do":"sample","acceleration":[400,-400,400]}"#,
        #"{"do":"sample","acceleration":[0,0,-401]}"#, "acceleration"
      ),
      (
        #"{"do":"sample","acceleration":[0,0,9],"angularVelocity":[70,-70,70]}"#,
        #"{"do":"sample","acceleration":[0,0,9],"angularVelocity":[0,70.1,0]}"#, "angularVelocity"
      ),
      (
        #"{"do":"sample","acceleration":[0,0,9],"t":3.2e9}"#,
        #"{"do":"sample","acceleration":[0,0,9],"t":3.3e9}"#, "t"
      ),
      (
        #"{"do":"pause","id":9007199254740991}"#, #"{"do":"pause","id":9007199254740992}"#, "id"
      ),
      (
        #"{"do":"pause","id":-9007199254740991}"#, #"{"do":"pause","id":-9007199254740993}"#, "id"
      ),
      (#"{"do":"pause","id":1}"#, #"{"do":"pause","id":99999999999999999999}"#, "id"),
      (
        #"{"do":"toggle","column":255,"row":0}"#, #"{"do":"toggle","column":256,"row":0}"#, "column"
      ),
      (#"{"do":"toggle","column":0,"row":0}"#, #"{"do":"toggle","column":-1,"row":0}"#, "column"),
      (#"{"do":"toggle","column":0,"row":255}"#, #"{"do":"toggle","column":0,"row":1e300}"#, "row"),
      (#"{"do":"runs","limit":64}"#, #"{"do":"runs","limit":65}"#, "limit"),
      (#"{"do":"runs","limit":0}"#, #"{"do":"runs","limit":-1}"#, "limit"),
    ] {
      #expect(throws: Never.self) { try request(good) }
      let error = refusal(utf8(bad))
      #expect(error?.code == .outOfRange, "\(bad)")
      #expect(error?.field == field, "\(bad)")
    }
  }

  @Test(
    "is refused with a stable code, the field and its own id",
    arguments: [
      (#""#, "bad-json", nil, nil),
      (#"   "#, "bad-json", nil, nil),
      (#"pause"#, "bad-json", nil, nil),
      (#"{"do":"pause","id":1"#, "bad-json", nil, nil),
      (#"{"do":"pause"} {"do":"pause"}"#, "bad-json", nil, nil),
      (#"{"do":"pause","do":"resume","id":1}"#, "bad-json", nil, nil),
      (#"{"do":"tilt","x":1e999,"y":0,"id":1}"#, "out-of-range", nil, nil),
      (#"[]"#, "not-an-object", nil, nil),
      (#""pause""#, "not-an-object", nil, nil),
      (#"3"#, "not-an-object", nil, nil),
      (#"null"#, "not-an-object", nil, nil),
      (#"{}"#, "missing-field", "do", nil),
      (#"{"id":4}"#, "missing-field", "do", 4),
      (#"{"do":null,"id":4}"#, "bad-type", "do", 4),
      (#"{"do":["pause"],"id":4}"#, "bad-type", "do", 4),
      (#"{"do":"fly","id":4}"#, "unknown-command", "do", 4),
      (#"{"do":"","id":4}"#, "unknown-command", "do", 4),
      (#"{"do":"Pause","id":4}"#, "unknown-command", "do", 4),
      (#"{"do":"pau\u0000se","id":4}"#, "unknown-command", "do", 4),
      (#"{"do":"pause","id":"4"}"#, "bad-type", "id", nil),
      (#"{"do":"pause","id":4.5}"#, "bad-type", "id", nil),
      (#"{"do":"pause","id":null}"#, "bad-type", "id", nil),
      (#"{"do":"watch","rate":"30","id":4}"#, "bad-type", "rate", 4),
      (#"{"do":"watch","rate":null,"id":4}"#, "bad-type", "rate", 4),
      (#"{"do":"watch","rate":true,"id":4}"#, "bad-type", "rate", 4),
      (#"{"do":"tilt","y":0,"id":4}"#, "missing-field", "x", 4),
      (#"{"do":"toggle","row":0,"id":4}"#, "missing-field", "column", 4),
      (#"{"do":"toggle","column":0,"id":4}"#, "missing-field", "row", 4),
      (#"{"do":"toggle","column":0.5,"row":0,"id":4}"#, "bad-type", "column", 4),
      (#"{"do":"toggle","column":0,"row":"0","id":4}"#, "bad-type", "row", 4),
      (#"{"do":"table","id":4}"#, "missing-field", "name", 4),
      (#"{"do":"runs","table":"../marble","id":4}"#, "bad-type", "table", 4),
      (#"{"do":"runs","table":3,"id":4}"#, "bad-type", "table", 4),
      (#"{"do":"runs","best":1,"id":4}"#, "bad-type", "best", 4),
      (#"{"do":"runs","limit":2.5,"id":4}"#, "bad-type", "limit", 4),
      (#"{"do":"runs","limit":null,"id":4}"#, "bad-type", "limit", 4),
      (#"{"do":"table","name":3,"id":4}"#, "bad-type", "name", 4),
      (#"{"do":"table","name":"../marble","id":4}"#, "no-such-table", "name", 4),
      (#"{"do":"level","reset":1,"id":4}"#, "bad-type", "reset", 4),
      (#"{"do":"calibrate","id":4}"#, "missing-field", "step", 4),
      (#"{"do":"calibrate","step":1,"id":4}"#, "bad-type", "step", 4),
      (#"{"do":"calibrate","step":"third","id":4}"#, "out-of-range", "step", 4),
      (#"{"do":"tilt","x":0,"id":4}"#, "missing-field", "y", 4),
      (#"{"do":"tilt","x":"0","y":0,"id":4}"#, "bad-type", "x", 4),
      (#"{"do":"tilt","x":0,"y":[0],"id":4}"#, "bad-type", "y", 4),
      (#"{"do":"sample","id":4}"#, "missing-field", "acceleration", 4),
      (#"{"do":"sample","acceleration":9.8,"id":4}"#, "bad-type", "acceleration", 4),
      (#"{"do":"sample","acceleration":[0,9.8],"id":4}"#, "bad-type", "acceleration", 4),
      (#"{"do":"sample","acceleration":[0,0,0,9.8],"id":4}"#, "bad-type", "acceleration", 4),
      (#"{"do":"sample","acceleration":[0,0,"9.8"],"id":4}"#, "bad-type", "acceleration", 4),
      (#"{"do":"sample","acceleration":{"x":0},"id":4}"#, "bad-type", "acceleration", 4),
      (
        #"{"do":"sample","acceleration":[0,0,9],"angularVelocity":1,"id":4}"#, "bad-type",
        "angularVelocity", 4
      ),
      (#"{"do":"sample","acceleration":[0,0,9],"t":"now","id":4}"#, "bad-type", "t", 4),
    ] as [(String, String, String?, Int64?)])
  func refusals(line: String, code: String, field: String?, id: Int64?) throws {
    let error = try #require(refusal(utf8(line)), "\(line) was taken")
    #expect(error.code.rawValue == code)
    #expect(error.field == field)
    #expect(error.id == id)
    #expect(!error.message.isEmpty)
    // The answer is itself a line that a client can read.
    #expect(try Message.decode(Message.error(error).line) == .error(error))
  }

  @Test(
    "names a table by a name that is no path",
    arguments: [
      ("marble", true), ("a", true), ("Maze_2.v1-b", true), ("maze", true), ("7", true),
      ("-", true), ("a.", true), ("a..b", true), (String(repeating: "n", count: 64), true),
      (String(repeating: "n", count: 65), false), ("", false), (".", false), ("..", false),
      (".hidden", false), ("a/b", false), ("/etc/passwd", false), ("a b", false), ("a\n", false),
      ("a\0", false), ("caf\u{e9}", false), ("\u{ff41}", false), ("a:b", false), ("a\\b", false),
      ("maze:12x8:0", true), ("maze:1x256:18446744073709551615", true), ("maze:012x8:7", false),
      ("maze:12x8:07", false),
      ("maze:12x8:18446744073709551616", false), ("maze:0x8:1", false), ("maze:12x257:1", false),
      ("maze:12x8", false), ("maze:12x8:", false), ("maze:12x8:-1", false),
      ("maze:12x8:+1", false), ("maze:+12x8:1", false), ("maze:12x8:1:2", false),
      ("maze:12X8:1", false), ("maze:12x8x3:1", false), ("maze:x8:1", false), ("maze::1", false),
      ("Maze:12x8:1", false), ("maze:12x8: 1", false),
      ("maze:99999999999999999999x8:1", false),
    ])
  func tableNames(text: String, isName: Bool) {
    #expect((TableName(text) != nil) == isName)
    #expect(TableName(text).map(\.description) ?? text == text)
  }

  @Test("of more than 4 KiB is refused before it is parsed")
  func tooLong() {
    let padding = String(repeating: " ", count: Limits.requestLine - 14)
    #expect(refusal(utf8(#"{"do":"pause"}"# + padding)) == nil)
    #expect(refusal(utf8(#"{"do":"pause"}"# + padding + " ")) == .lineTooLong)
    #expect(refusal(Array(repeating: 0x5b, count: 1 << 20)) == .lineTooLong)
  }

  @Test("survives whatever a line may hold, and a long name is cut in the answer")
  func hostile() {
    for line in hostileLines { #expect(refusal(line) != nil, "\(line.prefix(60)) was taken") }
    let error = refusal(utf8("{\"do\":\"" + String(repeating: "x", count: 4000) + "\"}"))
    #expect((error?.message.count ?? 1000) < 100)
  }

  @Test("survives a byte changed, cut or doubled anywhere in it")
  func mutations() {
    var random = SplitMix64(seed: 99)
    for (_, line) in golden {
      let bytes = utf8(line)
      for index in bytes.indices {
        _ = refusal(Array(bytes[..<index]))
        for _ in 0..<20 {
          var changed = bytes
          changed[index] = UInt8(truncatingIfNeeded: random.next())
          if let error = refusal(changed) {
            #expect(Message.error(error).line.count <= Limits.messageLine)
          }
        }
        _ = refusal(Array(bytes[...index] + bytes[index...]))
      }
    }
  }
}
