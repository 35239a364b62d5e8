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
    // Closed form: 40 deg/s up to 3 deg; from 0.12 s down to 0.5 deg; from 0.62 s down to level.
    let points = [
      (0.0, 0.0), (0.05, 2.0), (0.075, 3.0), (0.12, 3.0), (0.14, 2.2), (0.1825, 0.5), (0.5, 0.5),
      (0.62, 0.5), (0.63, 0.1), (0.6325, 0.0), (3.0, 0.0),
    ]
    for (seconds, degrees) in points {
      #expect(near(tilt.degrees(at: time(seconds)).x, degrees), "at \(seconds) s")
      #expect(tilt.degrees(at: time(seconds)).y == 0)
      #expect(tilt.isLevel(at: time(seconds)) == (seconds > 0.6324), "at \(seconds) s")
    }
  }

  @Test("each arrow tilts its own axis towards its own side")
  func directions() {
    let expected: [(Key.Direction, Double, Double)] = [
      (.left, -3, 0), (.right, 3, 0), (.up, 0, -3), (.down, 0, 3),
    ]
    for (direction, x, y) in expected {
      var tilt = KeyTilt()
      tilt.press(direction, at: time(0))
      let degrees = tilt.degrees(at: time(0.1))
      #expect(near(degrees.x, x) && near(degrees.y, y))
    }
  }

  @Test("a held key ramps to 8 degrees, stays there, and springs back when it is let go")
  func held() {
    var tilt = KeyTilt()
    tilt.press(.down, at: time(0))
    // The first repetition after half a second counts as a stroke: 0.5 deg up to 3 deg.
    tilt.press(.down, at: time(0.5))
    #expect(near(tilt.degrees(at: time(0.5)).y, 0.5))
    var last = 0.5
    for repetition in 1...30 {
      last = 0.5 + Double(repetition) / 30
      tilt.press(.down, at: time(last))
    }
    // 1/30 s at 40 deg/s from 0.5 deg, then 16 deg/s, up to 8 deg.
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
    #expect(near(tilt.degrees(at: time(0.1)).x, 3))
    #expect(near(tilt.degrees(at: time(0.175)).x, 0))
    #expect(near(tilt.degrees(at: time(0.21)).x, -1.4))
  }

  @Test("a second stroke never takes away tilt that is there")
  func again() {
    var tilt = KeyTilt()
    for press in 0...20 { tilt.press(.right, at: time(Double(press) * 0.05)) }
    let before = tilt.degrees(at: time(1.16)).x
    #expect(before > 6)
    tilt.press(.right, at: time(1.16))
    #expect(near(tilt.degrees(at: time(1.27)).x, before))
  }

  @Test("one stroke sends a ball at rest over a cell and a half of a maze, and no farther")
  func nudge() {
    var tilt = KeyTilt()
    tilt.press(.right, at: time(0))
    // A solid ball: 5/7 of what drives it, less a rolling resistance of 0.005, as tables have it, in
    // steps of a tenth of a millisecond.
    let resistance = 5.0 / 7 * 0.005 * 9.80665
    var (speed, way, fastest) = (0.0, 0.0, 0.0)
    for step in 0..<60_000 {
      let drive = 5.0 / 7 * tilt.tilt(at: time(Double(step) * 1e-4)).x
      speed = max(0, speed + (drive - resistance) * 1e-4)
      way += speed * 1e-4
      fastest = max(fastest, speed)
    }
    print("a stroke: \(fastest) m/s, \(way) m")
    #expect((0.04...0.06).contains(fastest))
    // The cells of the shipped mazes measure 20 to 28 mm.
    #expect(speed == 0 && (0.03...0.07).contains(way))
  }

  /// A tilt that knows that this terminal tells releases.
  private func telling() -> KeyTilt {
    var tilt = KeyTilt()
    tilt.press(.up, at: time(-10))
    tilt.release(.up, at: time(-9))
    return tilt
  }

  @Test("where releases are told, a held key ramps without a break and springs back at once")
  func told() {
    var tilt = telling()
    tilt.press(.right, at: time(0))
    // 40 deg/s up to 3 deg; from 0.12 s on 16 deg/s up to 8 deg, before the first repetition.
    for (seconds, degrees) in [(0.05, 2.0), (0.12, 3.0), (0.3, 5.88), (0.4325, 8.0), (0.5, 8.0)] {
      #expect(near(tilt.degrees(at: time(seconds)).x, degrees), "at \(seconds) s")
    }
    for repetition in 0...10 { tilt.press(.right, at: time(0.5 + Double(repetition) * 0.03)) }
    #expect(near(tilt.degrees(at: time(0.8)).x, 8))
    tilt.release(.right, at: time(1))
    #expect(near(tilt.degrees(at: time(1.1)).x, 4))
    #expect(near(tilt.degrees(at: time(1.2)).x, 0) && tilt.isLevel(at: time(1.21)))
    // The next one begins anew: it is no repetition.
    tilt.press(.right, at: time(1.3))
    #expect(near(tilt.degrees(at: time(1.375)).x, 3))
  }

  @Test("the shortest stroke is a whole nudge, and a release that gets lost ends by itself")
  func toldShortly() {
    var tilt = telling()
    tilt.press(.down, at: time(0))
    tilt.release(.down, at: time(0.02))
    #expect(near(tilt.degrees(at: time(0.02)).y, 0.8))
    #expect(near(tilt.degrees(at: time(0.12)).y, 3))
    #expect(near(tilt.degrees(at: time(0.17)).y, 1))
    tilt.press(.down, at: time(1))
    #expect(near(tilt.degrees(at: time(2)).y, 8))
    #expect(near(tilt.degrees(at: time(2.1)).y, 4))
    // Another key has the axis since: this release means nothing.
    tilt.press(.down, at: time(3))
    tilt.press(.up, at: time(3.1))
    tilt.release(.down, at: time(3.2))
    #expect(near(tilt.degrees(at: time(3.22)).y, -1.8))
  }

  @Test("the tilt is g times the sine of the angle")
  func acceleration() {
    var tilt = KeyTilt()
    for press in 0...60 { tilt.press(.right, at: time(Double(press) * 0.03)) }
    // 9.80665 · sin 8° = 1.364821891…
    #expect(abs(tilt.tilt(at: time(1.8)).x - 1.364821891) < 1e-8)
  }
}
