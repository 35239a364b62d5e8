// SPDX-License-Identifier: MIT

internal import Wire

extension SensorReport {
  /// One line for `systemctl status`: "iio lsm6dso, buffered, 104 Hz: ok".
  var summary: String {
    var text = ([source, name].compactMap { $0 }).joined(separator: " ")
    if let mode { text += ", \(mode)" }
    // A tenth of a hertz matters to nobody whose sensor does more than ten.
    if let rate { text += ", \(rate < 10 ? (rate * 10).rounded() / 10 : rate.rounded()) Hz" }
    text += ": \(health.rawValue)"
    if let message { text += " (\(message))" }
    return text
  }
}
