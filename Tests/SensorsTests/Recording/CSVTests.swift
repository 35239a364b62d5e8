// SPDX-License-Identifier: MIT

import Sensors
import Testing

/// Two rows of the same motion, as a CSV file of some dialect writes them.
private struct Dialect: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: String
  var hasGyro = true
}

/// (0.5, −1, 9.8) m/s² and (0.1, −0.2, 0.3) rad/s, then (1, 2, 9) and (0, 0, 0), 10 ms apart.
private let dialects = [
  Dialect(
    testDescription: "units in brackets, g and deg/s",
    text: """
      Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),\
      Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g),Magnetometer X (uT)
      0,5.729577951308232,-11.459155902616464,17.188733853924695,\
      0.050985810648896407,-0.10197162129779283,0.99932188871837,15
      0.01,0,0,0,0.10197162129779283,0.20394324259558566,0.91774459168013547,15

      """),
  Dialect(
    testDescription: "units behind underlines",
    text: """
      t_s,gx_rad_s,gy_rad_s,gz_rad_s,ax_m_s2,ay_m_s2,az_m_s2,ref_up_x,ref_up_y,ref_up_z,moving
      0.000000,0.1,-0.2,0.3,0.5,-1,9.8,,,,0
      0.010000,0,0,0,1,2,9,-0.02,0.3,0.99,1

      """),
  Dialect(
    testDescription: "capitals, CRLF, byte order mark, other order",
    text: "\u{FEFF}AZ,AY,AX,GZ,GY,GX,TIME_MS\r\n9.8,-1,0.5,0.3,-0.2,0.1,100\r\n9,2,1,0,0,0,110\r\n",
    hasGyro: false),
  Dialect(
    testDescription: "quoted header, exponents, spaces",
    text: """
      "Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)"
      1.000000000E0, 5.0E-1 ,-1.0e0,9.8e+00
      "1.010000000E0","1.0","2","9"

      """, hasGyro: false),
  Dialect(
    testDescription: "semicolons and decimal commas",
    text: "t (s);accX (m/s²);accY (m/s²);accZ (m/s²)\n0,00;0,5;-1;9,8\n0,01;1;2;9\n",
    hasGyro: false),
  Dialect(
    testDescription: "tabs, gravity and linear acceleration beside",
    text: """
      ACCELEROMETER X (m/s²)\tACCELEROMETER Y (m/s²)\tACCELEROMETER Z (m/s²)\tGRAVITY X (m/s²)\t\
      LINEAR ACCELERATION X (m/s²)\tGYROSCOPE X (rad/s)\tGYROSCOPE Y (rad/s)\tGYROSCOPE Z (rad/s)\t\
      Time since start in ms \tYYYY-MO-DD HH-MI-SS_SSS
      0.5\t-1\t9.8\t0\t0\t0.1\t-0.2\t0.3\t12\t2021-07-30 13:28:54:123
      1\t2\t9\t0\t0\t0\t0\t0\t22\t2021-07-30 13:28:54:133

      """),
  Dialect(
    testDescription: "words run together, epoch in ns",
    text: """
      loggingTime(txt),accelerometerTimestamp_ns,accelerometerAccelerationX(m/s^2),\
      accelerometerAccelerationY(m/s^2),accelerometerAccelerationZ(m/s^2),\
      gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s),motionUserAccelerationX(G)
      2021-07-30 13:28:54,1760565906248623000,0.5,-1,9.8,0.1,-0.2,0.3,0
      2021-07-30 13:28:54,1760565906258623000,1,2,9,0,0,0,0

      """),
  Dialect(
    testDescription: "no unit anywhere, a date beside milliseconds, no newline at the end",
    text: """
      Timestamp,Milliseconds,X,Y,Z
      2021-07-30 13:28:54,1,0.5,-1,9.8
      2021-07-30 13:28:54,11,1,2,9
      """, hasGyro: false),
  Dialect(
    testDescription: "epoch in seconds with ns behind the point",
    text: "time,acc_x,acc_y,acc_z\n1760565906.248623001,0.5,-1,9.8\n1760565906.258623001,1,2,9\n",
    hasGyro: false),
  Dialect(
    testDescription:
      "microseconds, degrees as a sign, a trailing separator, blank lines, a comment",
    text: """

      # made by hand
      time [µs],ax [m/s/s],ay [m/s/s],az [m/s/s],gx [°/s],gy [°/s],gz [°/s],
      0,0.5,-1,9.8,5.729577951308232,-11.459155902616464,17.188733853924695,

      10000,1,2,9,0,0,0,

      """),
]

