// SPDX-License-Identifier: MIT

internal import KeyValue

/// Three axes of a sensor that can be read, with their units.
public struct SensorAxes: Equatable, Sendable {
  /// One axis: value = (raw + offset) · scale.
  public struct Axis: Equatable, Sendable {
    /// The channel.
    public var channel: IIOChannel
    /// What a count is worth, in m/s² or rad/s.
    public var scale: Double
    /// What is added to the raw number first.
    public var offset: Double

    /// The raw number, in the unit of the scale.
    func value(_ raw: Double) -> Double { (raw + offset) * scale }
  }

  /// The first axis.
  public var x: Axis
  /// The second axis.
  public var y: Axis
  /// The third axis.
  public var z: Axis

  /// In the order x, y, z.
  var all: [Axis] { [x, y, z] }

  /// Whether all three can be read from the buffer.
  var areBuffered: Bool { all.allSatisfy { $0.channel.scan != nil } }
  /// Whether all three can be polled.
  var arePolled: Bool { all.allSatisfy { $0.channel.rawFile != nil } }
}

/// An accelerometer that balld can read, with the gyro that belongs to it.
public struct Accelerometer: Equatable, Sendable {
  /// The device.
  public var device: IIODevice
  /// Its axes, in m/s².
  public var axes: SensorAxes
  /// The device of the gyro in the same package, which can be the accelerometer's own.
  public var gyroDevice: IIODevice?
  /// The gyro's axes, in rad/s.
  public var gyroAxes: SensorAxes?
  /// Where in the machine it sits, if anything says so: `accel-display`.
  public var location: String?
  /// A name that stays when the numbers change: the driver's, and the place on its bus.
  public var stableID: String
}

extension IIODevice {
  /// Whether there is any channel of an accelerometer.
  public var isAccelerometer: Bool { channels.contains { $0.quantity == .acceleration } }

  /// Three axes of this quantity; nil when there are none.
  ///
  /// Throws when there are some that can't be used.
  func axes(of quantity: IIOChannel.Quantity) throws(SensorFault) -> SensorAxes? {
    let found = channels.filter { $0.quantity == quantity && $0.axis != nil }
    guard !found.isEmpty else { return nil }
    if let fault { throw fault }
    var axes: [SensorAxes.Axis] = []
    for axis in IIOChannel.Axis.allCases {
      guard let channel = found.first(where: { $0.axis == axis }) else {
        throw SensorFault(
          .noSensor, "\(title) has no axis \(axis)",
          hint: "balld needs three axes; this sensor can't drive a table")
      }
      axes.append(
        SensorAxes.Axis(
          channel: channel, scale: try scale(of: channel), offset: offset(of: channel)))
    }
    return SensorAxes(x: axes[0], y: axes[1], z: axes[2])
  }

  /// The scale of a channel: its own (which may be shared by its type), else the device's.
  ///
  /// One that is absent, or zero, or no number, is refused: with ×0 the ball would be frozen, and
  /// with ×1 it would fly.
  private func scale(of channel: IIOChannel) throws(SensorFault) -> Double {
    let texts = [channel.attributes["scale"], attributes["scale"], attributes["in_scale"]]
    for text in texts {
      if let text, let scale = parseDecimal(text), scale.isFinite, scale != 0 { return scale }
    }
    throw SensorFault(
      .noScale, "\(title) says no scale for \(channel.id)",
      hint: "its driver is incomplete: `cat /sys/bus/iio/devices/\(id)/*scale*` should give one")
  }

  private func offset(of channel: IIOChannel) -> Double {
    let texts = [channel.attributes["offset"], attributes["offset"]]
    return texts.lazy.compactMap { $0.flatMap { parseDecimal($0) } }.first { $0.isFinite } ?? 0
  }
}
