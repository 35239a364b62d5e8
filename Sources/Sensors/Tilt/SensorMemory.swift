// SPDX-License-Identifier: MIT

public import KeyValue

/// What is kept of a sensor from one start to the next: its level and its calibration.
///
/// As text, which a person can read and change:
///
///     version = 1
///
///     [level]
///     up = 0.0123 -0.3 0.9538
///
///     [calibration]
///     accelerometer-bias = 0.12 -0.03 0 m/s²
///     gyro-bias = 0.01 0 -0.002 rad/s
///
/// A section is absent where nothing has been set. Reading is strict: what isn't understood is an
/// error with file and line, since a wrong bias would be worse than none.
public struct SensorMemory: Equatable, Sendable {
  /// The pose that counts as level.
  public var level: Level
  /// What the sensor reads too much.
  public var calibration: Calibration

  /// Nothing is known.
  public init(level: Level = .identity, calibration: Calibration = .none) {
    self.level = level
    self.calibration = calibration
  }

  /// Reads the text of a file; `file` is its name in errors.
  public init(_ bytes: [UInt8], file: String) throws(KeyValueError) {
    self.init()
    let text = try KeyValueText(bytes, file: file)
    guard let first = text.entries.first, first.section.isEmpty, first.key == "version" else {
      throw KeyValueError(
        file: file, line: text.entries.first?.line ?? 1,
        reason: ValueError(found: "no version", expected: "`version = 1` before all else"))
    }
    var accelerationBias: (Entry, Vector3)?
    var angularVelocityBias: (Entry, Vector3)?
    for entry in text.entries {
      switch "\(entry.section).\(entry.key)" {
      case ".version":
        if entry.value != "1" { throw entry.error(expected: "1, the only version that there is") }
      case "level.up":
        let up = try entry.vector(in: .none)
        guard abs(up.length - 1) <= Self.tolerance, let level = Level(up: up) else {
          throw entry.error(
            expected: "a direction of length 1, at least 10 deg from upside down")
        }
        self.level = level
      case "calibration.accelerometer-bias":
        accelerationBias = (entry, try entry.vector(in: .metresPerSecondSquared))
      case "calibration.gyro-bias":
        angularVelocityBias = (entry, try entry.vector(in: .radiansPerSecond))
      default:
        throw entry.error(
          ValueError(
            found:
              "`\(entry.key)` in \(entry.section.isEmpty ? "no section" : "[\(entry.section)]")",
            expected:
              "`up` in [level], or `accelerometer-bias` and `gyro-bias` in [calibration]"))
      }
    }
    guard let entry = angularVelocityBias?.0 ?? accelerationBias?.0 else { return }
    do throws(ValueError) {
      calibration = try Calibration(
        accelerationBias: accelerationBias?.1 ?? Vector3(0, 0, 0),
        angularVelocityBias: angularVelocityBias?.1)
    } catch {
      throw entry.error(error)
    }
  }

  /// The text that reads back to the same values, to the last bit.
  public var text: String {
    var text = "version = 1\n"
    if level != .identity { text += "\n[level]\nup = \(written(level.up))\n" }
    if calibration != .none {
      text += "\n[calibration]\n"
      text += "accelerometer-bias = \(written(calibration.accelerationBias)) m/s²\n"
      if let bias = calibration.angularVelocityBias {
        text += "gyro-bias = \(written(bias)) rad/s\n"
      }
    }
    return text
  }

  /// How far from 1 the length of "up" may be: it may have been typed.
  private static let tolerance = 1e-3
}

private func written(_ vector: Vector3) -> String { "\(vector.x) \(vector.y) \(vector.z)" }

extension Entry {
  /// Three numbers with blanks between them, the last of them with its unit.
  fileprivate func vector(in unit: UnitOfMeasure) throws(KeyValueError) -> Vector3 {
    let words = value.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let x = parseDecimal(words[0]), let y = parseDecimal(words[1]) else {
      let named = unit == .none ? "" : " in \(unit.symbol)"
      throw error(expected: "three numbers\(named), with blanks between them")
    }
    do throws(ValueError) {
      return Vector3(x, y, try parseQuantity(String(words[2]), in: unit))
    } catch {
      throw self.error(error)
    }
  }
}
