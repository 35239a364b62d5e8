// SPDX-License-Identifier: MIT

internal import Wire

/// Tilts the table by keys of which only the strokes are known.
///
/// Most terminals don't tell when a key is let go, and repeat a held one only after a quarter to
/// two thirds of a second, then 10 to 40 times a second. So a stroke alone tilts quickly by a
/// nudge, sinks to a slight tilt and stays there until a repetition could have come; strokes that
/// follow quickly are a held key, which ramps to the greatest tilt; and when they end, the table
/// springs back to level.
///
/// Once a key was told to be let go (kitty's protocol), each is held from its stroke to its
/// release: it ramps without a break, and springs back at once.
///
/// A nudge is meant to send a ball at rest about a maze's cell and a half: 50 mm/s, which rolling
/// resistance takes away within 35 mm.
///
/// Each axis is piecewise linear in time, so that its value at a time doesn't depend on when it
/// was asked for before.
public struct KeyTilt: Hashable, Sendable {
  // Values are in degrees, rates in degrees a second, times in s.

  /// The tilt of a held key: the limit that a board's tilt has by default (docs/tilt.md).
  static let greatest = 8.0
  /// The tilt of a single stroke, and how long it lasts.
  static let nudge = 3.0
  static let nudgeTime = 0.12
  /// The tilt between a stroke and its first repetition, and how long after the stroke it ends.
  static let waiting = 0.5
  static let waitingTime = 0.62
  /// Strokes of the same key this close together are its repetitions.
  static let repetitionTime = 0.15
  /// How long a key counts as held without a repetition, where releases are told: one can get lost,
  /// as when the window loses the keyboard.
  static let lostTime = 1.0
  /// How fast the tilt rises to the nudge and falls back to level.
  static let quickRate = 40.0
  /// How fast it rises while a key is held.
  static let heldRate = 16.0

  private var horizontal = Axis()
  private var vertical = Axis()
  private var tellsReleases = false

  /// Begins level.
  public init() {}

  /// A stroke of an arrow at a time (CLOCK_MONOTONIC, ns).
  public mutating func press(_ direction: Key.Direction, at now: Int64) {
    switch direction {
    case .left: horizontal.press(sign: -1, at: now, untilRelease: tellsReleases)
    case .right: horizontal.press(sign: 1, at: now, untilRelease: tellsReleases)
    case .up: vertical.press(sign: -1, at: now, untilRelease: tellsReleases)
    case .down: vertical.press(sign: 1, at: now, untilRelease: tellsReleases)
    }
  }

  /// An arrow was let go at a time: this terminal tells.
  public mutating func release(_ direction: Key.Direction, at now: Int64) {
    tellsReleases = true
    switch direction {
    case .left: horizontal.release(sign: -1, at: now)
    case .right: horizontal.release(sign: 1, at: now)
    case .up: vertical.release(sign: -1, at: now)
    case .down: vertical.release(sign: 1, at: now)
    }
  }

  /// Makes the table level at once; whether releases are told isn't forgotten.
  mutating func reset() {
    horizontal = Axis()
    vertical = Axis()
  }

  /// The tilt at a time not before the last stroke, in degrees along x and y.
  func degrees(at now: Int64) -> (x: Double, y: Double) {
    (horizontal.value(at: now), vertical.value(at: now))
  }

  /// Whether the table is level from now on, if no key comes.
  func isLevel(at now: Int64) -> Bool { horizontal.isLevel(at: now) && vertical.isLevel(at: now) }

  /// What drives the ball at a time, in m/s² in the table frame: g·sin of the angle on each axis.
  func tilt(at now: Int64) -> XY {
    let angles = degrees(at: now)
    return XY(x: Self.acceleration(angles.x), y: Self.acceleration(angles.y))
  }

  /// g·sin of an angle of at most 8 degrees, by the sine's series: off by less than 1e-9.
  private static func acceleration(_ degrees: Double) -> Double {
    let angle = degrees * (Double.pi / 180)
    let square = angle * angle
    return 9.80665 * angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
  }

  /// One axis: a value at a time, and the legs that it takes from there.
  private struct Axis: Hashable {
    /// Towards a value at a rate, until the next leg begins.
    struct Leg: Hashable {
      var target: Double
      var rate: Double
      /// Seconds after the start.
      var end: Double
    }

    private var start: Int64 = 0
    private var initial = 0.0
    private var legs: [Leg] = []
    /// The key that is held or was struck last; 0 once it is let go.
    private var lastSign = 0.0

    mutating func press(sign: Double, at now: Int64, untilRelease: Bool) {
      let current = value(at: now)
      let patience = untilRelease ? KeyTilt.lostTime : KeyTilt.repetitionTime
      let isRepetition = sign == lastSign && seconds(since: now) <= patience
      // A second stroke doesn't take away what the first has given.
      let nudge = Leg(
        target: sign * max(KeyTilt.nudge, sign * current), rate: KeyTilt.quickRate,
        end: KeyTilt.nudgeTime)
      let ramp = Leg(target: sign * KeyTilt.greatest, rate: KeyTilt.heldRate, end: patience)
      let wait = Leg(
        target: sign * KeyTilt.waiting, rate: KeyTilt.quickRate, end: KeyTilt.waitingTime)
      initial = current
      start = now
      lastSign = sign
      legs = isRepetition ? [ramp] : (untilRelease ? [nudge, ramp] : [nudge, wait])
    }

    mutating func release(sign: Double, at now: Int64) {
      // Another key has taken the axis since.
      guard sign == lastSign else { return }
      let first = legs.first
      let elapsed = seconds(since: now)
      initial = value(at: now)
      start = now
      lastSign = 0
      legs = []
      // However short the stroke, it is a nudge.
      if var nudge = first, nudge.end == KeyTilt.nudgeTime, elapsed < nudge.end {
        nudge.end -= elapsed
        legs = [nudge]
      }
    }

    func value(at now: Int64) -> Double {
      let time = seconds(since: now)
      var value = initial
      var begun = 0.0
      for leg in legs {
        value = approach(value, leg.target, by: leg.rate * (min(time, leg.end) - begun))
        if time <= leg.end { return value }
        begun = leg.end
      }
      return approach(value, 0, by: KeyTilt.quickRate * (time - begun))
    }

    func isLevel(at now: Int64) -> Bool {
      seconds(since: now) > (legs.last?.end ?? 0) && value(at: now) == 0
    }

    private func seconds(since now: Int64) -> Double { Double(max(0, now &- start)) * 1e-9 }

    private func approach(_ value: Double, _ target: Double, by step: Double) -> Double {
      value < target ? min(target, value + step) : max(target, value - step)
    }
  }
}
