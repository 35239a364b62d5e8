// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

/// What balld has learnt of a sensor, and `--reset` takes back.
enum Learnt: Equatable {
  /// The pose that counts as level.
  case level
  /// What is taken away from the readings.
  case calibration

  fileprivate var request: Request.Command {
    switch self {
    case .level: .level(reset: true)
    case .calibration: .calibrate(.reset)
    }
  }

  fileprivate func isKnown(of sensor: SensorReport) -> Bool {
    switch self {
    case .level: sensor.level != nil
    case .calibration: sensor.correction != nil
    }
  }

  /// What has come of taking it back, in words.
  fileprivate func account(_ before: SensorReport, _ after: SensorReport, driver: String?) -> String
  {
    if isKnown(of: before), !isKnown(of: after) {
      return switch self {
      case .level: "the level is as gravity has it again"
      case .calibration: "the sensor counts as never calibrated"
      }
    }
    if self == .level, let driver {
      return
        "nothing of balld's sensor was reset; where \(plainText(driver)), which tilts the table, "
        + "has a sensor of its own, that one's level was"
    }
    if before.health == .waiting {
      return
        "nothing was reset: no sensor is there; once the one that is meant is plugged in, say it again"
    }
    return switch self {
    case .level: "nothing was reset: the level is as gravity has it"
    case .calibration: "nothing was reset: the sensor isn't calibrated"
    }
  }
}

extension ControlProgram {
  /// Takes back what was learnt of the sensor, and says whether there was anything.
  func reset(_ what: Learnt, in session: Session, on output: Output) throws(Failure) {
    // Whoever watches is told of the sensor whenever something about it changes.
    let told = try session.confirm(.watch(rate: Limits.rate.lowerBound))
    let answers = try session.confirm(what.request)
    if let last = answers.last { try output.tell(line: last.line) }
    guard let before = told.sensor else { return }
    var driver: String?
    for case .state(let state) in (told + answers).map(\.message) { driver = state.driver }
    try output.tell(what.account(before, answers.sensor ?? before, driver: driver) + "\n")
  }
}

extension [Session.Received] {
  /// What was told of the sensor last; nil if nothing was.
  var sensor: SensorReport? {
    var sensor: SensorReport?
    for case .sensor(let report) in map(\.message) { sensor = report }
    return sensor
  }
}
