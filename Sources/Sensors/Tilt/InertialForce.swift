// SPDX-License-Identifier: MIT

internal import Elementary

/// The specific force in a frame that hardly turns, smoothed until gravity is left of it.
///
/// What a hand adds is the derivative of its velocity, which stays bounded: its mean over a time
/// goes to zero as one over that time. Gravity stays. The smoothing is a mean at first, so that the
/// estimate is good at once and better each moment, and from 3 s on VQF's second-order low-pass.
struct InertialForce: Codable, Equatable, Sendable {
  /// The time constant, s: VQF's τ_acc (Laidig and Seel 2023, table 2).
  static let timeConstant = 3.0
  /// How fast the estimate goes to the mean force of a board that lies still, s.
  private static let restTimeConstant = 0.1
  /// The time constant of the force that the estimate is held against, s.
  private static let quickTimeConstant = 1.0
  /// The angle between the two from which on the gyro has failed, rad, if nothing pushes: 30°.
  private static let contradiction = 30 * degree
  /// How many times the pushes, in gravities, it must be besides.
  private static let contradictionOfPushes = 3.0
  /// How many seconds of the past count after the gyro has failed.
  private static let memoryAfterFailure = 0.5

  /// The smoothed force, m/s².
  private(set) var smoothed: ButterworthState
  /// How often the gyro had failed.
  private(set) var recoveries = 0
  /// For how many seconds what is known goes back, while the force is a mean yet; else nil.
  private var meanTime: Double?
  private var quick: Vector3

  /// Begins with a first reading, m/s².
  init(_ first: Vector3) {
    smoothed = ButterworthState(value: first)
    quick = first
    meanTime = 0
  }

  /// Over how many seconds it is smoothed by now.
  var memory: Double { meanTime ?? Self.timeConstant }

  /// Takes a reading in motion.
  ///
  /// Returns how fast the direction of the smoothed force turns, rad/s, once it turns by itself.
  mutating func enter(
    _ force: Vector3, dt: Double, timeConstant: Double, pushes: Double
  ) -> Vector3? {
    follow(force, dt)
    if memory > Self.memoryAfterFailure, contradicts(pushes: pushes) {
      recoveries += 1
      forget(but: Self.memoryAfterFailure)
    }
    if let seconds = meanTime {
      move(towards: force, by: dt / (min(seconds, timeConstant) + dt))
      meanTime = seconds + dt < timeConstant ? seconds + dt : nil
      return nil
    }
    let before = direction
    ButterworthStep(dt: dt, timeConstant: timeConstant).apply(&smoothed, towards: force)
    return (1 / dt) * before.cross(direction)
  }

  /// Takes the mean force of a board that lies still: that is gravity.
  mutating func rest(on force: Vector3, dt: Double) {
    follow(force, dt)
    meanTime = nil
    move(towards: force, by: dt / (Self.restTimeConstant + dt))
  }

  /// Takes a reading without a gyro: the frame is the sensor's, and turns.
  mutating func enterUncarried(_ force: Vector3, weight: Double) {
    meanTime = 0
    move(towards: force, by: weight)
    quick = smoothed.value
  }

  /// Counts no more than the last `seconds` of the past: the gyro has missed something.
  mutating func forget(but seconds: Double) {
    meanTime = min(memory, seconds)
    smoothed.rate = Vector3(0, 0, 0)
  }

  /// Whether the quick force is so far from the smoothed one that no push explains it.
  private func contradicts(pushes: Double) -> Bool {
    let limit = max(Self.contradiction, Self.contradictionOfPushes * pushes)
    return limit < .pi / 2
      && smoothed.value.dot(quick) < cosine(limit) * smoothed.value.length * quick.length
  }

  /// The direction of the smoothed force, of length 1.
  var direction: Vector3 { unit(smoothed.value) }

  private mutating func follow(_ force: Vector3, _ dt: Double) {
    quick = quick + (dt / (Self.quickTimeConstant + dt)) * (force - quick)
  }

  private mutating func move(towards force: Vector3, by weight: Double) {
    let next = smoothed.value + weight * (force - smoothed.value)
    // Two opposite readings have a mean without a direction: the older one counts.
    if next.length > Self.shortest { smoothed.value = next }
    smoothed.rate = Vector3(0, 0, 0)
  }

  /// The smallest force that has a direction, m/s².
  private static let shortest = 0.01
}
