// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Physics

/// A property that a table can't have.
public struct TableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Its key in a table file, such as `flag`.
  public let key: String
  /// Which of the balls or holes it is about, for the keys `start` and `hole`.
  public let index: Int?
  /// What was found, in the words and units of a table file.
  public let found: String
  /// What was expected.
  public let expected: String
  /// Whether `found` is no more than the key's value, which a file shows as it was written.
  let isValue: Bool

  init(
    _ key: String, index: Int? = nil, found: String, expected: String, isValue: Bool = false
  ) {
    self.key = key
    self.index = index
    self.found = found
    self.expected = expected
    self.isValue = isValue
  }

  /// "flag: found …, expected …".
  public var description: String {
    "\(key): \(ValueError(found: found, expected: expected))"
  }
}

/// What physics refused, in the words of a table file.
extension TableError {
  /// Takes over an error about a surface, holes, or a world with these balls.
  init(_ error: OutOfRange, start: [Ball] = []) {
    let field = error.field
    let index = field.split(separator: "[").dropFirst().first.flatMap {
      Int($0.prefix { $0 != "]" })
    }
    if field.hasPrefix("balls") {
      self.init(ball: index, error, start: start)
    } else if field.hasPrefix("holes") {
      self.init(hole: index, error)
    } else if field.hasPrefix("pivot") {
      let axis = field.hasSuffix("x") ? "x" : "y"
      self.init(
        "pivot", found: "\(axis) = \(Measured.millimetres.text(of: error))",
        expected: Measured.millimetres.text(of: error.allowed))
    } else {
      self.init(value: error)
    }
  }

  private init(ball index: Int?, _ error: OutOfRange, start: [Ball]) {
    let length = Measured.millimetres
    let place =
      index.flatMap { start.indices.contains($0) ? length.text(of: start[$0].position) : nil }
      ?? "its place"
    let found: String
    let expected: String
    if error.field.hasSuffix("position.x") || error.field.hasSuffix("position.y") {
      let edge = error.field.hasSuffix("x") ? "left" : "upper"
      found = "a ball that starts \(length.text(of: error)) from the \(edge) edge"
      expected = "\(length.text(of: error.allowed)), where it fits"
    } else if error.field.contains(".velocity") {
      found = "a ball that starts with \(Measured.metresPerSecond.text(of: error))"
      expected = Measured.metresPerSecond.text(of: error.allowed)
    } else if error.field.hasSuffix("block") {
      found = "a ball that starts at \(place) and would be in a block"
      expected = "\(length.text(error.allowed.lowerBound)) from its middle to the nearest one"
    } else if error.field.contains("distance") {
      found = "a ball that starts at \(place), \(length.text(of: error)) from another"
      expected = "\(length.text(error.allowed.lowerBound)) from middle to middle"
    } else {
      found = "\(Measured.number.text(of: error)) balls"
      expected = Measured.number.text(of: error.allowed)
    }
    self.init("start", index: index, found: found, expected: expected)
  }

  private init(hole index: Int?, _ error: OutOfRange) {
    guard let index else {
      // The first that is one too many.
      self.init(
        "hole", index: Constants.holeLimit, found: "\(Measured.number.text(of: error)) holes",
        expected: "at most \(Constants.holeLimit)")
      return
    }
    let what = error.field.hasSuffix("radius") ? "radius" : error.field.hasSuffix("x") ? "x" : "y"
    self.init(
      "hole", index: index, found: "\(what) = \(Measured.millimetres.text(of: error))",
      expected: Measured.millimetres.text(of: error.allowed))
  }

  private init(value error: OutOfRange) {
    let (key, measured): (String, Measured) =
      switch error.field {
      case "width", "height": (error.field, .millimetres)
      case "ballRadius": ("ball-radius", .millimetres)
      case "accelerationFactor": ("acceleration", .gravities)
      case "columns", "rows": ("map", .number)
      case "rule.atRim": ("pull", .metresPerSecondSquared)
      case "rule.brake": ("brake", .perSecond)
      default: (error.field, .number)
      }
    let tail = key == "ball-radius" ? " on this table" : ""
    self.init(
      key, found: measured.text(of: error), expected: measured.text(of: error.allowed) + tail,
      isValue: true)
  }
}
