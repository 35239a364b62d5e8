// SPDX-License-Identifier: MIT

internal import Sensors

/// What `--list-sensors` prints: first what IIO knows, then the input devices.
enum DeviceList {
  /// The list for a source, which is called `wanted`.
  static func text(
    _ source: SourceSpecification, _ requests: SensorRequests, wanted: String
  ) -> String {
    if case .evdev(let selector) = source {
      let inputs = ListInputs(selector, requests.input)
      return inputs.isEmpty ? "no input device for \(wanted): \(inputs.reason)\n" : inputs.text
    }
    let (place, selector) = source.sensor
    let sensors = ListSensors(
      place, selector, sign: requests.iio?.sign ?? .auto, wanted: wanted)
    if case .iio = source { return sensors.text }
    let inputs = ListInputs(sensors.takesOne ? nil : .any, requests.input)
    // Why IIO knows none concerns nobody who has another.
    if sensors.isEmpty && inputs.hasAccelerometer { return inputs.text }
    return sensors.text + (inputs.isEmpty ? "" : inputs.text)
  }

  /// A line about a device: what is told of it, and in a column what there is to tell.
  static func line(_ name: String, _ value: String) -> String {
    "    \(name)\(String(repeating: " ", count: max(1, 9 - name.count)))\(value)\n"
  }
}
