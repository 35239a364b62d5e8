// SPDX-License-Identifier: MIT

// How the benchmarks sum up what they have measured, and write it.

/// The middle one of some figures, or the mean of the two in the middle; NaN of none.
public func median(_ figures: [Double]) -> Double {
  guard !figures.isEmpty else { return .nan }
  let sorted = figures.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// A figure with three decimals, or as many as are wanted, at most 9; as it is if it has no size.
public func rounded(_ figure: Double, _ decimals: Int = 3) -> String {
  let unit = (0..<decimals).reduce(1.0) { power, _ in 10 * power }
  guard figure.magnitude * unit < 1e18 else { return "\(figure)" }
  let units = Int((figure.magnitude * unit).rounded())
  let (whole, rest) = units.quotientAndRemainder(dividingBy: Int(unit))
  let sign = figure < 0 && units != 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(whole)" }
  let digits = "\(rest)"
  let zeros = String(repeating: "0", count: decimals - digits.count)
  return "\(sign)\(whole).\(zeros)\(digits)"
}

/// A text that is as wide as `width`: filled at its beginning, or at its end if `width` is negative.
public func padded(_ text: String, _ width: Int) -> String {
  let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
  return width < 0 ? text + spaces : spaces + text
}
