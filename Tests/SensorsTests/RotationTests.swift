// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Sensors

@Suite("rotations") struct RotationTests {
  @Test("a rotation vector turns about itself by its length (Rodrigues), and back")
  func rodrigues() {
    var dice = Dice(1)
    for size in [0, 1e-12, 1e-7, 1e-3, 0.5, 2, 3.14, 6] {
      let axis = dice.direction()
      let vector = dice.vector(5)
      let rotation = Rotation(vector: size * axis)
      let expected =
        cos(size) * vector + sin(size) * axis.cross(vector)
        + ((1 - cos(size)) * axis.dot(vector)) * axis
      #expect((rotation.rotate(vector) - expected).length < 1e-14 * (1 + vector.length))
      #expect((rotation.unrotate(expected) - vector).length < 1e-14 * (1 + vector.length))
      #expect((Matrix3(rotation) * vector - expected).length < 1e-14 * (1 + vector.length))
    }
  }

  @Test("one after the other is the product, and a million small ones keep the length")
  func product() {
    let quarterX = Rotation(vector: Vector3(.pi / 2, 0, 0))
    let quarterZ = Rotation(vector: Vector3(0, 0, .pi / 2))
    // x turns y to z; then z leaves z.
    #expect((quarterZ.after(quarterX).rotate(Vector3(0, 1, 0)) - Vector3(0, 0, 1)).length < 1e-15)
    #expect((quarterX.after(quarterZ).rotate(Vector3(1, 0, 0)) - Vector3(0, 0, 1)).length < 1e-15)
    let small = Rotation(vector: Vector3(2e-3 * .pi, 0, 0))
    var rotation = Rotation.identity
    for _ in 0..<100_000 { rotation = rotation.after(small) }
    #expect((rotation.rotate(Vector3(0, 1, 0)) - Vector3(0, 1, 0)).length < 1e-9)
    #expect(abs(rotation.rotate(Vector3(0, 3, 4)).length - 5) < 1e-12)
  }

  @Test("the smallest rotation takes one direction to the other about their normal")
  func smallest() throws {
    var dice = Dice(2)
    for _ in 0..<1000 {
      let (from, to) = (dice.direction(), dice.direction())
      let rotation = try #require(Rotation(from: from, to: to))
      #expect((rotation.rotate(from) - to).length < 1e-12)
      // Smallest: what is perpendicular to both stays.
      let normal = from.cross(to)
      #expect((rotation.rotate(normal) - normal).length < 1e-12)
    }
    #expect(Rotation(from: Vector3(0, 0, 1), to: Vector3(0, 0, -1)) == nil)
    #expect(Rotation(from: Vector3(0, 0, 1), to: Vector3(0, 0, 1)) == .identity)
  }

  @Test("a matrix times its inverse is the identity")
  func inverse() {
    var dice = Dice(3)
    for _ in 0..<100 {
      let matrix =
        Matrix3(rows: dice.vector(1), dice.vector(1), dice.vector(1)) + Matrix3(diagonal: 5)
      let product = matrix * matrix.inverse - Matrix3(diagonal: 1)
      #expect(product.x.length + product.y.length + product.z.length < 1e-12)
    }
  }
}

@Suite("the second-order low-pass") struct ButterworthTests {
  @Test("a step is answered by 1 − e^(−t/τ) (cos t/τ + sin t/τ), however irregular the samples are")
  func step() {
    var dice = Dice(4)
    var state = ButterworthState(value: Vector3(0, 0, 0))
    var time = 0.0
    for _ in 0..<2000 {
      let dt = 0.001 + 0.05 * dice.number()
      time += dt
      ButterworthStep(dt: dt, timeConstant: 3).apply(&state, towards: Vector3(1, 0, -2))
      let h = time / 3
      let expected = 1 - exp(-h) * (cos(h) + sin(h))
      #expect((state.value - expected * Vector3(1, 0, -2)).length < 1e-12)
    }
  }

