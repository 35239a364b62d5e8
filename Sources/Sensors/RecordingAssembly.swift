// SPDX-License-Identifier: MIT

internal import KeyValue

extension Recording {
  /// Makes a recording of the rows of a file: settles the units, mends the clock, numbers the steps.
  init(rows: RecordedRows, meaning: RecordedMeaning, file: String) throws(RecordingError) {
    func error(_ line: Int, _ reason: ValueError) -> RecordingError {
      RecordingError(
        kind: .notUnderstood, file: file, line: line, reason: reason.description)
    }
    guard rows.samples.count >= 2 else {
      throw error(
        meaning.line,
        ValueError(
          found: rows.samples.isEmpty ? "no sample" : "one sample only",
          expected: "at least two, since the time between them counts"))
    }

    let accelerationUnit: UnitOfMeasure
    let timeUnit: UnitOfMeasure
    do throws(ValueError) {
      accelerationUnit = try RecordedUnits.acceleration(
        declared: meaning.acceleration, samples: rows.samples)
      timeUnit = try RecordedUnits.time(declared: meaning.time, times: rows.times)
    } catch let reason {
      throw error(meaning.line, reason)
    }
    let clock: RecordedClock
    do throws(RecordedClock.Failure) {
      clock = try RecordedClock(rows.times, unit: timeUnit)
    } catch let failure {
      throw error(failure.line, failure.reason)
    }

    samples = Self.samples(
      rows, times: clock.times, acceleration: accelerationUnit.inSI,
      angularVelocity: meaning.angularVelocity?.inSI ?? 1)
    let start = clock.times[0]
    let end = clock.times[clock.times.count - 1] - start + clock.period
    endStep = Self.step(end)
    period = clock.period
    header = meaning.header
    name = Self.name(of: file)

    var report = RecordingReport()
    report.backwardJumps = clock.backwardJumps
    report.forwardJumps = clock.forwardJumps
    report.repeatedTimes = clock.repeatedTimes
    report.missingReadings = rows.missingReadings
    report.impossibleReadings = samples.count { !SampleLimits.allow($0) }
    report.truncatedLines = rows.truncatedLines
    if meaning.acceleration == nil {
      report.conclusions.append("acceleration unit concluded: \(accelerationUnit.symbol)")
    }
    if meaning.time == nil { report.conclusions.append("time unit concluded: \(timeUnit.symbol)") }
    report.conclusions += meaning.conclusions
    self.report = report

    let hasGyro = samples.contains { $0.angularVelocity != nil }
    summary =
      "\(meaning.format), \(samples.count) samples, \(shortened(Double(end) / 1e9)) s, "
      + "\(shortened((1e10 / Double(period)).rounded() / 10)) Hz, "
      + (hasGyro ? "accelerometer and gyro" : "accelerometer")
  }

  private static func samples(
    _ rows: RecordedRows, times: [Int64], acceleration: Double, angularVelocity: Double
  ) -> [Sample] {
    var samples = rows.samples
    for index in samples.indices {
      samples[index].time = times[index]
      // A factor of 1 leaves every bit.
      samples[index].acceleration = acceleration * samples[index].acceleration
      if let rate = samples[index].angularVelocity {
        samples[index].angularVelocity = angularVelocity * rate
      }
    }
    return samples
  }

  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? Substring(path)
    guard let point = file.lastIndex(of: "."), point != file.startIndex else { return String(file) }
    return String(file[..<point])
  }
}
