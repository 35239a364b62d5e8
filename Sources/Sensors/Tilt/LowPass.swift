// SPDX-License-Identifier: MIT

/// A one-pole low-pass for samples that come at irregular times.
///
/// The state moves towards each sample by dt/(τ + dt) of the difference: the backward Euler step of
/// τ·y' = x − y, which is stable for any dt. dt is the difference of two samples' times and never
/// assumed, so a sample that isn't later than the one before has no dt: it sets the time from which
/// the next dt is measured and else changes nothing. A dt above the cap counts as the cap.
public struct LowPass: Codable, Equatable, Sendable {
  /// The time constant τ, s, not negative; 0 lets every sample through.
  public var timeConstant: Double
  /// The filtered vector; nil before the first sample.
  public private(set) var value: Vector3?
  /// How many samples were not later than the one before them.
  public private(set) var timesNotLater = 0
  /// How many samples came later than the cap allows.
  public private(set) var timesCapped = 0

  private var lastTime: Int64 = 0

  /// The largest dt, s.
  public static let longestStep = 0.1
  private static let longestStepNanoseconds: Int64 = 100_000_000

  /// A filter without a state.
  public init(timeConstant: Double) { self.timeConstant = timeConstant }

  /// Takes the vector measured at `time` ns and returns the filtered one.
  public mutating func enter(_ vector: Vector3, at time: Int64) -> Vector3 {
    guard let value else {
      self.value = vector
      lastTime = time
      return vector
    }
    let next = value + weight(ofSampleAt: time) * (vector - value)
    self.value = next
    return next
  }

  /// Forgets the state, so that the next sample is a first one.
  ///
  /// The counts stay.
  public mutating func reset() { value = nil }

  private mutating func weight(ofSampleAt time: Int64) -> Double {
    let (step, overflow) = time.subtractingReportingOverflow(lastTime)
    let isLater = time > lastTime
    lastTime = time
    var dt = 0.0
    if !isLater {
      timesNotLater += 1
    } else if overflow || step > Self.longestStepNanoseconds {
      timesCapped += 1
      dt = Self.longestStep
    } else {
      dt = Double(step) / 1e9
    }
    return timeConstant == 0 ? 1 : dt / (timeConstant + dt)
  }
}
