// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Prints all that balld tells of its sensor.
  func sensors(of session: Session, on output: Output) throws(Failure) {
    let deadline = monotonicNow() + Session.patience
    while true {
      let received = try session.receive(until: deadline)
      if received.isEmpty { throw session.unanswered }
      for case .sensor(let sensor) in received.compactMap(\.message) {
        return try output.write(sensor.details)
      }
    }
  }
}

extension SensorReport {
  /// Everything in it, a line each, for people.
  fileprivate var details: String {
    let lines: [(String, String?)] = [
      ("source", source), ("name", name), ("id", id), ("mode", mode),
      ("rate", rate.map { "\(fixed($0, 1)) Hz" }), ("device", odr.map { "\(fixed($0, 1)) Hz" }),
      ("gyro", gyro ? "yes" : "no"), ("mount", matrixText(mount)),
      ("from", mountFrom), ("health", health.rawValue), ("reason", reason), ("code", code),
      ("message", message), ("hint", hint),
    ]
    return lines.reduce(into: "") { text, line in
      guard let value = line.1 else { return }
      text += line.0 + String(repeating: " ", count: 8 - line.0.count) + plainText(value) + "\n"
    }
  }
}
