// SPDX-License-Identifier: MIT

internal import KeyValue

/// Finds the units of a recording's numbers, and refuses those that contradict themselves.
///
/// A sensor at rest reads 1 g, and one in a hand does so in the middle: the median of |a| tells the
/// unit, and whether gravity has been removed.
enum RecordedUnits {
  /// The acceleration's unit: the declared one if the median agrees, else the one it tells.
  ///
  /// The hint goes with "gravity has been removed".
  static func acceleration(
    declared: UnitOfMeasure?, median: Double, hint: String = ""
  ) throws(ValueError) -> UnitOfMeasure {
    guard let declared else {
      if metresPerSecondSquared.contains(median) { return .metresPerSecondSquared }
      if gravities.contains(median) { return .gravities }
      throw ValueError(
        found: "accelerations without a unit whose median is \(shortened(median)): "
          + (median < metresPerSecondSquared.lowerBound
            ? "gravity has been removed from this recording\(hint), or the unit is an unknown one"
            : "the unit is an unknown one"),
        expected: "7 to 13 (m/s²) or 0.7 to 1.3 (g)")
    }
    // The bounds within which `HealthMonitor` takes a constant reading for a working sensor's.
    let inGravities = median * declared.inSI / UnitOfMeasure.gravities.inSI
    if inGravities >= 0.3, inGravities <= 3 { return declared }
    let other: UnitOfMeasure? =
      if metresPerSecondSquared.contains(median) {
        .metresPerSecondSquared
      } else if gravities.contains(median) {
        .gravities
      } else {
        nil
      }
    let explanation: String =
      if let other {
        "the numbers look like \(other.symbol)"
      } else if inGravities < 0.3 {
        "gravity has been removed from this recording\(hint)"
      } else {
        "the unit is wrong"
      }
    throw ValueError(
      found:
        "accelerations whose median is \(shortened(median)) \(declared.symbol): \(explanation)",
      expected: "about 1 g, as a sensor in a hand reads it")
  }

  /// The time's unit: the declared one, else the only one in which the samples come at 5 to 2000 Hz.
  ///
  /// The ranges of two units never overlap; a median step that is in none is refused.
  static func time(
    declared: UnitOfMeasure?, medianStep: Double?
  ) throws(ValueError) -> UnitOfMeasure {
    if let declared { return declared }
    guard let step = medianStep else {
      throw ValueError(found: "times that never advance", expected: "the times of the samples")
    }
    // A thousandth is left for the rounding of the times.
    let fitting = timeUnits.filter { step * $0.inSI >= 0.4995e-3 && step * $0.inSI <= 200.2e-3 }
    guard fitting.count == 1 else {
      throw ValueError(
        found: "times without a unit whose median step is \(step)",
        expected:
          "0.5 ms to 200 ms in s, ms, µs or ns, or a unit in the header, such as `time (ms)`")
    }
    return fitting[0]
  }

  /// The units that times without one may have.
  static let timeUnits: [UnitOfMeasure] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
  /// The units that accelerations without one may have.
  static let accelerationUnits: [UnitOfMeasure] = [.metresPerSecondSquared, .gravities]

  private static let metresPerSecondSquared = 7.0...13.0
  private static let gravities = 0.7...1.3
}
