// SPDX-License-Identifier: MIT

public import KeyValue

/// How the sensor sits in the device: the mount matrix that takes sensor axes to device axes.
///
/// In the kernel's sign: device = matrix · sensor, the device frame with x to the right of the
/// screen, y to its top and z out of it.
public struct Mounting: Codable, Equatable, Sendable {
  /// What the device's x, y and z axes are in sensor axes: the matrix's rows.
  public let x: Vector3
  /// The second row.
  public let y: Vector3
  /// The third row.
  public let z: Vector3

  /// How far a row's length may be from 1, and the product of two rows from 0.
  ///
  /// Loose enough for a matrix that was typed with two decimals.
  public static let tolerance = 0.01

  /// The sensor's axes are the device's.
  public static let identity = Mounting(
    unchecked: Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

  /// Takes the rows of a matrix, as they are.
  ///
  /// Throws when they aren't a rotation: a row whose length isn't 1, two that aren't
  /// perpendicular, or a mirror (determinant −1).
  public init(rows x: Vector3, _ y: Vector3, _ z: Vector3) throws(ValueError) {
    for (number, row) in [(1, x), (2, y), (3, z)] {
      let length = row.length
      // The negation refuses NaN too.
      if !(abs(length - 1) <= Self.tolerance) {
        throw ValueError(
          found: "a mount matrix whose row \(number) \(Self.text(row)) has the length "
            + shortened(length),
          expected: "the length 1 within \(Self.tolerance)")
      }
    }
    for (numbers, product) in [("1 and 2", x.dot(y)), ("1 and 3", x.dot(z)), ("2 and 3", y.dot(z))]
    where abs(product) > Self.tolerance {
      throw ValueError(
        found: "a mount matrix whose rows \(numbers) are not perpendicular (their product is "
          + shortened(product) + ")",
        expected: "a product of 0 within \(Self.tolerance)")
    }
    if x.cross(y).dot(z) < 0 {
      throw ValueError(
        found: "a mount matrix that mirrors: row 3 \(Self.text(z)) has the wrong sign",
        expected: "a rotation, with row 3 \(Self.text(x.cross(y)))")
    }
    self.init(unchecked: x, y, z)
  }

  /// Reads nine numbers, row by row, with spaces, commas or semicolons between them.
  public init(_ text: String) throws(ValueError) {
    let rows = try Self.rows(text)
    try self.init(rows: rows.x, rows.y, rows.z)
  }

  /// Three rows of three numbers, whatever they are.
  static func rows(_ text: String) throws(ValueError) -> (x: Vector3, y: Vector3, z: Vector3) {
    let words = text.split { " \t,;".contains($0) }
    let numbers = words.compactMap { parseDecimal($0) }
    guard words.count == 9, numbers.count == 9 else {
      throw ValueError(
        found: quoted(text), expected: "nine numbers, such as `1, 0, 0; 0, 1, 0; 0, 0, 1`")
    }
    return (
      Vector3(numbers[0], numbers[1], numbers[2]), Vector3(numbers[3], numbers[4], numbers[5]),
      Vector3(numbers[6], numbers[7], numbers[8])
    )
  }

  private init(unchecked x: Vector3, _ y: Vector3, _ z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A vector in sensor axes, in device axes.
  public func device(_ sensor: Vector3) -> Vector3 {
    Vector3(x.dot(sensor), y.dot(sensor), z.dot(sensor))
  }

  private static func text(_ row: Vector3) -> String {
    "(\(shortened(row.x)), \(shortened(row.y)), \(shortened(row.z)))"
  }
}

/// A number for a message: three decimals at most, whole numbers without a point.
func shortened(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  if let whole = Int(exactly: rounded) { return "\(whole)" }
  return "\(rounded)"
}
