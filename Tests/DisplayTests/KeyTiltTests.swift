// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Key tilt")
struct KeyTiltTests {
  /// Seconds as nanoseconds after an arbitrary start.
  private func time(_ seconds: Double) -> Int64 { 1_000_000_000_000 + Int64(seconds * 1e9) }

  private func near(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-6 }

  @Test("a single stroke rises, sinks, waits for a repetition and springs back")
  func stroke() {
    var tilt = KeyTilt()
    tilt.press(.right, at: time(0))
    // Closed form: 40 deg/s up to 4 deg; from 0.18 s down to 1.5 deg; from 0.62 s down to level.
    let points = [
      (0.0, 0.0), (0.05, 2.0), (0.1, 4.0), (0.18, 4.0), (0.2, 3.2), (0.2425, 1.5), (0.5, 1.5),
      (0.62, 1.5), (0.64, 0.7), (0.6575, 0.0), (3.0, 0.0),
    ]
    for (seconds, degrees) in points {
      #expect(near(tilt.degrees(at: time(seconds)).x, degrees), "at \(seconds) s")
      #expect(tilt.degrees(at: time(seconds)).y == 0)
      #expect(tilt.isLevel(at: time(seconds)) == (seconds > 0.65), "at \(seconds) s")
    }
  }

  @Test("each arrow tilts its own axis towards its own side")
  func directions() {
    let expected: [(Key.Direction, Double, Double)] = [
      (.left, -4, 0), (.right, 4, 0), (.up, 0, -4), (.down, 0, 4),
    ]
    for (direction, x, y) in expected {
      var tilt = KeyTilt()
      tilt.press(direction, at: time(0))
      let degrees = tilt.degrees(at: time(0.15))
      #expect(near(degrees.x, x) && near(degrees.y, y))
    }
  }

  @Test("a held key ramps to 8 degrees, stays there, and springs back when it is let go")
  func held() {
    var tilt = KeyTilt()
    tilt.press(.down, at: time(0))
    // The first repetition after half a second counts as a stroke: 1.5 deg up to 4 deg.
    tilt.press(.down, at: time(0.5))
    #expect(near(tilt.degrees(at: time(0.5)).y, 1.5))
    var last = 0.5
    for repetition in 1...30 {
      last = 0.5 + Double(repetition) / 30
      tilt.press(.down, at: time(last))
    }
    // 1/30 s at 40 deg/s from 1.5 deg, then 16 deg/s, up to 8 deg.
    #expect(near(tilt.degrees(at: time(last)).y, 8))
    #expect(near(tilt.degrees(at: time(last + 0.14)).y, 8))
    // 0.15 s without a repetition: let go. 40 deg/s down.
    #expect(near(tilt.degrees(at: time(last + 0.25)).y, 4))
    #expect(near(tilt.degrees(at: time(last + 0.36)).y, 0))
  }

  @Test("between two repetitions the ramp has its rate, however often it is asked")
  func ramp() {
    var asked = KeyTilt()
    var unasked = KeyTilt()
    for press in [0.0, 0.03, 0.06, 0.09] {
      asked.press(.left, at: time(press))
      unasked.press(.left, at: time(press))
      for step in 0..<30 { _ = asked.degrees(at: time(press + Double(step) * 0.001)) }
    }
    // 0.03 s at 40 deg/s, 0.07 s at 16 deg/s.
    #expect(near(unasked.degrees(at: time(0.1)).x, -(1.2 + 1.12)))
    #expect(asked == unasked)
  }

  @Test("the opposite key turns the tilt at once, from where it is")
  func opposite() {
    var tilt = KeyTilt()
    tilt.press(.right, at: time(0))
    tilt.press(.left, at: time(0.1))
    #expect(near(tilt.degrees(at: time(0.1)).x, 4))
    #expect(near(tilt.degrees(at: time(0.2)).x, 0))
    #expect(near(tilt.degrees(at: time(0.28)).x, -3.2))
  }

  @Test("a second stroke never takes away tilt that is there")
  func again() {
    var tilt = KeyTilt()
    for press in 0...20 { tilt.press(.right, at: time(Double(press) * 0.05)) }
    let before = tilt.degrees(at: time(1.16)).x
    #expect(before > 6)
    tilt.press(.right, at: time(1.16))
    #expect(near(tilt.degrees(at: time(1.3)).x, before))
  }

  @Test("the tilt is g times the sine of the angle")
  func acceleration() {
    var tilt = KeyTilt()
    for press in 0...60 { tilt.press(.right, at: time(Double(press) * 0.03)) }
    // 9.80665 · sin 8° = 1.364821891…
    #expect(abs(tilt.tilt(at: time(1.8)).x - 1.364821891) < 1e-8)
  }
}
