// SPDX-License-Identifier: MIT

internal import KeyValue

@testable internal import Daemon
@testable internal import Sensors

/// Looks at IIO devices that say of themselves what an input has, and reads them.
public enum AttributeProbe {
  /// Looks through devices whose attributes may hold anything.
  ///
  /// Each line is an attribute: its name, a blank, and its value; `--` begins another device. Names are
  /// `name`, `label`, `trigger`, `udev`, `place`, `parent`, those of a device's attributes (`mount_matrix`),
  /// and CHANNEL.ATTRIBUTE (`accel_x.scale`); `accel_x.type` and `accel_x.index` are those of
  /// scan_elements, `accel_x.raw` has all that is read, one number after the other.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line; what is listed gives a terminal
  /// no order; scales and rates are numbers that can be; and whatever is read, the ball stays on the table.
  ///
  /// - Returns: how many devices can be used.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Int {
    var devices: [ProbedDevice] = []
    for part in split(bytes, at: Array("\n--\n".utf8)).prefix(6) {
      devices.append(ProbedDevice(part, number: devices.count))
    }
    let names = devices.map(\.device.title) + ["", "iio:device0"]
    for selector in [.any] + names.prefix(3).map({ IIOSelector.named($0) }) {
      list(devices, selector)
    }
    return use(devices)
  }

  private static func split(_ bytes: [UInt8], at mark: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    for byte in bytes {
      parts[parts.count - 1].append(byte)
      if parts[parts.count - 1].suffix(mark.count).elementsEqual(mark) { parts.append([]) }
    }
    return parts
  }

  private static func survey(_ devices: [ProbedDevice], _ selector: IIOSelector) -> IIOSurvey {
    let surroundings = Dictionary(
      devices.map { ($0.device.id, $0.surroundings) }, uniquingKeysWith: { first, _ in first })
    return IIOSurvey(
      Discovery(devices.map(\.device), selector: selector) {
        surroundings[$0.id] ?? DeviceSurroundings()
      }, isLocal: false, sign: .auto)
  }

  private static func list(_ devices: [ProbedDevice], _ selector: IIOSelector) {
    let list = ListSensors(survey(devices, selector), wanted: "iio")
    list.text.split(separator: "\n").forEach { requirePlain(String($0)) }
  }

  /// Uses every device that can be, as the sensor's thread does.
  private static func use(_ devices: [ProbedDevice]) -> Int {
    let survey = survey(devices, .any)
    let usable = survey.discovery.candidates.filter { $0.accelerometer != nil }
    precondition((survey.discovery.choice != nil) == !usable.isEmpty)
    for candidate in survey.discovery.candidates {
      guard let sensor = candidate.accelerometer else {
        precondition(candidate.fault != nil)
        requirePlain(candidate.fault?.description)
        continue
      }
      let axes = sensor.axes.all + (sensor.gyroAxes?.all ?? [])
      precondition(axes.allSatisfy { $0.scale.isFinite && $0.scale != 0 && $0.offset.isFinite })
      let found = survey.mounting(of: candidate)
      requirePlain(found.fault?.description)
      askForRates(sensor)
      let raw = devices.first { $0.device.id == sensor.device.id }?.raw ?? [:]
      let description = SensorDescription(
        name: sensor.device.title, stableID: sensor.stableID, mode: .polled,
        deviceRate: sensor.device.attributes["sampling_frequency"].flatMap { parseDecimal($0) },
        hasGyro: sensor.gyroAxes != nil, mounting: found, reason: survey.discovery.reason)
      drive(sensor, raw, description)
    }
    return usable.count
  }

  private static func askForRates(_ sensor: Accelerometer) {
    let name = "sampling_frequency_available"
    let lists = [sensor.axes.x.channel.attributes[name], sensor.device.attributes[name]]
    for list in lists {
      for wanted in [1, 100, 1000] as [Double] {
        let rates = SampleRate.list(list)
        precondition(zip(rates, rates.dropFirst()).allSatisfy { $0 <= $1 })
        for rate in [
          SampleRate.forBuffer(wanted: wanted, among: list),
          SampleRate.forPolling(wanted: wanted, among: list),
        ] {
          precondition(rate > 0 && rate <= 1e6)
          let text = DeviceSetup.text(rate)
          precondition(!text.contains("e") && parseDecimal(text) != nil, text)
        }
      }
    }
  }

  /// Lets what is read tilt a table.
  private static func drive(
    _ sensor: Accelerometer, _ raw: [String: [Double]], _ description: SensorDescription
  ) {
    var table = ProbedTable()
    table.open(description.mounting.mounting)
    var monitor = HealthMonitor()
    var meter = RateMeter()
    var status = SourceStatus(
      condition: .running, sensor: description, fault: description.mounting.fault)
    let count = raw.values.map(\.count).max() ?? 0
    for index in 0..<min(count, 40) {
      func vector(_ axes: SensorAxes) -> Vector3 {
        let values = axes.all.map { axis -> Double in
          let list = raw[axis.channel.id] ?? []
          return axis.value(list.isEmpty ? 0 : list[index % list.count])
        }
        return Vector3(values[0], values[1], values[2])
      }
      let sample = Sample(
        time: Int64(index) * 100_000_000, acceleration: vector(sensor.axes),
        angularVelocity: sensor.gyroAxes.map(vector))
      monitor.take(sample)
      meter.take(sample.time)
      table.take(sample)
    }
    table.verifyState()
    status.rate = meter.published
    status.fault = monitor.finding.fault(of: description.name) ?? status.fault
    verify(status, .iio)
  }
}
