// SPDX-License-Identifier: MIT

internal import Wire

extension SensorReport {
  /// One line for `systemctl status`: "iio lsm6dso, buffered, 104 Hz: ok".
  var summary: String {
    var text = ([source, name].compactMap { $0 }).joined(separator: " ")
    if let mode { text += ", \(mode)" }
    if let rate { text += ", \(rate) Hz" }
    text += ": \(health.rawValue)"
    if let message { text += " (\(message))" }
    return text
  }
}
