// SPDX-License-Identifier: MIT

@testable import Sensors

/// Reads scans that no device gave as `ScanReader` reads a device's: lets it be measured what that
/// takes.
///
/// A scan has an accelerometer's three axes and a gyro's in 16 bits each, little-endian, and a timestamp.
struct ScanProbe: Sendable {
  /// The bytes of a scan.
  static let size = 24

  private let force: AxesReader
  private let rate: AxesReader
  private let stamp: ScanLayout.Place
  private var clock = StampClock()

  /// A probe whose counts are worth 0.0006 m/s² and 0.00015 rad/s; nil only if `ScanLayout` is mistaken.
  init?() {
    let quantities: [IIOChannel.Quantity] = [.acceleration, .angularVelocity]
    var axes: [SensorAxes.Axis] = []
    for index in 0..<6 {
      guard let format = ElementFormat(isSigned: true, bits: 16, storageBits: 16) else {
        return nil
      }
      let channel = IIOChannel(
        id: "channel\(index)", quantity: quantities[index / 3],
        axis: IIOChannel.Axis(rawValue: index % 3),
        scan: IIOChannel.Scan(index: index, format: format))
      axes.append(
        SensorAxes.Axis(channel: channel, scale: index < 3 ? 0.0006 : 0.00015, offset: 0))
    }
    guard let time = ElementFormat(isSigned: true, bits: 64, storageBits: 64) else { return nil }
    let layout = ScanLayout(
      axes.compactMap { axis in axis.channel.scan.map { ($0.index, $0.format) } } + [(6, time)])
    guard layout.size == Self.size, let stamp = layout.place(ofIndex: 6),
      let force = AxesReader(SensorAxes(x: axes[0], y: axes[1], z: axes[2]), in: layout),
      let rate = AxesReader(SensorAxes(x: axes[3], y: axes[4], z: axes[5]), in: layout)
    else { return nil }
    self.force = force
    self.rate = rate
    self.stamp = stamp
  }

  /// The sample in a scan of `size` bytes that arrived at a time, ns of CLOCK_MONOTONIC.
  ///
  /// - Returns: the sample; nil if there are fewer bytes.
  mutating func sample(in scan: UnsafeRawBufferPointer, arrival: Int64) -> Sample? {
    guard scan.count >= Self.size, let base = scan.baseAddress else { return nil }
    return Sample(
      time: clock.date(stamp.integer(in: base), arrival: arrival),
      acceleration: force.vector(in: base), angularVelocity: rate.vector(in: base))
  }
}
