// SPDX-License-Identifier: MIT

/// How the sensor is turned, by its gyro alone: the frame in which the specific force is smoothed.
///
/// Drifts by what the bias is wrong, and so is "almost inertial"; what matters is that it turns
/// slowly whatever the board does.
struct GyroAttitude: Codable, Equatable, Sendable {
  /// Sensor axes → the frame that the gyro, without its bias, believes not to turn.
  private(set) var rotation = Rotation.identity
  /// How badly the readings tell the turns between them.
  private(set) var doubt = TurnDoubt()

  private var last: Vector3?
  private var lastRead: Vector3?
  private var gate = SpikeGate()
  /// The dt of the reading that the gate holds.
  private var heldTime = 0.0

  /// An isolated change of the angular velocity by more needs the accelerometer's word, rad/s.
  private static let jump = 600 * degree
  /// By how much one turn must fit a force of length 1 better than another to be believed.
  private static let clearWord = 0.01
  /// No gyro's range ends below this, rad/s: the smallest one that is sold is 245 °/s.
  private static let smallestRange = 240 * degree
  /// A reading is the mean of so long a time before it, s: the filter of a gyro at 100 Hz.
  ///
  /// Faster ones are read at their own rate, slower ones are polled while they run fast.
  private static let readingTime = 0.01

  /// Whether the last sample had a reading.
  var hasGyro: Bool { last != nil }
  /// How many isolated readings were left out.
  var rejected: Int { gate.rejected }

  /// Begins anew with a reading (rad/s) from which the next turn counts; the rotation stays.
  mutating func begin(at rate: Vector3?) {
    gate.reset()
    if let rate { _ = gate.judge(rate, limit: .infinity) }
    last = rate
    lastRead = rate
  }

  /// Turns by what the gyro reads.
  ///
  /// - Parameters:
  ///   - rate: the reading, rad/s.
  ///   - bias: what it is too much, rad/s.
  ///   - dt: the time since the reading before, s.
  ///   - force: what the accelerometer reads, m/s²: it bears out a turn that looks like a spike.
  ///   - up: the direction of gravity in the inertial frame.
  /// - Returns: whether the gyro stands at the end of its range, and the turn is too small.
  mutating func turn(
    at rate: Vector3, bias: Vector3, dt: Double, force: Vector3, up: Vector3
  ) -> Bool {
    let isAtEnd = stands(atEndOfRange: rate)
    let last = last ?? rate
    // A reading is the mean of the time just before it: of the whole step if that is short, else of
    // its end, and then the readings are joined by a straight line.
    let share = 0.5 + 0.5 * min(1, Self.readingTime / dt)
    let angle = dt * (last + share * (rate - last))
    let drift = dt * bias
    doubt.enter(last, rate, dt: dt)
    let turned = rotation.after(Rotation(vector: angle - drift))
    switch gate.judge(rate, limit: Self.jump) {
    case .pass: rotation = turned
    case .passAlone(let held):
      // The accelerometer may be a sample later than the gyro.
      let turnedAfterAll = withHeld(held, last, angle - drift)
      let isTrue = bears(out: turnedAfterAll, against: turned, force, up)
      if isTrue { gate.acceptHeld() }
      rotation = isTrue ? turnedAfterAll : turned
    case .passBoth(let held): rotation = withHeld(held, last, angle - drift)
    case .hold:
      let unturned = rotation.after(Rotation(vector: dt * last - drift))
      guard bears(out: turned, against: unturned, force, up) else {
        heldTime = dt
        rotation = unturned
        return isAtEnd
      }
      gate.accept(rate)
      rotation = turned
    }
    self.last = rate
    return isAtEnd
  }

  /// The rotation after the turn that was held back and then by `angle`.
  private func withHeld(_ held: Vector3, _ last: Vector3, _ angle: Vector3) -> Rotation {
    rotation.after(Rotation(vector: heldTime * (held - last) + angle))
  }

  /// Whether the accelerometer says that the board has turned so, rather than like that.
  private func bears(
    out turned: Rotation, against other: Rotation, _ force: Vector3, _ up: Vector3
  ) -> Bool {
    let difference = turned.unrotate(up) - other.unrotate(up)
    return force.dot(difference) > Self.clearWord * force.length
  }

  /// A gyro at the end of its range repeats itself in one axis, while the others go on.
  private mutating func stands(atEndOfRange rate: Vector3) -> Bool {
    defer { lastRead = rate }
    guard let last = lastRead, last != rate else { return false }
    return (last.x == rate.x && abs(rate.x) >= Self.smallestRange)
      || (last.y == rate.y && abs(rate.y) >= Self.smallestRange)
      || (last.z == rate.z && abs(rate.z) >= Self.smallestRange)
  }
}
