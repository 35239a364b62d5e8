// SPDX-License-Identifier: MIT

internal import Posix

@testable internal import Daemon
@testable internal import Sensors

/// Looks at an input device that says of itself what an input has, and reads its events.
public enum InputProbe {
  /// Takes a device with any axes and keys, and events of any kind, SYN_DROPPED among them.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line; a position is no further than
  /// the edge, a sample's time never later than its arrival by more than what keeps frames in order; and
  /// whatever is read, the ball stays on the table.
  ///
  /// - Returns: how many samples, positions and presses there were.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Int {
    var tape = Tape(bytes)
    let countsPerG: Double? = tape.flag() ? 256 : nil
    let sign: MountSign = tape.flag() ? .kernel : .auto
    let device = device(&tape)
    let role = InputRole(of: device, countsPerG: countsPerG, sign: sign)
    let candidate = InputSurvey.Candidate(device: device, role: role)
    for selector in [.any, .named(device.name)] as [InputSelector] {
      let survey = InputSurvey([candidate], selector: selector)
      let list = ListInputs(survey, takesOne: true).text
      list.split(separator: "\n").forEach { requirePlain(String($0)) }
      precondition((survey.fault == nil) == (survey.choice != nil))
      requirePlain(survey.fault?.description)
    }
    let inventory = InputInventory([candidate], faults: [])
    requirePlain(inventory.fault?.description)
    switch role {
    case .accelerometer(let layout, let found): return measure(device, layout, found, &tape)
    case .stick(let layout), .keyboard(let layout): return steer(device, layout, &tape)
    case .unusable, .none: return 0
    }
  }

  // MARK: The device

  private static func device(_ tape: inout Tape) -> InputDevice {
    let flags = tape.byte()
    var device = InputDevice(path: "/dev/input/event\(tape.byte())", name: tape.text())
    if flags & 1 == 1 { device.physicalPath = tape.text() }
    if flags & 2 == 2 { device.unique = tape.text() }
    device.isMarkedAccelerometer = flags & 4 == 4
    device.surroundings.isAccelerometer = flags & 8 == 8
    if flags & 16 == 16 { device.surroundings.mountMatrix = tape.text() }
    if flags & 32 == 32 {
      let known = KnownInputDevice.all[tape.below(KnownInputDevice.all.count)]
      device.vendor = known.vendor ?? 0
      device.product = known.products.first ?? 0
      device.name = known.name + device.name
    }
    for _ in 0..<tape.below(9) {
      let word = tape.byte()
      let code = word < 200 ? UInt16(word % 8) : UInt16(word % 64)
      device.axes[code] = InputDevice.Axis(
        value: tape.count(), minimum: tape.count(), maximum: tape.count(), fuzz: tape.count(),
        flat: tape.count(), resolution: tape.count())
    }
    let families: [[UInt16]] = [
      Array(0x120...0x12f), Array(0x220...0x223), [103, 105, 106, 108], Array(0x130...0x13e),
      [30], Array(0x110...0x113), [0x14a], Array(1...40),
    ]
    let keys = tape.byte()
    for (bit, family) in families.enumerated() where keys >> UInt8(bit) & 1 == 1 {
      device.keys.formUnion(family)
    }
    return device
  }

  private static let buttons: ButtonMap = {
    do {
      return try ButtonMap(ButtonMap.defaultText)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  // MARK: Events

  /// The next item of a device, and when it was read.
  private struct Stream {
    var arrival: Int64 = 1 << 44
    var isDropping = false

    mutating func next(_ tape: inout Tape) -> InputItem {
      let word = tape.byte()
      arrival += Int64(word >> 4) * 1_000_000
      switch word & 15 {
      case 0: return .event(event(InputCode.synchronization, InputCode.dropped, 0, &tape))
      case 1:
        isDropping.toggle()
        return isDropping ? .dropped : .resynchronised
      case 2: return .event(event(InputCode.miscellaneous, InputCode.timestamp, 0, &tape))
      case 3: return .event(event(tape.short(), tape.short(), 0, &tape))
      case 4, 5: return .event(event(InputCode.key, key(&tape), 0, &tape))
      case 6: return .event(event(InputCode.absoluteAxis, 0x10 + UInt16(tape.below(2)), 0, &tape))
      case 7:
        // A clock that was set, or a time that can't be.
        arrival += Int64(tape.count().magnitude) * 1_000
        return .event(
          event(InputCode.synchronization, InputCode.report, Int64(tape.count()), &tape))
      case 8...10: return .event(event(InputCode.synchronization, InputCode.report, 0, &tape))
      default: return .event(event(InputCode.absoluteAxis, UInt16(tape.below(6)), 0, &tape))
      }
    }

    private func key(_ tape: inout Tape) -> UInt16 {
      let keys: [UInt16] = [0x130, 0x13b, 0x220, 0x221, 0x222, 0x223, 103, 105, 106, 108, 28]
      let word = Int(tape.byte())
      return word < 200 ? keys[word % keys.count] : UInt16(word)
    }

    private func event(
      _ type: UInt16, _ code: UInt16, _ away: Int64, _ tape: inout Tape
    ) -> InputEvent {
      let time = away == Int64(Int32.max) ? .max : away == Int64(Int32.min) ? .min : arrival - away
      return InputEvent(time: time, type: type, code: code, value: tape.count())
    }
  }

  /// Reads an accelerometer as `OpenInput` does.
  private static func measure(
    _ device: InputDevice, _ layout: MotionLayout, _ found: FoundMounting, _ tape: inout Tape
  ) -> Int {
    var decoder = MotionDecoder(layout)
    var presses = PressDecoder(buttons, directionsAct: true)
    var health = StandingHealth()
    var stream = Stream()
    var table = ProbedTable()
    table.open(found.mounting)
    var count = 0
    while !tape.isOver, count < 200 {
      let item = stream.next(&tape)
      if presses.take(item) != nil { count += 1 }
      var sample = decoder.take(item, arrival: stream.arrival)
      if case .event(let event) = item, event.type > 4, event.value & 1 == 1 {
        _ = decoder.correct([event.code: event.value])
        sample = sample ?? decoder.restate(at: stream.arrival)
      }
      guard let sample else { continue }
      count += 1
      precondition(sample.time <= stream.arrival + 1_000_000)
      precondition(sample.time > 0 && sample.acceleration.x.isFinite)
      health.take(sample, now: stream.arrival)
      _ = health.check(now: stream.arrival + Int64(tape.byte()) * 100_000_000)
      table.take(sample)
    }
    table.verifyState()
    let description = SensorDescription(
      name: device.name, stableID: device.stableID, mode: .onChange, deviceRate: nil,
      hasGyro: !layout.angularVelocity.isEmpty, mounting: found, reason: "it is there")
    verify(
      SourceStatus(
        condition: .running, sensor: description,
        fault: health.finding.fault(of: device.name) ?? found.fault), .evdev)
    return count
  }

  /// Reads a stick, a pad or arrow keys as `OpenInput` does.
  private static func steer(
    _ device: InputDevice, _ layout: StickLayout, _ tape: inout Tape
  ) -> Int {
    var decoder = StickDecoder(layout)
    var presses = PressDecoder(buttons, directionsAct: false)
    var stream = Stream()
    var table = ProbedTable()
    var count = 0
    var items = 0
    while !tape.isOver, count < 200 {
      let item = stream.next(&tape)
      items += 1
      if let press = presses.take(item) {
        requirePlain(press.control.name)
        count += 1
      }
      if let position = decoder.take(item, arrival: stream.arrival) {
        table.take(position)
        count += 1
      }
      _ = decoder.isMoving(at: stream.arrival)
      // As the loop asks from time to time.
      if items % 4 == 0 { table.take(decoder.position(at: stream.arrival)) }
    }
    table.verifyState()
    return count
  }
}
