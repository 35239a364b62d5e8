// SPDX-License-Identifier: MIT

import Sensors
import Testing

// What is read here was written by hand after the loggers' formats: none of it is anybody's
// measurement.

@Suite("files of loggers, written by hand") struct LoggerTests {
  @Test("phyphox: quoted names, E-notation, the separator and point that were chosen")
  func phyphox() throws {
    let header = [
      "\"Time (s)\"", "\"Acceleration x (m/s^2)\"", "\"Acceleration y (m/s^2)\"",
      "\"Acceleration z (m/s^2)\"", "\"Absolute acceleration (m/s^2)\"",
    ]
    let rows = [
      ["9.364549000E-3", "1.003170490E0", "-3.543418407E-1", "9.366958618E0", "9.427E0"],
      ["1.136538300E-2", "9.696516991E-1", "-3.600879431E-1", "9.357381821E0", "9.414E0"],
      ["1.336699700E-2", "9.696516991E-1", "-3.620033026E-1", "9.343016624E0", "9.400E0"],
    ]
    for (separator, point) in [(",", "."), ("\t", "."), (";", ","), ("\t", ",")] {
      let lines =
        [header] + rows.map { $0.map { $0.split(separator: ".").joined(separator: point) } }
      let text = lines.map { $0.joined(separator: separator) }.joined(separator: "\n") + "\n"
      let recording = try load(text)
      #expect(recording.start == 9_364_549)
      #expect(recording.period == 2_001_614)
      #expect(
        try recording.samples.map(\.acceleration) == [
          Vector3(1.003170490, -0.3543418407, 9.366958618),
          Vector3(0.9696516991, -0.3600879431, 9.357381821),
          Vector3(0.9696516991, -0.3620033026, 9.343016624),
        ])
      #expect(recording.report == RecordingReport())
    }
  }

  @Test("Sensor Logger: z before y before x, the epoch in ns before the seconds")
  func sensorLogger() throws {
    let text = """
      time,seconds_elapsed,z,y,x
      1760565906248623000,0.103623046875,9.5,0.25,-1.5
      1760565906258652200,0.113652099609375,9.25,0.5,-1.75
      1760565906268681000,0.123680908203125,9.75,0.125,-1.25

      """
    let recording = try load(text)
    #expect(recording.period == 10_029_053)
    #expect(
      try recording.samples.map(\.acceleration) == [
        Vector3(-1.5, 0.25, 9.5), Vector3(-1.75, 0.5, 9.25), Vector3(-1.25, 0.125, 9.75),
      ])
    #expect(recording.report.lines == ["acceleration unit concluded: m/s²"])
  }

  @Test("AndroSensor: semicolons, gravity and linear acceleration beside, ms, a date with them")
  func androSensor() throws {
    let text = """
      ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GRAVITY X (m/s²);\
      GRAVITY Y (m/s²);GRAVITY Z (m/s²);LINEAR ACCELERATION X (m/s²);\
      LINEAR ACCELERATION Y (m/s²);LINEAR ACCELERATION Z (m/s²);GYROSCOPE X (rad/s);\
      GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);ORIENTATION Z (azimuth °);\
      SOUND LEVEL (dB);LOCATION Latitude : ;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
      0.5;-1;9.75;0;0;9.8;0.5;-1;0;0.125;-0.25;0.5;21;12;50;51.5;2;2021-07-30 13:28:54:123
      0.25;-2;9.5;0;0;9.8;0.25;-2;0;0;0;0;21;12;50;51.5;12;2021-07-30 13:28:54:133

      """
    let recording = try load(text)
    #expect(
      try recording.samples == [
        Sample(
          time: 2_000_000, acceleration: Vector3(0.5, -1, 9.75),
          angularVelocity: Vector3(0.125, -0.25, 0.5)),
        Sample(
          time: 12_000_000, acceleration: Vector3(0.25, -2, 9.5),
          angularVelocity: Vector3(0, 0, 0)),
      ])
  }

  @Test("Sensor Record: a date to the second, and the milliseconds count")
  func sensorRecord() throws {
    let text = """
      Timestamp,Milliseconds,X,Y,Z
      2021-07-30 13:28:54,1,-0.25,0.5,9.75
      2021-07-30 13:28:54,50,-0.5,0.25,9.5
      2021-07-30 13:28:54,100,-0.125,0.5,9.75

      """
    #expect(try load(text).steps == [0, 49, 99])
  }

  /// A row of the Sense HAT data logger, every 20 ms from a time of day.
  private func hatRow(_ index: Int) -> String {
    let microseconds = String(267_584 + index * 20_000)
    return "25.07,53.77,25.1,1014.2,3.8,306.2,0.3,71.1,59.2,39.8,"
      + "0.99,0.125,-0.0\(index % 10),0.001,-0.002,0.003,2015-09-23 11:53:09.\(microseconds)"
  }

  private let hatHeader =
    "temp_h,temp_p,humidity,pressure,pitch,roll,yaw,mag_x,mag_y,mag_z,"
    + "accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z,timestamp"

  private func expectHat(_ recording: Recording, rows: Int) throws {
    let samples = try recording.samples
    try #require(samples.count == rows)
    let g = 9.80665
    #expect((samples[1].acceleration - Vector3(0.99 * g, 0.125 * g, -0.01 * g)).length < 1e-12)
    #expect(samples[1].angularVelocity == Vector3(0.001, -0.002, 0.003))
    #expect(try recording.steps == (0..<rows).map { Int64($0) * 20 })
  }

  @Test("Sense HAT: with a header, g, rad/s and dates in microseconds")
  func senseHat() throws {
    let text = ([hatHeader] + (0..<5).map(hatRow)).joined(separator: "\n") + "\n"
    let recording = try load(text)
    try expectHat(recording, rows: 5)
    #expect(recording.report == RecordingReport())
  }

  @Test("Sense HAT: the header is missing")
  func senseHatHeaderless() throws {
    let recording = try load((0..<5).map(hatRow).joined(separator: "\n") + "\n")
    try expectHat(recording, rows: 5)
    #expect(
      recording.report.lines == [
        "no header: the columns are taken to be those of the Sense HAT data logger"
      ])
  }

  @Test("Sense HAT: the header stands again among the rows, as the program was started again")
  func senseHatRepeated() throws {
    let lines = [hatHeader, hatRow(0), hatRow(1), hatHeader, hatRow(2), hatHeader, hatRow(3)]
    let recording = try load(lines.joined(separator: "\r\n") + "\r\n")
    try expectHat(recording, rows: 4)
    #expect(recording.report.lines == ["2 × header again among the rows: passed over"])
  }

  @Test("Sense HAT: the rows have a cell more than the header, in front or at the end")
  func senseHatShortHeader() throws {
    let front = [hatHeader] + (0..<5).map { "\($0)," + hatRow($0) }
    let first = try load(front.joined(separator: "\n"))
    try expectHat(first, rows: 5)
    #expect(
      first.report.lines == [
        "each row has 1 more cell than the header: taken as unnamed columns before the others"
      ])
    let back = [hatHeader] + (0..<5).map { hatRow($0) + ",walking" }
    let second = try load(back.joined(separator: "\n") + "\n")
    try expectHat(second, rows: 5)
  }

  @Test("Sense HAT: NULs at the end and between the rows, as a pulled plug leaves them")
  func senseHatNULs() throws {
    let nuls = String(repeating: "\0", count: 300)
    let whole = [hatHeader] + (0..<5).map(hatRow)
    let tail = try load(whole.joined(separator: "\n") + "\n" + hatRow(5) + nuls)
    try expectHat(tail, rows: 5)
    #expect(tail.report.lines == ["1 × last line breaks off: left out"])
    // More than the longest line, too.
    let long = try load(
      whole.joined(separator: "\n") + "\n" + String(repeating: "\0", count: 200_000))
    try expectHat(long, rows: 5)
    let middle = [hatHeader, hatRow(0), hatRow(1), nuls + hatHeader, hatRow(2), hatRow(3)]
    let damaged = try load(middle.joined(separator: "\n") + "\n")
    try expectHat(damaged, rows: 4)
    #expect(damaged.report.lines == ["1 × line with NUL bytes: left out"])
  }

  @Test("sense_csv: without a header, and nobody is sure of its gyro's unit")
  func senseCSV() throws {
    let rows = (0..<4).map { index in
      "2016-02-16T10:44:40.\(100_000 + index * 10_000),1014.2,nan,25.1,25.3,0.0,0.5,0.8\(index),"
        + "0.1,0.2,0.3,20,30,40,0,0,0"
    }
    let recording = try load(rows.joined(separator: "\n") + "\n")
    #expect(recording.period == 10_000_000 && !recording.hasGyro)
    #expect(
      recording.report.lines.contains("the gyro's unit isn't written: its columns are ignored"))
  }

  @Test(
    "dates are read to the nanosecond, over midnight, months and leap years",
    arguments: [
      ("2024-02-28 23:59:59.99", "2024-02-29 00:00:00.01", 20_000_000),
      ("2023-02-28 23:59:59.99", "2023-03-01 00:00:00.01", 20_000_000),
      ("1999-12-31T23:59:59,9", "2000-01-01T00:00:00,1", 200_000_000),
      ("2021/7/3 1:28:54:123", "2021/7/3 1:28:54:133", 10_000_000),
      ("2021-07-30 13-28-54_123", "2021-07-30 13-28-54_143", 20_000_000),
      ("2021-07-30T13:28:54.123456789Z", "2021-07-30T13:28:54.123456790Z", 1),
      ("2021-07-30T13:28:54.1+02:00", "2021-07-30T13:28:54.2+02:00", 100_000_000),
    ] as [(String, String, Int64)])
  func dates(first: String, second: String, distance: Int64) throws {
    let recording = try load(
      "Date/time,ax (g),ay (g),az (g)\n\"\(first)\",0,0,1\n\"\(second)\",0,0,1\n")
    #expect(recording.period == distance)
    #expect(recording.report == RecordingReport())
  }

  @Test("1970 begins at 0")
  func epoch() throws {
    let text =
      "date,ax (g),ay (g),az (g)\n1970-01-01 00:00:00.5,0,0,1\n1970-01-01 00:00:00.6,0,0,1\n"
    #expect(try load(text).start == 500_000_000)
    let later =
      "date,ax (g),ay (g),az (g)\n2015-09-23 11:53:09.1,0,0,1\n2015-09-23 11:53:09.2,0,0,1\n"
    // date -ud '2015-09-23 11:53:09' +%s
    #expect(try load(later).start == 1_443_009_189_100_000_000)
  }

  @Test("a spreadsheet's line about the separator is passed over")
  func separatorLine() throws {
    #expect(try load("sep=;\nt (s);ax (g);ay (g);az (g)\n0;0;0;1\n0,01;0;0;1\n").count == 2)
  }

  @Test("nothing that moves: that is said, and it is played")
  func still() throws {
    var text = "t (s),ax (m/s²),ay (m/s²),az (m/s²)\n"
    for index in 0..<200 { text += "\(Double(index) / 100),0.\(index % 3),0,9.8\n" }
    let said = "nothing moves in it: the ball will lie still or roll one way"
    #expect(try load(text).report.lines == [said])
    #expect(try load(text + "2,0.35,0,9.8\n").report.lines == [])
  }

  @Test("what can't be played is refused in one sentence", arguments: refusals)
  private func refused(_ refusal: Refusal) { refusal.check(in: "log.csv") }
}

