// SPDX-License-Identifier: MIT

internal import KeyValue

/// Which of a sensor's rates to ask for.
enum SampleRate {
  /// What can be a rate of an accelerometer, Hz.
  private static let possible = 0.001...1e6

  /// The rates in an attribute `sampling_frequency_available`, ascending, in Hz.
  ///
  /// Drivers list them either way round, as integers or decimals.
  static func list(_ text: String?) -> [Double] {
    numbers(text).filter { possible.contains($0) }.sorted()
  }

  /// The range of rates in an attribute `sampling_frequency_available` of the form `[least step most]`, Hz.
  ///
  /// Nil for what isn't one, or has no rate that can be.
  private static func range(_ text: String?) -> ClosedRange<Double>? {
    let numbers = numbers(text)
    guard let text, text.contains("["), numbers.count == 3, numbers[0] <= numbers[2] else {
      return nil
    }
    let range = (numbers[0]...numbers[2]).clamped(to: possible)
    // Of a range beyond all that is possible, an end of that would be left.
    return range.upperBound >= numbers[0] && range.lowerBound <= numbers[2] ? range : nil
  }

  private static func numbers(_ text: String?) -> [Double] {
    (text ?? "").split { " \t,[]\n".contains($0) }.compactMap { parseDecimal($0) }
  }

  /// For a buffer: the nearest of `rates` at or above `wanted`, else the highest, in Hz; `wanted`
  /// itself where there is no list.
  static func forBuffer(wanted: Double, among text: String?) -> Double {
    if let range = range(text) { return min(max(wanted, range.lowerBound), range.upperBound) }
    let rates = list(text)
    return rates.first { $0 >= wanted } ?? rates.last ?? wanted
  }

  /// For polling: the highest of `rates` up to six times the wanted one, else the lowest, in Hz.
  ///
  /// Some drivers sleep for one or two periods of the device at each axis that is read: to poll
  /// three axes at 100 Hz it must measure at 300 to 600. More than that only makes noise; the
  /// highest rate of all is often one with fewer bits.
  static func forPolling(wanted: Double, among text: String?) -> Double {
    let limit = 6 * wanted
    if let range = range(text) { return min(max(limit, range.lowerBound), range.upperBound) }
    let rates = list(text)
    return rates.last { $0 <= limit } ?? rates.first ?? limit
  }
}
