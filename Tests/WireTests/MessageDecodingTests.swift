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
        #"{"new":12345678901234567890123,"class":"state","seq":1,"t":2,"phase":"flying","balls":"#
          + #"[{"x":1,"y":2,"vx":3,"vy":4,"spin":5}],"tilt":[0,0],"wind":{"a":[1]}}"#))
    #expect(
      state
        == .state(
          State(
            seq: 1, t: 2, phase: Phase(rawValue: "flying"),
            balls: [State.Ball(x: 1, y: 2, vx: 3, vy: 4)], tilt: XY(x: 0, y: 0))))
    let event = try Message.decode(utf8(#"{"class":"event","event":"bumped","t":3,"hole":2}"#))
    #expect(event == .event(Event(t: 3, .other("bumped"))))
    let table = try Message.decode(
      utf8(
        #"{"class":"table","name":"n","hash":"h","game":"g","width":1,"height":1,"ballRadius":0.1,"#
          + #""columns":3,"rows":1,"blocks":["~#."],"holes":[{"x":0,"y":0,"radius":1,"depth":2}]}"#)
    )
    guard case .table(let report)? = table else {
      Issue.record("no table")
      return
    }
    // A sign of a newer server is floor.
    #expect(report.blocks?.lines == [".#."])
    #expect(report.holes == [TableReport.Hole(x: 0, y: 0, radius: 1)])
  }

  @Test("takes a grid for what it says, cell by cell")
  func grid() throws {
    var grid = try #require(BlockGrid(rows: ["#..", "..#"]))
    #expect(grid.columns == 3 && grid.rows == 2)
    #expect(grid[0, 0] && !grid[1, 0] && !grid[0, 1] && grid[2, 1])
    grid[1, 1] = true
    #expect(grid.lines == ["#..", ".##"])
    // Cells that aren't there: never a block, and no trap.
    for (column, row) in [(-1, 0), (3, 0), (0, -1), (0, 2), (Int.max, Int.max), (Int.min, 0)] {
      grid[column, row] = true
      #expect(!grid[column, row] && !grid.contains(column: column, row: row))
    }
    #expect(grid.lines == ["#..", ".##"])
    grid.clear()
    #expect(grid.lines == ["...", "..."])
    #expect(BlockGrid(columns: 256, rows: 256) != nil)
    for (columns, rows) in [(0, 1), (1, 0), (-1, 4), (257, 1), (1, 257), (Int.max, Int.max)] {
      #expect(BlockGrid(columns: columns, rows: rows) == nil)
    }
    for rows in [[], [""], ["..", "."], [".", ".."]] { #expect(BlockGrid(rows: rows) == nil) }
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
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[],"tilt":[0,0],"#
          + #""quality":{"uncertaintyDegrees":1,"resting":1,"rejected":0}}"#,
        "in a message of class state, the field 'quality' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[],"tilt":[0,0],"#
          + #""quality":{"uncertaintyDegrees":1,"resting":true,"rejected":0,"gyroBias":[1]}}"#,
        "in a message of class state, the field 'quality' has the wrong type"
      ),
      (
        #"{"class":"sensor","source":"iio","gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"#
          + #""mountFrom":"","level":[0,0],"health":"ok"}"#,
        "in a message of class sensor, the field 'level' has the wrong type"
      ),
      (
        #"{"class":"sensor","source":"iio","gyro":true,"mount":[1],"mountFrom":"","health":"ok"}"#,
        "in a message of class sensor, the field 'mount' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[{"x":1,"y":1,"vx":0,"vy":0,"#
          + #""off":1}],"tilt":[0,0]}"#,
        "in a message of class state, the field 'balls' has the wrong type"
      ),
      (
        #"{"class":"state","seq":1,"t":0,"phase":"ready","balls":[],"tilt":[0,0],"score":1.5}"#,
        "in a message of class state, the field 'score' has the wrong type"
      ),
      (
        #"{"class":"event","event":"block","t":0,"column":1,"row":2}"#,
        "a message of class event has no field 'block'"
      ),
      (
        #"{"class":"event","event":"captured","t":0,"ball":1,"hole":0.5,"x":0,"y":0}"#,
        "in a message of class event, the field 'hole' has the wrong type"
      ),
      (
        #"{"class":"event","event":"lost","t":0}"#,
        "a message of class event has no field 'reason'"
      ),
      (#"{"class":"tables"}"#, "a message of class tables has no field 'tables'"),
      (
        #"{"class":"tables","tables":[],"broken":[{"name":"a"}]}"#,
        "in a message of class tables, the field 'broken' has the wrong type"
      ),
      (
        #"{"class":"tables","tables":[{"name":"a"}]}"#,
        "in a message of class tables, the field 'tables' has the wrong type"
      ),
      (
        #"{"class":"tables","tables":[{"name":"a","game":"b","title":3}]}"#,
        "in a message of class tables, the field 'tables' has the wrong type"
      ),
      (
        #"{"class":"tables","tables":[{"name":"a","game":"b","best":{}}]}"#,
        "in a message of class tables, the field 'tables' has the wrong type"
      ),
      (
        #"{"class":"tables","tables":[{"name":"a","game":"b","best":{"time":1,"score":0.5}}]}"#,
        "in a message of class tables, the field 'tables' has the wrong type"
      ),
      (#"{"class":"runs","runs":[]}"#, "a message of class runs has no field 'storage'"),
      (
        #"{"class":"runs","runs":[1],"storage":{}}"#,
        "in a message of class runs, the field 'runs' has the wrong type"
      ),
      (
        #"{"class":"runs","runs":[{"table":"a"}],"storage":{}}"#,
        "a message of class runs has no field 'hash'"
      ),
      (
        #"{"class":"runs","runs":[],"storage":{"free":"much"}}"#,
        "in a message of class runs, the field 'free' has the wrong type"
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

  @Test(
    "says which part of a bad table is wrong",
    arguments: [
      (#""blocks":["..",".."],"columns":2"#, "rows", false),
      (#""blocks":["..",".."],"rows":2"#, "columns", false),
      (#""blocks":["..",".."],"columns":3,"rows":2"#, "blocks", true),
      (#""blocks":["..",".."],"columns":2,"rows":1"#, "blocks", true),
      (#""blocks":["..","."],"columns":2,"rows":2"#, "blocks", true),
      (#""blocks":[],"columns":0,"rows":0"#, "blocks", true),
      (#""blocks":[""],"columns":0,"rows":1"#, "blocks", true),
      (#""blocks":["é"],"columns":1,"rows":1"#, "blocks", true),
      (#""blocks":[1],"columns":1,"rows":1"#, "blocks", true),
      (#""blocks":"..","columns":2,"rows":1"#, "blocks", true),
      (#""blocks":["."],"columns":1e300,"rows":1"#, "columns", true),
      (#""holes":{}"#, "holes", true), (#""holes":[0]"#, "holes", true),
      (#""holes":[{"x":0,"y":0}]"#, "holes", true), (#""pivot":[0,0]"#, "pivot", true),
      (#""pivot":{"x":0}"#, "pivot", true), (#""flag":{"x":0,"y":0,"width":1}"#, "flag", true),
      (#""flag":{"x":0,"y":0,"width":1,"height":"1"}"#, "flag", true),
      (#""title":1"#, "title", true), (#""time":"60""#, "time", true),
      (#""balls":2.5"#, "balls", true), (#""balls":null"#, "balls", true),
    ])
  func badTables(fields: String, field: String, isThere: Bool) {
    let start =
      #"{"class":"table","name":"n","hash":"h","game":"g","width":1,"height":1,"ballRadius":1,"#
    let expected =
      isThere
      ? "in a message of class table, the field '\(field)' has the wrong type"
      : "a message of class table has no field '\(field)'"
    do throws(MessageError) {
      _ = try Message.decode(utf8(start + fields + "}"))
      Issue.record("\(fields) was taken")
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
