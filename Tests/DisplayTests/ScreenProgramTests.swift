// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing
import Wire

@testable import Display

/// The built program on screens in files, beside a daemon that does what the test says.
@Suite("ballview on a screen", .serialized)
struct ScreenProgramTests {
  private let screens = FakeScreen()
  private let daemon: Playground
  private let shape = FakeScreen.Shape(160, 120, console: 1)

  init() throws { daemon = try Playground() }

  // MARK: What is there

  private func start(_ options: [String] = ["--fb"]) throws -> Program {
    var environment = screens.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return try Program.start(
      "ballview", ["--runtime-dir=\(daemon.directory)"] + options, environment: environment)
  }

  private func wait(
    _ what: String, location: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try daemon.wait(what, lookingEach: 5_000_000, location: location, until: isDone)
  }

  /// What the program is expected to know: the daemon's greeting.
  private func player(mayControl: Bool = true) -> Player {
    var player = Player(rate: 30, hasKeys: false)
    _ = player.opened(mayControl: mayControl)
    _ = player.take(.sensor(Examples.sensor), at: 0)
    _ = player.take(.table(Examples.table), at: 0)
    _ = player.take(.state(Examples.state()), at: 0)
    return player
  }

  /// The memory of a screen that shows a scene.
  private func memory(of scene: Scene, _ shape: FakeScreen.Shape) throws -> [UInt8] {
    func field(_ offset: Int, _ length: Int) -> PixelFormat.Field {
      PixelFormat.Field(offset: offset, length: length)
    }
    let format = try #require(
      shape.bits == 16
        ? PixelFormat(bits: 16, red: field(11, 5), green: field(5, 6), blue: field(0, 5))
        : PixelFormat(bits: 32, red: field(16, 8), green: field(8, 8), blue: field(0, 8)))
    var memory = [UInt8](repeating: 0, count: shape.stride * shape.height)
    let layout = try #require(
      ScreenLayout(
        width: shape.width, height: shape.height, stride: shape.stride, size: memory.count,
        format: format))
    let painter = PicturePainter(width: shape.width, height: shape.height)
    _ = painter.paint(scene)
    ScreenEncoder(layout: layout, rotation: .none).encode(
      painter.picture.bounds, of: painter.picture
    ) { bytes, offset in
      for (index, byte) in bytes.enumerated() { memory[offset + index] = byte }
    }
    return memory
  }

  /// Waits until a screen shows a scene, within what Cairo rounds in another way when it draws a part again.
  private func waitFor(
    _ scene: Scene, on number: Int = 0, _ shape: FakeScreen.Shape? = nil,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = try memory(of: scene, shape ?? self.shape)
    try wait("the picture on fb\(number)", location: location) {
      let shown = screens.memory(number)
      guard shown.count == wanted.count else { return false }
      // The unused byte of a pixel says nothing.
      return shown.indices.allSatisfy {
        ((shape ?? self.shape).bits == 32 && $0 % 4 == 3)
          || abs(Int(shown[$0]) - Int(wanted[$0])) <= 3
      }
    }
  }

  private func push(_ name: String, _ action: String? = nil) throws -> Message {
    let message = Message.event(Event(t: 80, .button(Event.Button(name: name, action: action))))
    try daemon.send(message)
    return message
  }

  private let list = TableList(tables: [
    TableList.Entry(name: "marble", game: "marble"),
    TableList.Entry(name: "gap", title: "Mind the gap", game: "maze"),
  ])

  // MARK: The menu

  @Test("a joystick's buttons open the menu, choose a table, and the daemon is asked for it")
  func joystick() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    var player = player()
    try waitFor(player.scene)
    #expect(daemon.requests == [.watch(rate: 30)])
    _ = player.take(try push("KEY_ENTER", "select"), at: 0)
    try wait("the menu's requests") { daemon.requests.count == 4 }
    #expect(daemon.requests[1...] == [.menu(isOpen: true), .pause, .tables])
    try daemon.send(.tables(list))
    _ = player.take(.tables(list), at: 0)
    // Down to the tables, into them, and from the one that is played to the next.
    for (name, action) in [
      ("down", "restart"), ("down", "restart"), ("KEY_ENTER", "select"), ("down", "restart"),
    ] {
      _ = player.take(try push(name, action), at: 0)
    }
    #expect(player.scene.menu?.showsTables == true && player.scene.menu?.marked == 2)
    try waitFor(player.scene)
    _ = try push("KEY_ENTER", "select")
    try wait("the table's request") { daemon.requests.count == 6 }
    let name = try #require(TableName("gap"))
    #expect(daemon.requests[4...] == [.menu(isOpen: false), .table(name)])
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
  }

  @Test("a board that stands on an edge opens it, and going on goes on, also from another's pause")
  func edge() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene)
    var state = Examples.state(seq: 2, t: 77.4, phase: .paused)
    (state.tilt, state.up) = (XY(x: 0, y: 0), XYZ(x: 0, y: 0, z: 1))
    try daemon.send(.state(state))
    (state.seq, state.t, state.tilt) = (3, 77.5, XY(x: 0, y: 1.3))
    state.up = XYZ(x: 0, y: 0.9, z: 0.43589)
    try daemon.send(.state(state))
    try wait("the menu's requests") { daemon.requests.count == 3 }
    // It was paused already.
    #expect(daemon.requests[1...] == [.menu(isOpen: true), .tables])
    _ = try push("BTN_SOUTH", "select")
    try wait("the menu's end") { daemon.requests.count == 5 }
    #expect(daemon.requests[3...] == [.menu(isOpen: false), .resume])
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
  }

  @Test("who may only watch has no menu, and both the log and the screen say so")
  func watching() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve(mayControl: false)
    let program = try start()
    var player = player(mayControl: false)
    #expect(try program.waitForError(containing: "watching only"))
    try waitFor(player.scene)
    _ = player.take(try push("KEY_ENTER", "select"), at: 0)
    #expect(player.scene.menu == nil && player.scene.notice == "watching only")
    try waitFor(player.scene)
    #expect(daemon.requests == [.watch(rate: 30)])
    program.send(.terminate)
    let result = try program.finish()
    #expect(result.errors.contains("the group that owns control.sock (balld)"))
  }

  @Test("on the lamps the marked entry is a sign, and a table its number")
  func lamps() throws {
    screens.plug(1, name: "RPi-Sense FB", FakeScreen.Shape(8, 8, bits: 16))
    try daemon.serve()
    let program = try start(["--lamps"])
    var player = player()
    func waitForLamps(_ what: String) throws {
      var painter = LampPainter()
      let wanted = painter.paint(player.scene, at: 0).bytes(gamma: .standard, rotation: .none)
      try wait(what) { screens.memory(1) == wanted }
    }
    try waitForLamps("the ball")
    _ = player.take(try push("KEY_ENTER", "select"), at: 0)
    try daemon.send(.tables(list))
    _ = player.take(.tables(list), at: 0)
    try waitForLamps("the first entry")
    for (name, action) in [
      ("down", nil), ("down", nil), ("KEY_ENTER", "select"), ("down", nil),
    ] { _ = player.take(try push(name, action), at: 0) }
    try waitForLamps("the number of a table")
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
    #expect(screens.memory(1) == [UInt8](repeating: 0, count: 128), "dark when it is gone")
  }

  // MARK: Screens that come and go

  @Test("neither screen nor daemon has to be there at the start")
  func nothing() throws {
    let program = try start()
    #expect(try program.waitForError(containing: "there is no framebuffer at all, waiting for it"))
    screens.plug(3, name: "fb_ili9341", shape)
    #expect(try program.waitForError(containing: "drawing on /dev/fb3 (fb_ili9341, 160x120)"))
    var scene = Scene()
    scene.link = .lost("balld is not running")
    try waitFor(scene, on: 3)
    try daemon.serve()
    try waitFor(player().scene, on: 3)
    daemon.stopServing()
    try wait("that nobody is there") {
      screens.memory(3) != (try memory(of: player().scene, shape))
    }
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
  }

  @Test(
    "a screen that is pulled out is missed while nothing moves, and found again under another number"
  )
  func unplugged() throws {
    screens.plug(0, name: "RPi-Sense FB", FakeScreen.Shape(8, 8, bits: 16))
    screens.plug(1, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene, on: 1)
    screens.unplug(1)
    #expect(try program.waitForError(containing: "waiting for it"))
    let wide = FakeScreen.Shape(200, 100, bits: 16)
    screens.plug(2, name: "vc4drmfb", wide)
    try waitFor(player().scene, on: 2, wide)
    // Another size: everything is laid out anew.
    let narrow = FakeScreen.Shape(100, 200, bits: 16)
    screens.describe(2, narrow)
    try waitFor(player().scene, on: 2, narrow)
    program.send(.terminate)
    let result = try program.finish()
    #expect(result.errors.contains("cannot ask for the layout of /dev/fb1"))
    #expect(result.errors.contains("/dev/fb2 has another size or other pixels now"))
    #expect(result.errors.contains("drawing on /dev/fb2 (vc4drmfb, 100x200)"))
  }

  @Test("a screen that takes no pixels for a while is drawn whole when it does", arguments: [5, 1])
  func broken(error: Int) throws {
    screens.plug(0, name: "fb_ili9341", shape)
    screens.fault(0, "pwrite \(error)\n")
    try daemon.serve()
    let program = try start()
    #expect(try program.waitForError(containing: "write to /dev/fb0: "))
    #expect(try program.waitForError(containing: ", waiting for it"))
    screens.fault(0, "")
    try waitFor(player().scene)
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
  }

  @Test("a node without rights is waited for a moment, as udev gives them late, and no longer")
  func rights() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    screens.fault(0, "open 13\n")
    try daemon.serve()
    var program = try start()
    #expect(try program.waitForError(containing: "permission denied"))
    screens.fault(0, "")
    try waitFor(player().scene)
    program.send(.terminate)
    _ = try program.finish()
    screens.fault(0, "open 13\n")
    program = try start()
    let result = try program.finish(seconds: 20)
    #expect(result.code == 77 && result.errors.contains("usually video"))
  }

  @Test("a screen with a palette is refused at once")
  func palette() throws {
    screens.plug(0, name: "fb_old", FakeScreen.Shape(160, 120, bits: 8))
    let result = try start().finish(seconds: 20)
    #expect(result.code == 69 && result.errors.contains("needed are 16, 24 or 32 bits"))
  }

  // MARK: The console

  private static let holds = ["hold \(SIGUSR1) \(SIGUSR2)", "mode 1"]

  @Test(
    "the console is in graphics mode meanwhile, and as it was after every way out",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT, SIGALRM])
  func ways(number: Int32) throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene)
    #expect(screens.consoleMode == 1 && screens.consoleCalls == Self.holds)
    program.send(Signal(rawValue: number))
    #expect(try program.finish().code == 128 + number)
    try wait("the console's mode") { screens.consoleMode == 0 }
    #expect(screens.consoleCalls == Self.holds + ["free", "mode 0"])
  }

  @Test(
    "somebody who wants another console gets it, and is not drawn over; the return is drawn whole")
  func anotherConsole() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene)
    // Sent by hand: nobody wants to leave, and it goes on.
    program.send(.user1)
    var moved = player()
    var state = Examples.state(seq: 2, t: 77.4, x: 0.2)
    try daemon.send(.state(state))
    _ = moved.take(.state(state), at: 0)
    try waitForPlace(of: moved.scene)
    screens.wishForAnotherConsole()
    program.send(.user1)
    try wait("the leave") { screens.consoleCalls.last == "leave" }
    screens.spoil(0)
    let spoilt = screens.memory(0)
    (state.seq, state.t, state.balls[0].x) = (3, 77.5, 0.05)
    try daemon.send(.state(state))
    // It has seen that state when it asks for the tables, and has drawn nothing.
    _ = try push("KEY_ENTER", "select")
    try wait("the menu's requests") { daemon.requests.contains(.tables) }
    _ = try push("left")
    try wait("the menu's end") { daemon.requests.contains(.menu(isOpen: false)) }
    // Time for a few frames, in which it draws none.
    let end = monotonicNow() + 200_000_000
    try wait("some frames' time") { monotonicNow() > end }
    // Not in the expectation itself: to tell how 77 kB differ takes minutes.
    let isUntouched = screens.memory(0) == spoilt
    #expect(isUntouched)
    program.send(.user2)
    try wait("the return") { screens.consoleCalls.last == "back" }
    try wait("a whole picture") {
      !screens.memory(0).suffix(4).elementsEqual([0xEE, 0xEE, 0xEE, 0xEE])
    }
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
    #expect(screens.consoleCalls == Self.holds + ["leave", "back", "free", "mode 0"])
  }

  /// Waits until the pixel in the ball's middle is a ball's: how its grooves lie depends on the way.
  private func waitForPlace(of scene: Scene) throws {
    let table = try #require(scene.table)
    let layout = PictureLayout(table: table, width: shape.width, height: shape.height)
    let point = layout.point(scene.balls[0].x, scene.balls[0].y, of: table)
    let start = Int(point.y) * shape.stride + 4 * Int(point.x)
    try wait("the ball's place") {
      let pixel = screens.memory(0)[start..<start + 3].map(Int.init)
      return (pixel.min() ?? 0) > 120 && (pixel.max() ?? 0) - (pixel.min() ?? 0) < 60
    }
  }

  @Test("a console that another program has is left to it, and taken when that lets go")
  func taken() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    screens.consoleMode = 1
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene)
    #expect(screens.consoleCalls == [])
    screens.consoleMode = 0
    try wait("the console") { screens.consoleCalls == Self.holds }
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
    #expect(screens.consoleMode == 0)
  }

  @Test(
    "a login prompt that starts on the console, or puts it into text mode, is not seen for long")
  func loginPrompt() throws {
    screens.plug(0, name: "fb_ili9341", shape)
    try daemon.serve()
    let program = try start()
    try waitFor(player().scene)
    screens.consoleMode = 0
    screens.spoil(0)
    try waitFor(player().scene)
    #expect(screens.consoleCalls == Self.holds + Self.holds)
    screens.hangUpConsole()
    screens.spoil(0)
    try waitFor(player().scene)
    #expect(
      screens.consoleMode == 1 && screens.consoleCalls == Self.holds + Self.holds + Self.holds)
    // It is the new one that the guard puts back.
    program.send(Signal(rawValue: SIGKILL))
    #expect(try program.finish().code == 128 + SIGKILL)
    try wait("the console's mode") { screens.consoleMode == 0 }
  }

  @Test("a console on another screen is let alone")
  func otherScreen() throws {
    screens.plug(0, name: "vc4drmfb", FakeScreen.Shape(200, 100, console: 1))
    screens.plug(1, name: "fb_ili9341", FakeScreen.Shape(160, 120))
    try daemon.serve()
    let program = try start(["--fb=fb_ili9341"])
    try waitFor(player().scene, on: 1)
    program.send(.terminate)
    #expect(try program.finish().code == 128 + SIGTERM)
    #expect(screens.consoleCalls == [] && screens.consoleMode == 0)
  }
}
