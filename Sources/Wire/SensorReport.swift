// SPDX-License-Identifier: MIT

/// `{"class":"sensor",…}`: where the samples come from, and how they are.
public struct SensorReport: Hashable, Sendable {
  /// The kind of source: `iio`, `evdev`, `log`, `client`, or `auto` while none was found.
  public var source: String
  /// The device's or the recording's name, if there is one.
  public var name: String?
  /// An identifier that stays the same when the device is plugged in again.
  public var id: String?
  /// How it is read: `buffered`, `polled`, `on-change`, `replayed`.
  public var mode: String?
  /// Samples a second as measured.
  public var rate: Double?
  /// Samples a second that the device itself makes (its output data rate).
  public var odr: Double?
  /// Whether samples carry an angular velocity.
  public var gyro: Bool
  /// The mount matrix, sensor axes to device axes, nine numbers row by row.
  public var mount: [Double]
  /// Where the mount matrix was taken from, such as `identity`.
  public var mountFrom: String
  /// "Up" in device axes, of length 1, when the board counts as level; nil for level as gravity has it.
  public var level: XYZ?
  /// What is taken away from its accelerations, in sensor axes, m/s², if it was calibrated.
  public var accelerometerBias: XYZ?
  /// What is taken away from its angular velocities, in sensor axes, rad/s, if that was calibrated.
  public var gyroBias: XYZ?
  /// Whether the first of the two poses of a calibration was taken, and the second is awaited.
  public var isHalfCalibrated: Bool
  /// How the sensor is.
  public var health: Health
  /// Why this sensor was taken, for people.
  public var reason: String?
  /// What is wrong or worth knowing: a stable word, such as `permission`.
  public var code: String?
  /// The same for people, with the object it is about.
  public var message: String?
  /// What a person can do about it.
  public var hint: String?

  /// Makes a report; `mount` must have nine elements.
  public init(
    source: String, name: String? = nil, id: String? = nil, mode: String? = nil,
    rate: Double? = nil, odr: Double? = nil, gyro: Bool = false,
    mount: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1], mountFrom: String = "identity",
    level: XYZ? = nil, accelerometerBias: XYZ? = nil, gyroBias: XYZ? = nil,
    isHalfCalibrated: Bool = false,
    health: Health, reason: String? = nil, code: String? = nil, message: String? = nil,
    hint: String? = nil
  ) {
    precondition(mount.count == 9, "a mount matrix has nine elements")
    self.source = source
    self.name = name
    self.id = id
    self.mode = mode
    self.rate = rate
    self.odr = odr
    self.gyro = gyro
    self.mount = mount
    self.mountFrom = mountFrom
    self.level = level
    self.accelerometerBias = accelerometerBias
    self.gyroBias = gyroBias
    self.isHalfCalibrated = isHalfCalibrated
    self.health = health
    self.reason = reason
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// What is known about the samples' trustworthiness.
  ///
  /// A newer server may know more words.
  public struct Health: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// Wraps a word of the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Samples come, and nothing speaks against them.
    public static let ok = Health(rawValue: "ok")
    /// No source is there yet.
    public static let waiting = Health(rawValue: "waiting")
    /// The same reading again and again, as of a board that lies: nothing that hinders anybody.
    public static let quiet = Health(rawValue: "quiet")
    /// A continuous source is open and gives nothing.
    public static let noData = Health(rawValue: "no-data")
    /// The recording has been read to its end.
    public static let ended = Health(rawValue: "ended")
  }
}
