// SPDX-License-Identifier: MIT

public import KeyValue

/// What turns a sample into a tilt.
public struct TiltSettings: Equatable, Sendable {
  /// Sensor axes → device axes.
  public var mounting: Mounting
  /// The low-pass's time constant, s.
  public private(set) var timeConstant: Double
  /// Device axes → the picture's axes.
  public var screenRotation: ScreenRotation
  /// The curve between hand and ball.
  public var feel: Feel

  /// The default time constant of the low-pass, s.
  ///
  /// A hand's tremor (8 to 12 Hz) passes, as it would reach a marble; the sensor's noise less so.
  public static let defaultTimeConstant = 0.01
  /// The longest time constant, s: with more the ball would no longer follow the hand.
  public static let longestTimeConstant = 10.0

  /// Settings with their defaults: identity, 10 ms, no rotation, the normal feel.
  public init() {
    mounting = .identity
    timeConstant = Self.defaultTimeConstant
    screenRotation = .none
    feel = .normal
  }

  /// Settings of these values; throws unless the time constant (s) is between 0 and 10 s.
  public init(
    mounting: Mounting = .identity, timeConstant: Double = defaultTimeConstant,
    screenRotation: ScreenRotation = .none, feel: Feel = .normal
  ) throws(ValueError) {
    guard timeConstant >= 0, timeConstant <= Self.longestTimeConstant else {
      throw ValueError(
        found: "a time constant of \(timeConstant) s",
        expected: "one between 0 and \(Self.longestTimeConstant) s")
    }
    self.mounting = mounting
    self.timeConstant = timeConstant
    self.screenRotation = screenRotation
    self.feel = feel
  }
}

/// The way from a sample to the tilt that drives the balls.
///
/// Mounting → low-pass → screen rotation → table axes → feel. A pure function of the settings and
/// the samples entered so far: only + − × ÷ √ and the functions of `Elementary`, so the same bits
/// everywhere. Needs no memory per sample.
public struct TiltPipeline: Equatable, Sendable {
  /// What it does; a change acts at once, on the newest sample.
  ///
  /// But for another mounting, which begins the filter anew: its state is in the old device axes.
  public var settings: TiltSettings {
    didSet {
      if settings.mounting != oldValue.mounting { reset() }
      lowPass.timeConstant = settings.timeConstant
      follow()
    }
  }
  /// The tilt in force: the newest sample's, level before the first.
  public private(set) var tilt = Tilt.level
  /// How many samples were refused as beyond the limits or not finite.
  public private(set) var samplesRefused = 0
  /// How many samples were not later than the one before them.
  public var timesNotLater: Int { lowPass.timesNotLater }
  /// How many samples came so late that their dt was capped.
  public var timesCapped: Int { lowPass.timesCapped }

  private var lowPass: LowPass

  /// A pipeline that has seen no sample.
  public init(settings: TiltSettings = TiltSettings()) {
    self.settings = settings
    lowPass = LowPass(timeConstant: settings.timeConstant)
  }

  /// The estimated unit vector "up" in device axes; nil before the first sample and in free fall.
  public var up: Vector3? {
    guard let force = lowPass.value else { return nil }
    let length = force.length
    return length >= Self.freeFall ? (1 / length) * force : nil
  }

  /// Below this, m/s², the direction of the specific force says nothing about up.
  private static let freeFall = 0.5

  /// Takes a sample and returns the tilt in force from now on.
  ///
  /// A sample beyond `SampleLimits` changes nothing but its count.
  public mutating func enter(_ sample: Sample) -> Tilt {
    guard SampleLimits.allow(sample) else {
      samplesRefused += 1
      return tilt
    }
    let device = settings.mounting.device(sample.acceleration)
    _ = lowPass.enter(device, at: sample.time)
    follow()
    return tilt
  }

  /// Forgets what was measured, as when another source takes over; the counts stay.
  public mutating func reset() {
    lowPass.reset()
    tilt = .level
  }

  /// Sets the tilt by the filter's state.
  private mutating func follow() {
    guard let force = lowPass.value else { return }
    let picture = settings.screenRotation.picture(force)
    tilt = settings.feel.apply(Tilt(specificForce: picture))
  }
}
