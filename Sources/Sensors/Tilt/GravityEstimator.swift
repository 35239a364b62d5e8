// SPDX-License-Identifier: MIT

/// Where "up" is, from an accelerometer and a gyro.
///
/// After VQF (D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation estimation with bias
/// estimation and magnetic disturbance rejection", Information Fusion 91, 2023), for the
/// inclination alone: the gyro carries the specific force into a frame that hardly turns, where it
/// is smoothed, and carries the result back. Rests give the gyro's bias; in motion it is estimated
/// from how the smoothed force turns.
///
/// What differs from the paper: samples may come at any times; a first rest may show a bias of up
/// to 40 °/s; at rest the estimate goes to the mean force at once; and these have defined answers:
///
/// - *start*: the first reading is "up"; from then on the mean, until 3 s are over.
/// - *a gap* (more than 0.25 s): up is where it was in the sensor's axes, and counts 0.1 s.
/// - *free fall* (below 2 m/s²): the gyro alone.
/// - *a spike* of either sensor: left out, see `SpikeGate`; of the gyro only if the accelerometer
///   doesn't bear it out.
/// - *a saturated gyro*, and *one that contradicts the accelerometer by 30° over a second*: up counts
///   0.5 s from then on, so that the accelerometer brings it back.
/// - *no gyro*: a low-pass of 25 ms, in which a reading counts the less the more its length differs
///   from gravity's.
///
/// A pure function of the samples: no clock, no memory per sample, the same bits everywhere. All
/// vectors are in the sensor's axes.
public struct GravityEstimator: Codable, Equatable, Sendable {
  /// How often a stretch without samples was so long that a turn in it may have been missed.
  private var gaps = 0
  /// In how many samples the gyro stood at the end of its range: tests ask for it.
  private(set) var saturated = 0

  private var force: InertialForce?
  private var bias: GyroBias
  private var smoothedFrame = SmoothedFrame()
  private var stillness = Stillness(.table)
  private var agitation = Agitation()
  /// Over how many seconds the force is smoothed: less than 3 where the gyro's readings are few.
  private var timeConstant = InertialForce.timeConstant
  private var attitude = GyroAttitude()

  private var lastTime: Int64 = 0
  private var forceGate = SpikeGate()
  /// The reading that `forceGate` holds, in the inertial frame, and its dt.
  private var heldForce = Vector3(0, 0, 0)
  private var heldForceTime = 0.0

  /// A longer time than this between two samples is a gap, s.
  public static let longestStep = 0.25
  /// How many seconds of the past count after a gap.
  private static let memoryAfterGap = 0.1
  /// How many seconds of the past count after the gyro was saturated.
  private static let memoryAfterSaturation = 0.5
  /// Below it, m/s², nothing is learnt about gravity.
  private static let freeFall = 2.0
  /// The time constant without a gyro, s.
  private static let uncarriedTimeConstant = 0.025
  /// An excess over gravity that doubles a short time constant, m/s².
  private static let plainExcess = 3.0
  /// What is taken for the excess over gravity at the least, in gravities: the sensor's noise.
  private static let leastExcess = 0.01
  /// However bad the gyro is, the force is smoothed over so many seconds.
  private static let shortestTimeConstant = 0.05
  /// So many times the duration of a rest, and what the gyro reads is its bias whatever it was.
  private static let longRest = 5.0

  /// Begins without samples; `bias` is the gyro's in sensor axes, rad/s, if a calibration knows it.
  public init(bias: Vector3? = nil) { self.bias = GyroBias(stored: bias) }

  /// The unit vector "up" in the sensor's axes; nil before the first sample.
  public var up: Vector3? {
    guard let force else { return nil }
    return unit(attitude.rotation.unrotate(force.smoothed.value))
  }

  /// How good the estimate is.
  public var quality: TiltQuality {
    TiltQuality(
      uncertainty: uncertainty, isResting: isResting, gyroBias: attitude.hasGyro ? bias.value : nil,
      samplesRejected: forceGate.rejected + attitude.rejected)
  }

