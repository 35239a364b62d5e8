// SPDX-License-Identifier: MIT

/// Which IIO sensor is meant.
public enum IIOSelector: Equatable, Sendable {
  /// The best one that is there.
  case any
  /// The one of this name, label, stable id, or number (`iio:device0`).
  case named(String)
}

/// What the rest of the system says of an IIO device.
public struct DeviceSurroundings: Equatable, Sendable {
  /// udev's ACCEL_MOUNT_MATRIX.
  public var mountMatrix: String?
  /// udev's ACCEL_LOCATION: `display` or `base`.
  public var location: String?
  /// The device on the bus that it belongs to, such as `1-0018`.
  public var parent: String?

  /// What is known; nothing, by default.
  public init(mountMatrix: String? = nil, location: String? = nil, parent: String? = nil) {
    self.mountMatrix = mountMatrix
    self.location = location
    self.parent = parent
  }
}

/// Which of the IIO devices are accelerometers, and which of them is taken, and why.
public struct Discovery: Equatable, Sendable {
  /// One device with an accelerometer.
  public struct Candidate: Equatable, Sendable {
    /// The device.
    public var device: IIODevice
    /// What can be read from it; nil when it can't be used, and then `fault` says why.
    public var accelerometer: Accelerometer?
    /// Why it can't be used.
    public var fault: SensorFault?
    /// What the rest of the system says of it.
    public var surroundings: DeviceSurroundings

    /// Whether it is worth leaving `other` for this one: for its place, not for its number.
    func isBetter(than other: Candidate) -> Bool {
      accelerometer != nil && device.id != other.device.id && place < other.place
    }

    /// 0 in a display, 2 in a base, 1 if nothing is known.
    fileprivate var place: Int {
      let location = accelerometer?.location ?? ""
      return location.hasSuffix("display") ? 0 : location.hasSuffix("base") ? 2 : 1
    }
  }

  /// Every device with an accelerometer, the one that is taken first.
  public let candidates: [Candidate]
  /// Everything that isn't an accelerometer, by name.
  public let others: [String]
  /// The one that is taken.
  public let choice: Candidate?
  /// Why that one, or why none.
  public let reason: String

  /// Looks through `devices`.
  ///
  /// A sensor in a display comes before one of which nothing is known, and that before one in a
  /// base or keyboard; among equals the lowest number. One of `passedOver` (numbers such as
  /// `iio:device0`) is taken only by name, or if there is no other.
  public init(
    _ devices: [IIODevice], selector: IIOSelector, passingOver passedOver: Set<String> = [],
    surroundings: (IIODevice) -> DeviceSurroundings
  ) {
    let known = devices.filter { !$0.isTrigger }.map { ($0, surroundings($0)) }
    var candidates = known.filter { $0.0.isAccelerometer }.map {
      Self.candidate($0.0, $0.1, among: known)
    }
    candidates.sort { Self.rank($0, passedOver) < Self.rank($1, passedOver) }
    let gyros = candidates.compactMap(\.accelerometer?.gyroDevice?.id)
    others = known.map(\.0).filter { !$0.isAccelerometer && !gyros.contains($0.id) }.map(\.title)
    self.candidates = candidates

    let usable = candidates.filter { $0.accelerometer != nil }
    switch selector {
    case .any:
      choice = usable.first
      reason = Self.reason(usable, of: candidates, passedOver)
    case .named(let name):
      let matching = candidates.filter { Self.matches($0, name) }
      choice = matching.first { $0.accelerometer != nil }
      reason =
        choice != nil
        ? SensorFault.printable("named \(name)", atMost: 400)
        : matching.first?.fault?.description ?? Self.absent(name, candidates)
    }
  }

  private static func absent(_ name: String, _ candidates: [Candidate]) -> String {
    let there = candidates.map(\.device.title).joined(separator: ", ")
    return SensorFault.printable(
      "no IIO accelerometer is called \(name); there \(there.isEmpty ? "is none" : "are: \(there)")",
      atMost: 400)
  }