private let refusals = [
  Refusal(
    "\"Time (s)\",\"Linear Acceleration x (m/s^2)\",\"Linear Acceleration y (m/s^2)\","
      + "\"Linear Acceleration z (m/s^2)\"\n0E0,1E-1,0E0,0E0\n",
    "log.csv:1: found `Linear Acceleration x (m/s^2)`, from which gravity has been removed, ",
    "expected the accelerometer's own readings, with gravity"),
  Refusal(
    "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\"\n0,0,0,0\n",
    "log.csv:1: found a gyro's columns and no accelerometer's, expected both: name the ",
    "accelerometer's file and this one, as `log:FILE+FILE`"),
  Refusal(
    "row,accel_x,accel_y,accel_z,time_stamp\n"
      + "1,0,0,1,16/02/2016 10:44\n",
    "log.csv:2: found no number and no date in `time_stamp`, expected the time"),
  Refusal(
    "row,accel_x,accel_y,accel_z,time_stamp\n1,0,0,1,2016-02-16 10:44:40\n"
      + "2,0,0,1,2016-02-16 10:44:50\n3,0,0,1,2016-02-16 10:45:00\n",
    "log.csv:2: found a sample every 10 s, expected at least two a second: this recording is ",
    "too slow to play"),
  Refusal(
    "time,ax (g),ay (g),az (g)\n"
      + (0..<40).map { "2016-02-16 10:44:4\($0 / 20),0,0,1\n" }.joined(),
    "log.csv:2: found 38 of 40 rows with the same time as the row before, expected a time of its ",
    "own for each: this clock is too coarse to play"),
  Refusal(
    "t (s),ax (g),ay (g),az (g)\n0,0,0,1,0\n",
    "log.csv:2: found 5 cells under 4 names, expected one for each: it can't be told which ",
    "has none"),
  Refusal(
    "PK\u{3}\u{4}\u{14}\0\0\0",
    "log.csv:1: found a ZIP archive (or a spreadsheet), expected text: ",
    "unpack it, or export it as CSV"),
  Refusal(
    "SENSEHAT\u{1}\0\0\0\0\0\0\0x",
    "log.csv:1: found a binary recording of sense_rec's, expected text: convert it with sense_csv"),
  Refusal(
    "# libinput record\nversion: 1\n",
    "log.csv:1: found a recording of libinput's, expected evemu's: record anew with evemu-record"),
  Refusal(
    "[{\"sensor\":\"Accelerometer\"}]\n", "log.csv:1: found JSON, expected CSV: export it as CSV"),
]

private func load(_ text: String) throws -> Recording {
  try Recording.load(bytes: Array(text.utf8), file: "log.csv")
}
