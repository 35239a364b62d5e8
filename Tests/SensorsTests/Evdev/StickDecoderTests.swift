// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("Sticks, pads and arrow keys")
struct StickDecoderTests {
  private func decoder(of device: InputDevice) throws -> StickDecoder {
    guard case .stick(let layout) = InputRole(of: device) else { throw Missing() }
    return StickDecoder(layout)
  }

  private struct Missing: Error {}

  /// Takes items at `time`, and returns the position that came of them.
  private func take(
    _ items: [InputItem], _ decoder: inout StickDecoder, at time: Int64 = 0
  ) -> StickPosition? {
    var position: StickPosition?
    for item in items + [Events.report(at: time)] {
      position = decoder.take(item, arrival: time) ?? position
    }
    return position
  }

  @Test(
    "a stick is centred between its bounds and let go within its flat",
    arguments: [
      // value, bounds, flat, fuzz → deflection
      (0, -32768, 32767, 128, 16, 0.0), (32767, -32768, 32767, 128, 16, 1.0),
      (-32768, -32768, 32767, 128, 16, -1.0), (40000, -32768, 32767, 128, 16, 1.0),
      // 8 bits from 0, whose middle is between two counts.
      (127, 0, 255, 15, 0, 0), (128, 0, 255, 15, 0, 0), (255, 0, 255, 15, 0, 1),
      (0, 0, 255, 15, 0, -1),
      (142, 0, 255, 15, 0, 0), (143, 0, 255, 15, 0, (15.5 - 15) / (127.5 - 15)),
      // Without a flat a tenth of the way, or the fuzz where it is more.
      (9, -100, 100, 0, 0, 0), (55, -100, 100, 0, 0, 0.5), (19, -100, 100, 0, 20, 0),
      (-60, -100, 100, 20, 0, -0.5),
      // A flat that would take all of the way takes half of it.
      (75, -100, 100, 100, 0, 0.5),
      // Bounds that are none, or the wrong way round.
      (5, 0, 0, 0, 0, 0), (5, 10, -10, 0, 0, 0), (.max, .min, .max, .max, .max, 1),
      (.min, .min, .max, 0, 0, -1),
    ] as [(Int32, Int32, Int32, Int32, Int32, Double)])
  func deflection(
    value: Int32, minimum: Int32, maximum: Int32, flat: Int32, fuzz: Int32, expected: Double
  ) {
    let axis = InputDevice.Axis(minimum: minimum, maximum: maximum, fuzz: fuzz, flat: flat)
    #expect(abs(StickDecoder.deflection(value, axis) - expected) < 1e-9)
  }

  @Test(
    "the ball goes where the stick is pushed",
    arguments: [
      (InputCode.x, Int32(32767), 1.0, 0.0), (InputCode.x, -32768, -1, 0),
      (InputCode.y, 32767, 0, 1), (InputCode.y, -32768, 0, -1),
    ])
  func directions(code: UInt16, value: Int32, x: Double, y: Double) throws {
    var decoder = try decoder(of: Devices.gamepad())
    let taken = take([Events.axis(code, value)], &decoder)
    let position = try #require(taken)
    #expect(position == StickPosition(time: 0, x: x, y: y))
    // 8°, by the definition of the table frame: g·sin to where it is pushed, g·cos onto the table.
    let tilt = position.tilt(limit: 8 * .pi / 180)
    #expect(abs(tilt.x - x * 1.364822) < 1e-6)
    #expect(abs(tilt.y - y * 1.364822) < 1e-6)
    #expect(abs(tilt.z - 9.711212) < 1e-6)
  }

  @Test("a stick that is let go is level, and in a corner not steeper than at an edge")
  func corners() throws {
    #expect(StickPosition(time: 0, x: 0, y: 0).tilt(limit: 0.1) == .level)
    var decoder = try decoder(of: Devices.gamepad())
    let taken = take(
      [Events.axis(InputCode.x, 32767), Events.axis(InputCode.y, 32767)], &decoder)
    let corner = try #require(taken)
    #expect(abs(corner.x - 0.5.squareRoot()) < 1e-12)
    #expect(abs(corner.y - 0.5.squareRoot()) < 1e-12)
  }

