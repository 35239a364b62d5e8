// SPDX-License-Identifier: MIT

/// The rotation from the sensor's axes to the inertial frame, and the gyro's bias in that frame,
/// smoothed as the specific force is: what an error of the bias does to the smoothed force has gone
/// through the same filter.
struct SmoothedFrame: Codable, Equatable, Sendable {
  private var x: ButterworthState
  private var y: ButterworthState
  private var z: ButterworthState
  private var carriedBias: ButterworthState

  /// A frame that has always been `attitude`, and a bias (sensor axes, rad/s) that has always been this.
  init(_ attitude: Rotation = .identity, bias: Vector3 = Vector3(0, 0, 0)) {
    let matrix = Matrix3(attitude)
    x = ButterworthState(value: matrix.x)
    y = ButterworthState(value: matrix.y)
    z = ButterworthState(value: matrix.z)
    carriedBias = ButterworthState(value: matrix * bias)
  }

  /// The smoothed rotation, as a matrix; no rotation itself, as its rows are shortened.
  var frame: Matrix3 { Matrix3(rows: x.value, y.value, z.value) }
  /// The smoothed bias in the inertial frame, rad/s.
  var bias: Vector3 { carriedBias.value }

  /// Takes the attitude and the bias (sensor axes, rad/s) of a sample.
  mutating func follow(_ attitude: Rotation, bias: Vector3, step: ButterworthStep) {
    let matrix = Matrix3(attitude)
    step.apply(&x, towards: matrix.x)
    step.apply(&y, towards: matrix.y)
    step.apply(&z, towards: matrix.z)
    step.apply(&carriedBias, towards: matrix * bias)
  }

  /// The bias has jumped to a value that was true all the time.
  mutating func restart(bias: Vector3) {
    carriedBias = ButterworthState(value: frame * bias)
  }
}
