// SPDX-License-Identifier: MIT

import Testing

@testable import Control

@Suite("ballctl which-way") struct WhichWayTests {
  /// Up in the sensor's axes with an edge lowered by 20°, for a sensor that `matrix` turns into the
  /// device: device = matrix · sensor.
  private func readings(_ matrix: [[Double]], angle: (Double, Double) = (0.342, 0.940))
    -> MountFinder.Readings
  {
    func sensor(_ device: [Double]) -> [Double] {
      (0..<3).map { column in (0..<3).reduce(0) { $0 + matrix[$1][column] * device[$1] } }
    }
    let (side, up) = angle
    return MountFinder.Readings(
      right: sensor([-side, 0, up]), left: sensor([side, 0, up]), top: sensor([0, -side, up]),
      bottom: sensor([0, side, up]))
  }

  /// The 24 ways to mount a sensor by quarter turns.
  private var quarterTurns: [[[Double]]] {
    let axes: [[Double]] = [
      [1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1],
    ]
    return axes.flatMap { x in
      axes.compactMap { y in
        guard x[0] * y[0] + x[1] * y[1] + x[2] * y[2] == 0 else { return nil }
        let z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
        return [x, y, z]
      }
    }
  }

  @Test("each of the 24 ways by quarter turns is found exactly, by a hand that isn't exact")
  func quarters() throws {
    #expect(quarterTurns.count == 24)
    for matrix in quarterTurns {
      var given = readings(matrix)
      given.right[0] += 0.03
      given.top[1] -= 0.04
      given.bottom[2] += 0.03
      #expect(try MountFinder.find(given) == matrix)
    }
  }

  @Test("a sensor at 30° is found as it is")
  func oblique() throws {
    let (c, s) = (0.75.squareRoot(), 0.5)
    let matrix = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    let found = try MountFinder.find(readings(matrix))
    for (row, wanted) in zip(found, matrix) {
      for (element, value) in zip(row, wanted) { #expect(abs(element - value) < 1e-9) }
    }
  }

  @Test("a board hardly tilted, and an edge mistaken for another, are said so")
  func troubles() {
    let identity: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    #expect(throws: MountFinder.Trouble.tooLittle) {
      try MountFinder.find(readings(identity, angle: (0.05, 0.99)))
    }
    let good = readings(identity)
    #expect(throws: MountFinder.Trouble.contradiction) {
      try MountFinder.find(
        .init(right: good.left, left: good.right, top: good.top, bottom: good.bottom))
    }
    #expect(throws: MountFinder.Trouble.self) {
      try MountFinder.find(
        .init(right: good.top, left: good.left, top: good.right, bottom: good.bottom))
    }
  }

  @Test(
    "asked edge by edge, with the mount matrix in force taken off, it prints the line to configure")
  func dialogue() throws {
    // The sensor is turned already, as far as balld knows: device = (−y, x, z).
    let sensor =
      #"{"class":"sensor","source":"iio","gyro":false,"mount":[0,-1,0,1,0,0,0,0,1],"#
      + #""mountFrom":"sysfs","health":"ok"}"# + "\n"
    func state(_ up: String) -> Step {
      .send(
        #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"up":["#
          + up + "]}\n")
    }
    var script: [Step] = [.send(greeting + sensor), .receive, state("0,0,1")]
    // What balld then calls up is wrong by half a turn: right is left, and top is bottom.
    for up in ["0.34,0,0.94", "-0.34,0,0.94", "0,0.34,0.94", "0,-0.34,0.94"] {
      script += [.receive, state(up)]
    }
    let run = try run(["which-way"], against: script + [.drain], input: "\n\n\n\n")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("mount-matrix = 0, 1, 0; -1, 0, 0; 0, 0, 1\n"), "\(run.output)")
    for edge in ["right", "left", "top", "bottom"] {
      #expect(run.output.contains("the \(edge) edge"))
    }
  }

  @Test(
    "what was held too level, and an edge mistaken for another, is told with what to do better",
    arguments: [
      (["0,0,1", "0,0,1", "0,0,1", "0,0,1"], "hardly tilted", "at least ten degrees"),
      (
        ["0.34,0,0.94", "-0.34,0,0.94", "0,-0.34,0.94", "0,0.34,0.94"], "contradict each other",
        "try once more"
      ),
    ])
  func useless(ups: [String], trouble: String, hint: String) throws {
    let sensor =
      #"{"class":"sensor","source":"iio","gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"sysfs","health":"ok"}"# + "\n"
    let states = (["0,0,1"] + ups).map { up in
      Step.send(
        #"{"class":"state","seq":1,"t":1,"phase":"rolling","balls":[],"tilt":[0,0],"up":["#
          + up + "]}\n")
    }
    let script = [Step.send(greeting + sensor)] + states.flatMap { [.receive, $0] } + [.drain]
    let run = try run(["which-way"], against: script, input: "\n\n\n\n")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains(trouble) && run.errors.contains(hint), "\(run.errors)")
    #expect(!run.output.contains("mount-matrix"))
  }

  @Test("without a sensor it says where to look")
  func noSensor() throws {
    let sensor =
      #"{"class":"sensor","source":"auto","gyro":false,"mount":[1,0,0,0,1,0,0,0,1],"#
      + #""mountFrom":"identity","health":"waiting","code":"no-sensor","hint":"look"}"# + "\n"
    let state =
      #"{"class":"state","seq":1,"t":1,"phase":"noSensor","balls":[],"tilt":[0,0]}"# + "\n"
    let asked = try run(
      ["which-way"], against: [.send(greeting + sensor), .receive, .send(state), .drain],
      input: "\n")
    #expect(asked.exitCode == 69 && asked.errors.contains("ballctl status"))
    #expect(asked.output == "", "nobody is asked in vain")
    let told = try run(
      ["sensors"], against: [.send(greeting + sensor), .receive, .send(state), .drain])
    #expect(told.exitCode == 0)
    #expect(
      told.output.contains("code         no-sensor\nhint         look\n"), "\(told.output)")
  }
}
