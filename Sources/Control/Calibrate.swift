// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// What `ballctl calibrate` is asked for.
enum Calibrating: Equatable {
  /// Accelerometer and gyro, by two poses half a turn apart.
  case byTwoPoses
  /// The gyro, at rest.
  case gyroAlone
  /// Nothing is corrected any more.
  case reset
}

extension ControlProgram {
  /// Leads a person through the calibration of the sensor.
  func calibrate(
    _ how: Calibrating, in session: Session, from input: Int32, on output: Output
  ) throws(Failure) {
    // Whoever watches is told of the sensor whenever something about it changes.
    try session.confirm(.watch(rate: Limits.rate.lowerBound))
    let calibrator = Calibrator(session: session, output: output)
    switch how {
    case .reset:
      try session.confirm(.calibrate(.reset))
    case .gyroAlone:
      try calibrator.report(calibrator.take(.gyro))
    case .byTwoPoses:
      var lines = LineReader(input: input)
      try ask(
        "Lay the board flat on a table, take your hands off, and press Enter: ", &lines, output)
      _ = try calibrator.take(.first)
      try ask(
        "Turn it half round on the same spot, take your hands off, and press Enter: ", &lines,
        output)
      try calibrator.report(calibrator.take(.second))
    }
  }

  private func ask(
    _ question: String, _ lines: inout LineReader, _ output: Output
  ) throws(Failure) {
    try output.write(question)
    guard try lines.next() else {
      throw Failure(exitCode: 74, message: "the input ended before the board was calibrated")
    }
    try output.write("\n")
  }
}

/// Takes steps of a calibration, and waits for the board to lie still.
private struct Calibrator {
  let session: Session
  let output: Output

  /// How long the board may take to come to rest, and how often that is looked at, ns.
  private static let patience: Int64 = 15_000_000_000
  private static let interval: Int64 = 250_000_000

  /// Takes a step as soon as the board lies still; the sensor as it is then, if balld told.
  func take(_ step: CalibrationStep) throws(Failure) -> SensorReport? {
    let deadline = monotonicNow() + Self.patience
    var hasSaid = false
    while true {
      do throws(Failure) {
        var sensor: SensorReport?
        for received in try session.confirm(.calibrate(step)) {
          if case .sensor(let report) = received.message { sensor = report }
        }
        return sensor
      } catch {
        guard error.code == .moving, monotonicNow() < deadline else { throw error }
        if !hasSaid { try output.write("waiting until it lies still\n") }
        hasSaid = true
        let next = monotonicNow() + Self.interval
        while monotonicNow() < next { _ = try session.receive(until: next) }
      }
    }
  }

  /// Says what is corrected from now on.
  func report(_ sensor: SensorReport?) throws(Failure) {
    guard let correction = sensor?.correction else { return }
    try output.write(
      "From now on balld takes away: \(correction).\n`ballctl calibrate --reset` undoes it.\n")
  }
}
