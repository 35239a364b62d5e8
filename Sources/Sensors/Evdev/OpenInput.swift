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
  private var presses: PressDecoder
  /// The axes that are asked for when the device has been silent.
  private let axes: [UInt16]
  private var lastPosition: StickPosition?
  /// When the accelerometer told something, ns, and until when its readings were handed over.
  private var lastNews: Int64 = 0
  private var lastSample: Int64 = 0

  /// A pad's tilt that is on its way is told this often, ns.
  private static let stickStep: Int64 = 10_000_000
  /// The reading of an accelerometer that has fallen silent is given again this often, ns: as it was
  /// `DeviceClock.largestLag` ago, since what is on its way may be dated so early.
  private static let motionStep: Int64 = 50_000_000
  /// And for so long, ns: until the filters behind it have followed.
  private static let settling: Int64 = 10_000_000_000

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
    presses = PressDecoder(buttons, directionsAct: !isStick)
  }

  /// Takes in what the device told while it was being opened, which is no more than the way to how
  /// it lies now.
  ///
  /// To be done before anybody hears that it is open: what is pressed from then on counts. Throws
  /// when the device is gone.
  func settle() throws(Errno) {
    for _ in 0..<Self.turn {
      guard let item = try node.next() else { return }
      _ = motion?.take(item, arrival: monotonicNow())
      _ = stick?.take(item, arrival: monotonicNow())
    }
  }

  /// Hands over how the device lies now.
  func begin() {
    let now = monotonicNow()
    if let sample = motion?.restate(at: now) { put(sample, at: now) }
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
    if motion?.correct(values) == true, let sample = motion?.restate(at: now) {
      put(sample, at: now)
    }
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

  /// When something is to be handed over without the device's saying anything, ns; nil for never.
  ///
  /// A pad's tilt is on its way; or an accelerometer is silent since its last reading stands, which
  /// filters that go by samples have yet to hear.
  func nextStep(at now: Int64) -> Int64? {
    if stick?.isMoving(at: now) == true { return now + Self.stickStep }
    guard motion != nil, now < lastNews + Self.settling else { return nil }
    return lastSample + Self.motionStep + DeviceClock.largestLag
  }

  /// Hands over what is due by now.
  func step(now: Int64) {
    if let position = stick?.position(at: now) { put(position) }
    let time = now - DeviceClock.largestLag
    guard time >= lastSample + Self.motionStep, let sample = motion?.restate(at: time) else {
      return
    }
    lastSample = time
    queue.put(sample)
  }

  private func take(_ item: InputItem, arrival: Int64) {
    if item == .dropped { queue.countDrop() }
    if let sample = motion?.take(item, arrival: arrival) { put(sample, at: arrival) }
    take(item, arrival)
    if let press = presses.take(item) { queue.put(press) }
  }

  private func take(_ item: InputItem, _ now: Int64) {
    if let position = stick?.take(item, arrival: now) { put(position) }
  }

  private func put(_ sample: Sample, at now: Int64) {
    lastNews = now
    lastSample = now
    queue.put(sample)
  }

  private func put(_ position: StickPosition) {
    if let lastPosition, lastPosition.x == position.x, lastPosition.y == position.y { return }
    lastPosition = position
    queue.put(position)
  }
}
