// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Game

@Suite("what a table may be called") struct TableNameTests {
  @Test(
    "in a recording as over the socket, but that a recording doesn't look into a maze's numbers")
  func rules() {
    let signs = [
      "a", "Z", "0", ".", "_", "-", ":", "/", " ", "\n", "\0", "é", "\u{7f}", "@", "[", "`", "{",
    ]
    var names = ["", String(repeating: "n", count: 64), String(repeating: "n", count: 65)]
    for first in signs {
      names.append(first)
      for second in signs { names += [first + second, "ab" + first + second] }
    }
    names += ["maze:12x8:7", "maze:2x2:18446744073709551615"]
    var taken = 0
    for name in names {
      let isAskedFor = TableName(name) != nil
      if isAskedFor || !name.contains(":") {
        #expect(Table.canBeNamed(name) == isAskedFor, "\(name.debugDescription)")
      }
      if isAskedFor { taken += 1 }
    }
    #expect(taken > 50)
  }

  @Test("the sizes of random mazes that people are told are those that there are")
  func mazeSides() { #expect(TableName.mazeSides == RandomMaze.sides) }
}
