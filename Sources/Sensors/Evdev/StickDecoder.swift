// SPDX-License-Identifier: MIT

internal import Elementary

/// How far a stick or a pad is pushed.
public struct StickPosition: Equatable, Sendable {
  /// When it was so, ns of CLOCK_MONOTONIC.
  public var time: Int64
  /// To the right of the picture, −1 to 1.
  public var x: Double
  /// To the bottom of the picture, −1 to 1.
  public var y: Double

  /// A position at a time.
  public init(time: Int64, x: Double, y: Double) {
    self.time = time
    self.x = x
    self.y = y
  }

  /// The tilt of a table that is tilted by up to `limit` (rad) as the stick is pushed.
  ///
  /// In the table frame, under standard gravity: neither mounting nor screen rotation nor feel
  /// apply, since the hand steers by the picture.
  public func tilt(limit: Double) -> Tilt {
    let length = (x * x + y * y).squareRoot()
    if length == 0 { return .level }
    let angle = limit * min(1, length)
    let pull = Tilt.level.z * sine(angle) / length
    return Tilt(x: pull * x, y: pull * y, z: Tilt.level.z * cosine(angle))
  }
}

/// Which parts of an input device steer.
public struct StickLayout: Equatable, Sendable {
  /// The stick's two axes, to the right and to the bottom; nil without a stick.
  public var stick: (x: InputDevice.Axis, y: InputDevice.Axis)?
  /// Whether there is a four-way pad, or arrow keys.
  public var hasDirections: Bool

  /// A stick, a pad, or both.
  public init(stick: (x: InputDevice.Axis, y: InputDevice.Axis)?, hasDirections: Bool) {
    self.stick = stick
    self.hasDirections = hasDirections
  }

  /// The same axes, and the same pad.
  public static func == (left: StickLayout, right: StickLayout) -> Bool {
    left.stick?.x == right.stick?.x && left.stick?.y == right.stick?.y
      && left.hasDirections == right.hasDirections
  }
}

/// Makes positions of the events of a stick, a four-way pad, or arrow keys.
///
/// The stick is centred between its bounds, and let go within its flat. The pad is pushed all the
/// way or not at all, so its tilt is ramped: half a second to the limit, a fifth back to level.
public struct StickDecoder: Sendable {
  private let layout: StickLayout
  private var stickX: Int32
  private var stickY: Int32
  private var pad = DirectionPad()
  private var horizontal = Ramp()
  private var vertical = Ramp()
  private var hasNews = false

  /// A decoder of this layout, whose axes have their first values.
  public init(_ layout: StickLayout) {
    self.layout = layout
    stickX = layout.stick?.x.value ?? 0
    stickY = layout.stick?.y.value ?? 0
  }

  /// Takes the next item, which was read at `arrival` (ns of CLOCK_MONOTONIC).
  ///
  /// Returns the position when it may be another one.
  public mutating func take(_ item: InputItem, arrival: Int64) -> StickPosition? {
    switch item {
    case .event(let event): take(event, arrival: arrival)
    // A key that was let go while events were lost is told before `resynchronised`.
    case .dropped: return nil
    case .resynchronised: hasNews = true
    }
    guard hasNews, Self.endsFrame(item) else { return nil }
    hasNews = false
    return position(at: arrival)
  }

  /// The position at a time not before the last event's.
  public func position(at now: Int64) -> StickPosition {
    var x = layout.stick.map { Self.deflection(stickX, $0.x) } ?? 0
    var y = layout.stick.map { Self.deflection(stickY, $0.y) } ?? 0
    if layout.hasDirections {
      x += horizontal.value(at: now)
      y += vertical.value(at: now)
    }
    // A square's corner is no further than its edge.
    let length = (x * x + y * y).squareRoot()
    if length > 1 {
      x /= length
      y /= length
    }
    return StickPosition(time: now, x: x, y: y)
  }

  /// Whether the position changes without further events.
  public func isMoving(at now: Int64) -> Bool {
    layout.hasDirections && (horizontal.isMoving(at: now) || vertical.isMoving(at: now))
  }

  /// How far an axis is pushed, −1 to 1.
  ///
  /// The flat is widened to the fuzz, and to a tenth of the way: drivers that state none have
  /// sticks that don't return to the centre all the same.
  static func deflection(_ value: Int32, _ axis: InputDevice.Axis) -> Double {
    let centre = (Double(axis.minimum) + Double(axis.maximum)) / 2
    let reach = Double(axis.maximum) - centre
    guard reach > 0 else { return 0 }
    let flat = min(max(Double(axis.flat), Double(axis.fuzz), 0.1 * reach), 0.5 * reach)
    let distance = Double(value) - centre
    let beyond = min(1, max(0, abs(distance) - flat) / (reach - flat))
    return distance < 0 ? -beyond : beyond
  }

  private mutating func take(_ event: InputEvent, arrival: Int64) {
    if event.type == InputCode.absoluteAxis, layout.stick != nil {
      switch event.code {
      case InputCode.x: stickX = event.value
      case InputCode.y: stickY = event.value
      default: break
      }
      if event.code <= InputCode.y { hasNews = true }
    }
    guard layout.hasDirections, pad.take(event) else { return }
    horizontal.turn(to: pad.horizontal, at: arrival)
    vertical.turn(to: pad.vertical, at: arrival)
    hasNews = true
  }

  private static func endsFrame(_ item: InputItem) -> Bool {
    guard case .event(let event) = item else { return true }
    return event.type == InputCode.synchronization && event.code == InputCode.report
  }
}

/// One axis of a pad: a value that follows what is held, not all at once.
private struct Ramp: Sendable {
  /// How fast the value moves out, and back, a second.
  private static let outward = 2.0
  private static let homeward = 5.0

  private var target = 0.0
  private var initial = 0.0
  private var start: Int64 = 0

  mutating func turn(to target: Double, at now: Int64) {
    if target == self.target { return }
    initial = value(at: now)
    start = now
    self.target = target
  }

  func value(at now: Int64) -> Double {
    let seconds = Double(max(0, now &- start)) * 1e-9
    // Home first, if the target lies elsewhere.
    guard initial * target <= 0 else { return approach(initial, target, Self.outward * seconds) }
    let home = abs(initial) / Self.homeward
    guard seconds >= home else { return approach(initial, 0, Self.homeward * seconds) }
    return approach(0, target, Self.outward * (seconds - home))
  }

  func isMoving(at now: Int64) -> Bool { value(at: now) != target }

  private func approach(_ value: Double, _ target: Double, _ step: Double) -> Double {
    value < target ? min(target, value + step) : max(target, value - step)
  }
}
