// SPDX-License-Identifier: MIT

internal import Posix

/// An input device in use: its node, and what becomes of its events.
final class OpenInput {
  let node: InputNode
  let device: InputDevice
  /// Whether it tilts the table; else it has buttons only.
  let tilts: Bool

  private let queue: InputQueue
  private var motion: MotionDecoder?
  private var stick: StickDecoder?
  private var actions: ActionDecoder
  /// The axes that are asked for when the device has been silent.
  private let axes: [UInt16]
  private var lastPosition: StickPosition?

  /// How many items are read before others have their turn.
  private static let turn = 4096

  init(
    _ node: InputNode, _ candidate: InputSurvey.Candidate, tilts: Bool, buttons: ButtonMap,
    queue: InputQueue
  ) {
    self.node = node
    device = candidate.device
    self.tilts = tilts
    self.queue = queue
    var axes: [UInt16] = []
    var isStick = false
    if tilts {
      switch candidate.role {
      case .accelerometer(let layout, _):
        motion = MotionDecoder(layout)
        axes = (layout.acceleration + layout.angularVelocity).map(\.code)
      case .stick(let layout), .keyboard(let layout):
        stick = StickDecoder(layout)
        isStick = true
        if layout.stick != nil { axes = [InputCode.x, InputCode.y] }
      case .unusable, .none: break
      }
    }
    self.axes = axes
    actions = ActionDecoder(buttons, directionsAct: !isStick)
  }

  /// Hands over how the device lies now.
  ///
  /// What it told while it was being opened is older than that, and no more than the way there.
  /// Throws when the device is gone.
  func begin() throws(Errno) {
    for _ in 0..<Self.turn {
      guard let item = try node.next() else { break }
      _ = motion?.take(item, arrival: monotonicNow())
      _ = stick?.take(item, arrival: monotonicNow())
    }
    let now = monotonicNow()
    if let sample = motion?.restate(at: now) { queue.put(sample) }
    if let position = stick?.position(at: now) { put(position) }
  }

  /// Reads what is there and hands over what it means.
  ///
  /// Throws when the device is gone.
  func read() throws(Errno) {
    for _ in 0..<Self.turn {
      guard let item = try node.next() else { return }
      take(item, arrival: monotonicNow())
    }
  }

  /// Asks how the axes are, since a device that has nothing to say may as well be gone.
  ///
  /// Throws when it is.
  func check() throws(Errno) {
    try read()
    var values: [UInt16: Int32] = [:]
    for code in axes { values[code] = try node.value(ofAxis: code) }
    let now = monotonicNow()
    if motion?.correct(values) == true, let sample = motion?.restate(at: now) { queue.put(sample) }
    guard stick != nil else { return }
    for (code, value) in values {
      take(
        .event(InputEvent(time: now, type: InputCode.absoluteAxis, code: code, value: value)), now)
    }
    take(
      .event(
        InputEvent(
          time: now, type: InputCode.synchronization, code: InputCode.report, value: 0)), now)
  }

  /// Whether a pad's tilt is on its way.
  func isMoving(at now: Int64) -> Bool { stick?.isMoving(at: now) ?? false }

  /// Hands over how far a pad's tilt is by now.
  func step(now: Int64) { if let position = stick?.position(at: now) { put(position) } }

  private func take(_ item: InputItem, arrival: Int64) {
    if item == .dropped { queue.countDrop() }
    if let sample = motion?.take(item, arrival: arrival) { queue.put(sample) }
    take(item, arrival)
    if let action = actions.take(item) { queue.put(action) }
  }

  private func take(_ item: InputItem, _ now: Int64) {
    if let position = stick?.take(item, arrival: now) { put(position) }
  }

  private func put(_ position: StickPosition) {
    if let lastPosition, lastPosition.x == position.x, lastPosition.y == position.y { return }
    lastPosition = position
    queue.put(position)
  }
}
