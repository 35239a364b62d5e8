// SPDX-License-Identifier: MIT

/// The way from a sample to the tilt that drives the balls.
///
/// Calibration → estimate of gravity or low-pass → mounting → level → screen rotation → axes → feel.
/// A pure function of the settings and the samples entered so far: only + − × ÷ √ and the functions
/// of `Elementary`, so the same bits everywhere. Needs no memory per sample.
///
/// The estimate works in the sensor's axes, before the mounting: a mount matrix that was typed with
/// two decimals is no exact rotation, and would bend turns.
public struct TiltPipeline: Codable, Equatable, Sendable {
  /// What it does; a change acts at once, on the newest sample.
  ///
  /// But for another mounting, which begins the filters anew: their state is in the old device axes.
  public var settings: TiltSettings {
    didSet {
      if settings.mounting != oldValue.mounting { reset() }
      lowPass.timeConstant = settings.timeConstant
      follow()
    }
  }
  /// The pose that counts as level; a change acts at once.
  public var level = Level.identity {
    didSet { follow() }
  }
  /// What the sensor reads too much; another one begins the filters anew.
  public var calibration = Calibration.none {
    didSet {
      if calibration != oldValue { reset() }
    }
  }
  /// The tilt in force: the newest sample's, level before the first.
  public private(set) var tilt = Tilt.level
  /// How many samples were refused as beyond the limits or not finite.
  public private(set) var samplesRefused = 0
  /// How many samples were not later than the one before them: tests ask for it.
  public var timesNotLater: Int { lowPass.timesNotLater }
  /// How many samples came so late that their dt was capped: tests ask for it.
  public var timesCapped: Int { lowPass.timesCapped }

  private var lowPass: LowPass
  private var gate = SpikeGate()
  /// The reading that the gate holds, in device axes, and its time.
  private var held = Vector3(0, 0, 0)
  private var heldTime: Int64 = 0
  private var estimator = GravityEstimator()
  private var stillness = Stillness(.hand)
  private var lastTime: Int64?

  /// Below this, m/s², the direction of the specific force says nothing about up.
  private static let freeFall = 0.5

  /// A pipeline that has seen no sample.
  public init(settings: TiltSettings = TiltSettings()) {
    self.settings = settings
    lowPass = LowPass(timeConstant: settings.timeConstant)
  }

  /// The estimated unit vector "up" in device axes.
  ///
  /// Nil before the first sample, and in free fall where there is the specific force alone.
  public var up: Vector3? {
    switch settings.mode {
    case .board:
      guard let force = lowPass.value else { return nil }
      let length = force.length
      return length >= Self.freeFall ? (1 / length) * force : nil
    case .gravity:
      return estimator.up.map { unit(settings.mounting.device($0)) }
    }
  }

  /// How far `up` can be trusted, and what is known of the sensor.
  public var quality: TiltQuality {
    var quality = estimator.quality
    if settings.mode == .board {
      quality.uncertainty = up == nil ? nil : estimator.forceUncertainty
      quality.samplesRejected = gate.rejected
    }
    quality.samplesRejected += samplesRefused
    if let bias = quality.gyroBias, let calibrated = calibration.angularVelocityBias {
      quality.gyroBias = bias + calibrated
    }
    return quality
  }

  /// Whether the board lies still.
  public var isResting: Bool { estimator.isResting }

  /// What is kept of the sensor from one start to the next.
  public var memory: SensorMemory { SensorMemory(level: level, calibration: calibration) }

  /// What "this is level now" would take; nil while nothing tells where up is.
  public var pose: Pose? {
    // A sensor that reads nothing at all, steadily, lies in no pose.
    guard let up else { return nil }
    let isSteady = stillness.isStill
    // Where the force drives the ball, its mean over the steady moment is better than one reading.
    let mean =
      isSteady && settings.mode == .board
      ? unit(settings.mounting.device(stillness.acceleration)) : nil
    return Pose(up: mean ?? up, isSteady: isSteady)
  }

  /// What a calibration would take; nil while the board isn't at rest.
  public var restingPose: RestingPose? { estimator.restingPose(under: calibration) }

  /// Takes over what is known of a sensor that sits in the device like this, and begins anew.
  public mutating func begin(mounting: Mounting, memory: SensorMemory) {
    settings.mounting = mounting
    level = memory.level
    calibration = memory.calibration
    reset()
  }

  /// Corrects the sensor by another calibration from now on.
  ///
  /// The pose that counts as level stays the same one: it was measured under the old calibration,
  /// and its "up" is turned by what that had wrong.
  public mutating func calibrate(_ new: Calibration) {
    let change = settings.mounting.device(new.accelerationBias - calibration.accelerationBias)
    if level != .identity, let turned = Level(up: standardGravity * level.up - change) {
      level = turned
    }
    calibration = new
  }

  /// Takes the present pose as level.
  public mutating func takeLevel() throws(LevelRefusal) {
    guard let pose else { throw .unknown }
    level = try Level(pose)
  }

  /// Takes a sample and returns the tilt in force from now on.
  ///
  /// A sample beyond `SampleLimits` changes nothing but its count.
  public mutating func enter(_ sample: Sample) -> Tilt {
    guard SampleLimits.allow(sample) else {
      samplesRefused += 1
      return tilt
    }
    let corrected = calibration.correct(sample)
    let dt = step(to: sample.time)
    let spikeLimit = SpikeGate.forceLimit(dt: dt, pushes: estimator.pushes)
    estimator.enter(corrected)
    watchHand(corrected, dt: dt)
    let device = settings.mounting.device(corrected.acceleration)
    switch gate.judge(device, limit: spikeLimit) {
    case .pass, .passAlone: _ = lowPass.enter(device, at: sample.time)
    case .hold: (held, heldTime) = (device, sample.time)
    case .passBoth:
      _ = lowPass.enter(held, at: heldTime)
      _ = lowPass.enter(device, at: sample.time)
    }
    follow()
    return tilt
  }

  /// Forgets what was measured, as when another source takes over; the counts stay.
  public mutating func reset() {
    lowPass.reset()
    gate.reset()
    // What the calibration took away is known to be zero now.
    estimator = GravityEstimator(
      bias: calibration.angularVelocityBias.map { _ in Vector3(0, 0, 0) })
    stillness.reset()
    lastTime = nil
    tilt = .level
  }

  /// The time since the sample before, s: 0 without one or with one that isn't earlier.
  private mutating func step(to time: Int64) -> Double {
    defer { lastTime = time }
    guard let lastTime, time > lastTime else { return 0 }
    let (step, overflow) = time.subtractingReportingOverflow(lastTime)
    return overflow ? .infinity : Double(step) / 1e9
  }

  /// Follows how quietly the board is held.
  private mutating func watchHand(_ sample: Sample, dt: Double) {
    if dt > GravityEstimator.longestStep { stillness.reset() }
    stillness.enter(
      acceleration: sample.acceleration, angularVelocity: sample.angularVelocity, dt: dt)
  }

  /// Sets the tilt by the filters' state.
  private mutating func follow() {
    guard let force = drivingForce else { return }
    let picture = settings.screenRotation.picture(level.apply(force))
    tilt = settings.feel.apply(settings.axes.apply(Tilt(specificForce: picture)))
  }

  /// What presses the ball and pulls at it, in device axes, m/s².
  private var drivingForce: Vector3? {
    switch settings.mode {
    case .board: lowPass.value
    case .gravity: up.map { standardGravity * $0 }
    }
  }
}
