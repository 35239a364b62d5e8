// SPDX-License-Identifier: MIT

/// What there is among the input devices, whichever of them is in use.
public struct InputInventory: Equatable, Sendable {
  /// Whether one of them is an accelerometer that can be used.
  public var hasAccelerometer: Bool
  /// Whether one of them is a stick or a pad.
  public var hasStick: Bool
  /// Why no accelerometer can be used although there may be one; nil where simply none is there.
  public var fault: SensorFault?

  /// An inventory; of nothing at all, by default.
  public init(hasAccelerometer: Bool = false, hasStick: Bool = false, fault: SensorFault? = nil) {
    self.hasAccelerometer = hasAccelerometer
    self.hasStick = hasStick
    self.fault = fault
  }

  /// What `candidates` are, beside nodes that can't be looked into for these `faults`.
  init(_ candidates: [InputSurvey.Candidate], faults: [SensorFault]) {
    self.init()
    var unusable: [SensorFault] = []
    for candidate in candidates {
      switch candidate.role {
      case .accelerometer: hasAccelerometer = true
      case .stick: hasStick = true
      case .unusable(let fault): unusable.append(fault)
      case .keyboard, .none: break
      }
    }
    if !hasAccelerometer {
      fault = unusable.min { $0.message < $1.message } ?? Self.blindness(faults)
    }
  }

  /// That it is a keyboard which can't be opened, as a rule, is nothing to alarm anybody with.
  private static func blindness(_ faults: [SensorFault]) -> SensorFault? {
    let denied = faults.filter { $0.code == .permission }
    if denied.isEmpty { return nil }
    let count = denied.count == 1 ? "one input device" : "\(denied.count) input devices"
    return SensorFault(
      .noSensor, "no accelerometer is found; \(count) can't be looked into: permission denied",
      hint: "if it is one of those: \(denied[0].hint)")
  }
}
