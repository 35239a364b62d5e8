// SPDX-License-Identifier: MIT

import Testing

@testable import Control

@Suite("ballctl level, calibrate and sensors") struct CalibrateTests {
  private static func sensor(_ more: String) -> String {
    #"{"class":"sensor","source":"iio","gyro":true,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"identity",\#(more)"health":"ok"}"# + "\n"
  }

  private static let moving =
    #"{"class":"error","code":"moving","message":"the board is moving","hint":"lay it down"}"#
    + "\n"

  private static let biases =
    #""accelerometerBias":[0.3,-0.2,0],"gyroBias":[0.0174532925199433,0,-0.0349065850398866],"#

  @Test("leads through both poses, waits while the board moves, and says what is taken away")
  func poses() throws {
    let run = try run(
      ["calibrate"],
      against: [
        .send(greeting + Self.sensor("")), .receive, ok("watch"),
        .receive, .send(Self.moving), .receive, .send(Self.moving), .receive,
        .send(Self.sensor(#""halfCalibrated":true,"#) + okLine("calibrate")),
        .receive, .send(Self.sensor(Self.biases) + okLine("calibrate")), .drain,
      ], input: "\n\n")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.output == """
        Lay the board flat on a table, take your hands off, and press Enter: \n\
        waiting until it lies still
        Turn it half round on the same spot, take your hands off, and press Enter: \n\
        From now on balld takes away: 0.300, -0.200, 0.000 m/s² and 1.00, 0.00, -2.00 °/s.
        `ballctl calibrate --reset` undoes it.

        """)
    let steps = run.received.dropFirst().map {
      $0.contains("first") ? 1 : $0.contains("second") ? 2 : 0
    }
    #expect(steps == [1, 1, 1, 2])
  }

  @Test("a board that never lies still is waited for fifteen seconds, and then it is said")
  func neverStill() throws {
    // Four times a second; for more than that the server has answers.
    let answers = Array(repeating: [Step.receive, .send(Self.moving)], count: 80).flatMap { $0 }
    let run = try run(
      ["calibrate", "--gyro"],
      against: [.send(greeting), .receive, ok("watch")] + answers + [.drain])
    #expect(run.exitCode == 70)
    #expect(run.errors == "ballctl: the board is moving\n  lay it down\n")
    #expect((2...62).contains(run.received.count), "\(run.received.count) requests")
  }

  @Test("what can't be calibrated is said with the reason and what to do")
  func refused() throws {
    let error =
      #"{"class":"error","code":"not-turned","message":"it didn't turn","hint":"turn it"}"# + "\n"
    let run = try run(
      ["calibrate"],
      against: [
        .send(greeting), .receive, ok("watch"), .receive,
        ok("calibrate"), .receive, .send(error), .drain,
      ], input: "\n\n")
    #expect(run.exitCode == 70)
    #expect(run.errors == "ballctl: it didn't turn\n  turn it\n")
  }

  @Test("without a sensor nobody is asked in vain", arguments: [[], ["--json"]])
  func noSensor(options: [String]) throws {
    let sensor =
      #"{"class":"sensor","source":"auto","gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"identity","health":"waiting","message":"none is there","hint":"look"}"#
      + "\n"
    let run = try run(
      ["calibrate"] + options, against: [.send(greeting + sensor), .receive, ok("watch"), .drain],
      input: "\n\n")
    #expect(run.exitCode == 69)
    #expect(run.errors == "ballctl: balld has no sensor to calibrate: none is there\n  look\n")
    #expect(!run.output.contains("Lay the board") && !run.output.contains("question"))
  }

  @Test("what fails behind a question begins a line of its own")
  func ownLine() throws {
    let run = try run(
      ["calibrate"], against: [.send(greeting), .receive, ok("watch"), .drain], input: "")
    #expect(run.output == "Lay the board flat on a table, take your hands off, and press Enter: \n")
    #expect(run.errors == "ballctl: the input ended before the board was calibrated\n")
  }

  @Test("an input that ends before the second pose is no calibration")
  func inputEnds() throws {
    let run = try run(
      ["calibrate"],
      against: [
        .send(greeting), .receive, ok("watch"), .receive,
        ok("calibrate"), .drain,
      ], input: "\n")
    #expect(run.exitCode == 74 && run.received.count == 2)
  }

  @Test(
    "each form is this request",
    arguments: [
      (["level"], #"{"do":"level","id":"#, 0),
      (["level", "--reset"], #"{"do":"level","reset":true"#, 1),
      (["calibrate", "--reset"], #"{"do":"calibrate","step":"reset""#, 1),
      (["calibrate", "--gyro"], #"{"do":"calibrate","step":"gyro""#, 1),
    ])
  func requests(_ arguments: [String], _ line: String, _ index: Int) throws {
    let script: [Step] =
      index == 0 ? [.send(greeting)] : [.send(greeting), .receive, ok("watch")]
    let run = try run(
      arguments, against: script + [.receive, ok(arguments[0]), .drain])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.received.count == index + 1 && run.received[index].hasPrefix(line))
  }

  @Test("a reset says what it has taken back, or that there was nothing")
  func resets() throws {
    let level = Self.sensor(#""level":[0.5,0,0.8660254],"#)
    let waiting = level.replacing(#""level":[0.5,0,0.8660254],"#, with: "").replacing(
      "ok", with: "waiting")
    let state =
      #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"driver":"client 4"}"#
      + "\n"
    for (command, before, after, words) in [
      ("level", level, Self.sensor(""), "the level is as gravity has it again"),
      ("level", Self.sensor(""), "", "nothing was reset: the level is as gravity has it"),
      ("level", waiting, "", "nothing was reset: no sensor is there"),
      ("level", Self.sensor("") + state, "", "nothing of balld's sensor was reset; where client 4"),
      (
        "calibrate", Self.sensor(Self.biases), Self.sensor(""),
        "the sensor counts as never calibrated"
      ),
      ("calibrate", level, "", "nothing was reset: the sensor isn't calibrated"),
      ("calibrate", waiting, "", "nothing was reset: no sensor is there"),
    ] {
      let run = try run(
        [command, "--reset"],
        against: [
          .send(greeting + before), .receive, ok("watch"), .receive, .send(after + okLine(command)),
          .drain,
        ])
      #expect(run.exitCode == 0 && run.output.hasPrefix(words), "\(run)")
    }
  }

  @Test(
    "options that have no meaning are refused",
    arguments: [
      ["calibrate", "--reset", "--gyro"], ["level", "--gyro"], ["pause", "--reset"],
    ])
  func usage(_ arguments: [String]) throws {
    #expect(try run(arguments, against: [.send(greeting), .drain]).exitCode == 64)
  }

  @Test("sensors prints level, calibration and quality")
  func sensors() throws {
    let state =
      #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"quality":{"#
      + #""uncertaintyDegrees":0.254,"resting":true,"gyroBias":[0.0174532925199433,0,0],"#
      + #""rejected":3}}"# + "\n"
    let sensor = Self.sensor(#""level":[0.5,0,0.8660254],"# + Self.biases)
    let run = try run(
      ["sensors"], against: [.send(greeting + sensor), .receive, .send(state), .drain])
    #expect(
      run.output.hasSuffix(
        """
        from         identity
        level        up is 0.500, 0.000, 0.866
        corrected    by 0.300, -0.200, 0.000 m/s² and 1.00, 0.00, -2.00 °/s
        accuracy     0.25°
        resting      yes
        gyro bias    1.00, 0.00, 0.00 °/s
        rejected     3 readings
        health       ok

        """), "\(run.output)")
  }
}
