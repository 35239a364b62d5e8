// SPDX-License-Identifier: MIT

/// What an input device can be used for.
///
/// An accelerometer is what its driver, udev or the table of known devices says is one; a stick is
/// what has a joystick's or gamepad's buttons; nothing is ever both.
public enum InputRole: Equatable, Sendable {
  /// It measures how the board lies.
  case accelerometer(MotionLayout, FoundMounting)
  /// It would be an accelerometer, but can't be used.
  case unusable(SensorFault)
  /// It steers by a stick or a four-way pad.
  case stick(StickLayout)
  /// A whole keyboard: its arrows steer, but only for somebody who names it.
  case keyboard(StickLayout)
  /// Nothing of interest.
  case none

  /// The role of a device.
  ///
  /// - Parameters:
  ///   - device: What it says of itself.
  ///   - countsPerG: The configuration's, for drivers that don't say.
  ///   - mounting: The configuration's, if it has one.
  ///   - sign: In which sign a matrix of udev's is.
  public init(
    of device: InputDevice, countsPerG: Double? = nil, mounting: Mounting? = nil,
    sign: MountSign = .auto
  ) {
    let known = KnownInputDevice.find(device)
    if Self.isAccelerometer(device, known) {
      do throws(SensorFault) {
        let layout = try Self.motion(device, known, countsPerG: countsPerG)
        let found = Self.mounting(device, known, configured: mounting, sign: sign)
        self = .accelerometer(layout, found)
      } catch {
        self = .unusable(error)
      }
      return
    }
    self = Self.steering(device)
  }

  // MARK: Accelerometers

  private static func isAccelerometer(_ device: InputDevice, _ known: KnownInputDevice?) -> Bool {
    if device.isMarkedAccelerometer { return true }
    // By its name, that is. A family's numbers are those of its sticks as well.
    if let known, !known.name.isEmpty { return true }
    // udev guesses: three axes and no keys. So do rudder pedals, which know only one direction.
    guard device.surroundings.isAccelerometer, !hasPadKeys(device) else { return false }
    return [InputCode.x, InputCode.y, InputCode.z].allSatisfy { code in
      device.axes[code].map { $0.minimum < 0 && $0.maximum > 0 } ?? false
    }
  }

  private static func motion(
    _ device: InputDevice, _ known: KnownInputDevice?, countsPerG: Double?
  ) throws(SensorFault) -> MotionLayout {
    let codes = known?.axes ?? [InputCode.x, InputCode.y, InputCode.z]
    let axes = codes.compactMap { device.axes[$0] }
    guard axes.count == 3 else {
      throw SensorFault(
        .noScale, "\(device.name) has fewer than three axes",
        hint: "a table is tilted by three; use another sensor")
    }
    var acceleration: [MotionLayout.Axis] = []
    for (code, axis) in zip(codes, axes) {
      let counts =
        axis.resolution > 0 ? Double(axis.resolution) : countsPerG ?? known?.countsPerG ?? 0
      guard counts > 0 else {
        throw SensorFault(
          .noScale, "the driver of \(device.name) doesn't say how many counts are 1 g",
          hint: "lay it flat, read the largest value with evtest, and set sensor.counts-per-g to it"
        )
      }
      acceleration.append(
        MotionLayout.Axis(code: code, scale: standardGravity / counts, value: axis.value))
    }
    return MotionLayout(acceleration: acceleration, angularVelocity: gyro(device, known))
  }

  /// The gyro's axes, if it has them all with their resolution: a gyro without one is left out.
  private static func gyro(
    _ device: InputDevice, _ known: KnownInputDevice?
  ) -> [MotionLayout.Axis] {
    let codes = [InputCode.rx, InputCode.ry, InputCode.rz]
    let axes = codes.compactMap { device.axes[$0] }
    guard axes.count == 3, axes.allSatisfy({ $0.resolution > 0 }), known?.axes != codes else {
      return []
    }
    return zip(codes, axes).map { code, axis in
      let degrees = (known?.gyroGain ?? 1) / Double(axis.resolution)
      return MotionLayout.Axis(code: code, scale: degrees * (.pi / 180), value: axis.value)
    }
  }

  private static func mounting(
    _ device: InputDevice, _ known: KnownInputDevice?, configured: Mounting?, sign: MountSign
  ) -> FoundMounting {
    if let configured { return FoundMounting(mounting: configured, origin: "configuration") }
    let fallback = FoundMounting(
      mounting: known?.frame.mounting ?? .identity,
      origin: known.map { "known device: \($0.title)" } ?? "identity")
    guard let text = device.surroundings.mountMatrix else { return fallback }
    do {
      return sign == .kernel
        ? FoundMounting(mounting: try Mounting(text), origin: "udev")
        : FoundMounting(mounting: try Mounting(proxySigned: text), origin: "udev (sign turned)")
    } catch {
      var found = fallback
      found.fault = SensorFault(
        .badMatrix, "the mount matrix of \(device.name) from udev: \(error)",
        hint: "set sensor.mount-matrix; `ballctl which-way` finds it")
      return found
    }
  }

  // MARK: Sticks

  /// Whether it has buttons as joysticks and gamepads have them, and no finger or pen.
  static func hasPadKeys(_ device: InputDevice) -> Bool {
    let isPad = device.keys.contains { key in
      InputCode.padKeys.contains(key) || InputCode.furtherPadKeys.contains(key)
        || InputCode.padButtons[key] != nil
    }
    let isOther = device.keys.contains { key in
      InputCode.touchKeys.contains(key) || InputCode.mouseButtons.contains(key)
    }
    return isPad && !isOther
  }

  private static func steering(_ device: InputDevice) -> InputRole {
    let hasArrows = InputCode.arrows.keys.allSatisfy { device.keys.contains($0) }
    guard hasPadKeys(device) else {
      let layout = StickLayout(stick: nil, hasDirections: true)
      guard hasArrows else { return .none }
      return isKeyboard(device) ? .keyboard(layout) : .stick(layout)
    }
    var stick: (x: InputDevice.Axis, y: InputDevice.Axis)?
    if let x = device.axes[InputCode.x], let y = device.axes[InputCode.y],
      x.minimum < x.maximum, y.minimum < y.maximum
    {
      stick = (x, y)
    }
    let hasHat = device.axes[InputCode.hatX] != nil && device.axes[InputCode.hatY] != nil
    let hasPad = InputCode.padButtons.keys.allSatisfy { device.keys.contains($0) }
    let layout = StickLayout(stick: stick, hasDirections: hasHat || hasPad || hasArrows)
    return layout.stick == nil && !layout.hasDirections ? .none : .stick(layout)
  }

  /// Letters, or more keys than any pad of arrows has.
  private static func isKeyboard(_ device: InputDevice) -> Bool {
    device.keys.contains(InputCode.letterA) || device.keys.count > 24
  }
}
