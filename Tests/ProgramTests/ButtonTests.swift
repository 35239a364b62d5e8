// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

/// Boards without a keyboard: the real balld hears the buttons of gamepads and of the Sense HAT.
@Suite("buttons of input devices") struct ButtonTests {
  private let input = FakeInput()

  private func daemon(_ arguments: [String] = []) throws -> RunningDaemon {
    try RunningDaemon(
      ["--set", "sensor.rescan=0.1"] + arguments, environment: input.environment)
  }

  private static let codes = [
    "BTN_SOUTH": 0x130, "BTN_EAST": 0x131, "BTN_TL": 0x136, "BTN_TR": 0x137, "BTN_SELECT": 0x13a,
    "BTN_START": 0x13b, "BTN_MODE": 0x13c,
  ]

  private func press(_ name: String, on number: Int = 2) {
    let code = Self.codes[name] ?? 0
    input.write(
      [(1, code, 1), (0, 0, 0), (1, code, 0), (0, 0, 0)], to: number, time: monotonicNow())
  }

  private func push(hat axis: Int, to value: Int, on number: Int = 2) {
    input.write(
      [(3, axis, value), (0, 0, 0), (3, axis, 0), (0, 0, 0)], to: number, time: monotonicNow())
  }

  /// A client that is told everything, of a daemon that has opened the gamepad.
  private func watcher(of daemon: RunningDaemon) throws -> TestClient {
    let client = try daemon.connect()
    try client.command(.watch(rate: nil))
    // What is pressed before it is open is nobody's.
    let isOpen = try repeating(
      { push(hat: 0x11, to: -1) }, until: { $0.name == "button" }, toldTo: client)
    guard isOpen else {
      Issue.record("the gamepad was never opened")
      return client
    }
    // Pushes of rounds before may not be told yet; they are, when this one is, which does nothing.
    press("BTN_SOUTH")
    while try client.nextButton().name != "BTN_SOUTH" {}
    return client
  }

  /// Does something again and again until an event is told that is as wanted; false when none is.
  ///
  /// For what acts from a moment on that nobody tells.
  private func repeating(
    _ action: () -> Void, until condition: (Event.Kind) -> Bool, toldTo client: TestClient
  ) throws -> Bool {
    for _ in 0..<200 {
      action()
      try client.send(.tables, id: 99)
      let isTold = try client.first { message -> Bool? in
        switch message {
        case .event(let event) where condition(event.kind): true
        case .ok: false
        default: nil
        }
      }
      if isTold { return true }
      idle(until: monotonicNow() + 50_000_000)
    }
    return false
  }

  @Test("each action does what it says, and is told; beside the client that tilts the table")
  func actions() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon(["--table", "first-roll"])
    let client = try watcher(of: daemon)
    try client.command(.tilt(XY(x: 0.2, y: 0)))

