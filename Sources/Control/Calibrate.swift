// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

/// What `ballctl calibrate` is asked for.
enum Calibrating: Equatable {
  /// Accelerometer and gyro, by two poses half a turn apart.
  case byTwoPoses
  /// The gyro, at rest.
  case gyroAlone
}

extension ControlProgram {
  /// Leads a person through the calibration of the sensor.
  func calibrate(
    _ how: Calibrating, in session: Session, from input: Int32, on output: Output
  ) throws(Failure) {
    // Whoever watches is told of the sensor whenever something about it changes.
    let told = try session.confirm(.watch(rate: Limits.rate.lowerBound))
    let calibrator = Calibrator(session: session, output: output)
    switch how {
    case .gyroAlone:
      try calibrator.report(calibrator.take(.gyro))
    case .byTwoPoses:
      // Nobody should lay down a board for a sensor that isn't there.
      try verify(told)
      var dialogue = Dialogue(input: input, output: output)
      let end = "the input ended before the board was calibrated"
      try dialogue.ask(
        "Lay the board flat on a table, take your hands off, and press Enter: ",
        about: "first-pose", orElse: end)
      _ = try calibrator.take(.first)
      try dialogue.ask(
        "Turn it half round on the same spot, take your hands off, and press Enter: ",
        about: "second-pose", orElse: end)
      try calibrator.report(calibrator.take(.second))
    }
  }

  /// Makes sure that there is a sensor to calibrate, as far as balld has told.
  private func verify(_ told: [Session.Received]) throws(Failure) {
    guard let sensor = told.sensor, sensor.health == .waiting else { return }
    throw Failure(
      exitCode: .unavailable,
      message: "balld has no sensor to calibrate" + (sensor.message.map { ": \($0)" } ?? ""),
      hint: sensor.hint ?? "`ballctl status` says how it is")
  }
}

/// Takes steps of a calibration, and waits for the board to lie still.
private struct Calibrator {
  let session: Session
  let output: Output

  /// How long the board may take to come to rest, and how often that is looked at, ns.
  private static let patience: Int64 = 15_000_000_000
  private static let interval: Int64 = 250_000_000

  /// Takes a step as soon as the board lies still; what balld has told on it.
  func take(_ step: CalibrationStep) throws(Failure) -> [Session.Received] {
    let deadline = monotonicNow() + Self.patience
    var hasSaid = false
    while true {
      do throws(Failure) {
        return try session.confirm(.calibrate(step))
      } catch {
        guard error.code == .moving, monotonicNow() < deadline else { throw error }
        if !hasSaid {
          try output.tell("waiting until it lies still\n")
          try output.tell(line: Array(#"{"class":"waiting","for":"rest"}"#.utf8))
        }
        hasSaid = true
        let next = monotonicNow() + Self.interval
        while monotonicNow() < next { _ = try session.receive(until: next) }
      }
    }
  }

  /// Says what is corrected from now on.
  func report(_ told: [Session.Received]) throws(Failure) {
    var sensor: (line: [UInt8], report: SensorReport)?
    for received in told {
      if case .sensor(let report) = received.message { sensor = (received.line, report) }
    }
    if let sensor { try output.tell(line: sensor.line) }
    if let last = told.last { try output.tell(line: last.line) }
    guard let correction = sensor?.report.correction else { return }
    try output.tell(
      "From now on balld takes away: \(correction).\n`ballctl calibrate --reset` undoes it.\n")
  }
}