  @Test("triggers, the other stick and buttons steer nothing")
  func otherAxes() throws {
    var decoder = try decoder(of: Devices.gamepad())
    let others = [InputCode.z, InputCode.rx, InputCode.ry, InputCode.rz].map {
      Events.axis($0, 32767)
    }
    #expect(take(others + [Events.key(0x130, 1)], &decoder) == nil)
    #expect(decoder.position(at: second) == StickPosition(time: second, x: 0, y: 0))
  }

  /// Each of the three manners in which a pad tells that its right is held, and that it isn't.
  private static let pads: [(InputDevice, InputItem, InputItem)] = {
    var buttons = InputDevice(path: "/dev/input/event8", name: "Pad")
    buttons.keys = [0x130, 0x220, 0x221, 0x222, 0x223]
    return [
      (Devices.gamepad(), Events.axis(InputCode.hatX, 1), Events.axis(InputCode.hatX, 0)),
      (Devices.senseHat, Events.key(106, 1), Events.key(106, 0)),
      (buttons, Events.key(0x223, 1), Events.key(0x223, 0)),
    ]
  }()

  @Test("a pad's tilt is ramped: half a second out, a fifth of a second back", arguments: 0..<3)
  func ramp(pad: Int) throws {
    let (device, press, release) = Self.pads[pad]
    var decoder = try decoder(of: device)
    #expect(take([press], &decoder, at: second)?.x == 0)
    for (after, x) in [(0, 0.0), (100, 0.2), (250, 0.5), (500, 1), (1000, 1)] as [(Int64, Double)] {
      let time = second + after * millisecond
      #expect(abs(decoder.position(at: time).x - x) < 1e-9, "after \(after) ms")
      #expect(decoder.isMoving(at: time) == (x < 1))
    }
    _ = take([release], &decoder, at: 3 * second)
    for (after, x) in [(0, 1.0), (100, 0.5), (200, 0), (300, 0)] as [(Int64, Double)] {
      let time = 3 * second + after * millisecond
      #expect(abs(decoder.position(at: time).x - x) < 1e-9, "\(after) ms after the release")
    }
    #expect(decoder.isMoving(at: 4 * second) == false)
  }

  @Test("a pad that is thrown over comes home quickly and goes out slowly")
  func thrownOver() throws {
    var decoder = try decoder(of: Devices.senseHat)
    _ = take([Events.key(106, 1)], &decoder, at: 0)
    _ = take([Events.key(106, 0), Events.key(105, 1)], &decoder, at: second)
    for (after, x) in [(100, 0.5), (200, 0), (300, -0.2), (700, -1)] as [(Int64, Double)] {
      #expect(abs(decoder.position(at: second + after * millisecond).x - x) < 1e-9)
    }
  }

  @Test("both ways at once is neither; up is up")
  func bothWays() throws {
    var decoder = try decoder(of: Devices.senseHat)
    _ = take([Events.key(105, 1), Events.key(106, 1), Events.key(103, 1)], &decoder)
    #expect(decoder.position(at: second) == StickPosition(time: second, x: 0, y: -1))
  }

  @Test("a repeating key is one that is held")
  func repeating() throws {
    var decoder = try decoder(of: Devices.senseHat)
    _ = take([Events.key(108, 1)], &decoder, at: 0)
    _ = take([Events.key(108, 2)], &decoder, at: 250 * millisecond)
    #expect(abs(decoder.position(at: 500 * millisecond).y - 1) < 1e-9)
  }

  @Test("a key that was let go while events were lost is no longer held")
  func lostEvents() throws {
    var decoder = try decoder(of: Devices.senseHat)
    _ = take([Events.key(106, 1)], &decoder, at: 0)
    _ = decoder.take(.dropped, arrival: second)
    _ = decoder.take(Events.key(106, 0), arrival: second)
    #expect(decoder.take(.resynchronised, arrival: second)?.x == 1)
    #expect(decoder.position(at: 2 * second).x == 0)
  }
}
