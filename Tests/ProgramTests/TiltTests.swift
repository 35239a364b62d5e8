// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing
import Wire

private let g = 9.80665
private let degree = Double.pi / 180

/// From the recording to the ball, through the program, as `--set` makes it.
@Suite("the tilt, from a recording to the ball")
struct TiltTests {
  private func states(_ recording: String, _ more: [String]) throws -> [State] {
    let result = try Program.run(
      "balld", ["--source", "log:\(recording)", "--speed", "max", "--print"] + more)
    #expect(result.code == 0, "\(result.errors)")
    return try result.output.split(separator: "\n").compactMap { line in
      if case .state(let state) = try Message.decode(Array(line.utf8)) { state } else { nil }
    }
  }

  /// A recording of a board that turns about its y axis by `angle(t)`, 100 samples a second.
  ///
  /// A positive angle lowers the right edge.
  private func board(
    _ directory: borrowing TemporaryDirectory, seconds: Double, angle: (Double) -> Double
  ) -> String {
    var text = "t (s),ax (m/s2),ay (m/s2),az (m/s2),gx (rad/s),gy (rad/s),gz (rad/s)\n"
    var last = angle(0)
    for index in 0..<Int(seconds * 100) {
      let now = angle(Double(index) / 100)
      text +=
        "\(Double(index) / 100),\(-g * sin(now)),0,\(g * cos(now)),0,\((now - last) * 100),0\n"
      last = now
    }
    return directory.file("board.csv", text)
  }

  @Test(
    "the inclination of real recordings is as good as the best known estimator's",
    .enabled(if: realRecording("broad_01_slow_rotation_35s.csv") != nil, "\(noRealRecordings)"),
    arguments: [("broad_01_slow_rotation_35s.csv", 0.30), ("broad_24_tapping_35s.csv", 0.70)])
  func inclination(file: String, most: Double) throws {
    let path = try #require(realRecording(file))
    var truth: [Int: [Double]] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard fields.count == 11, fields[10] == 1, let t = fields[0], let x = fields[7],
        let y = fields[8], let z = fields[9]
      else { continue }
      truth[Int((t * 1000).rounded())] = [x, y, z]
    }
    var sum = 0.0
    var count = 0
    for state in try states(path, ["--set", "tilt.mode=gravity"]) {
      guard let up = state.up, let age = state.age,
        let known = truth[Int(((state.t - age) * 1000).rounded())]
      else { continue }
      #expect(abs((up.x * up.x + up.y * up.y + up.z * up.z).squareRoot() - 1) < 1e-9)
      let cosine = up.x * known[0] + up.y * known[1] + up.z * known[2]
      let error = acos(max(-1, min(1, cosine))) / degree
      sum += error * error
      count += 1
    }
    #expect(count > 1700)
    let error = (sum / Double(count)).squareRoot()
    #expect(error < most, "\(error)°")
  }

  @Test(
    "at direct, without resistance, a steady tilt accelerates the ball by 5/7 g sin θ within 1 %",
    arguments: [1.0, 2, 5, 10], ["board", "gravity"])
  func steady(degrees: Double, mode: String) throws {
    let directory = TemporaryDirectory()
    let recording = board(directory, seconds: 1) { _ in degrees * degree }
    // The ball of this table begins with a speed, which is taken away.
    let states = try states(
      recording, ["--table", "bounce", "--set", "tilt.feel=direct", "--set", "tilt.mode=\(mode)"])
    let start = try #require(states.first { $0.t >= 0.05 })
    let end = try #require(states.first { $0.t >= 0.25 })
    let (from, to) = (try #require(start.balls.first), try #require(end.balls.first))
    let acceleration = (to.vx - from.vx) / (end.t - start.t)
    let expected = 5.0 / 7 * g * sin(degrees * degree)
    #expect(abs(acceleration / expected - 1) < 0.01)
    #expect(abs(to.vy - from.vy) < 1e-9)
  }

  @Test(
    "a tremor of 0.3° at 8 Hz doesn't move the ball by 0.1 mm in a minute, at any preset",
    arguments: ["gentle", "normal", "direct"], ["board", "gravity"])
  func tremor(preset: String, mode: String) throws {
    let directory = TemporaryDirectory()
    let recording = board(directory, seconds: 60) { 0.3 * degree * sin(2 * .pi * 8 * $0) }
    let states = try states(
      recording,
      ["--table", "marble", "--set", "tilt.feel=\(preset)", "--set", "tilt.mode=\(mode)"])
    let start = try #require(states.first?.balls.first)
    #expect(try #require(states.last).t > 59)
    // A trembling hand holds the board: it isn't taken for one that lies.
    #expect(states.allSatisfy { $0.phase == .rolling || $0.phase == .finished })
    for ball in states.flatMap(\.balls) {
      #expect(hypot(ball.x - start.x, ball.y - start.y) < 0.0001)
    }
  }

  @Test(
    "a board lowered at its right edge rolls the ball to the right, in either mode, or inverted")
  func direction() throws {
    let directory = TemporaryDirectory()
    let recording = board(directory, seconds: 1) { _ in 10 * degree }
    for mode in ["board", "gravity"] {
      for (settings, dx, dy) in [
        ([], 1.0, 0.0), (["tilt.invert-x=yes"], -1, 0), (["tilt.swap-axes=yes"], 0, 1),
        (["tilt.swap-axes=yes", "tilt.invert-y=yes"], 0, -1), (["screen.rotation=90"], 0, -1),
      ] as [([String], Double, Double)] {
        let states = try states(
          recording,
          ["--table", "marble", "--set", "tilt.mode=\(mode)"]
            + settings.flatMap { ["--set", $0] })
        let ball = try #require(states.first { $0.t >= 0.3 }?.balls.first)
        #expect(ball.vx * dx + ball.vy * dy > 0.05)
        #expect(abs(ball.vx * dy) + abs(ball.vy * dx) < 1e-9)
      }
    }
  }
}
