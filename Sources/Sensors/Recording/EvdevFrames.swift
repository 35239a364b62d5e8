// SPDX-License-Identifier: MIT

/// Makes readings of an accelerometer's recorded input events.
///
/// An event tells what changed; a SYN_REPORT ends what was measured at once. An axis that hasn't
/// been told yet is unknown, not zero: no reading comes out before all three have been. A
/// SYN_DROPPED means that events are lost: what follows up to the next SYN_REPORT is thrown away
/// (the kernel's Documentation/input/event-codes.rst), and since a file can't be asked for the axes'
/// state, all of them are unknown again.
struct EvdevFrames: Sendable {
  /// A reading, in g and degrees a second, on the device's own clock if it has one.
  struct Frame {
    var nanoseconds: Int64
    var acceleration: Vector3
    var angularVelocity: Vector3?
  }

  /// What an event completed.
  enum Outcome {
    /// More events of the frame are to come, or nothing has changed, or an axis is unknown.
    case incomplete
    case frame(Frame)
    /// A frame that can't be used, as events before it are lost.
    case dropped
  }

  /// ABS_X, ABS_Y, ABS_Z and ABS_RX, ABS_RY, ABS_RZ: the codes 0 to 5.
  static let axisCount = 6
  private static let names = ["ABS_X", "ABS_Y", "ABS_Z"]

  private let resolutions: [Double?]
  private var values = [Int32?](repeating: nil, count: axisCount)
  private var wasEverTold = [Bool](repeating: false, count: axisCount)
  private var isDropping = false
  private var hasDropped = false
  private var hasChanged = false
  private var clock = FrameClock()

  init(resolutions: [Double?]) { self.resolutions = resolutions }

  /// The first axis of the accelerometer of which there was no event; nil when there is none.
  var missingAxis: String? {
    zip(Self.names, wasEverTold).first { !$0.1 }?.0
  }

  mutating func take(type: UInt16, code: UInt16, value: Int32, microseconds: Int64) -> Outcome {
    switch (type, code) {
    case (0, 3):  // EV_SYN, SYN_DROPPED
      isDropping = true
      hasDropped = true
      hasChanged = false
      values = [Int32?](repeating: nil, count: Self.axisCount)
    case (0, 0):  // EV_SYN, SYN_REPORT
      if isDropping {
        isDropping = false
        clock.forgetStamp()
        return .dropped
      }
      return report(microseconds)
    case (3, 0..<UInt16(Self.axisCount)) where !isDropping:  // EV_ABS
      values[Int(code)] = value
      wasEverTold[Int(code)] = true
      hasChanged = true
    case (4, 5) where !isDropping:  // EV_MSC, MSC_TIMESTAMP
      clock.stamp = UInt32(bitPattern: value)
      hasChanged = true
    default: break
    }
    return .incomplete
  }

  private mutating func report(_ microseconds: Int64) -> Outcome {
    guard hasChanged else { return .incomplete }
    hasChanged = false
    let time = clock.time(atKernelTime: microseconds)
    guard let acceleration = vector(from: 0) else { return hasDropped ? .dropped : .incomplete }
    let (nanoseconds, overflow) = time.multipliedReportingOverflow(by: 1000)
    if overflow { return .dropped }
    return .frame(
      Frame(
        nanoseconds: nanoseconds, acceleration: acceleration, angularVelocity: vector(from: 3)))
  }

  private func vector(from axis: Int) -> Vector3? {
    guard let x = value(axis), let y = value(axis + 1), let z = value(axis + 2) else { return nil }
    return Vector3(x, y, z)
  }

  private func value(_ axis: Int) -> Double? {
    guard let value = values[axis], let resolution = resolutions[axis] else { return nil }
    return Double(value) / resolution
  }
}

/// The device's own clock (MSC_TIMESTAMP, µs, 32 bits without a sign, which wrap), kept near the
/// kernel's, and never running backwards.
///
/// A device that sends several readings in one packet dates them all alike by the kernel's clock,
/// and apart by its own.
private struct FrameClock {
  /// The stamp of the frame at hand.
  var stamp: UInt32?
  private var lastStamp: UInt32?
  private var last: Int64?
  /// How often the two were too far apart.
  private var strays = 0

  /// How far the two clocks may be apart before the kernel's is taken, µs.
  private static let bound: UInt64 = 100_000
  /// A device whose clock strayed so often isn't asked again.
  private static let mostStrays = 3

  /// The time of a frame that the kernel dates so, µs.
  mutating func time(atKernelTime kernel: Int64) -> Int64 {
    defer {
      lastStamp = stamp ?? lastStamp
      stamp = nil
    }
    var time = kernel
    if let stamp, let lastStamp, let last, strays < Self.mostStrays {
      let (sum, sumOverflow) = last.addingReportingOverflow(Int64(stamp &- lastStamp))
      let (difference, overflow) = sum.subtractingReportingOverflow(kernel)
      if !sumOverflow, !overflow, difference.magnitude <= Self.bound {
        time = sum
      } else {
        strays += 1
      }
    }
    // A kernel's clock that itself runs backwards by more is mended with the others.
    if let last, time < last {
      let (step, overflow) = last.subtractingReportingOverflow(time)
      if !overflow, step.magnitude <= Self.bound { time = last }
    }
    last = time
    return time
  }

  /// After lost events the next stamp says nothing about the time since the last.
  mutating func forgetStamp() {
    stamp = nil
    lastStamp = nil
  }
}
