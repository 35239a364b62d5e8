// SPDX-License-Identifier: MIT

import Sensors
import Support
import Testing

@Suite("an accelerometer's and a gyro's file") struct RecordingPairTests {
  private let forces = """
    "Time (s)","Acceleration x (m/s^2)","Acceleration y (m/s^2)","Acceleration z (m/s^2)"
    1.00E0,0,0,9.8
    1.01E0,1,0,9.8
    1.02E0,2,0,9.8
    1.03E0,3,0,9.8
    1.04E0,4,0,9.8

    """
  /// 5 ms later, and twice as fast from 1.025 s on: ω = (t − 1 s)·100 rad/s about x.
  private let rates = """
    "Time (s)","Gyroscope x (rad/s)","Gyroscope y (rad/s)","Gyroscope z (rad/s)"
    1.005E0,0.5,0,1
    1.015E0,1.5,0,1
    1.02E0,2,0,1
    1.025E0,2.5,0,1
    1.035E0,3.5,0,1

    """

  private func load(_ first: String, _ second: String) throws(RecordingError) -> Recording {
    try Recording.load(
      bytes: Array(first.utf8), file: "shelf/a.csv", gyroBytes: Array(second.utf8),
      gyroFile: "shelf/g.csv")
  }

  @Test("each sample gets the gyro's reading of its time, on the line between its neighbours")
  func merged() throws {
    let recording = try load(forces, rates)
    #expect(recording.name == "a+g" && recording.hasGyro && recording.count == 5)
    let samples = try recording.samples
    #expect(samples.map(\.acceleration.x) == [0, 1, 2, 3, 4])
    // Before the gyro's first reading and behind its last nothing is made up.
    #expect(samples.map { $0.angularVelocity != nil } == [false, true, true, true, false])
    for (sample, x) in zip(samples[1...3], [1.0, 2, 3]) {
      let rate = try #require(sample.angularVelocity)
      #expect((rate - Vector3(x, 0, 1)).length < 1e-12)
    }
    // At the very time it is the reading, to the bit.
    #expect(samples[2].angularVelocity == Vector3(2, 0, 1))
  }

  @Test("the two may be named in either order where their columns tell")
  func swapped() throws {
    let recording = try load(rates, forces)
    #expect(try recording.samples == load(forces, rates).samples)
    #expect(recording.name == "g+a")
  }

  @Test("where the gyro was silent for more than 0.25 s, there is no reading of it")
  func gap() throws {
    var force = "t (s),ax (g),ay (g),az (g)\n"
    for index in 0..<100 { force += "\(Double(index) / 100),0,0,1\n" }
    let rate =
      "t (s),gx (dps),gy (dps),gz (dps)\n0,1,0,0\n0.25,1,0,0\n0.51,1,0,0\n0.99,1,0,0\n0.995,1,0,0\n"
    // The gyro's period is 0.26 s.
    let samples = try load(force, rate).samples
    let isThere = samples.map { $0.angularVelocity != nil }
    #expect(isThere[...25].allSatisfy { $0 })
    #expect(isThere[26...50].allSatisfy { !$0 })
    #expect(isThere[51])
    #expect(isThere[52...98].allSatisfy { !$0 })
    #expect(isThere[99])
  }

  @Test("Sensor Logger: both files have the same columns, so the first is the accelerometer's")
  func sensorLogger() throws {
    let header = "time,seconds_elapsed,z,y,x\n"
    let row = { (index: Int, values: String) in
      "\(1_760_565_906_248_623_000 + index * 10_000_000),\(Double(index) / 100),\(values)\n"
    }
    let force = header + row(0, "9.5,0.25,-1.5") + row(1, "9.5,0.25,-1.25")
    let rate = header + row(0, "0.1,0.2,0.3") + row(1, "0.4,0.5,0.6")
    let recording = try load(force, rate)
    #expect(
      try recording.samples.map(\.angularVelocity) == [
        Vector3(0.3, 0.2, 0.1), Vector3(0.6, 0.5, 0.4),
      ])
    // A gyro that is turned at 1 rad/s looks like an accelerometer in g; the other way is plain.
    do throws(RecordingError) {
      _ = try load(rate, force)
      Issue.record("read in the wrong order")
    } catch {
      #expect(
        error.description
          == "shelf/g.csv:1: found angular velocities whose median is 9.621 rad/s, expected less of a "
          + "board: this looks like the accelerometer's file, which is to be named first")
    }
  }

  @Test(
    "files that don't belong together are refused in one sentence",
    arguments: [
      (
        "t (s),gx (dps),gy (dps),gz (dps)\n5,0,0,0\n5.01,0,0,0\n",
        "shelf/a.csv+shelf/g.csv: found two recordings of different times, 1 to 1.04 s and 5 to "
          + "5.01 s, expected those of one take, on one clock"
      ),
      (
        "t (s),gx (dps),gy (dps),gz (dps)\n1,0,0,0\n1.01,0,0,0\n1,0,0,0\n1.01,0,0,0\n",
        "shelf/a.csv+shelf/g.csv: found a clock that jumps in one of the two files only, expected "
          + "times that belong together: cut the files where the clock jumps"
      ),
      (
        "t (s),gx,gy,gz\n1,0,0,0\n1.01,0,0,0\n",
        "shelf/g.csv:1: found no unit in `gx`, `gy`, `gz`, expected one, such as `gx (rad/s)` or "
          + "`gx (deg/s)`"
      ),
      (
        "t (s),ax (g),ay (g),az (g)\n1,0,0,1\n1.01,0,0,1\n",
        "shelf/g.csv:1: found the columns `t (s)`, `ax (g)`, `ay (g)`, `az (g)`, expected a header "
          + "that names a time column and the gyro's x, y and z"
      ),
    ])
  func refused(second: String, message: String) {
    do throws(RecordingError) {
      _ = try load(forces, second)
      Issue.record("read")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("log:A+B names two files, and a file with a plus in its name comes first")
  func named() throws {
    let directory = TemporaryDirectory()
    let first = directory.file("a.csv", forces)
    let second = directory.file("g.csv", rates)
    #expect(try Recording.load(named: "\(first)+\(second)").hasGyro)
    #expect(try !Recording.load(named: first).hasGyro)
    let plus = directory.file("a.csv+b.csv", forces)
    #expect(try Recording.load(named: plus).name == "a.csv+b")
    #expect(try Recording.load(named: "\(plus)+\(second)").hasGyro)
    for (name, missing) in [
      ("\(first)+\(second)x", "\(second)x"), ("\(first)x+\(second)", "\(first)x"),
      ("\(first)x", "\(first)x"), ("\(first)+", "\(first)+"), ("+", "+"),
    ] {
      do throws(RecordingError) {
        _ = try Recording.load(named: name)
        Issue.record("read \(name)")
      } catch {
        #expect(error.kind == .missing)
        #expect(
          error.description == "\(missing): cannot open the recording: no such file or directory")
      }
    }
  }
}
