// SPDX-License-Identifier: MIT

internal import KeyValue

/// What the first reading of a file learns about it, in bounded memory: the units, the period, what
/// is to be mended, and from when to when it goes.
struct RecordingSurvey {
  private(set) var count = 0
  private(set) var rateCount = 0
  private let sensor: RecordedSensor
  private var meaning: RecordedMeaning
  /// The lengths of what is wanted: accelerations in the file's unit, or angular velocities in rad/s.
  private var lengths = RunningMedian<Double>()
  private var timeSteps = RunningMedian<Double>()
  private var lastTime: Double?
  /// The clock in each of the units that the times may have.
  private var clocks: [ClockSurvey] = []
  /// The readings beyond the limits, for each of the units that the accelerations may have.
  private var impossible: [(unit: UnitOfMeasure, count: Int)] = []
  private var rateFactor = 1.0
  private var low = Vector3(.infinity, .infinity, .infinity)
  private var high = Vector3(-.infinity, -.infinity, -.infinity)

  /// What is to be known before a recording is played.
  struct Findings {
    var meaning: RecordedMeaning
    var time: UnitOfMeasure
    /// A number in the file is this many m/s², or rad/s.
    var acceleration: Double
    var angularVelocity: Double
    var count: Int
    var hasGyro: Bool
    var period: Int64
    var start: Int64
    var duration: Int64
    var report: RecordingReport
  }

  /// Reads a recording to its end.
  static func findings(
    of content: RecordingContent, _ sensor: RecordedSensor, blockSize: Int
  ) throws(RecordingError) -> Findings {
    var reader = RecordingReader(content, sensor, blockSize: blockSize)
    try reader.readWindow()
    guard let meaning = reader.meaning else {
      // Without a row there is a format, or there was an error.
      throw RecordingError(
        kind: .notUnderstood, file: content.file, line: nil,
        reason: "found an empty file, expected a recording")
    }
    var survey = RecordingSurvey(meaning, sensor)
    while true {
      for row in reader.window.rows { survey.take(row) }
      if reader.isAtEnd { break }
      try reader.readWindow()
    }
    return try survey.findings(reader.window, file: content.file)
  }

  private init(_ meaning: RecordedMeaning, _ sensor: RecordedSensor) {
    self.meaning = meaning
    self.sensor = sensor
    let units = meaning.acceleration.map { [$0] } ?? RecordedUnits.accelerationUnits
    impossible = units.map { ($0, 0) }
    clocks = (meaning.time.map { [$0] } ?? RecordedUnits.timeUnits).map { ClockSurvey(unit: $0) }
    rateFactor = meaning.angularVelocity?.inSI ?? 1
  }

  private mutating func take(_ row: RecordedRow) {
    count += 1
    if row.angularVelocity != nil { rateCount += 1 }
    for index in clocks.indices { clocks[index].take(row) }
    if meaning.time == nil {
      let time = row.time.approximate
      if let lastTime, time > lastTime { timeSteps.take(time - lastTime) }
      lastTime = time
    }
    let force = row.acceleration
    let rate = row.angularVelocity.map { rateFactor * $0 }
    if let wanted = sensor == .gyro ? rate : force { lengths.take(wanted.length) }
    low = Vector3(min(low.x, force.x), min(low.y, force.y), min(low.z, force.z))
    high = Vector3(max(high.x, force.x), max(high.y, force.y), max(high.z, force.z))
    for index in impossible.indices {
      let sample = Sample(
        time: 0, acceleration: impossible[index].unit.inSI * force, angularVelocity: rate)
      if !SampleLimits.allow(sample) { impossible[index].count += 1 }
    }
  }

  private func findings(
    _ window: RecordedRows, file: String
  ) throws(RecordingError) -> Findings {
    func error(_ line: Int, _ reason: ValueError) -> RecordingError {
      RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason.description)
    }
    guard count >= 2 else {
      throw error(
        meaning.line,
        ValueError(
          found: count == 0 ? "no sample" : "one sample only",
          expected: "at least two, since the time between them counts"))
    }
    if sensor == .gyro, rateCount == 0 {
      throw error(
        meaning.line,
        ValueError(found: "no reading of a gyro", expected: "some, as this is the gyro's file"))
    }
    let median = lengths.median ?? 0
    if sensor == .gyro, median >= Self.fastestBoard {
      throw error(
        meaning.line,
        ValueError(
          found: "angular velocities whose median is \(shortened(median)) rad/s",
          expected: "less of a board: this looks like the accelerometer's file, "
            + "which is to be named first"))
    }
    let accelerationUnit: UnitOfMeasure
    let timeUnit: UnitOfMeasure
    do throws(ValueError) {
      accelerationUnit =
        sensor == .gyro
        ? .metresPerSecondSquared
        : try RecordedUnits.acceleration(
          declared: meaning.acceleration, median: median, hint: meaning.gravityHint)
      timeUnit = try RecordedUnits.time(declared: meaning.time, medianStep: timeSteps.median)
    } catch let reason {
      throw error(meaning.line, reason)
    }
    let clock = clocks.first { $0.unit == timeUnit } ?? ClockSurvey(unit: timeUnit)
    let span: (period: Int64, start: Int64, duration: Int64)
    do throws(ClockSurvey.Failure) {
      span = try clock.result(count: count)
    } catch {
      throw RecordingError(
        kind: .notUnderstood, file: file, line: error.line, reason: error.reason.description)
    }

    var report = RecordingReport()
    report.backwardJumps = clock.backwardJumps
    report.forwardJumps = clock.forwardJumps
    report.repeatedTimes = clock.repeatedTimes
    report.impossibleReadings = impossible.first { $0.unit == accelerationUnit }?.count ?? 0
    report.missingReadings = window.missingReadings
    report.truncatedLines = window.truncatedLines
    report.damagedLines = window.damagedLines
    report.repeatedHeaders = window.repeatedHeaders
    report.droppedFrames = window.droppedFrames
    if sensor == .accelerometer, meaning.acceleration == nil {
      report.conclusions.append("acceleration unit concluded: \(accelerationUnit.symbol)")
    }
    if meaning.time == nil { report.conclusions.append("time unit concluded: \(timeUnit.symbol)") }
    report.conclusions += meaning.conclusions
    if sensor == .accelerometer, span.duration >= Self.shortestToMove,
      isStill(accelerationUnit.inSI)
    {
      report.conclusions.append("nothing moves in it: the ball will lie still or roll one way")
    }
    return Findings(
      meaning: meaning, time: timeUnit, acceleration: accelerationUnit.inSI,
      angularVelocity: rateFactor, count: count, hasGyro: rateCount > 0, period: span.period,
      start: span.start, duration: span.duration, report: report)
  }

  /// No hand turns a board so fast half of the time, rad/s.
  private static let fastestBoard = 7.0
  /// A shorter recording, ns, may well lie still.
  private static let shortestToMove: Int64 = 1_000_000_000

  /// Whether no component changes by more than a tilt of 2° would change it.
  private func isStill(_ factor: Double) -> Bool {
    let range = factor * (high - low)
    return max(range.x, range.y, range.z) < 0.035 * UnitOfMeasure.gravities.inSI
  }
}
