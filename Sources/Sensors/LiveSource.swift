// SPDX-License-Identifier: MIT

/// A sensor that is open: what it is, and how it is read.
public struct SensorDescription: Equatable, Sendable {
  /// How samples are had.
  public enum Mode: String, Sendable {
    /// The kernel collects them, with its own timestamps.
    case buffered
    /// They are asked for, one by one.
    case polled
    /// They come when something changes, as from an input device.
    case onChange = "on-change"
  }

  /// The driver's name for it.
  public var name: String
  /// A name that stays when it is plugged in again.
  public var stableID: String
  /// How it is read.
  public var mode: Mode
  /// What the device itself measures a second, Hz, if it says so.
  public var deviceRate: Double?
  /// Whether samples carry an angular velocity.
  public var hasGyro: Bool
  /// How it sits in the device, and who says so.
  public var mounting: FoundMounting
  /// Why this one was taken.
  public var reason: String
  /// What a person should hear although it works: that it is only polled, for instance.
  public var note: SensorFault?
}

/// How a live source is.
public struct SourceStatus: Equatable, Sendable {
  /// Whether there are samples to go by.
  public enum Condition: Equatable, Sendable {
    /// No sensor is open that has given a sample.
    case waiting
    /// Samples come.
    case running
    /// Samples came, and no longer do, or they are no measurements.
    case stalled
  }

  /// Whether there are samples to go by.
  public var condition = Condition.waiting
  /// The sensor; nil while none is open.
  public var sensor: SensorDescription?
  /// What is wrong, or worth knowing.
  public var fault: SensorFault?
  /// How many samples a second come, as measured; nil at first.
  public var rate: Double?

  /// A status; that of a source that has just begun to look, by default.
  public init(
    condition: Condition = .waiting, sensor: SensorDescription? = nil, fault: SensorFault? = nil,
    rate: Double? = nil
  ) {
    self.condition = condition
    self.sensor = sensor
    self.fault = fault
    self.rate = rate
  }
}

/// A source that comes and goes by itself while the daemon runs.
public protocol LiveSource: Source {
  /// How it is; changes in `read` and `check` alone.
  var status: SourceStatus { get }
  /// How many samples it gave.
  var samplesRead: Int { get }
  /// How many samples were lost because the loop was too late for them.
  var samplesDropped: Int { get }
  /// How often the kernel lost what a device had told, before it was read.
  var kernelLosses: Int { get }
  /// When `check` should be called next, ns of CLOCK_MONOTONIC.
  var nextCheck: Int64? { get }
  /// Notices what time alone tells: that samples no longer come.
  mutating func check(now: Int64)
  /// Looks for the sensor at once, or for a better one: something was plugged in.
  func lookAgain()
  /// Whether it may leave a sensor that is well for a better one that has appeared: not in the middle
  /// of a run. At first it may.
  func allowChange(_ isAllowed: Bool)
}

extension LiveSource {
  /// None where the kernel doesn't tell.
  public var kernelLosses: Int { 0 }
  /// A source that knows one sensor only never changes.
  public func allowChange(_ isAllowed: Bool) {}
}
