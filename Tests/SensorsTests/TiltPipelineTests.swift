// SPDX-License-Identifier: MIT

import KeyValue
import Sensors
import Testing

@Suite("the low-pass") struct LowPassTests {
  @Test("a step is answered by 1 − ∏ τ/(τ + dt), however irregular the samples are")
  func step() throws {
    let steps: [Int64] = [10_000_000, 1, 30_000_000, 7_500_000, 99_999_999, 250_000]
    var filter = LowPass(timeConstant: 0.03)
    var time: Int64 = 1_760_565_906_248_623_001
    #expect(filter.enter(Vector3(0, 0, 5), at: time) == Vector3(0, 0, 5))
    var rest = 1.0
    for step in steps {
      time += step
      rest *= 0.03 / (0.03 + Double(step) / 1e9)
      let value = filter.enter(Vector3(1, -2, 5), at: time)
      #expect((value - Vector3(1 - rest, -2 * (1 - rest), 5)).length < 1e-14)
    }
    #expect(filter.timesNotLater == 0 && filter.timesCapped == 0)
  }

  @Test(
    "a sample that isn't later has no dt: it changes only the time that the next is measured from")
  func notLater() {
    var filter = LowPass(timeConstant: 0.01)
    _ = filter.enter(Vector3(0, 0, 0), at: 1_000_000_000)
    #expect(filter.enter(Vector3(8, 8, 8), at: 1_000_000_000) == Vector3(0, 0, 0))
    #expect(filter.enter(Vector3(8, 8, 8), at: -3_600_000_000_000) == Vector3(0, 0, 0))
    // Ten milliseconds on: half of the way.
    #expect(filter.enter(Vector3(8, 8, 8), at: -3_599_990_000_000) == Vector3(4, 4, 4))
    #expect(filter.timesNotLater == 2)
  }

  @Test("a dt above 0.1 s counts as 0.1 s, even where the difference overflows")
  func capped() {
    for late in [1_100_000_001, 86_400_000_000_000, Int64.max] {
      var filter = LowPass(timeConstant: 0.1)
      _ = filter.enter(Vector3(0, 0, 0), at: late == .max ? .min : 1_000_000_000)
      #expect(filter.enter(Vector3(8, 8, 8), at: late) == Vector3(4, 4, 4))
      #expect(filter.timesCapped == 1)
    }
  }

  @Test("the time constant 0 lets every sample through")
  func open() {
    var filter = LowPass(timeConstant: 0)
    _ = filter.enter(Vector3(0, 0, 1), at: 0)
    #expect(filter.enter(Vector3(1, 2, 3), at: 0) == Vector3(1, 2, 3))
    #expect(filter.enter(Vector3(3, 2, 1), at: 5) == Vector3(3, 2, 1))
  }
}

@Suite("from sample to tilt") struct TiltPipelineTests {
  @Test("before the first sample the table is level")
  func level() {
    let pipeline = TiltPipeline()
    #expect(pipeline.tilt == .level)
    #expect(pipeline.up == nil)
  }

  @Test("up is a unit vector in device axes, and unknown in free fall")
  func up() throws {
    var pipeline = TiltPipeline(
      settings: try TiltSettings(
        mounting: try Mounting("0 1 0; -1 0 0; 0 0 1"), timeConstant: 0, screenRotation: .left))
    _ = pipeline.enter(Sample(time: 0, acceleration: Vector3(3, 0, 4)))
    #expect(pipeline.up == Vector3(0, -0.6000000000000001, 0.8))
    _ = pipeline.enter(Sample(time: 1, acceleration: Vector3(0.1, 0, 0.4)))
    #expect(pipeline.up == nil)
  }

  @Test(
    "a sample that can't be true changes nothing but its count",
    arguments: [
      (Vector3(.nan, 0, 9), nil), (Vector3(0, .infinity, 9), nil), (Vector3(0, 0, 400.1), nil),
      (Vector3(0, -401, 9), nil), (Vector3(0, 0, 9), Vector3(0, 0, 70.1)),
      (Vector3(0, 0, 9), Vector3(.nan, 0, 0)),
    ] as [(Vector3, Vector3?)])
  func refused(acceleration: Vector3, angularVelocity: Vector3?) {
    var pipeline = TiltPipeline()
    _ = pipeline.enter(Sample(time: 0, acceleration: Vector3(2, 0, 9)))
    var expected = pipeline
    let tilt = pipeline.enter(
      Sample(time: 10, acceleration: acceleration, angularVelocity: angularVelocity))
    #expect(tilt == expected.tilt)
    #expect(pipeline.samplesRefused == 1)
    let next = Sample(time: 10_000_000, acceleration: Vector3(0, 2, 9))
    #expect(pipeline.enter(next) == expected.enter(next))
  }

  @Test("the largest sample is taken")
  func largest() {
    var pipeline = TiltPipeline()
    let sample = Sample(
      time: 0, acceleration: Vector3(-400, 400, 400), angularVelocity: Vector3(70, -70, 70))
    #expect(pipeline.enter(sample) != .level)
    #expect(pipeline.samplesRefused == 0)
  }

  @Test("a changed setting acts at once, another mounting begins anew")
  func settings() throws {
    var pipeline = TiltPipeline(settings: try TiltSettings(feel: .direct))
    let sample = Sample(time: 0, acceleration: Vector3(-1, 0, 9.8))
    #expect(pipeline.enter(sample) == Tilt(x: 1, y: 0, z: 9.8))
    pipeline.settings.screenRotation = .upsideDown
    #expect(pipeline.tilt == Tilt(x: -1, y: 0, z: 9.8))
    pipeline.settings.feel = .normal
    #expect(pipeline.tilt.x < 0 && pipeline.tilt.x > -1)
    pipeline.settings.mounting = try Mounting("0 1 0; -1 0 0; 0 0 1")
    #expect(pipeline.tilt == .level && pipeline.up == nil)
  }

  @Test("the same samples give the same bits, and equal pipelines")
  func deterministic() {
    var one = TiltPipeline()
    var two = TiltPipeline()
    for index in 0..<1000 {
      let x = Double(index % 37) / 10
      let sample = Sample(time: Int64(index) * 9_999_999, acceleration: Vector3(x, 1 - x, 9))
      #expect(one.enter(sample) == two.enter(sample))
    }
    #expect(one == two)
  }

  @Test("a time constant that is none is refused", arguments: [-0.001, 10.1, .nan, .infinity])
  func timeConstant(value: Double) {
    #expect(throws: ValueError.self) { try TiltSettings(timeConstant: value) }
  }
}
