// SPDX-License-Identifier: MIT

internal import KeyValue

/// What a number in a table file measures, and the units that may be written behind it.
///
/// A unit is never left out, except where there is none: a number that could be millimetres or
/// metres is a mistake that somebody has yet to find.
struct TableMeasure {
  private struct Choice {
    var unit: UnitOfMeasure
    var factor = 1.0
    var divisor = 1.0
  }

  private let choices: [Choice]

  /// Metres; from mm or m.
  ///
  /// Divided by 1000, not multiplied by its inverse, which isn't exact.
  static let length = TableMeasure(choices: [
    Choice(unit: .millimetres, divisor: 1000), Choice(unit: .metres),
  ])
  /// Metres per second.
  static let speed = TableMeasure(choices: [Choice(unit: .metresPerSecond)])
  /// Metres per second squared.
  static let acceleration = TableMeasure(choices: [Choice(unit: .metresPerSecondSquared)])
  /// The share of the tilt that accelerates a ball; from m/s² at a tilt of 1 g, or in g.
  static let accelerationPerGravity = TableMeasure(choices: [
    Choice(unit: .metresPerSecondSquared, divisor: UnitOfMeasure.gravities.inSI),
    Choice(unit: .gravities),
  ])
  /// Radians per second; from degrees or radians.
  static let angularVelocity = TableMeasure(choices: [
    Choice(unit: .degreesPerSecond, factor: UnitOfMeasure.degreesPerSecond.inSI),
    Choice(unit: .radiansPerSecond),
  ])
  /// Seconds; from s or ms.
  static let time = TableMeasure(choices: [
    Choice(unit: .seconds), Choice(unit: .milliseconds, divisor: 1000),
  ])
  /// Per second.
  static let rate = TableMeasure(choices: [Choice(unit: .perSecond)])
  /// A pure number.
  static let number = TableMeasure(choices: [Choice(unit: .none)])

  private var names: String {
    choices.map(\.unit.symbol).joined(separator: " or ")
  }

  /// Takes `count` numbers and their unit off the front of `words`.
  ///
  /// `entry` is where they stand, for errors; `form` is what its whole value should look like.
  func take(
    _ count: Int, from words: inout ArraySlice<Substring>, of entry: Entry, form: String
  ) throws(KeyValueError) -> [Double] {
    var numbers: [Double] = []
    while numbers.count + 1 < count, let word = words.first, let number = parseDecimal(word) {
      numbers.append(number)
      words.removeFirst()
    }
    guard numbers.count + 1 == count, let word = words.popFirst() else {
      throw entry.error(expected: form)
    }
    // The unit may stand right behind the last number.
    var last = String(word)
    if let next = words.first, parseDecimal(next) == nil {
      last += " " + next
      words.removeFirst()
    }
    for choice in choices {
      let hasUnit = parseDecimal(last) == nil
      let value: Double
      do throws(ValueError) {
        value = try parseQuantity(last, in: choice.unit)
      } catch {
        continue
      }
      guard hasUnit || choice.unit == .none else { break }
      return (numbers + [value]).map { $0 * choice.factor / choice.divisor }
    }
    throw entry.error(expected: form)
  }

  /// The whole value of an entry as so many numbers with one unit.
  func values(_ count: Int, of entry: Entry, form: String) throws(KeyValueError) -> [Double] {
    var words = entry.value.split { $0 == " " || $0 == "\t" }[...]
    let values = try take(count, from: &words, of: entry, form: form)
    guard words.isEmpty else { throw entry.error(expected: form) }
    return values
  }

  /// The whole value of an entry as one number with its unit.
  func value(of entry: Entry) throws(KeyValueError) -> Double {
    let form = names.isEmpty ? "a number without a unit" : "a number in \(names)"
    return try values(1, of: entry, form: form)[0]
  }
}

extension Entry {
  /// The value as a whole number of at most a million.
  func count() throws(KeyValueError) -> Int {
    guard let number = parseDecimal(value), Double(Table.counts.lowerBound) <= number,
      number <= Double(Table.counts.upperBound), number.rounded() == number
    else {
      throw error(expected: "a whole number from 1 to \(Table.counts.upperBound)")
    }
    return Int(number)
  }

  /// The value as one of the words of an enumeration.
  func word<Words: RawRepresentable & CaseIterable>(
    _: Words.Type
  ) throws(KeyValueError) -> Words where Words.RawValue == String {
    if let word = Words(rawValue: value) { return word }
    let choices = Words.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    throw error(expected: "one of \(choices)")
  }
}
