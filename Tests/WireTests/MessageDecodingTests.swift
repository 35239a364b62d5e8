// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite("A client's reader")
struct MessageDecodingTests {
  @Test("ignores classes, fields, phases and events of a newer server")
  func newer() throws {
    #expect(try Message.decode(utf8(#"{"class":"weather","rain":[{"mm":3}]}"#)) == nil)
    let state = try Message.decode(
      utf8(
        #"{"new":12345678901234567890123,"class":"state","seq":1,"t":2,"phase":"won","balls":"#
          + #"[{"x":1,"y":2,"vx":3,"vy":4,"spin":5}],"tilt":[0,0],"score":{"a":[1]}}"#))
    #expect(
      state
        == .state(
          State(
            seq: 1, t: 2, phase: Phase(rawValue: "won"),
            balls: [State.Ball(x: 1, y: 2, vx: 3, vy: 4)], tilt: XY(x: 0, y: 0))))
    let event = try Message.decode(utf8(#"{"class":"event","event":"captured","t":3,"hole":2}"#))
    #expect(event == .event(Event(t: 3, .other("captured"))))
  }

  @Test(
    "understands the same major protocol number only",
    arguments: [
      ("1.0", true), ("1.7", true), ("1", true), ("2.0", false), ("10.0", false), ("", false),
    ])
  func protocols(version: String, isUnderstood: Bool) {
    let hello = Hello(server: "balld 9", protocolVersion: version, session: "s")
    #expect(hello.isUnderstood == isUnderstood)
  }

  @Test(
    "says which field of a bad message is lacking or wrong",
    arguments: [
      (#"{}"#, "the line has no class"),
      (#"{"class":3}"#, "the line has no class"),
      (#"[]"#, "the line is no JSON object"),
      (#"3"#, "the line is no JSON object"),
      (#"{"class":"ok","do":"pause"}"#, "a message of class ok has no field 'id'"),
      (
        #"{"class":"ok","do":"pause","id":1.5}"#,
        "in a message of class ok, the field 'id' has the wrong type"
      ),
      (
        #"{"class":"ok","do":"pause","id":1e300}"#,
        "in a message of class ok, the field 'id' has the wrong type"
      ),
      (#"{"class":"event","event":"paused"}"#, "a message of class event has no field 't'"),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[{"x":1}],"tilt":[0,0]}"#,
        "in a message of class state, the field 'balls' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[3],"tilt":[0,0]}"#,
        "in a message of class state, the field 'balls' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[],"tilt":[0]}"#,
        "in a message of class state, the field 'tilt' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[],"tilt":[0,0],"up":[0,0,"a"]}"#,
        "in a message of class state, the field 'up' has the wrong type"
      ),
      (
        #"{"class":"sensor","source":"iio","gyro":true,"mount":[1],"mountFrom":"","health":"ok"}"#,
        "in a message of class sensor, the field 'mount' has the wrong type"
      ),
      (
        #"{"class":"error","code":"x","message":"y","hint":null}"#,
        "in a message of class error, the field 'hint' has the wrong type"
      ),
    ])
  func refusals(line: String, expected: String) {
    do throws(MessageError) {
      _ = try Message.decode(utf8(line))
      Issue.record("\(line) was taken")
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test("survives whatever a line may hold")
  func hostile() {
    for line in hostileLines { #expect(throws: MessageError.self) { try Message.decode(line) } }
  }
}

/// Lines that aren't JSON, or not for jansson: none of them may trap a reader.
let hostileLines: [[UInt8]] = [
  [], [0], [10], utf8("{"), utf8("{\"do\":\"watch\"} x"), utf8("{\"do\":\"watch\"\0}"),
  utf8("{\"do\":\"watch\",\"do\":\"watch\"}"), utf8("{'do':'watch'}"), utf8("{\"do\":NaN}"),
  utf8("{\"do\":Infinity}"), utf8("{\"\\u0000\":1}"), utf8("{\"a\":\"\\ud800\"}"),
  utf8("\u{feff}{}"), [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d], [0xc3], [0x22, 0xc3],
  utf8("{\"a\":1e999}"), utf8("{\"a\":-1e999}"),
  utf8("{\"a\":" + String(repeating: "9", count: 2000) + "}"),
  utf8(String(repeating: "[", count: 4000)),
  utf8(String(repeating: "[", count: 2040) + String(repeating: "]", count: 2040)),
  utf8(String(repeating: "{\"a\":", count: 700)),
  Array(repeating: 0x20, count: 4000),
]
