// SPDX-License-Identifier: MIT

import Foundation
import Sensors
import Support
import Testing

@testable import recordhand

private let shelf = URL(fileURLWithPath: packageRoot).appendingPathComponent("recordings")

private let names = Performance.all.map(\.name)

private func shipped(_ name: String) throws -> Recording {
  try Recording.load(path: shelf.appendingPathComponent("\(name).recording").path)
}

@Suite("the shipped recordings") struct ShippedRecordingTests {
  @Test("recordhand makes the shipped bytes", arguments: names)
  func bytes(name: String) throws {
    let performance = try #require(Performance.all.first { $0.name == name })
    let file = shelf.appendingPathComponent("\(name).recording")
    // Not `==` on the texts inside #expect: a failure would print both of them.
    let isEqual = try Data(contentsOf: file) == Data(performance.recording().utf8)
    #expect(isEqual, "make it anew: recordhand \(name) \(file.path)")
  }

  @Test("nothing else is on the shelf, and it is below a megabyte")
  func shelfSize() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: shelf.path)
    #expect(files.sorted() == names.map { "\($0).recording" }.sorted())
    let size = try files.reduce(0) { sum, file in
      sum + (try Data(contentsOf: shelf.appendingPathComponent(file)).count)
    }
    #expect(size < 1_000_000)
  }

  @Test("a shipped recording says that it is synthetic, and needs no repair", arguments: names)
  func honest(name: String) throws {
    let recording = try shipped(name)
    #expect(recording.name == name)
    #expect(recording.header?.origin == .synthetic)
    #expect(recording.report == RecordingReport())
    #expect(
      try recording.samples.allSatisfy { SampleLimits.allow($0) && $0.angularVelocity != nil })
    #expect((30_000...60_000).contains(recording.endStep))
    #expect((9_900_000...10_100_000).contains(recording.period))
    // Irregular, as a real one is: jitter, and some gaps.
    let steps = try zip(recording.samples, recording.samples.dropFirst()).map { $1.time - $0.time }
    #expect(Set(steps).count > 500)
    #expect(steps.filter { $0 > 25_000_000 }.count >= 3)
  }

  @Test("the gyro tells the same motion as the accelerometer", arguments: names)
  func gyro(name: String) throws {
    let recording = try shipped(name)
    let samples = try recording.samples
    // The up of an accelerometer at 2 s, carried on by the gyro alone for 10 s, must be the
    // accelerometer's at 12 s, but for the gyro's bias (0.4° a second at most) and shake. A wrong
    // sign, axis or unit would miss by the board's own tilt and more.
    var up = meanForce(samples, around: 2.0)
    up = (1 / up.length) * up
    let span = samples.filter { $0.time >= 2_000_000_000 && $0.time <= 12_000_000_000 }
    let biases = samples.compactMap(\.angularVelocity).reduce(Vector3(0, 0, 0), +)
    let bias = (1 / Double(samples.count)) * biases
    for (sample, next) in zip(span, span.dropFirst()) {
      let dt = Double(next.time - sample.time) / 1e9
      guard let now = sample.angularVelocity, let then = next.angularVelocity else { continue }
      let rate = 0.5 * (now + then) - bias
      up = up - dt * rate.cross(up)
      up = (1 / up.length) * up
    }
    var expected = meanForce(samples, around: 12.0)
    expected = (1 / expected.length) * expected
    #expect(up.cross(expected).length < sin(5 * Double.pi / 180))
  }

  @Test("up turns as the angular velocity says: u' = −ω × u, up to steep leans")
  func angularVelocity() {
    for (right, top) in [(0.0, 0.0), (1e-4, 0), (0.2, -0.1), (-0.5, 0.9), (1.2, 0.3)] {
      for change in [Lean(right: 1, top: 0), Lean(right: -0.3, top: 2)] {
        let lean = Lean(right: right, top: top)
        let rate = lean.angularVelocity(changing: change)
        let h = 1e-4
        let difference = (lean + h * change).up - (lean + -h * change).up
        let derivative = (0.5 / h) * difference
        #expect((derivative + rate.cross(lean.up)).length < 1e-7)
        // A board that is leant to and fro about one axis turns about no other.
        if top == 0, change.top == 0 { #expect((rate - Vector3(0, 1, 0)).length < 1e-12) }
      }
    }
  }

  @Test("the ball moves in the first two seconds, and goes where the title says", arguments: names)
  func play(name: String) throws {
    let ball = try SimpleBall(try shipped(name))
    #expect(ball.path[0...2000].contains { hypot($0.x - 0.14, $0.y - 0.14) > 0.02 })
    let near = 0.012
    let low = 0.0
    let high = 0.28
    #expect(ball.path.contains { $0.x < low + near })
    #expect(ball.path.contains { $0.x > high - near })
    #expect(ball.path.contains { $0.y < low + near })
    #expect(ball.path.contains { $0.y > high - near })
    switch name {
    case "rounds": #expect(ball.turns >= 3)
    case "explore":
      for x in [low, high] {
        for y in [low, high] {
          #expect(
            ball.path.contains { abs($0.x - x) < near && abs($0.y - y) < near }, "corner \(x) \(y)")
        }
      }
    default: break
    }
  }

  private func meanForce(_ samples: [Sample], around seconds: Double) -> Vector3 {
    let near = samples.filter { abs(Double($0.time) / 1e9 - seconds) < 0.05 }
    let sum = near.map(\.acceleration).reduce(Vector3(0, 0, 0), +)
    return (1 / Double(max(1, near.count))) * sum
  }
}

/// A ball on an empty table of 0.28 m, roughly: small Euler steps, walls with e = 0.5.
private struct SimpleBall {
  /// Where it is at each millisecond, m.
  private(set) var path: [(x: Double, y: Double)] = []

  /// How often it went round the middle, either way.
  var turns: Double {
    var sum = 0.0
    var previous: Double?
    for place in path where hypot(place.x - 0.14, place.y - 0.14) > 0.03 {
      let angle = atan2(place.y - 0.14, place.x - 0.14)
      if let previous { sum += abs(remainder(angle - previous, 2 * .pi)) }
      previous = angle
    }
    return sum / (2 * .pi)
  }

  init(_ recording: Recording) throws {
    var pipeline = TiltPipeline()
    var tilt = Tilt.level
    var next = 0
    var (x, y, vx, vy) = (0.14, 0.14, 0.0, 0.0)
    func wall(_ place: inout Double, _ speed: inout Double) {
      let radius = 0.00778
      if place < radius, speed < 0 { (place, speed) = (radius, -speed / 2) }
      if place > 0.28 - radius, speed > 0 { (place, speed) = (0.28 - radius, -speed / 2) }
    }
    let samples = try recording.samples
    let steps = try recording.steps
    for step in 0..<recording.endStep {
      while next < steps.count, steps[next] <= step {
        tilt = pipeline.enter(samples[next])
        next += 1
      }
      let resistance = 5.0 / 7 * 0.005 * tilt.z * 0.001
      vx += 5.0 / 7 * tilt.x * 0.001
      vy += 5.0 / 7 * tilt.y * 0.001
      let speed = hypot(vx, vy)
      let rest = speed > resistance ? 1 - resistance / speed : 0
      vx *= rest
      vy *= rest
      x += vx * 0.001
      y += vy * 0.001
      wall(&x, &vx)
      wall(&y, &vy)
      path.append((x, y))
    }
  }
}