  private static func candidate(
    _ device: IIODevice, _ surroundings: DeviceSurroundings,
    among known: [(IIODevice, DeviceSurroundings)]
  ) -> Candidate {
    var candidate = Candidate(device: device, surroundings: surroundings)
    do throws(SensorFault) {
      guard let axes = try device.axes(of: .acceleration) else {
        throw SensorFault(
          .noSensor, "\(device.title) doesn't say which axes it measures along",
          hint: "balld needs x, y and z; this sensor can't drive a table")
      }
      guard axes.areBuffered || axes.arePolled else {
        throw SensorFault(
          .noSensor, "\(device.title) can neither be buffered nor polled",
          hint: "its driver gives neither in_accel_x_raw nor scan_elements")
      }
      let gyro = gyro(of: device, surroundings, among: known)
      candidate.accelerometer = Accelerometer(
        device: device, axes: axes, gyroDevice: gyro?.device, gyroAxes: gyro?.axes,
        location: location(of: device, surroundings), stableID: stableID(device, surroundings))
    } catch {
      candidate.fault = error
    }
    return candidate
  }

  /// The gyro of the same package: the device's own, else one whose name differs in the word for
  /// the quantity alone (lsm6dsl_accel, lsm6dsl_gyro); of several, the one at the same place.
  private static func gyro(
    of device: IIODevice, _ surroundings: DeviceSurroundings,
    among known: [(IIODevice, DeviceSurroundings)]
  ) -> (device: IIODevice, axes: SensorAxes)? {
    if let axes = try? device.axes(of: .angularVelocity) { return (device, axes) }
    let stem = stem(device.name)
    var found = known.filter {
      !stem.isEmpty && Self.stem($0.0.name) == stem && $0.0.id != device.id
    }
    if found.count > 1 {
      found = found.filter { $0.1.parent != nil && $0.1.parent == surroundings.parent }
    }
    for (other, _) in found {
      if let axes = try? other.axes(of: .angularVelocity) { return (other, axes) }
    }
    return nil
  }

  /// A name without the words for what is measured.
  private static func stem(_ name: String?) -> String {
    let words = (name ?? "").split { "_- ".contains($0) }
    let quantities = ["accel", "gyro", "anglvel", "magn"]
    let rest = words.filter { !quantities.contains(String($0)) }
    // A name that is made of such a word alone is nobody's package.
    return words.count == rest.count ? (name ?? "") : rest.joined(separator: "_")
  }

  private static func location(
    of device: IIODevice, _ surroundings: DeviceSurroundings
  ) -> String? {
    surroundings.location.map { "accel-\($0)" } ?? device.label ?? device.attributes["location"]
  }

  private static func stableID(_ device: IIODevice, _ surroundings: DeviceSurroundings) -> String {
    device.title + (surroundings.parent.map { "@\($0)" } ?? "")
  }

  private static func rank(
    _ candidate: Candidate, _ passedOver: Set<String>
  ) -> (Int, Int, Int) {
    let number = Int(candidate.device.id.drop { !("0"..."9").contains($0) }) ?? .max
    let use = candidate.accelerometer == nil ? 2 : passedOver.contains(candidate.device.id) ? 1 : 0
    return (use, candidate.place, number)
  }

  private static func matches(_ candidate: Candidate, _ name: String) -> Bool {
    [
      candidate.device.id, candidate.device.name, candidate.device.label,
      candidate.accelerometer?.stableID,
    ].contains(name)
  }

  private static func reason(
    _ usable: [Candidate], of all: [Candidate], _ passedOver: Set<String>
  ) -> String {
    guard let first = usable.first else {
      return all.first?.fault?.description ?? "no IIO accelerometer is there"
    }
    guard usable.count > 1 else { return "the only accelerometer" }
    let rest = usable.dropFirst()
    let failed = rest.filter { passedOver.contains($0.device.id) && $0.place <= first.place }
    if let failed = failed.first, !passedOver.contains(first.device.id) {
      return "\(failed.device.title) can't be read"
    }
    if let location = first.accelerometer?.location, location.hasSuffix("display") {
      return "its location is \(location)"
    }
    if rest.allSatisfy({ $0.place == 2 }) { return "the only one that isn't in a base" }
    return "the first of \(usable.count)"
  }
}
