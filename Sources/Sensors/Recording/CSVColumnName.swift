// SPDX-License-Identifier: MIT

internal import KeyValue

/// What the name of a column in somebody's CSV file says.
///
/// Names are cut into words at anything that isn't a letter or digit, and between a small letter
/// and a capital: `Accelerometer X (g)`, `gyro_x_dps`, `accelerometerAccelerationX(G)` and `ax` are
/// all understood, in any case.
struct CSVColumnName {
  /// One of the three axes.
  enum Axis: Int, CaseIterable {
    case x, y, z
  }

  /// What a column holds.
  enum Meaning: Equatable {
    case time
    case acceleration(Axis)
    /// An acceleration from which gravity has been taken away.
    case linearAcceleration(Axis)
    case angularVelocity(Axis)
    /// `x`, `y` or `z` and nothing else.
    case axisAlone(Axis)
    case other
  }

  let text: String
  let meaning: Meaning
  let unit: UnitOfMeasure?

  init(_ text: String) {
    self.text = text
    var name = text[...]
    var unit = Self.takeBracketedUnit(off: &name)
    var words = Self.words(of: name)
    if unit == nil { unit = Self.takeUnit(off: &words) }
    self.unit = unit
    meaning = Self.meaning(of: words, unit: unit)
  }

  /// Takes `(g)` or `[m/s²]` off the end if it is a unit.
  private static func takeBracketedUnit(off name: inout Substring) -> UnitOfMeasure? {
    let content = name.trimmingBlanks()
    guard let last = content.last, let opening = brackets[last],
      let start = content.lastIndex(of: opening)
    else { return nil }
    let inside = content[content.index(after: start)...].dropLast()
    guard let unit = UnitOfMeasure.spelled(inside) else { return nil }
    name = content[..<start]
    return unit
  }

  private static let brackets: [Character: Character] = [")": "(", "]": "["]

  /// Takes a unit off the end: `t_s`, `ax_m_s2`, `seconds_elapsed` (where it stands in front).
  private static func takeUnit(off words: inout [String]) -> UnitOfMeasure? {
    for count in [2, 1] where words.count >= count {
      if let unit = UnitOfMeasure.spelled(words.suffix(count).joined(separator: "/")) {
        words.removeLast(count)
        return unit
      }
    }
    if let first = words.first, let unit = UnitOfMeasure.spelled(first), unit.quantity == .time {
      words.removeFirst()
      return unit
    }
    return nil
  }

  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var previousIsSmall = false
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || previousIsSmall && character.isUppercase {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if isPart { word.append(character) }
      previousIsSmall = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  private static func meaning(of words: [String], unit: UnitOfMeasure?) -> Meaning {
    guard let (axis, stems) = axis(of: words) else {
      let isTime =
        unit?.quantity == .time
        || words.contains { $0.hasPrefix("time") || timeWords.contains($0) }
      let isForeign = words.contains { foreignWords.contains($0) }
      return isTime && !isForeign ? .time : .other
    }
    if stems.isEmpty { return .axisAlone(axis) }
    if stems.contains(where: { foreignWords.contains($0) }) { return .other }
    let isAcceleration = stems.contains { $0 == "a" || $0.hasPrefix("acc") }
    let isRotation = stems.contains { $0.hasPrefix("gyr") || rotationWords.contains($0) }
    if isRotation, !isAcceleration { return .angularVelocity(axis) }
    if !isAcceleration { return .other }
    let isLinear = stems.contains { linearWords.contains($0) }
    return isLinear ? .linearAcceleration(axis) : .acceleration(axis)
  }

  /// The axis that the words name, and the words without it.
  private static func axis(of words: [String]) -> (Axis, stems: [String])? {
    for index in words.indices.reversed() {
      guard let last = words[index].last, let axis = axes[last] else { continue }
      let stem = String(words[index].dropLast())
      var stems = words
      if stem.isEmpty {
        stems.remove(at: index)
        return (axis, stems)
      }
      if let meaning = axisStems[stem] {
        stems[index] = meaning
        return (axis, stems)
      }
    }
    return nil
  }

  private static let axes: [Character: Axis] = ["x": .x, "y": .y, "z": .z]
  /// What may stand right before the axis: `ax`, `gyroz`; and the word that it stands for.
  private static let axisStems = [
    "a": "acc", "acc": "acc", "accel": "acc", "acceleration": "acc", "accelerometer": "acc",
    "g": "gyro", "gyr": "gyro", "gyro": "gyro", "gyroscope": "gyro", "w": "gyro", "omega": "gyro",
  ]
  private static let rotationWords: Set<String> = ["rotation", "angular", "omega", "w", "g"]
  private static let timeWords: Set<String> = [
    "t", "elapsed", "epoch", "clock", "date", "datetime",
  ]
  private static let linearWords: Set<String> = ["linear", "lin", "user", "without", "no"]
  /// Words of quantities that balld has no use for, though an x, y or z stands beside them.
  private static let foreignWords: Set<String> = [
    "mag", "magn", "magnetic", "magnetometer", "gravity", "ref", "reference", "location", "gps",
    "orientation", "attitude", "quaternion", "euler", "bias", "uncalibrated", "zone",
  ]
}

extension StringProtocol where SubSequence == Substring {
  /// Without the spaces, tabs and quotes around it.
  func trimmingBlanks() -> Substring {
    var text = self[...]
    while let first = text.first, " \t\"".contains(first) { text.removeFirst() }
    while let last = text.last, " \t\"".contains(last) { text.removeLast() }
    return text
  }
}
