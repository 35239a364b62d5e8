// SPDX-License-Identifier: MIT

/// How people are told a run's time, in s: a clock that runs in tenths, one that has stopped, of a run that
/// is over or the best one, in hundredths.
///
/// Both are cut off, as stopwatches do: no run was slower than what is shown, and the one begins as the other.
public enum RunTime {
  /// A clock that runs: `12.3`; nil for what is no time.
  public static func running(_ seconds: Double) -> String? {
    milliseconds(seconds).map { text($0 / 100, tens: 1) }
  }

  /// What a run took: `12.34`; nil for what is no time.
  public static func result(_ seconds: Double) -> String? {
    milliseconds(seconds).map { text($0 / 10, tens: 2) }
  }

  /// The nearest whole ones, which are a session's steps.
  private static func milliseconds(_ seconds: Double) -> Int? {
    guard seconds >= 0, seconds < 1e6 else { return nil }
    // Rounded to the step: 12.3 s is a bit less than that as a double.
    return Int(seconds * 1000 + 0.5)
  }

  private static func text(_ units: Int, tens: Int) -> String {
    var digits = String(units)
    while digits.count <= tens { digits = "0" + digits }
    digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -tens))
    return digits
  }
}