  /// How often the past was given up: gaps, and a gyro that contradicted the accelerometer.
  ///
  /// Tests ask for it.
  var recoveries: Int { (force?.recoveries ?? 0) + gaps }

  /// The standard deviation of the specific force's own direction, rad: the sensor's noise, and in a
  /// hand what that adds.
  var forceUncertainty: Double {
    isResting ? max(Self.noise, excess) : min(.pi / 2, degree + excess)
  }

  /// What a hand adds to gravity, root mean square, m/s².
  var pushes: Double { agitation.rootMeanSquare }

  /// How far apart two specific forces must be for the second to be a spike, m/s².
  private var spikeLimit: Double { max(SpikeGate.mostForce, 6 * pushes) }

  /// The board at rest, as the sensor reads it without the correction; nil while it moves.
  func restingPose(under calibration: Calibration) -> RestingPose? {
    guard stillness.isStill else { return nil }
    let rate = stillness.angularVelocity.map {
      $0 + (calibration.angularVelocityBias ?? Vector3(0, 0, 0))
    }
    return RestingPose(
      acceleration: stillness.acceleration + calibration.accelerationBias, angularVelocity: rate,
      attitude: rate == nil ? nil : attitude.rotation)
  }

  /// Takes a sample, which must be within `SampleLimits`.
  ///
  /// One that isn't later than the sample before has no dt: it changes nothing but the time that the
  /// next is measured from.
  public mutating func enter(_ sample: Sample) {
    guard force != nil else { return begin(with: sample) }
    let (step, overflow) = sample.time.subtractingReportingOverflow(lastTime)
    let isLater = sample.time > lastTime
    lastTime = sample.time
    if !isLater { return }
    let dt = overflow ? .infinity : Double(step) / 1e9
    if dt > Self.longestStep { return bridgeGap(to: sample) }

    stillness.enter(
      acceleration: sample.acceleration, angularVelocity: sample.angularVelocity, dt: dt)
    let verdict = judge(sample.acceleration, dt: dt)
    if let rate = sample.angularVelocity {
      turn(at: rate, force: sample.acceleration, dt: dt)
      learnBiasAtRest(dt: dt)
      chooseMemory(dt: dt)
      let carried = attitude.rotation.rotate(sample.acceleration)
      switch verdict {
      case .pass, .passAlone: take(carried, dt: dt)
      case .hold: (heldForce, heldForceTime) = (carried, dt)
      case .passBoth:
        take(heldForce, dt: heldForceTime)
        take(carried, dt: dt)
      }
    } else {
      attitude.begin(at: nil)
      if verdict == .hold || sample.acceleration.length < Self.freeFall { return }
      let timeConstant = patience(with: sample.acceleration, Self.uncarriedTimeConstant)
      force?.enterUncarried(
        attitude.rotation.rotate(sample.acceleration), weight: dt / (timeConstant + dt))
    }
  }

  /// Whether a force is a spike; one that isn't counts among the pushes.
  private mutating func judge(_ reading: Vector3, dt: Double) -> SpikeGate.Verdict {
    let verdict = forceGate.judge(reading, limit: spikeLimit)
    if case .passBoth(let held) = verdict { agitation.enter(held, dt: dt) }
    if verdict != .hold { agitation.enter(reading, dt: dt) }
    return verdict
  }

  /// Smooths over as long a time as the gyro is good for.
  private mutating func chooseMemory(dt: Double) {
    let best = attitude.doubt.bestMemory(excess: excess + Self.leastExcess)
    timeConstant = max(Self.shortestTimeConstant, min(InertialForce.timeConstant, best))
    smoothedFrame.follow(
      attitude.rotation, bias: bias.value,
      step: ButterworthStep(dt: dt, timeConstant: timeConstant))
  }

  private mutating func begin(with sample: Sample) {
    lastTime = sample.time
    // A force of nothing has no direction to begin with: the next sample may have one.
    guard sample.acceleration.length >= Self.freeFall else { return }
    force = InertialForce(sample.acceleration)
    restart(with: sample)
  }

