// SPDX-License-Identifier: MIT

internal import Posix

/// What is there to be read by IIO, and what balld would make of it.
public struct IIOSurvey: Sendable {
  /// Which sensors there are, and which one is taken.
  public let discovery: Discovery
  /// In which sign mount matrices are.
  private let sign: MountSign
  /// Whether the sensors are this computer's own.
  public let isLocal: Bool

  /// Looks at what is there now.
  ///
  /// Throws when it can't even look: the kernel has no IIO, or the other computer doesn't answer.
  public init(
    at place: IIOPlace, selector: IIOSelector, sign: MountSign
  ) throws(SensorFault) {
    let context = try IIOContext.open(place)
    self.init(context.devices(), isLocal: context.isLocal, selector: selector, sign: sign)
  }

  /// Looks at a snapshot that was made of a context.
  init(
    _ devices: [IIODevice], isLocal: Bool, selector: IIOSelector, sign: MountSign,
    passingOver passedOver: Set<String> = []
  ) {
    let discovery = Discovery(devices, selector: selector, passingOver: passedOver) { device in
      isLocal ? .ofLocal(device) : DeviceSurroundings()
    }
    self.init(discovery, isLocal: isLocal, sign: sign)
  }

  /// What was found by looking through devices.
  init(_ discovery: Discovery, isLocal: Bool, sign: MountSign) {
    self.discovery = discovery
    self.isLocal = isLocal
    self.sign = sign
  }

  /// How a sensor sits in the device, as far as the system tells.
  public func mounting(of candidate: Discovery.Candidate) -> FoundMounting {
    Mounting.find(
      device: candidate.device, axis: candidate.accelerometer?.axes.x.channel,
      udev: candidate.surroundings.mountMatrix, sign: sign)
  }

  /// Why this sensor can't be read from its buffer, as far as one can see without trying.
  public func obstacle(toBufferOf candidate: Discovery.Candidate) -> String? {
    guard candidate.accelerometer?.axes.areBuffered == true else { return "it has no buffer" }
    guard isLocal else { return nil }
    let device = candidate.device
    let directory = "/sys/bus/iio/devices/\(device.id)"
    for path in ["/dev/\(device.id)", "\(directory)/buffer/enable"]
    where !isAccessible(path, writing: true) {
      return "no right to write \(path)"
    }
    return nil
  }
}

extension IIOContext {
  /// A view of what is there now, or the fault that keeps one from it.
  static func open(_ place: IIOPlace) throws(SensorFault) -> IIOContext {
    do throws(Errno) {
      return try IIOContext(place)
    } catch {
      switch place {
      case .local where error == .noSuchFile || error == .notImplemented:
        throw SensorFault(
          .noSensor, "the kernel shows no IIO device: \(error)",
          hint: "no driver has found a sensor; `balld --list-sensors` tells what is missing")
      case .local:
        throw SensorFault(
          .inputOutput, "libiio can't look at the IIO devices of this computer: \(error)",
          hint: "one of them says what it can't understand: look at /sys/bus/iio/devices/*/name")
      case .uri(let uri):
        throw SensorFault(
          .unreachable, "cannot reach \(uri): \(error)",
          hint: "see that iiod runs there and that the network is up")
      }
    }
  }
}