    press("BTN_START")
    try client.event("paused")
    press("BTN_START")
    try client.event("resumed")
    press("BTN_SELECT")
    try client.event("restarted")
    press("BTN_TR")
    try client.event("table")
    press("BTN_TL")
    let name = try client.first { message -> String? in
      if case .event(let event) = message, case .table(let name) = event.kind { name } else { nil }
    }
    #expect(name == "first-roll")
  }

  @Test("whatever is pushed is told with what it does, and what the map doesn't know is not")
  func told() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon(["--set", "input.buttons=BTN_SOUTH=select BTN_MODE=level up=restart"])
    let client = try watcher(of: daemon)
    press("BTN_EAST")
    press("BTN_SOUTH")
    #expect(try client.nextButton() == Event.Button(name: "BTN_SOUTH", action: "select"))
    press("BTN_MODE")
    #expect(try client.nextButton() == Event.Button(name: "BTN_MODE", action: "level"))
    push(hat: 0x10, to: 1)
    #expect(try client.nextButton() == Event.Button(name: "right"))
    push(hat: 0x11, to: -1)
    #expect(try client.nextButton() == Event.Button(name: "up", action: "restart"))
    try client.event("restarted")
  }

  @Test("while a menu is open buttons only tell it; closed or gone, they act again")
  func menu() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon()
    let client = try watcher(of: daemon)
    let display = try daemon.connect()
    try display.command(.watch(rate: 1))
    try display.command(.menu(isOpen: true))
    press("BTN_START")
    push(hat: 0x11, to: 1)
    #expect(try display.nextButton() == Event.Button(name: "BTN_START", action: "pause"))
    #expect(try display.nextButton() == Event.Button(name: "down", action: "restart"))
    try display.command(.menu(isOpen: false))
    press("BTN_START")
    // The first that happens after what was told alone.
    let happened = try client.first { message -> Event.Kind? in
      guard case .event(let event) = message else { return nil }
      if case .button = event.kind { return nil }
      return event.kind
    }
    #expect(happened == .paused)
    do {
      let other = try daemon.connect()
      try other.command(.watch(rate: 1))
      try other.command(.menu(isOpen: true))
      press("BTN_START")
      #expect(try other.nextButton().action == "pause")
    }
    // Nobody can say when the daemon hears that the other is gone: pressed until it acts.
    let acts = try repeating(
      { press("BTN_SELECT") }, until: { $0 == .restarted }, toldTo: client)
    #expect(acts, "buttons stay dead when the client with the menu is gone")
  }

  @Test("of two menus the first has the buttons, alone; the second is refused, and follows it")
  func menus() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon()
    _ = try watcher(of: daemon)
    let (first, second) = (try daemon.connect(), try daemon.connect())
    try first.command(.watch(rate: 1))
    try second.command(.watch(rate: 1))
    try first.command(.menu(isOpen: true))
    try second.send(.menu(isOpen: true))
    let refusal = try second.nextError()
    #expect(refusal.code == .menuElsewhere && refusal.hint != nil)
    press("BTN_START")
    #expect(try first.nextButton().name == "BTN_START")
    // What is told next to the second is what comes after the first has closed.
    try first.command(.menu(isOpen: false))
    press("BTN_SOUTH")
    #expect(try second.nextButton().name == "BTN_SOUTH")
    try second.command(.menu(isOpen: false))
    press("BTN_SELECT")
    #expect(try first.nextButton().name == "BTN_SELECT")
  }

  @Test("who may only watch can't take the buttons away")
  func view() throws {
    let daemon = try daemon()
    let viewer = try daemon.connect(control: false)
    try viewer.send(.menu(isOpen: true))
    #expect(try viewer.nextError().code == .notPermitted)
  }

  @Test("the pad that tilts the table steers and says so; its other buttons act")
  func pad() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon(["--source", "evdev"])
    let client = try daemon.watch()
    _ = try client.sensor { $0.mode != nil }
    _ = try client.state(in: .rolling)
    input.write([(3, 0x10, -1), (0, 0, 0)], to: 2, time: monotonicNow())
    #expect(try client.nextButton() == Event.Button(name: "left"))
    _ = try client.first { message in
      if case .state(let state) = message, state.tilt.x < -1.36 { state } else { nil }
    }
    press("BTN_START")
    try client.event("paused")
  }

  @Test("a button that can do nothing here is answered in the log, and nothing else happens")
  func refused() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon(["--set", "daemon.playlist=none"])
    _ = try watcher(of: daemon)
    press("BTN_TR")
    #expect(
      try daemon.program.waitForError(
        containing: "BTN_TR does nothing: there is no other table to go to"))
  }

  @Test("the Sense HAT's joystick acts; a keyboard is somebody else's")
  func others() throws {
    input.plug(.keyboard, as: 1)
    input.plug(.gamepad(), as: 2)
    input.plug(.senseHat, as: 3)
    let daemon = try daemon()
    let client = try watcher(of: daemon)
    for number in [1, 3] {
      input.write(
        [(1, 28, 1), (0, 0, 0), (1, 28, 0), (0, 0, 0)], to: number, time: monotonicNow())
    }
    press("BTN_MODE")
    var names: [String] = []
    while names.last != "BTN_MODE" { names.append(try client.nextButton().name) }
    #expect(names.filter { $0 == "KEY_ENTER" }.count <= 1)
    input.write([(1, 28, 1), (0, 0, 0)], to: 3, time: monotonicNow())
    #expect(try client.nextButton() == Event.Button(name: "KEY_ENTER", action: "select"))
  }

  @Test("without a map no device is opened for its buttons")
  func none() throws {
    input.plug(.gamepad(), as: 2)
    let daemon = try daemon(["--set", "input.buttons=none"])
    let tasks = "/proc/\(daemon.program.identifier)/task"
    let names = try Directory.names(in: tasks).map { number in
      let bytes = try Descriptor.open("\(tasks)/\(number)/comm", .reading).readAll(atMost: 64)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(names.contains("balld\n") && !names.contains("balld-input\n"), "\(names)")
  }
}
