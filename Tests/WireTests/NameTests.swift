// SPDX-License-Identifier: MIT

import Testing
import Wire

@Suite("names in requests")
struct NameTests {
  /// The request of each command that takes a name, with a field for it; and the commands that take none.
  private static let named = [
    "table": #"{"do":"table","id":4,"name":"#, "runs": #"{"do":"runs","id":4,"table":"#,
  ]
  private static let nameless: Set = [
    "watch", "restart", "pause", "resume", "tilt", "sample", "release", "toggle", "clear", "next",
    "previous", "tables", "status", "level", "calibrate", "menu", "record",
  ]

  /// What gets nowhere: as JSON.
  private static let bad: [String] =
    [
      "", ".", "..", ".hidden", "/", "a/b", "../a", "/etc/passwd", "a b", "a:b", "~root",
      "a\\u0000b",
      "a\\nb", "caf\\u00e9", "\\u202emarble", "maze:", "maze:3x3:1/..", "maze:300x3:1",
      "a\\\\b", "%2e%2e", "$HOME", "`id`", "a;b", String(repeating: "a", count: 65),
      String(repeating: "../", count: 1000),
    ].map { "\"\($0)\"" } + ["7", "null", "true", "[\"marble\"]", "{\"name\":\"marble\"}"]

  @Test("that are paths, too long or no texts get nowhere, in each command", arguments: named.keys)
  func refused(command: String) throws {
    let start = try #require(Self.named[command])
    for name in Self.bad {
      do throws(ErrorReport) {
        let request = try Request.decode(utf8(start + name + "}"))
        Issue.record("\(name) was taken: \(request)")
      } catch {
        #expect(error.id == 4, "\(name)")
        #expect(error.field == (command == "table" ? "name" : "table"), "\(name)")
        #expect(error.hint != nil || error.code == .badType)
        #expect(Message.error(error).line.count < 600, "\(name)")
      }
    }
    #expect(throws: Never.self) { try Request.decode(utf8(start + "\"marble\"}")) }
  }

  @Test("of a megabyte get nowhere", arguments: named.keys)
  func megabyte(command: String) throws {
    let name = String(repeating: "a", count: 1 << 20)
    let line = utf8("\(try #require(Self.named[command]))\"\(name)\"}")
    #expect(throws: ErrorReport.lineTooLong) { try Request.decode(line) }
  }

  @Test("are looked at in every command that the protocol has")
  func complete() throws {
    // The commands as a stranger is told them.
    var told: Set<String> = []
    do throws(ErrorReport) {
      _ = try Request.decode(utf8(#"{"do":"fly"}"#))
    } catch {
      let list = try #require(error.hint).split(separator: " ").map {
        String($0.filter { $0.isLetter })
      }
      told = Set(list).subtracting(["the", "commands", "are", "and"])
    }
    #expect(told == Self.nameless.union(Self.named.keys))
  }
}
