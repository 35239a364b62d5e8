// SPDX-License-Identifier: MIT

/// Makes samples of an accelerometer's recorded input events, as `MotionDecoder` does of live ones.
///
/// A file can't be asked for what it doesn't tell. An axis that hasn't been told yet is unknown, not
/// zero: no sample comes out before all three have been. And after lost events (SYN_DROPPED, of
/// which what follows up to the next SYN_REPORT is thrown away: the kernel's
/// Documentation/input/event-codes.rst) all of them are unknown again.
struct RecordedMotion: Sendable {
  /// What an event completed.
  enum Outcome {
    /// More events of the frame are to come, or nothing has changed, or an axis is unknown.
    case incomplete
    /// A sample in device axes.
    case sample(Sample)
    /// A frame that can't be used, as events before it are lost.
    case dropped
  }

  private let mounting: Mounting
  private let codes: [UInt16]
  private var decoder: MotionDecoder
  private var wasEverTold: Set<UInt16> = []
  private var isDropping = false
  private var hasDropped = false

  /// Events of these axes, of a device that is mounted so.
  init(_ layout: MotionLayout, _ mounting: Mounting) {
    self.mounting = mounting
    codes = layout.acceleration.map(\.code)
    decoder = MotionDecoder(layout)
    decoder.forget()
  }

  /// The first axis of the accelerometer of which there was no event; nil when there is none.
  var missingAxis: UInt16? { codes.first { !wasEverTold.contains($0) } }

  /// Takes the next event, dated by the kernel within `RecordedClock.largest`.
  mutating func take(_ event: InputEvent) -> Outcome {
    let isReport = event.type == InputCode.synchronization && event.code == InputCode.report
    if event.type == InputCode.synchronization, event.code == InputCode.dropped {
      isDropping = true
      hasDropped = true
      decoder.forget()
      return .incomplete
    }
    if isDropping {
      guard isReport else { return .incomplete }
      isDropping = false
      return .dropped
    }
    if event.type == InputCode.absoluteAxis, codes.contains(event.code) {
      wasEverTold.insert(event.code)
    }
    let hadNews = decoder.hasNews
    // In a file an event has come when the kernel says.
    guard var sample = decoder.take(.event(event), arrival: event.time) else {
      return isReport && hadNews && hasDropped ? .dropped : .incomplete
    }
    sample.acceleration = mounting.device(sample.acceleration)
    sample.angularVelocity = sample.angularVelocity.map(mounting.device)
    return .sample(sample)
  }
}
