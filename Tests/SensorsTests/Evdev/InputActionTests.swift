// SPDX-License-Identifier: MIT

import KeyValue
import Testing

@testable import Sensors

@Suite("Buttons and what they do")
struct InputActionTests {
  private func actions(
    _ items: [InputItem], map: String = ButtonMap.defaultText, directionsAct: Bool = true
  ) throws -> [InputAction] {
    try presses(items, map: map, directionsAct: directionsAct).compactMap(\.action)
  }

  private func presses(
    _ items: [InputItem], map: String, directionsAct: Bool = true
  ) throws -> [InputPress] {
    var decoder = PressDecoder(try ButtonMap(map), directionsAct: directionsAct)
    return items.compactMap { decoder.take($0) }
  }

  @Test(
    "by default a gamepad and the Sense HAT's joystick do all that there is to do",
    arguments: [
      (UInt16(0x13b), InputAction.pause), (0x13a, .restart), (0x13c, .level),
      (0x136, .previousTable), (0x137, .nextTable), (0x130, .select), (28, .select),
      (105, .previousTable), (106, .nextTable), (103, .level), (108, .restart),
      (0x222, .previousTable),
    ])
  func defaults(code: UInt16, action: InputAction) throws {
    #expect(try actions([Events.key(code, 1)]) == [action])
  }

  @Test("a button acts once: not when it repeats, nor when it is let go")
  func once() throws {
    let start: UInt16 = 0x13b
    let presses = [1, 2, 2, 2, 0, 1, 0].map { Events.key(start, $0) }
    #expect(try actions(presses) == [.pause, .pause])
  }

  @Test("a hat acts when it is pushed, not when it comes back")
  func hat() throws {
    let moves = [1, 0, -1, 1, 0].map { Events.axis(InputCode.hatX, $0) }
    #expect(try actions(moves) == [.nextTable, .previousTable, .nextTable])
    #expect(try actions([-1, 0, 1].map { Events.axis(InputCode.hatY, $0) }) == [.level, .restart])
  }

  @Test("a pad that tilts the table does nothing else")
  func tilting() throws {
    let moves = [Events.axis(InputCode.hatX, 1), Events.key(105, 1), Events.key(0x13b, 1)]
    #expect(try actions(moves, directionsAct: false) == [.pause])
  }

  @Test("the four directions are told for a menu, whatever they do; other buttons only by the map")
  func told() throws {
    let pushes = [
      Events.axis(InputCode.hatX, 1), Events.key(103, 1), Events.key(0x131, 1),
      Events.key(0x13b, 1), Events.key(30, 1),
    ]
    let map = "BTN_START=pause up=level"
    let (right, up) = (ButtonMap.Control.direction(.right), ButtonMap.Control.direction(.up))
    let start = InputPress(.key(0x13b), action: .pause)
    #expect(
      try presses(pushes, map: map) == [
        InputPress(right, action: nil), InputPress(up, action: .level), start,
      ])
    #expect(
      try presses(pushes, map: map, directionsAct: false) == [
        InputPress(right, action: nil), InputPress(up, action: nil), start,
      ])
    #expect(start.control.name == "BTN_START" && right.name == "right")
  }

  @Test("buttons of which the map says nothing do nothing")
  func others() throws {
    #expect(try actions([Events.key(0x131, 1), Events.axis(InputCode.x, 32767)]) == [])
    #expect(try actions([Events.key(0x13b, 1)], map: "") == [])
  }

  @Test(
    "a map reads back from its text",
    arguments: [ButtonMap.defaultText, "", "BTN_A=restart", "up=level,down=select"])
  func roundTrip(text: String) throws {
    let map = try ButtonMap(text)
    #expect(try ButtonMap(map.text) == map)
  }

  @Test("names are the kernel's, old ones too, and arrows are directions by any name")
  func names() throws {
    #expect(try ButtonMap("BTN_A=select") == ButtonMap("BTN_SOUTH=select"))
    #expect(try ButtonMap("KEY_LEFT=select") == ButtonMap("left=select"))
    #expect(try ButtonMap("BTN_DPAD_UP=select").actions == [.direction(.up): .select])
    #expect(try ButtonMap("BTN_START=pause").text == "BTN_START=pause")
    #expect(try ButtonMap("KEY_F1=pause").actions == [.key(59): .pause])
  }

  @Test(
    "what a map can't mean is refused, by name",
    arguments: [
      ("BTN_START", "`BTN_START`"), ("=pause", "nothing"), ("BTN_START=jump", "`jump`"),
      ("BTN_NONE=pause", "`BTN_NONE`"), ("BTN_START=pause=level", "`BTN_START=pause=level`"),
      ("ABS_X=pause", "`ABS_X`"), ("BTN_A=pause BTN_SOUTH=level", "BTN_SOUTH twice"),
      ("left=pause KEY_LEFT=level", "KEY_LEFT twice"),
    ])
  func refusals(text: String, found: String) {
    #expect {
      _ = try ButtonMap(text)
    } throws: { error in
      (error as? ValueError)?.found == found
    }
  }
}
