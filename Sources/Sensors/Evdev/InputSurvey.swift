// SPDX-License-Identifier: MIT

/// Which input device is meant.
public enum InputSelector: Equatable, Sendable {
  /// An accelerometer, and nothing else.
  case accelerometer
  /// A stick or a pad, and nothing else.
  case stick
  /// An accelerometer, else a stick.
  case any
  /// The one of this path, name or stable id.
  case named(String)
}

/// Which of the input devices are of interest, and which of them is taken, and why.
public struct InputSurvey: Equatable, Sendable {
  /// One device, and what it can be used for.
  public struct Candidate: Equatable, Sendable {
    /// The device.
    public var device: InputDevice
    /// What it can be used for.
    public var role: InputRole

    /// A device in its role.
    public init(device: InputDevice, role: InputRole) {
      self.device = device
      self.role = role
    }

    /// Whether it has buttons that may do something.
    ///
    /// Not a whole keyboard, which is somebody's for something else.
    var hasButtons: Bool { if case .stick = role { true } else { false } }
  }

  /// Every device of interest: accelerometers first, then sticks, each in the order of the nodes.
  public let candidates: [Candidate]
  /// The one that is taken.
  public let choice: Candidate?
  /// Why that one, or why none.
  public let reason: String
  /// Why none is taken, for a person to act on.
  public let fault: SensorFault?

  /// Looks through `candidates`.
  ///
  /// - Parameters:
  ///   - candidates: Everything that there is.
  ///   - selector: Which one is meant.
  ///   - previous: The stable id of the one that was in use, which comes before all others.
  public init(_ candidates: [Candidate], selector: InputSelector, previous: String? = nil) {
    let known = candidates.filter { $0.role != .none }
      .sorted { (Self.rank($0.role), $0.device.number) < (Self.rank($1.role), $1.device.number) }
    self.candidates = known
    let matching = known.filter { Self.matches($0, selector, previous) }
    let usable = matching.filter { if case .unusable = $0.role { false } else { true } }
    if let same = usable.first(where: { $0.device.stableID == previous }) {
      choice = same
      reason = "plugged in again"
      fault = nil
    } else if let first = usable.first {
      choice = first
      reason = Self.reason(selector, first, of: usable)
      fault = nil
    } else {
      choice = nil
      let fault = Self.fault(matching, selector)
      self.fault = fault
      reason = fault.description
    }
  }

  private static func rank(_ role: InputRole) -> Int {
    switch role {
    case .accelerometer: 0
    case .unusable: 1
    case .stick: 2
    case .keyboard: 3
    case .none: 4
    }
  }

  private static func matches(
    _ candidate: Candidate, _ selector: InputSelector, _ previous: String?
  ) -> Bool {
    let device = candidate.device
    switch (selector, candidate.role) {
    case (_, .none): return false
    case (.named(let name), _):
      // A number that was another device's is no longer its name.
      if let previous { return device.stableID == previous }
      let byID = device.surroundings.byID.map { ["/dev/input/by-id/\($0)", $0] } ?? []
      return ([device.path, device.name, device.stableID] + byID).contains(name)
    case (.accelerometer, .accelerometer), (.accelerometer, .unusable), (.stick, .stick),
      (.any, .accelerometer), (.any, .unusable), (.any, .stick):
      return true
    default: return false
    }
  }

  private static func reason(
    _ selector: InputSelector, _ choice: Candidate, of usable: [Candidate]
  ) -> String {
    if case .named(let name) = selector {
      return SensorFault.printable("named \(name)", atMost: 400)
    }
    let isStick = rank(choice.role) == 2
    let alike = usable.filter { rank($0.role) == rank(choice.role) }
    let word = isStick ? "stick" : "accelerometer among the input devices"
    return alike.count == 1 ? "the only \(word)" : "the first \(word) of \(alike.count)"
  }

  private static func fault(_ matching: [Candidate], _ selector: InputSelector) -> SensorFault {
    for case .unusable(let fault) in matching.map(\.role) { return fault }
    let what =
      switch selector {
      case .accelerometer: "no input device is an accelerometer"
      case .stick: "no input device is a stick"
      case .any: "no input device is an accelerometer or a stick"
      case .named(let name): "no input device is called \(name)"
      }
    return SensorFault(
      .noSensor, what, hint: "`balld --list-sensors` tells what is there and what is missing")
  }
}
