// SPDX-License-Identifier: MIT

import Foundation
import KeyValue
import Sensors
import Testing

private let g = 9.80665

/// The tilt of a table at rest that is inclined by `degrees` towards the angle `azimuth`.
private func board(_ degrees: Double, azimuth: Double = 0.7, weight: Double = g) -> Tilt {
  let angle = degrees * .pi / 180
  return Tilt(
    x: weight * sin(angle) * cos(azimuth), y: weight * sin(angle) * sin(azimuth),
    z: weight * cos(angle))
}

private func length(_ tilt: Tilt) -> Double { (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot() }

@Suite("the feel") struct FeelTests {
  @Test(
    "the normal curve: 1° is level, 20° is 8°, between them the power 1.5",
    arguments: [
      (0, 0), (0.5, 0), (1, 0), (10.5, 8 * 0.35355339059327376), (20, 8), (45, 8), (90, 8),
      (135, 8), (179, 8), (5.75, 8 * 0.125),
    ] as [(Double, Double)])
  func curve(boardAngle: Double, tableAngle: Double) {
    let tilt = Feel.normal.apply(board(boardAngle))
    #expect(abs(length(tilt) - g * sin(tableAngle * .pi / 180)) < 1e-12)
    #expect(abs(tilt.z - g * cos(tableAngle * .pi / 180)) < 1e-12)
    if tableAngle > 0 { #expect(abs(atan2(tilt.y, tilt.x) - 0.7) < 1e-12) }
  }

  @Test("the direct feel hands the vector through to the bit, up to 20°")
  func direct() {
    for degrees in stride(from: 0.0, through: 19.9, by: 0.1) {
      for weight in [g, 3, 25] {
        let tilt = board(degrees, weight: weight)
        #expect(Feel.direct.apply(tilt) == tilt)
      }
    }
    #expect(abs(length(Feel.direct.apply(board(60))) - g * sin(20 * .pi / 180)) < 1e-12)
  }

  @Test(
    "the curve has no jump and never falls", arguments: [Feel.gentle, .normal, .direct])
  func continuous(feel: Feel) {
    var previous = 0.0
    for step in 0...180_000 {
      let angle = feel.tableAngle(boardAngle: Double(step) * .pi / 180_000)
      // The steepest slope is exponent · limit / (fullTilt − deadZone), at full tilt.
      let slope = feel.exponent * feel.limit / (feel.fullTilt - feel.deadZone)
      let rise = angle - previous
      #expect(rise >= 0 && rise <= slope * .pi / 180_000 + 1e-15)
      previous = angle
    }
    #expect(previous == feel.limit)
  }

  @Test("the weight of the ball stays: shaken twice as heavy, it is drawn twice as hard")
  func weight() {
    let light = Feel.normal.apply(board(12))
    let heavy = Feel.normal.apply(board(12, weight: 2 * g))
    #expect(abs(length(heavy) - 2 * length(light)) < 1e-12)
    #expect(abs(heavy.z - 2 * light.z) < 1e-12)
  }

  @Test("without a direction there is no pull, only weight")
  func noDirection() {
    #expect(Feel.normal.apply(Tilt(x: 0, y: 0, z: g)) == Tilt(x: 0, y: 0, z: g))
    #expect(Feel.normal.apply(Tilt(x: 0, y: 0, z: -g)) == Tilt(x: 0, y: 0, z: g))
    #expect(Feel.normal.apply(Tilt(x: 0, y: -0.0, z: 0)) == Tilt(x: 0, y: 0, z: 0))
  }

  @Test("upside down and tiny vectors stay finite, and the pressing force is never negative")
  func extremes() {
    for feel in [Feel.gentle, .normal, .direct] {
      for x in [0, .leastNonzeroMagnitude, 1e-160, 1e-3, 1, 400] {
        for z in [-400, -1, -1e-160, 0, .leastNonzeroMagnitude, 1, 400] {
          let tilt = feel.apply(Tilt(x: x, y: -x, z: z))
          #expect(tilt.x.isFinite && tilt.y.isFinite && tilt.z.isFinite)
          #expect(tilt.z >= 0 && tilt.x >= 0 && tilt.y <= 0)
        }
      }
    }
  }

  @Test("angles that make no curve are refused")
  func refused() {
    let degree = Double.pi / 180
    func message(
      _ deadZone: Double, _ fullTilt: Double, _ exponent: Double, _ limit: Double
    ) -> String? {
      do throws(ValueError) {
        _ = try Feel(
          deadZone: deadZone * degree, fullTilt: fullTilt * degree, exponent: exponent,
          limit: limit * degree)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(message(1, 20, 1.5, 8) == nil)
    #expect(
      message(20, 20, 1.5, 8)
        == "found a dead zone of 20 deg, expected at least 0 and less than the full tilt of 20 deg")
    #expect(message(-1, 20, 1.5, 8) != nil)
    #expect(message(.nan, 20, 1.5, 8) != nil)
    #expect(
      message(1, 91, 1.5, 8)
        == "found a full tilt of 91 deg, expected more than 0 and at most 90 deg")
    #expect(message(1, .nan, 1.5, 8) != nil)
    #expect(message(1, 20, 0, 8) == "found an exponent of 0.0, expected one between 0.1 and 10")
    #expect(message(1, 20, .infinity, 8) != nil)
    #expect(
      message(1, 20, 1.5, 46) == "found a limit of 46 deg, expected more than 0 and at most 45 deg")
    #expect(message(1, 20, 1.5, 0) != nil)
  }
}
