// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Prints all that balld tells of its sensor, and how far its tilt can be trusted now.
  func sensors(of session: Session, on output: Output) throws(Failure) {
    try session.send(Request(.watch(rate: nil)))
    let deadline = monotonicNow() + Session.patience
    var sensor: (line: [UInt8], report: SensorReport)?
    while true {
      let received = try session.receive(until: deadline)
      if received.isEmpty { throw session.unanswered }
      for item in received {
        switch item.message {
        case .sensor(let report): sensor = (item.line, report)
        case .state(let state):
          guard let sensor else { continue }
          try output.tell(line: sensor.line)
          try output.tell(line: item.line)
          return try output.tell(sensor.report.details(with: state.quality))
        case .error(let report): throw Failure(report)
        default: continue
        }
      }
    }
  }
}

extension SensorReport {
  /// What is taken away from its readings; nil if nothing is.
  var correction: String? {
    let parts = [
      accelerometerBias.map { "\(vectorText($0, 3)) m/s²" },
      gyroBias.map { "\(vectorText($0.inDegrees, 2)) °/s" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// Everything in it, a line each, for people.
  fileprivate func details(with quality: TiltQuality?) -> String {
    let lines: [(String, String?)] = [
      ("source", source), ("name", name), ("id", id), ("mode", mode),
      ("rate", rate.map { "\(fixed($0, 1)) Hz" }), ("device", odr.map { "\(fixed($0, 1)) Hz" }),
      ("gyro", gyro ? "yes" : "no"), ("mount", matrixText(mount)),
      ("from", mountFrom), ("level", level.map { "up is \(vectorText($0, 3))" }),
      ("corrected", correction.map { "by \($0)" }),
      ("calibration", isHalfCalibrated ? "waits for the second pose" : nil),
      ("accuracy", quality.map { "\(fixed($0.uncertaintyDegrees, 2))°" }),
      ("resting", quality.map { $0.isResting ? "yes" : "no" }),
      ("gyro bias", (quality?.gyroBias).map { "\(vectorText($0.inDegrees, 2)) °/s" }),
      ("rejected", quality.map { $0.rejected == 1 ? "1 reading" : "\($0.rejected) readings" }),
      ("health", health.rawValue), ("reason", reason), ("code", code),
      ("message", message), ("hint", hint),
    ]
    return lines.reduce(into: "") { text, line in
      guard let value = line.1 else { return }
      text += line.0 + String(repeating: " ", count: 13 - line.0.count) + plainText(value) + "\n"
    }
  }
}

extension XYZ {
  /// Angles in rad as degrees.
  fileprivate var inDegrees: XYZ {
    let factor = 180 / Double.pi
    return XYZ(x: x * factor, y: y * factor, z: z * factor)
  }
}

private func vectorText(_ vector: XYZ, _ digits: Int) -> String {
  [vector.x, vector.y, vector.z].map { fixed($0, digits) }.joined(separator: ", ")
}
