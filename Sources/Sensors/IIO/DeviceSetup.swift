// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Posix

/// What is set at a device before it is read.
///
/// None of it is vital: what isn't allowed or isn't there leaves the device as it is.
struct DeviceSetup {
  let context: IIOContext
  /// All devices there, triggers included.
  let devices: [IIODevice]

  /// The trigger that balld-trigger.service makes where the kernel can.
  static let preparedTrigger = "balld"

  /// Sees that something makes the device measure into its buffer.
  ///
  /// What is set stays; else the device's own trigger, else the prepared one, which is paced at
  /// `rate` (Hz). Returns whether the pace comes from there, and not from the device.
  func trigger(_ device: IIODevice, rate: Double) -> Bool {
    let triggers = devices.filter(\.isTrigger)
    switch device.trigger {
    case .unneeded: return false
    case .named(let name):
      let chosen = triggers.first { $0.name == name }
      return pace(chosen, rate)
    case .unset:
      // Drivers call theirs after the device: accel_3d-dev0, lis3dh-trigger, bmc150-any-motion-dev0.
      let own = triggers.first { trigger in
        device.name.map { trigger.name?.hasPrefix("\($0)-") ?? false } ?? false
      }
      let prepared = triggers.first { $0.name == Self.preparedTrigger }
      guard let chosen = own ?? prepared else { return false }
      try? context.setTrigger(chosen, of: device)
      return pace(chosen, rate)
    }
  }

  /// Sets the pace of a software trigger; false for one that has none, such as an interrupt.
  private func pace(_ trigger: IIODevice?, _ rate: Double) -> Bool {
    guard let trigger, trigger.attributes["sampling_frequency"] != nil else { return false }
    try? context.write(Self.text(rate), to: "sampling_frequency", of: trigger)
    return true
  }

  /// Asks for a rate, and returns what the device says it has then, in Hz.
  func setRate(of sensor: Accelerometer, to wanted: Double, forPolling: Bool) -> Double? {
    var rate = setRate(of: sensor.device, sensor.axes.x.channel, wanted, forPolling)
    if let gyro = sensor.gyroDevice, gyro.id != sensor.device.id, let axes = sensor.gyroAxes {
      _ = setRate(of: gyro, axes.x.channel, wanted, forPolling)
    } else if let axes = sensor.gyroAxes,
      axes.x.channel.attributes["sampling_frequency"] != nil
    {
      _ = setRate(of: sensor.device, axes.x.channel, wanted, forPolling)
      // They can share a clock: what is read last is true.
      rate = self.rate(of: sensor.device, sensor.axes.x.channel) ?? rate
    }
    return rate
  }

  private func setRate(
    of device: IIODevice, _ channel: IIOChannel, _ wanted: Double, _ forPolling: Bool
  ) -> Double? {
    let name = "sampling_frequency"
    let list = channel.attributes["\(name)_available"] ?? device.attributes["\(name)_available"]
    let rate =
      forPolling
      ? SampleRate.forPolling(wanted: wanted, among: list)
      : SampleRate.forBuffer(wanted: wanted, among: list)
    if channel.attributes[name] != nil {
      try? context.write(Self.text(rate), to: name, of: channel, in: device)
    } else if device.attributes[name] != nil {
      try? context.write(Self.text(rate), to: name, of: device)
    }
    return self.rate(of: device, channel)
  }

  /// The rate that the accelerometer has, in Hz.
  func rate(of sensor: Accelerometer) -> Double? {
    rate(of: sensor.device, sensor.axes.x.channel)
  }

  private func rate(of device: IIODevice, _ channel: IIOChannel) -> Double? {
    let name = "sampling_frequency"
    let text: String?
    if channel.attributes[name] != nil {
      text = try? context.read(name, of: channel, in: device)
    } else {
      text = try? context.read(name, of: device)
    }
    return text.flatMap { parseDecimal($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Lets the device stamp by CLOCK_MONOTONIC, which no one sets; must be before the buffer is on.
  func useMonotonicClock(_ sensor: Accelerometer) {
    for device in [sensor.device, sensor.gyroDevice].compactMap({ $0 })
    where device.attributes["current_timestamp_clock"] != nil {
      try? context.write("monotonic", to: "current_timestamp_clock", of: device)
    }
  }

  /// A number as sysfs takes it: most drivers want no more than six decimals, and no exponent.
  static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return "\(whole)" }
    let millionths = Int((value * 1e6).rounded())
    let fraction = String(millionths % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(millionths / 1_000_000).\(zeros)\(fraction)"
  }
}