  @Test("a ramp is followed 3 s behind: the delay is the time constant")
  func ramp() {
    var state = ButterworthState(value: Vector3(0, 0, 0))
    for index in 1...4000 {
      ButterworthStep(dt: 0.01, timeConstant: 3)
        .apply(&state, towards: Vector3(Double(index) * 0.01 - 0.005, 0, 0))
    }
    #expect(abs(state.value.x - 37) < 0.01)
    #expect(abs(state.rate.x - 3) < 3e-3)
  }

  @Test("a time constant that changes on the way leaves no jump, and doesn't throw it beyond")
  func changed() {
    var state = ButterworthState(value: Vector3(0, 0, 0))
    var last = 0.0
    for index in 1...1000 {
      // A step that is followed fast, and then, half-way, slowly.
      let timeConstant = index < 10 ? 0.1 : 3.0
      ButterworthStep(dt: 0.01, timeConstant: timeConstant)
        .apply(&state, towards: Vector3(1, 0, 0))
      #expect(abs(state.value.x - last) < 0.08)
      #expect(state.value.x < 1.05)
      last = state.value.x
    }
    #expect(abs(last - 1) < 0.05)
  }
}

@Suite("stillness") struct StillnessTests {
  /// Feeds `seconds` of samples at 100 Hz.
  private func feed(
    _ stillness: inout Stillness, _ seconds: Double,
    _ sample: (Double) -> (force: Vector3, rate: Vector3?)
  ) {
    for index in 0..<Int(seconds * 100) {
      let (force, rate) = sample(Double(index) / 100)
      stillness.enter(acceleration: force, angularVelocity: rate, dt: 0.01)
    }
  }

  @Test("a board at rest is still after 1.5 s, whatever its gyro reads, with the means")
  func atRest() throws {
    var dice = Dice(1)
    var stillness = Stillness(.table)
    let (g, bias) = (Vector3(1, -2, 9.5), Vector3(0.4, -0.3, 0.2))
    func quiet(_ t: Double) -> (Vector3, Vector3?) {
      (g + dice.vector(0.05), bias + dice.vector(0.002))
    }
    feed(&stillness, 1.4, quiet)
    #expect(!stillness.isStill)
    feed(&stillness, 0.2, quiet)
    #expect(stillness.isStill)
    feed(&stillness, 2, quiet)
    #expect((stillness.acceleration - g).length < 0.03)
    #expect((try #require(stillness.angularVelocity) - bias).length < 0.001)
  }

  @Test("a push, a turn or a slow, even turn about the horizon ends it")
  func disturbed() {
    let rest = (Vector3(0, 0, 9.8), Vector3(0, 0, 0) as Vector3?)
    let disturbances: [(Double) -> (Vector3, Vector3?)] = [
      { _ in (Vector3(0, 0.6, 9.8), Vector3(0, 0, 0)) },
      { _ in (Vector3(0, 0, 9.8), Vector3(0, 0, 2.1 * degree)) },
      { t in (9.8 * Vector3(sin(degree * t), 0, cos(degree * t)), Vector3(0, degree, 0)) },
    ]
    for disturbance in disturbances {
      var stillness = Stillness(.table)
      feed(&stillness, 3) { _ in rest }
      #expect(stillness.isStill)
      feed(&stillness, 1.2, disturbance)
      #expect(!stillness.isStill)
      feed(&stillness, 4) { _ in rest }
      #expect(stillness.isStill)
    }
  }

  @Test("a rest of hours, in which the sensor warms, stays one")
  func warming() {
    var stillness = Stillness(.table)
    var ends = 0
    feed(&stillness, 3) { _ in (Vector3(0, 0, 9.8), Vector3(0, 0, 0)) }
    for index in 0..<60_000 {
      // 0.5 m/s² and 2 °/s within ten minutes.
      let part = Double(index) / 60_000
      stillness.enter(
        acceleration: Vector3(0, 0, 9.8 + 0.5 * part),
        angularVelocity: Vector3(2 * degree * part, 0, 0),
        dt: 0.01)
      if !stillness.isStill { ends += 1 }
    }
    #expect(ends == 0)
  }
}
