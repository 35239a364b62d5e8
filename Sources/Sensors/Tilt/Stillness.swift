// SPDX-License-Identifier: MIT

/// Tells whether a board lies still by how much its readings spread.
///
/// Not by how large they are: a cheap gyro that rests may read 30 °/s. A stretch of samples is
/// still as long as none is farther from the stretch's mean than `Limits` allow, and the mean
/// itself hasn't moved since the stretch began: so a board that turns slowly and evenly isn't
/// taken for one that lies, unless it turns about the vertical, which no accelerometer can tell.
public struct Stillness: Codable, Equatable, Sendable {
  /// What counts as still.
  public struct Limits: Codable, Equatable, Sendable {
    /// How long a stretch must be still, s.
    public var duration: Double
    /// The largest distance of a specific force from the mean, m/s².
    public var acceleration: Double
    /// How far the mean specific force may move, m/s².
    public var accelerationDrift: Double
    /// The largest distance of an angular velocity from the mean, rad/s.
    public var angularVelocity: Double
    /// How far the mean angular velocity may move, rad/s.
    public var angularVelocityDrift: Double

    /// On a table: 1.5 s within 0.5 m/s² and 2 °/s, the rest of VQF (Laidig and Seel 2023, table 2).
    ///
    /// The means may move by 0.1 m/s² (0.6°) and 0.3 °/s.
    public static let table = Limits(
      duration: 1.5, acceleration: 0.5, accelerationDrift: 0.1,
      angularVelocity: 2 * degree, angularVelocityDrift: 0.3 * degree)
    /// In a hand that holds it as quietly as it can: 0.4 s within 1.5 m/s² and 20 °/s.
    public static let hand = Limits(
      duration: 0.4, acceleration: 1.5, accelerationDrift: 0.5,
      angularVelocity: 20 * degree, angularVelocityDrift: 20 * degree)
  }

  /// What counts as still.
  public let limits: Limits
  /// For how long it has been still, s; shorter than the limits' duration while it isn't sure.
  public private(set) var duration = 0.0
  /// The mean specific force of the stretch, m/s²; of its last `limits.duration` if it is longer.
  public private(set) var acceleration = Vector3(0, 0, 0)
  /// The mean angular velocity of the stretch, rad/s; nil without a gyro.
  public private(set) var angularVelocity: Vector3?

  /// The means at the stretch's beginning, and those of the latest sixth of its duration.
  private var firstAcceleration = Vector3(0, 0, 0)
  private var latestAcceleration = Vector3(0, 0, 0)
  private var firstAngularVelocity = Vector3(0, 0, 0)
  private var latestAngularVelocity = Vector3(0, 0, 0)
  private var count = 0

  /// Begins with no samples.
  public init(_ limits: Limits) { self.limits = limits }

  /// Whether it has been still for long enough, over at least five samples.
  public var isStill: Bool { duration >= limits.duration && count >= 5 }

  /// Takes the sample that came `dt` s after the one before.
  public mutating func enter(
    acceleration sample: Vector3, angularVelocity rate: Vector3?, dt: Double
  ) {
    guard count > 0, (rate != nil) == (angularVelocity != nil) else {
      return begin(sample, rate)
    }
    // A time that stands still says nothing about a spread over time.
    guard dt > 0 else { return }
    let meanRate = angularVelocity ?? Vector3(0, 0, 0)
    let newRate = rate ?? meanRate
    guard (sample - acceleration).length <= limits.acceleration,
      (newRate - meanRate).length <= limits.angularVelocity
    else { return begin(sample, rate) }

    duration += dt
    count += 1
    let weight = dt / min(duration + dt, limits.duration)
    acceleration = acceleration + weight * (sample - acceleration)
    if angularVelocity != nil { angularVelocity = meanRate + weight * (newRate - meanRate) }
    followLatest(sample, newRate, dt)
    if (latestAcceleration - firstAcceleration).length > limits.accelerationDrift
      || (latestAngularVelocity - firstAngularVelocity).length > limits.angularVelocityDrift
    {
      begin(sample, rate)
    }
  }

  /// Forgets the stretch, as after a gap.
  public mutating func reset() { self = Stillness(limits) }

  private mutating func begin(_ sample: Vector3, _ rate: Vector3?) {
    duration = 0
    count = 1
    acceleration = sample
    angularVelocity = rate
    (firstAcceleration, latestAcceleration) = (sample, sample)
    let rate = rate ?? Vector3(0, 0, 0)
    (firstAngularVelocity, latestAngularVelocity) = (rate, rate)
  }

  private mutating func followLatest(_ sample: Vector3, _ rate: Vector3, _ dt: Double) {
    if duration < limits.duration / 3 {
      // The first third of the stretch is its beginning: until it is over nothing can have moved.
      firstAcceleration = acceleration
      latestAcceleration = acceleration
      firstAngularVelocity = angularVelocity ?? rate
      latestAngularVelocity = firstAngularVelocity
      return
    }
    let latest = dt / (limits.duration / 6 + dt)
    latestAcceleration = latestAcceleration + latest * (sample - latestAcceleration)
    latestAngularVelocity = latestAngularVelocity + latest * (rate - latestAngularVelocity)
    // A rest of hours warms the sensor: the beginning follows, too slowly to hide a turn.
    let first = dt / (Self.forgetting + dt)
    firstAcceleration = firstAcceleration + first * (latestAcceleration - firstAcceleration)
    firstAngularVelocity =
      firstAngularVelocity + first * (latestAngularVelocity - firstAngularVelocity)
  }

  /// How fast a long stretch forgets its beginning, s.
  private static let forgetting = 10.0
}

/// One degree, rad.
let degree = Double.pi / 180