private let refusals: [Refusal] = [
  Refusal(
    "",
    "log.csv: found an empty file, expected a recording"),
  Refusal(
    "\n\n",
    "log.csv: found an empty file, expected a recording"),
  Refusal(
    "once upon a time\nthere was\n",
    "log.csv:1: found `once upon a time`, expected a header that names a time column and ",
    "the accelerometer's x, y and z"),
  Refusal(
    "0,0,0,1\n0.01,0,0,1\n",
    "log.csv:1: found numbers in the first line, expected a header that names a time ",
    "column and the accelerometer's x, y and z"),
  Refusal(
    "\u{7F}ELF\u{2}\u{1}\u{1}\0\0,,,,",
    "log.csv:1: found bytes that are not text, expected a header that names a time ",
    "column and the accelerometer's x, y and z"),
  Refusal(
    "time,temperature,pressure,ax,ay\n",
    "log.csv:1: found the columns `time`, `temperature`, `pressure`, `ax`, `ay`, ",
    "expected a header that names a time column and the accelerometer's x, y and z"),
  Refusal(
    "ax,ay,az,place\n0,0,1,2\n",
    "log.csv:1: found no time column among `ax`, `ay`, `az`, `place`, expected one named ",
    "time, timestamp or the like"),
  Refusal(
    "t,ax,acc_x,ay,az\n",
    "log.csv:1: found `ax`, `acc_x` for the same axis, expected one accelerometer column"),
  Refusal(
    "t,ax (g),ay (g),az (m/s²)\n",
    "log.csv:1: found `ax (g)`, `ay (g)`, `az (m/s²)`, of which `az (m/s²)` has another ",
    "unit, expected m/s² or g for all"),
  Refusal(
    "t,ax (°/s),ay (°/s),az (°/s)\n",
    "log.csv:1: found `ax (°/s)`, `ay (°/s)`, `az (°/s)`, of which `ax (°/s)` has a unit ",
    "of something else, expected m/s² or g for all"),
  Refusal(
    "t (s),ax,ay,az\n",
    "log.csv:1: found no sample, expected at least two, since the time between them ",
    "counts"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n",
    "log.csv:1: found one sample only, expected at least two, since the time between ",
    "them counts"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n0.01,0,zero,1\n0.02,0,0,1\n",
    "log.csv:3: found `zero` in the column `ay`, expected a number"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n0.01,0,1e999,1\n0.02,0,0,1\n",
    "log.csv:3: found `1e999` in the column `ay`, expected a number"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\nhello world\n0.02,0,0,1\n",
    "log.csv:3: found `hello world` in the column `t (s)`, expected a number"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n0.01,0,0\n0.02,0,0,1\n",
    "log.csv:3: found 3 cells, expected 4, as in the header"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n0.01,0,0,1,7\n0.02,0,0,1\n",
    "log.csv:3: found more than 4 cells, expected one for each name in the header"),
  Refusal(
    "time,ax,ay,az\n2021-07-30 13:28:54,0,0,1\n",
    "log.csv:1: found one sample only, expected at least two, since the time between them ",
    "counts"),
  Refusal(
    "time,ax,ay,az\nnow,0,0,1\n",
    "log.csv:2: found no number and no date in `time`, expected the time"),
  Refusal(
    "t,ax,ay,az\n0,0,0,1\n0.3,0,0,1\n0.6,0,0,1\n",
    "log.csv:1: found times without a unit whose median step is 0.3, expected 0.5 ms to ",
    "200 ms in s, ms, µs or ns, or a unit in the header, such as `time (ms)`"),
  Refusal(
    "t,ax,ay,az\n5,0,0,1\n5,0,0,1\n4,0,0,1\n",
    "log.csv:1: found times that never advance, expected the times of the samples"),
  Refusal(
    "t (ms),ax,ay,az\n5,0,0,1\n5,0,0,1\n4,0,0,1\n",
    "log.csv:2: found times (in ms) that never advance by 10 s or less, expected the ",
    "times of the samples, in their order"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,1\n1e30,0,0,1\n",
    "log.csv:3: found a time that is too large, expected at most 126 years from its zero"),
  Refusal(
    "time,seconds_elapsed,z,y,x\n0,0,0.1,0.1,0\n1,0.01,0.2,-0.1,0\n",
    "log.csv:1: found accelerations without a unit whose median is 0.224: gravity has ",
    "been removed from this recording (TotalAcceleration.csv of the same take has it), or ",
    "the unit is an unknown one, expected 7 to 13 (m/s²) or 0.7 to 1.3 (g)"),
  Refusal(
    "t (s),ax,ay,az\n0,0,0,980\n0.01,0,0,981\n",
    "log.csv:1: found accelerations without a unit whose median is 981: the unit is an ",
    "unknown one, expected 7 to 13 (m/s²) or 0.7 to 1.3 (g)"),
  Refusal(
    "t (s),ax (g),ay (g),az (g)\n0,0,0,9.81\n0.01,0,0,9.81\n",
    "log.csv:1: found accelerations whose median is 9.81 g: the numbers look like m/s², ",
    "expected about 1 g, as a sensor in a hand reads it"),
  Refusal(
    "t (s),ax (m/s²),ay (m/s²),az (m/s²)\n0,0,0,1\n0.01,0,0,1\n",
    "log.csv:1: found accelerations whose median is 1 m/s²: the numbers look like g, ",
    "expected about 1 g, as a sensor in a hand reads it"),
  Refusal(
    "t (s),ax (m/s²),ay (m/s²),az (m/s²)\n0,0,0,0.1\n0.01,0,0,0.1\n",
    "log.csv:1: found accelerations whose median is 0.1 m/s²: gravity has been removed ",
    "from this recording, expected about 1 g, as a sensor in a hand reads it"),
  Refusal(
    "Time (s),Linear Acceleration x (m/s²),Linear Acceleration y (m/s²),Linear Acceleration z (m/s²)\n0,0,0,0\n",
    "log.csv:1: found `Linear Acceleration x (m/s²)`, from which gravity has been ",
    "removed, expected the accelerometer's own readings, with gravity"),
]