  private mutating func bridgeGap(to sample: Sample) {
    gaps += 1
    force?.forget(but: Self.memoryAfterGap)
    restart(with: sample)
    // A reading after a gap is worth as much as what was known before it.
    if sample.acceleration.length >= Self.freeFall {
      take(attitude.rotation.rotate(sample.acceleration), dt: Self.memoryAfterGap)
    }
  }

  /// What was before the sample says nothing about what comes next.
  private mutating func restart(with sample: Sample) {
    stillness.reset()
    stillness.enter(
      acceleration: sample.acceleration, angularVelocity: sample.angularVelocity, dt: 0)
    forceGate.reset()
    _ = forceGate.judge(sample.acceleration, limit: .infinity)
    attitude.begin(at: sample.angularVelocity)
    smoothedFrame = SmoothedFrame(attitude.rotation, bias: bias.value)
  }

  private mutating func turn(at rate: Vector3, force reading: Vector3, dt: Double) {
    guard let up = force?.direction else { return }
    let isSaturated = attitude.turn(at: rate, bias: bias.value, dt: dt, force: reading, up: up)
    guard isSaturated else { return }
    saturated += 1
    force?.forget(but: Self.memoryAfterSaturation)
  }

  private mutating func learnBiasAtRest(dt: Double) {
    bias.drift(dt: dt)
    guard stillness.isStill, let mean = stillness.angularVelocity else { return }
    let isLong = stillness.duration >= Self.longRest * stillness.limits.duration
    if bias.isKnown, bias.allows(mean) {
      bias.rest(mean: mean, dt: dt)
    } else if bias.allows(mean) || (isLong && mean.length <= GyroBias.Limits.first) {
      bias.begin(at: mean)
      smoothedFrame.restart(bias: mean)
    }
  }

  /// The time constant for one reading: the longer, up to the longest, the more its length differs
  /// from gravity's.
  ///
  /// Pushes cancel out over the longest one only if each counts as it is; over less, one that is much
  /// of what is remembered must count less.
  private func patience(with force: Vector3, _ timeConstant: Double) -> Double {
    let excess = (force.length - standardGravity) / Self.plainExcess
    return min(InertialForce.timeConstant, timeConstant * (1 + excess * excess))
  }

  /// Whether the board lies still, and the gyro agrees.
  var isResting: Bool {
    stillness.isStill && stillness.angularVelocity.map { bias.allows($0) } ?? true
  }

  /// Takes a force that was carried into the inertial frame.
  private mutating func take(_ carried: Vector3, dt: Double) {
    if isResting {
      force?.rest(on: attitude.rotation.rotate(stillness.acceleration), dt: dt)
      return
    }
    guard carried.length >= Self.freeFall else { return }
    let (pushes, patience) = (excess, patience(with: carried, timeConstant))
    let turning = force?.enter(carried, dt: dt, timeConstant: patience, pushes: pushes)
    // With less memory, what turns is the hand's doing rather than the bias's.
    guard timeConstant >= 0.5 * InertialForce.timeConstant, let turning, let up = force?.direction
    else { return }
    bias.motion(
      turning: turning + smoothedFrame.bias, frame: smoothedFrame.frame, up: up, dt: dt)
  }

  /// The standard deviation of the tilt, rad, but for the accelerometer's own bias.
  ///
  /// From what the force is made of: noise; a hand's velocity, of about 0.3 m/s, over the time that
  /// counts; and the bias over that time.
  private var uncertainty: Double? {
    guard let force else { return nil }
    let noise = Self.noise
    if isResting { return noise }
    guard attitude.hasGyro else { return forceUncertainty }
    let memory = max(min(force.memory, timeConstant), 0.01)
    let hand = min(excess, 0.3 / standardGravity / memory)
    let drift = bias.uncertainty * memory
    let turns = attitude.doubt.varianceRate * memory
    return min(.pi / 2, (noise * noise + hand * hand + drift * drift + turns).squareRoot())
  }

  /// What the sensor's noise leaves of the uncertainty at rest, rad.
  private static let noise = 0.1 * degree

  /// What a hand adds, in gravities.
  private var excess: Double { agitation.rootMeanSquare / standardGravity }
}
