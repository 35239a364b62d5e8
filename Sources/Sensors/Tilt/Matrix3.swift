// SPDX-License-Identifier: MIT

/// A matrix of three rows and columns.
struct Matrix3: Codable, Equatable, Sendable {
  /// The first row.
  var x: Vector3
  /// The second row.
  var y: Vector3
  /// The third row.
  var z: Vector3

  init(rows x: Vector3, _ y: Vector3, _ z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// `value` on the diagonal.
  init(diagonal value: Double) {
    self.init(rows: Vector3(value, 0, 0), Vector3(0, value, 0), Vector3(0, 0, value))
  }

  /// The matrix that takes a vector to `rotation.rotate(vector)`.
  init(_ rotation: Rotation) {
    let transposed = Matrix3(
      rows: rotation.rotate(Vector3(1, 0, 0)), rotation.rotate(Vector3(0, 1, 0)),
      rotation.rotate(Vector3(0, 0, 1)))
    self = transposed.transposed
  }

  /// left · rightᵀ.
  init(outer left: Vector3, _ right: Vector3) {
    self.init(rows: left.x * right, left.y * right, left.z * right)
  }

  var transposed: Matrix3 {
    Matrix3(rows: Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
  }

  /// The sum of the diagonal.
  var trace: Double { x.x + y.y + z.z }

  /// The inverse, by cofactors; the matrix must not be singular.
  var inverse: Matrix3 {
    let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
    let scale = 1 / x.dot(a)
    return Matrix3(rows: scale * a, scale * b, scale * c).transposed
  }

  static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(rows: left.x + right.x, left.y + right.y, left.z + right.z)
  }

  static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(rows: left.x - right.x, left.y - right.y, left.z - right.z)
  }

  static func * (left: Matrix3, vector: Vector3) -> Vector3 {
    Vector3(left.x.dot(vector), left.y.dot(vector), left.z.dot(vector))
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    let columns = right.transposed
    return Matrix3(rows: columns * left.x, columns * left.y, columns * left.z)
  }

  static func * (factor: Double, matrix: Matrix3) -> Matrix3 {
    Matrix3(rows: factor * matrix.x, factor * matrix.y, factor * matrix.z)
  }
}