@Suite("CSV with a header") struct CSVTests {
  @Test("every dialect gives the same samples", arguments: dialects)
  private func dialect(_ dialect: Dialect) throws {
    let recording = try load(dialect.text)
    let samples = try recording.samples
    try #require(samples.count == 2)
    expect(samples[0].acceleration, Vector3(0.5, -1, 9.8))
    expect(samples[1].acceleration, Vector3(1, 2, 9))
    #expect(samples[1].time - samples[0].time == 10_000_000)
    #expect((samples[0].angularVelocity != nil) == dialect.hasGyro)
    if let rate = samples[0].angularVelocity { expect(rate, Vector3(0.1, -0.2, 0.3)) }
    #expect(try recording.steps == [0, 10])
    #expect(recording.endStep == 20)
    #expect(recording.report.repairs == 0)
  }

  @Test("readings that no sensor can give are counted, and said")
  private func impossibleReadings() throws {
    var text = "t (s),ax (m/s2),ay (m/s2),az (m/s2),gx (rad/s),gy (rad/s),gz (rad/s)\n"
    for row in 0..<20 {
      let x = row == 5 ? "1e308" : row == 6 ? "400" : row == 7 ? "-400.1" : "0"
      text += "\(Double(row) / 100),\(x),0,9.8,0,0,\(row == 9 ? "71" : "70")\n"
    }
    let recording = try load(text)
    #expect(try recording.samples.count == 20)
    #expect(recording.report.impossibleReadings == 3)
    #expect(recording.report.repairs == 3)
    #expect(recording.report.lines == ["3 × reading beyond 400 m/s² or 70 rad/s: ignored"])
  }

  @Test("numbers in the file's own unit are taken to the bit")
  func exact() throws {
    let recording = try load(
      "t (ns),ax (m/s²),ay (m/s²),az (m/s²)\n1760565906248623001,0.1,0.2,9.8\n"
        + "1760565906248623002,2.5530,-0,9.799999999999999\n")
    #expect(recording.start == 1_760_565_906_248_623_001)
    #expect(recording.period == 1)
    #expect(try recording.samples.map(\.acceleration.x) == [0.1, 2.553])
    #expect(try recording.samples[1].acceleration.z == 9.799999999999999)
  }

