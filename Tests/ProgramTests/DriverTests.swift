// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@Suite("who tilts the table, and whose menu is open")
struct DriverTests {
  @Test("the last client to tilt drives, and both are told")
  func takeover() throws {
    let daemon = try RunningDaemon()
    let one = try daemon.connect()
    let two = try daemon.connect()
    try one.command(.watch(rate: nil))
    try two.command(.watch(rate: nil))
    func nextTakeover(_ client: TestClient) throws -> String {
      try client.first { message in
        if case .event(let event) = message, case .takeover(let by) = event.kind { by } else { nil }
      }
    }
    try one.send(.tilt(XY(x: 1, y: 0)))
    #expect(try nextTakeover(one) == "client 1")
    #expect(try nextTakeover(two) == "client 1")
    try two.send(.tilt(XY(x: -1, y: 0)))
    #expect(try nextTakeover(one) == "client 2")
    #expect(try nextTakeover(two) == "client 2")
  }

  @Test("who comes late is told in the first state who drives, and all when it ends")
  func driver() throws {
    let daemon = try RunningDaemon(["--source", "client"])
    let player = try daemon.connect()
    try player.command(.tilt(XY(x: 1, y: 0)))
    let late = try daemon.connect(control: false)
    try late.send(.watch(rate: nil))
    #expect(try late.nextState().driver == "client 1")
    try player.command(.release)
    while try late.nextState().driver != nil {}
  }

  @Test("whose menu is open is told in the states, of a table that stands too, until it is closed")
  func menu() throws {
    let daemon = try RunningDaemon(["--source", "client"])
    let display = try daemon.connect()
    let other = try daemon.watch()
    #expect(try other.nextState().menu == nil)
    try display.command(.menu(isOpen: true))
    while try other.nextState().menu != "client 1" {}
    try display.command(.menu(isOpen: false))
    while try other.nextState().menu != nil {}
    var gone: TestClient? = try daemon.connect()
    try gone?.command(.menu(isOpen: true))
    while try other.nextState().menu != "client 3" {}
    gone = nil
    while try other.nextState().menu != nil {}
  }

  @Test("who loses the table hears whose it is now, watching or not, and knows its own name")
  func overtaken() throws {
    let daemon = try RunningDaemon()
    let loser = try daemon.connect()
    guard case .hello(let hello) = try loser.next() else {
      Issue.record("no hello")
      return
    }
    #expect(hello.client == "client 1")
    try loser.command(.tilt(XY(x: 1, y: 0)))
    let winner = try daemon.connect()
    try winner.command(.tilt(XY(x: -1, y: 0)))
    let by: String = try loser.first { message in
      if case .event(let event) = message, case .takeover(let by) = event.kind { by } else { nil }
    }
    #expect(by == "client 2")
    // The one that didn't lose it and doesn't watch isn't told.
    try loser.command(.tilt(XY(x: 1, y: 0)))
    try winner.command(.release, id: 5)
    try loser.command(.tilt(XY(x: 1, y: 1)), id: 6)
    try loser.send(.restart, id: 7)
    let next: Message = try loser.next()
    #expect(next == .ok(Confirmation(command: "restart", id: 7)))
  }

  @Test("when the client that drives disconnects, the table is level and the game paused")
  func disconnect() throws {
    let daemon = try RunningDaemon()
    let watcher = try daemon.connect()
    try watcher.command(.watch(rate: nil))
    do {
      let driver = try daemon.connect()
      try driver.command(.tilt(XY(x: 0.5, y: 0)))
    }
    let state = try watcher.state(in: .paused)
    #expect(state.tilt == XY(x: 0, y: 0))
  }
}
