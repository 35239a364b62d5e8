// SPDX-License-Identifier: MIT

/// Which axes of an input device measure, and what their counts are worth.
public struct MotionLayout: Equatable, Sendable {
  /// One axis: its code, and what a count is worth, m/s² or rad/s; negative for a turned sign.
  public struct Axis: Equatable, Sendable {
    /// The axis' code.
    public var code: UInt16
    /// What a count is worth, m/s² or rad/s.
    public var scale: Double
    /// The value when the device was opened.
    public var value: Int32

    /// An axis of this code and scale.
    public init(code: UInt16, scale: Double, value: Int32 = 0) {
      self.code = code
      self.scale = scale
      self.value = value
    }
  }

  /// The accelerometer's x, y and z.
  public var acceleration: [Axis]
  /// The gyro's x, y and z, or none.
  public var angularVelocity: [Axis]

  /// Three axes of an accelerometer, and three or none of a gyro.
  public init(acceleration: [Axis], angularVelocity: [Axis] = []) {
    precondition(acceleration.count == 3 && [0, 3].contains(angularVelocity.count))
    self.acceleration = acceleration
    self.angularVelocity = angularVelocity
  }
}

/// Makes samples of an accelerometer's events.
///
/// Only what has changed is told, so every axis keeps its value. A sample is made at the end of each
/// frame that has a reading or a stamp; a frame that is cut off by lost events gives none, and the
/// resynchronisation one for all that has changed in the meantime.
public struct MotionDecoder: Sendable {
  /// How often one of the clocks jumped: tests ask for it.
  public var clockJumps: Int { clock.jumps + kernelClock.jumps }

  /// How long a frame can wait to be read, ns.
  private static let longestDelay: Int64 = 1_000_000_000

  private let layout: MotionLayout
  /// The axes' values: three of the accelerometer, three of the gyro; nil for those that nobody has
  /// told.
  private var values: [Int32?]
  private var clock = DeviceClock()
  private var kernelClock = StampClock()
  private var stamp: UInt32?
  /// Whether the present frame has a reading or a stamp so far.
  private(set) var hasNews = false
  private var isResynchronising = false

  /// A decoder of this layout, whose axes have their first values.
  public init(_ layout: MotionLayout) {
    self.layout = layout
    values = (layout.acceleration + layout.angularVelocity).map(\.value)
  }

  /// Takes no axis' value for known any more: events were lost, and nobody can be asked.
  public mutating func forget() {
    for index in values.indices { values[index] = nil }
    hasNews = false
    stamp = nil
  }

  /// The sample of the present values, dated `time` (ns of CLOCK_MONOTONIC); nil as long as they
  /// aren't known, and without a gyro as long as that isn't.
  public func sample(at time: Int64) -> Sample? {
    guard let acceleration = vector(layout.acceleration, values[0...2]) else { return nil }
    return Sample(
      time: time, acceleration: acceleration,
      angularVelocity: layout.angularVelocity.isEmpty
        ? nil : vector(layout.angularVelocity, values[3...5]))
  }

  /// The sample of the present values, asked for at `now` (ns of CLOCK_MONOTONIC).
  ///
  /// What was measured before, and is told later, is dated later all the same.
  public mutating func restate(at now: Int64) -> Sample? {
    sample(at: clock.date(nil, kernel: now))
  }

  /// Takes the next item, which was read at `arrival` (ns of CLOCK_MONOTONIC).
  ///
  /// Returns the sample that it completes.
  public mutating func take(_ item: InputItem, arrival: Int64) -> Sample? {
    switch item {
    case .event(let event): return take(event, arrival: arrival)
    case .dropped:
      isResynchronising = true
      return nil
    case .resynchronised:
      isResynchronising = false
      hasNews = false
      stamp = nil
      // The values were asked for now; of when they are nobody knows more.
      return restate(at: arrival)
    }
  }

  private mutating func take(_ event: InputEvent, arrival: Int64) -> Sample? {
    switch (event.type, event.code) {
    case (InputCode.absoluteAxis, let code):
      set(code, event.value)
    case (InputCode.miscellaneous, InputCode.timestamp):
      // The kernel's field is signed, the count isn't.
      stamp = UInt32(bitPattern: event.value)
      hasNews = true
    case (InputCode.synchronization, InputCode.report):
      defer {
        hasNews = false
        stamp = nil
      }
      guard hasNews, !isResynchronising else { return nil }
      // A time that can't be is the arrival's; a second is longer than any frame is held up.
      let told = kernelClock.date(event.time, arrival: arrival)
      let isPossible = told <= arrival && told >= arrival - Self.longestDelay
      return sample(at: clock.date(stamp, kernel: isPossible ? told : arrival))
    default: break
    }
    return nil
  }

  /// Compares the values with those that the device has now, by code; takes these over.
  ///
  /// Returns whether any was different: an event was missed.
  mutating func correct(_ current: [UInt16: Int32]) -> Bool {
    let before = values
    for (code, value) in current { set(code, value) }
    hasNews = false
    return values != before
  }

  private mutating func set(_ code: UInt16, _ value: Int32) {
    for (index, axis) in layout.acceleration.enumerated() where axis.code == code {
      values[index] = value
      hasNews = true
    }
    for (index, axis) in layout.angularVelocity.enumerated() where axis.code == code {
      values[3 + index] = value
      hasNews = true
    }
  }

  private func vector(_ axes: [MotionLayout.Axis], _ values: ArraySlice<Int32?>) -> Vector3? {
    let first = values.startIndex
    guard let x = values[first], let y = values[first + 1], let z = values[first + 2] else {
      return nil
    }
    return Vector3(
      axes[0].scale * Double(x), axes[1].scale * Double(y), axes[2].scale * Double(z))
  }
}
