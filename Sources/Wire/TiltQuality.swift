// SPDX-License-Identifier: MIT

/// The `quality` of a state: how far its tilt can be trusted.
public struct TiltQuality: Hashable, Sendable {
  /// The standard deviation of "up", in degrees, but for a bias of the accelerometer that nobody has
  /// calibrated.
  public var uncertaintyDegrees: Double
  /// Whether the board lies still.
  public var isResting: Bool
  /// What the gyro reads when nothing turns, in sensor axes, rad/s; nil without a gyro.
  public var gyroBias: XYZ?
  /// How many isolated readings were left out so far.
  public var rejected: Int64

  /// Makes a quality.
  public init(
    uncertaintyDegrees: Double, isResting: Bool, gyroBias: XYZ? = nil, rejected: Int64 = 0
  ) {
    self.uncertaintyDegrees = uncertaintyDegrees
    self.isResting = isResting
    self.gyroBias = gyroBias
    self.rejected = rejected
  }
}

extension TiltQuality {
  func write(to writer: inout LineWriter) {
    writer.member("uncertaintyDegrees", uncertaintyDegrees)
    writer.member("resting", isResting)
    if let gyroBias { writer.member("gyroBias", gyroBias) }
    writer.member("rejected", rejected)
  }
}

extension MessageFields {
  /// The `quality` of a state; nil if it has none.
  func quality() throws(MessageError) -> TiltQuality? {
    guard let fields = try optional("quality", \.object) else { return nil }
    guard let uncertainty = fields["uncertaintyDegrees"]?.number,
      let isResting = fields["resting"]?.boolean, let rejected = fields["rejected"]?.integer
    else { throw wrong("quality") }
    return TiltQuality(
      uncertaintyDegrees: uncertainty, isResting: isResting,
      gyroBias: try vector(fields["gyroBias"], "quality"), rejected: rejected)
  }

  /// Three numbers; nil if there is nothing.
  func vector(_ value: JSONValue?, _ field: String) throws(MessageError) -> XYZ? {
    guard let value else { return nil }
    guard let elements = value.array, elements.count == 3 else { throw wrong(field) }
    let numbers = try numbers(elements, field)
    return XYZ(x: numbers[0], y: numbers[1], z: numbers[2])
  }
}
