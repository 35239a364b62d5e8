// SPDX-License-Identifier: MIT

import KeyValue
import Testing

@testable import Sensors

@Suite("Which input device is taken")
struct InputSurveyTests {
  private static func candidate(
    _ device: InputDevice, _ number: Int, unique: String = ""
  ) -> InputSurvey.Candidate {
    var device = device
    device.path = "/dev/input/event\(number)"
    device.unique = unique
    return InputSurvey.Candidate(device: device, role: InputRole(of: device))
  }

  private static let keyboard: InputDevice = {
    var device = InputDevice(path: "", name: "Keyboard")
    device.keys = Set(1...120)
    return device
  }()

  private static let all = [
    candidate(keyboard, 0), candidate(Devices.gamepad(), 3), candidate(Devices.senseHat, 2),
    candidate(Devices.motion("Second"), 12), candidate(Devices.motion("First"), 9),
    candidate(Devices.motion("Mute", resolution: 0), 1),
  ]

  @Test(
    "accelerometers come first and by number; a stick is never taken for one, nor one for a stick",
    arguments: [
      (
        InputSelector.accelerometer, "First", "the first accelerometer among the input devices of 2"
      ),
      (.any, "First", "the first accelerometer among the input devices of 2"),
      (.stick, "Raspberry Pi Sense HAT Joystick", "the first stick of 2"),
    ])
  func choices(selector: InputSelector, name: String, reason: String) {
    let survey = InputSurvey(Self.all, selector: selector)
    #expect(survey.choice?.device.name == name)
    #expect(survey.reason == reason)
  }

  @Test("a keyboard is taken by nobody who doesn't name it")
  func keyboards() {
    let survey = InputSurvey([Self.all[0]], selector: .any)
    #expect(survey.choice == nil)
    #expect(survey.fault?.code == .noSensor)
    #expect(
      InputSurvey([Self.all[0]], selector: .named("Keyboard")).choice?.device.name == "Keyboard")
    #expect(Self.all[0].hasButtons == false)
  }

  @Test("with sticks alone there is no accelerometer, and with accelerometers no stick")
  func alone() {
    let sticks = Array(Self.all[1...2])
    #expect(InputSurvey(sticks, selector: .accelerometer).choice == nil)
    #expect(InputSurvey(sticks, selector: .any).choice?.device.number == 2)
    #expect(InputSurvey(Array(Self.all[3...4]), selector: .stick).choice == nil)
  }

  @Test("an accelerometer that can't be used is named, with why")
  func unusable() {
    let survey = InputSurvey([Self.all[5]], selector: .accelerometer)
    #expect(survey.fault?.code == .noScale)
    #expect(survey.reason.contains("Mute"))
  }

  @Test(
    "a device is found by its path, its name in by-id, its name, or its stable id",
    arguments: [
      "/dev/input/event9", "First", "First@aa:bb", "/dev/input/by-id/usb-first-event",
      "usb-first-event",
    ])
  func names(name: String) {
    var first = Devices.motion("First")
    first.surroundings.byID = "usb-first-event"
    let devices = [Self.candidate(first, 9, unique: "aa:bb"), Self.candidate(Devices.gamepad(), 3)]
    let survey = InputSurvey(devices, selector: .named(name))
    #expect(survey.choice?.device.number == 9)
    #expect(survey.reason == "named \(name)")
    #expect(InputSurvey(devices, selector: .named("event10")).fault?.code == .noSensor)
  }

  @Test("a device whose name gives a terminal orders is found by it, and the reason gives none")
  func orders() {
    let name = "Pad\u{1b}[2J\nballd: error: all is lost\u{9b}0m\u{7f}"
    for survey in [
      InputSurvey([Self.candidate(Devices.motion(name), 9)], selector: .named(name)),
      InputSurvey([Self.candidate(Devices.motion(name), 9)], selector: .named("x\(name)")),
    ] {
      #expect(survey.reason.contains("Pad\u{fffd}[2J\u{fffd}balld"))
      #expect(
        !survey.reason.unicodeScalars.contains {
          $0.value < 0x20 || (0x7f...0x9f).contains($0.value)
        })
    }
  }

  @Test("a source is any input device, or the one that is named")
  func sources() throws {
    #expect(try InputSelector(source: "evdev") == .any)
    #expect(try InputSelector(source: "evdev:/dev/input/event3") == .named("/dev/input/event3"))
    for text in ["evdev:", "evdev3", "", "iio", "evdev:a\0b"] {
      #expect(throws: ValueError.self) { _ = try InputSelector(source: text) }
    }
  }

  @Test("the one that was in use comes before all others, under whatever number")
  func replug() {
    let one = Self.candidate(Devices.motion("Pad"), 4, unique: "aa")
    let other = Self.candidate(Devices.motion("Pad"), 2, unique: "bb")
    for selector in [InputSelector.accelerometer, .any] {
      let survey = InputSurvey([one, other], selector: selector, previous: "Pad@aa")
      #expect(survey.choice?.device.number == 4)
      #expect(survey.reason == "plugged in again")
      // Another one will do, when it is nobody in particular who is meant.
      #expect(
        InputSurvey([other], selector: selector, previous: "Pad@aa").choice?.device.number == 2)
    }
  }

  @Test("a number that was the named one's isn't, when another device has it")
  func reusedNumber() {
    let other = Self.candidate(Devices.gamepad(), 9, unique: "cc")
    let selector = InputSelector.named("/dev/input/event9")
    #expect(InputSurvey([other], selector: selector).choice != nil)
    #expect(InputSurvey([other], selector: selector, previous: "First@aa").choice == nil)
    let back = Self.candidate(Devices.motion("First"), 11, unique: "aa")
    #expect(
      InputSurvey([other, back], selector: selector, previous: "First@aa").choice?.device.number
        == 11)
  }

  @Test(
    "a stable id is the name with the serial number, else the name by id, else the socket",
    arguments: [
      ("aa:bb", "usb-x", "usb-1/input0", "Pad@aa:bb"), ("", "usb-x", "usb-1/input0", "Pad@usb-x"),
      ("", "", "usb-1/input0", "Pad@usb-1/input0"), ("", "", "", "Pad"),
    ])
  func stableID(unique: String, byID: String, physical: String, expected: String) {
    let device = InputDevice(
      path: "/dev/input/event1", name: "Pad", physicalPath: physical, unique: unique,
      surroundings: .init(byID: byID.isEmpty ? nil : byID))
    #expect(device.stableID == expected)
  }
}
