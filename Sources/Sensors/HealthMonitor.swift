// SPDX-License-Identifier: MIT

/// Tells sensors that lie from those that measure, by what they say alone.
///
/// Readings as they are before any mounting. Durations are by the samples' own times, so that a
/// recording is judged as its sensor was.
public struct HealthMonitor: Equatable, Sendable {
  /// What the newest samples show.
  public enum Finding: Equatable, Sendable {
    /// Nothing speaks against them.
    case ok
    /// The same reading again and again, and the board lies as it might: no fault.
    case quiet
    /// The same reading again and again, which can't be.
    case stuck(Reason)
    /// Single readings are far off.
    case spikes
    /// Steady, but not at the Earth's gravity.
    case wrongScale

    /// Why a reading can't be.
    public enum Reason: Equatable, Sendable {
      /// All axes are exactly zero.
      case zero
      /// No board at rest reads so much, or so little.
      case magnitude
      /// The gyro of the same package moves.
      case gyroMoves
    }
  }

  /// What the newest samples show.
  public private(set) var finding = Finding.ok

  /// Zero on all axes for so long is no free fall, ns.
  private static let longestFall: Int64 = 500_000_000
  /// Identical for so long is stuck or quiet, ns.
  private static let longestIdentity: Int64 = 2_000_000_000
  /// Identical for so long although the gyro moves is stuck, ns.
  private static let longestIdentityInMotion: Int64 = 500_000_000
  /// An angular velocity at which an accelerometer's noise alone changes the reading, rad/s.
  private static let motion = 0.3
  /// A single reading that is off by more than this from both its neighbours is a spike, m/s².
  private static let spike = 20.0
  /// Neighbours of a spike agree within this, m/s².
  private static let agreement = 5.0
  /// Within so long, ns.
  private static let spikeMemory: Int64 = 10_000_000_000
  /// Steady for so long tells the scale, ns.
  private static let steady: Int64 = 2_000_000_000

  private var last: Sample?
  private var beforeLast: Vector3?
  private var identicalSince: Int64 = 0
  private var movingSince: Int64?
  /// When the last three spikes were, the newest last: so many are worth a word.
  private var spikeTimes: (Int64?, Int64?, Int64?)
  private var steadySince: Int64 = 0
  private var steadyLength = 0.0

  /// A monitor that has seen nothing.
  public init() {}

  /// Looks at the next sample.
  public mutating func take(_ sample: Sample) {
    let isIdentical = last?.acceleration == sample.acceleration
    let ranBack = last.map { sample.time < $0.time } ?? false
    if !isIdentical || ranBack { identicalSince = sample.time }
    let turns = (sample.angularVelocity?.length ?? 0) > Self.motion
    // A gyro that is stuck itself proves nothing.
    let isTurning = turns && sample.angularVelocity != last?.angularVelocity
    movingSince = isTurning && !ranBack ? movingSince ?? sample.time : nil
    noteSpike(sample)
    noteSteadiness(sample, ranBack: ranBack)
    beforeLast = last?.acceleration
    last = sample
    finding = judge(sample)
  }

  private func judge(_ sample: Sample) -> Finding {
    let length = sample.acceleration.length
    let identical = Self.span(identicalSince, sample.time)
    if length == 0, identical >= Self.longestFall { return .stuck(.zero) }
    let isPossible = (0.3 * standardGravity...3 * standardGravity).contains(length)
    if !isPossible, identical >= Self.longestIdentity { return .stuck(.magnitude) }
    if let movingSince,
      Self.span(max(movingSince, identicalSince), sample.time) >= Self.longestIdentityInMotion
    {
      return .stuck(.gyroMoves)
    }
    let isPlausible = (0.5 * standardGravity...2 * standardGravity).contains(steadyLength)
    if !isPlausible, Self.span(steadySince, sample.time) >= Self.steady { return .wrongScale }
    if let third = spikeTimes.0, Self.span(third, sample.time) < Self.spikeMemory { return .spikes }
    return identical >= Self.longestIdentity ? .quiet : .ok
  }

  private mutating func noteSpike(_ sample: Sample) {
    guard let last, let beforeLast else { return }
    let isSpike =
      (last.acceleration - beforeLast).length > Self.spike
      && (last.acceleration - sample.acceleration).length > Self.spike
      && (sample.acceleration - beforeLast).length < Self.agreement
    if isSpike { spikeTimes = (spikeTimes.1, spikeTimes.2, last.time) }
  }

  /// Steady is what stays within 5 % of its beginning.
  private mutating func noteSteadiness(_ sample: Sample, ranBack: Bool) {
    let length = sample.acceleration.length
    if ranBack || last == nil || abs(length - steadyLength) > 0.05 * steadyLength {
      steadySince = sample.time
      steadyLength = length
    }
  }

  /// How long `end` is after `start`, ns; the greatest there is when that overflows.
  private static func span(_ start: Int64, _ end: Int64) -> Int64 {
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : span
  }

  /// The same but for the tuple, which has no `==` of its own.
  public static func == (left: HealthMonitor, right: HealthMonitor) -> Bool {
    left.finding == right.finding && left.last == right.last && left.beforeLast == right.beforeLast
      && left.identicalSince == right.identicalSince && left.movingSince == right.movingSince
      && left.spikeTimes == right.spikeTimes && left.steadySince == right.steadySince
      && left.steadyLength == right.steadyLength
  }
}

extension HealthMonitor.Finding {
  /// Whether samples like this are measurements, by which a ball may roll.
  var isTrustworthy: Bool { if case .stuck = self { false } else { true } }

  /// The fault that it is, for the sensor called `name`; nil for none.
  func fault(of name: String) -> SensorFault? {
    switch self {
    case .ok: nil
    case .quiet:
      SensorFault(
        .quiet, "\(name) gives the same reading again and again",
        hint: "move the board: if the reading then changes, all is well")
    case .stuck(.zero):
      SensorFault(
        .stuck, "\(name) reads zero on all axes",
        hint: "the bus has lost it: check the wires, reload its driver or power it off and on")
    case .stuck(.magnitude):
      SensorFault(
        .stuck, "\(name) repeats one impossible reading",
        hint: "the bus has lost it: check the wires, reload its driver or power it off and on")
    case .stuck(.gyroMoves):
      SensorFault(
        .stuck, "\(name) repeats one reading although its gyro turns",
        hint: "the accelerometer has stopped: reload its driver, or try another sensor.rate")
    case .spikes:
      SensorFault(
        .spikes, "\(name) gives single readings that are far off",
        hint: "check wires and supply; a longer tilt.smoothing hides them")
    case .wrongScale:
      SensorFault(
        .wrongScale, "\(name) at rest doesn't read the Earth's gravity",
        hint: "its driver's scale is wrong; report it to the driver's authors")
    }
  }
}
