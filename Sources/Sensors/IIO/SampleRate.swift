// SPDX-License-Identifier: MIT

internal import KeyValue

/// Which of a sensor's rates to ask for.
enum SampleRate {
  /// What can be a rate of an accelerometer, Hz.
  private static let possible = 0.001...1e6

  /// The rates in an attribute `sampling_frequency_available`, ascending, in Hz.
  ///
  /// Drivers list them either way round, as integers or decimals; some give `[least step most]`.
  static func list(_ text: String?) -> [Double] {
    guard let text else { return [] }
    let numbers = text.split { " \t,[]\n".contains($0) }.compactMap { parseDecimal($0) }
    let rates =
      text.contains("[") && numbers.count == 3 ? [numbers[0], numbers[2]] : numbers
    return rates.filter { possible.contains($0) }.sorted()
  }

  /// For a buffer: the nearest of `rates` at or above `wanted`, else the highest, in Hz; `wanted`
  /// itself where there is no list.
  static func forBuffer(wanted: Double, among text: String?) -> Double {
    let rates = list(text)
    // A range takes any rate within it.
    if let text, text.contains("["), let least = rates.first, let most = rates.last {
      return min(max(wanted, least), most)
    }
    return rates.first { $0 >= wanted } ?? rates.last ?? wanted
  }

  /// For polling: the highest of `rates` up to six times the wanted one, else the lowest, in Hz.
  ///
  /// Some drivers sleep for one or two periods of the device at each axis that is read: to poll
  /// three axes at 100 Hz it must measure at 300 to 600. More than that only makes noise; the
  /// highest rate of all is often one with fewer bits.
  static func forPolling(wanted: Double, among text: String?) -> Double {
    let rates = list(text)
    let limit = 6 * wanted
    if let text, text.contains("["), let least = rates.first, let most = rates.last {
      return min(max(limit, least), most)
    }
    return rates.last { $0 <= limit } ?? rates.first ?? limit
  }
}
