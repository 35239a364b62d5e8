// SPDX-License-Identifier: MIT

import Sensors
import Testing

@Suite("a sensor's health") struct HealthMonitorTests {
  private struct Player {
    var monitor = HealthMonitor()
    var time: Int64 = 0
    /// What was found, each time that it changed, with its time in ms.
    var findings: [(finding: HealthMonitor.Finding, at: Int64)] = []

    mutating func play(
      _ milliseconds: Int, every step: Int64 = 10,
      _ reading: (Int) -> (Vector3, Vector3?)
    ) {
      for index in 0..<(milliseconds / Int(step)) {
        time += step
        let (acceleration, gyro) = reading(index)
        monitor.take(
          Sample(
            time: time * 1_000_000, acceleration: acceleration, angularVelocity: gyro))
        if findings.last?.finding != monitor.finding { findings.append((monitor.finding, time)) }
      }
    }

    /// A board at rest whose sensor has some noise.
    mutating func playGood(_ milliseconds: Int) {
      play(milliseconds) { (Vector3(0.1, 0.01 * Double($0 % 5), 9.8), nil) }
    }
  }

  @Test("all zero is stuck within 0.5 s, and recovers with the first good reading")
  func zero() {
    var player = Player()
    player.playGood(2000)
    player.play(3000) { _ in (Vector3(0, 0, 0), nil) }
    player.playGood(1000)
    #expect(player.findings.map(\.finding) == [.ok, .stuck(.zero), .ok])
    #expect(player.findings[1].at - 2000 <= 520)
    #expect(player.findings[2].at - 5000 == 10)
  }

  @Test(
    "an impossible reading that repeats is stuck after 2 s", arguments: [0.5, 2.8, 30.0, 150.0])
  func impossible(length: Double) {
    var player = Player()
    player.playGood(2000)
    player.play(3000) { _ in (Vector3(length, 0, 0), nil) }
    #expect(player.findings.map(\.finding) == [.ok, .stuck(.magnitude)])
    #expect((2000...2020).contains(player.findings[1].at - 2000))
  }

  @Test("a plausible reading that repeats is quiet, which a moved board ends")
  func quiet() {
    var player = Player()
    player.play(5000) { _ in (Vector3(0, 3, 9.3), nil) }
    player.playGood(100)
    #expect(player.findings.map(\.finding) == [.ok, .quiet, .ok])
  }

  @Test(
    "one that repeats while the gyro turns is stuck; a gyro that repeats as well proves nothing")
  func gyroMoves() {
    var player = Player()
    player.playGood(500)
    player.play(1000) { (Vector3(0, 3, 9.3), Vector3(0.5 + 0.01 * Double($0 % 9), 0, 0)) }
    #expect(player.findings.map(\.finding) == [.ok, .stuck(.gyroMoves)])
    var frozen = Player()
    frozen.play(1500) { _ in (Vector3(0, 3, 9.3), Vector3(0.5, 0, 0)) }
    #expect(frozen.findings.map(\.finding) == [.ok])
  }

  @Test("three single readings far off within ten seconds are spikes, a hard knock is none")
  func spikes() {
    var player = Player()
    player.play(9000) { index in
      (Vector3(0.01 * Double(index % 3), 0, index % 200 == 100 ? 60 : 9.8), nil)
    }
    #expect(player.findings.map(\.finding) == [.ok, .spikes])
    player.playGood(11_000)
    #expect(player.findings.map(\.finding) == [.ok, .spikes, .ok])
    var knocked = Player()
    knocked.play(3000) { index in
      (Vector3(0.01 * Double(index % 3), 0, index % 50 < 4 ? 60 : 9.8), nil)
    }
    #expect(knocked.findings.map(\.finding) == [.ok])
  }

  @Test("steady at 1 instead of 9.81 is a wrong scale; a board that is shaken isn't")
  func wrongScale() {
    var player = Player()
    player.play(3000) { (Vector3(0.001 * Double($0 % 5), 0, 1), nil) }
    #expect(player.findings.map(\.finding) == [.ok, .wrongScale])
    var shaken = Player()
    shaken.play(5000) { (Vector3(0, 0, $0 % 20 < 10 ? 25 : 2), nil) }
    #expect(shaken.findings.map(\.finding) == [.ok])
  }

  @Test("a clock that runs back or jumps neither traps nor makes a fault")
  func clock() {
    var monitor = HealthMonitor()
    for time in [5, .min, .max, 0, .max, .min] as [Int64] {
      monitor.take(Sample(time: time, acceleration: Vector3(0, 0.01 * Double(time % 7), 9.8)))
    }
    #expect(monitor.finding == .ok)
  }
}
