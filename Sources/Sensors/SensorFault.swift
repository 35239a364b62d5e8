// SPDX-License-Identifier: MIT

internal import Posix

/// What is wrong with a sensor: a stable code for programs, a sentence and a hint for people.
public struct SensorFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; the raw value is its word on the wire.
  public enum Code: String, CaseIterable, Sendable {
    /// There is no such sensor (yet).
    case noSensor = "no-sensor"
    /// A right is missing.
    case permission
    /// Somebody else uses it.
    case busy
    /// It has a buffer, and nothing that fills it.
    case noTrigger = "no-trigger"
    /// It gave up waiting for the hardware.
    case timeout
    /// The hardware or the bus failed.
    case inputOutput = "input-output"
    /// It is gone.
    case unplugged
    /// The computer that it is connected to doesn't answer.
    case unreachable
    /// Its numbers have no unit.
    case noScale = "no-scale"
    /// Its mount matrix is none.
    case badMatrix = "bad-matrix"
    /// It is open and gives nothing.
    case noData = "no-data"
    /// It gives the same impossible reading again and again.
    case stuck
    /// It gives the same plausible reading again and again: no fault as long as the board lies.
    case quiet
    /// Single readings are far off.
    case spikes
    /// At rest it doesn't read the Earth's gravity.
    case wrongScale = "wrong-scale"
  }

  /// What kind of trouble it is.
  public let code: Code
  /// What is wrong with which object, as a sentence without its end.
  public let message: String
  /// What a person can do about it.
  public let hint: String

  /// A fault of this kind.
  public init(_ code: Code, _ message: String, hint: String) {
    self.code = code
    self.message = Self.printable(message, atMost: 400)
    self.hint = Self.printable(hint, atMost: 400)
  }

  /// A text without control characters, which drivers and other computers could have put into it, and
  /// of a bounded length, for one line.
  static func printable(_ text: String, atMost limit: Int) -> String {
    var clean = String.UnicodeScalarView()
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit {
        clean.append("…")
        break
      }
      let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      clean.append(isControl ? "\u{fffd}" : scalar)
    }
    return String(clean)
  }

  /// The fault that an error number means, when `action` was being done to `device`.
  ///
  /// - Parameters:
  ///   - error: What the system said.
  ///   - action: What was being done to which object, such as "open the buffer of lis3dh".
  init(_ error: Errno, doing action: String) {
    let message = "cannot \(action): \(error)"
    switch error {
    case .permissionDenied, .notPermitted:
      self.init(
        .permission, message,
        hint: "install 70-balld.rules and run balld in the group balld; until then it is polled")
    case .busy:
      self.init(
        .busy, message,
        hint: "another program reads this sensor; `fuser -v /dev/iio:device*` names it")
    case .invalidArgument:
      self.init(
        .noTrigger, message,
        hint: "no interrupt is wired and no software trigger is there: polled instead")
    case .timedOut:
      self.init(
        .timeout, message,
        hint: "the interrupt line doesn't fire: look at its wiring and at the overlay's pin")
    case .noSuchDevice, .noSuchFile, .badDescriptor, .noSuchAddress:
      self.init(.unplugged, message, hint: "plug it in again; balld goes on by itself")
    case .connectionRefused, .brokenPipe, .connectionReset, .hostUnreachable, .networkUnreachable:
      self.init(
        .unreachable, message, hint: "see that iiod runs there and that the network is up")
    default:
      self.init(
        .inputOutput, message,
        hint: "look for loose wires and at `dmesg`; balld tries again by itself")
    }
  }

  /// "cannot open the buffer of lis3dh: permission denied; install …".
  public var description: String { "\(message); \(hint)" }
}