  @Test(
    "a time without a unit is taken in the only one that gives 5 to 2000 Hz",
    arguments: [
      ("0.2", 200_000_000), ("0.0005", 500_000), ("0.5", 500_000), ("200", 200_000_000),
      ("500", 500_000), ("200000", 200_000_000), ("500000", 500_000), ("200000000", 200_000_000),
    ] as [(String, Int64)])
  func timeUnit(step: String, period: Int64) throws {
    let recording = try load("t,ax (g),ay (g),az (g)\n0,0,0,1\n\(step),0,0,1\n")
    #expect(recording.period == period)
    #expect(recording.report.conclusions.contains { $0.hasPrefix("time unit concluded: ") })
  }

  @Test(
    "an acceleration without a unit is told by its median",
    arguments: [("1", 9.80665), ("0.7", 6.864655), ("1.3", 12.748645), ("7", 7), ("13", 13)])
  func accelerationUnit(z: String, expected: Double) throws {
    let recording = try load("t (s),ax,ay,az\n0,0,0,\(z)\n0.01,0,0,\(z)\n")
    #expect(try abs(recording.samples[0].acceleration.z - expected) < 1e-12)
  }

  @Test("a gyro without a unit is ignored, and that is said")
  func gyroWithoutUnit() throws {
    let recording = try load("t (s),ax,ay,az,gx,gy,gz\n0,0,0,1,1,1,1\n0.01,0,0,1,1,1,1\n")
    #expect(try recording.samples.allSatisfy { $0.angularVelocity == nil })
    #expect(
      recording.report.lines.contains("the gyro's unit isn't written: its columns are ignored"))
  }

  @Test("rows without a reading are left out and counted, a blank gyro is none")
  func missing() throws {
    let recording = try load(
      """
      t (s),ax (g),ay (g),az (g),gx (dps),gy (dps),gz (dps)
      0,0,0,1,1,1,1
      0.01,NaN,0,1,1,1,1
      0.02,0,,1,1,1,1
      0.03,0,-inf,1,1,1,1
      ,0,0,1,1,1,1
      0.05,0,0,1,,,
      0.06,0,0,1,1,nan,1

      """)
    #expect(try recording.samples.count == 3)
    #expect(try recording.samples.map { $0.angularVelocity != nil } == [true, false, false])
    #expect(recording.report.missingReadings == 4)
  }

  @Test(
    "a last line that breaks off is left out and counted",
    arguments: ["0.02,0,0", "0.02,0,0,1,", "0.02,0,0,1,5e-", "0", "\0\0\0", "0.02,0,0,1,5"])
  func truncated(line: String) throws {
    let whole = "t (s),ax (g),ay (g),az (g),x,y\n0,0,0,1,5,5\n0.01,0,0,1,5,5\n"
    let recording = try load(whole + line)
    let expected = try load(whole).samples
    #expect(try recording.samples == expected)
    #expect(recording.report.truncatedLines == 1)
  }

  @Test(
    "what can't be understood is refused in one line that names file and line",
    arguments: refusals)
  func refused(_ refusal: Refusal) {
    let error = failure(refusal.text)
    #expect(error?.description == refusal.message)
    #expect(error?.kind == .notUnderstood)
  }

  @Test("a file beyond the bound is refused before it fills the memory")
  func tooLarge() {
    let text = "t (s),ax,ay,az\n0,0,0,1\n0.01,0,0,1\n"
    do throws(RecordingError) {
      _ = try Recording.load(bytes: Array(text.utf8), file: "log.csv", maximumSize: 20)
      Issue.record("34 bytes passed a bound of 20")
    } catch {
      #expect(
        error.description
          == "log.csv: found more than 20 bytes, expected at most that of what isn't a file on a disk: "
          + "save it as one")
    }
  }

  @Test("a line without an end is refused before it fills the memory")
  func endlessLine() {
    #expect(
      failure(String(repeating: "a", count: 70_000))?.description
        == "log.csv:1: found a line of more than 65536 bytes, expected text")
  }
}

private func expect(_ vector: Vector3, _ expected: Vector3) {
  #expect((vector - expected).length < 1e-12)
}

private func load(_ text: String) throws -> Recording {
  try Recording.load(bytes: Array(text.utf8), file: "log.csv")
}

private func failure(_ text: String) -> RecordingError? {
  do throws(RecordingError) {
    _ = try Recording.load(bytes: Array(text.utf8), file: "log.csv")
    return nil
  } catch {
    return error
  }
}
