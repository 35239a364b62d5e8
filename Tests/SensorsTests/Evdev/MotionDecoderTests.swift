// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("Motion of an input device")
struct MotionDecoderTests {
  private let gravity = 9.80665

  /// A decoder of a DualShock 4's resolutions: 8192 counts a g, 1024 counts a °/s.
  private func decoder() throws -> MotionDecoder {
    guard case .accelerometer(let layout, _) = InputRole(of: Devices.motion()) else {
      throw Missing()
    }
    return MotionDecoder(layout)
  }

  private struct Missing: Error {}

  /// All samples of `items`, each of which arrives when it is dated.
  private func samples(
    _ items: [InputItem], _ decoder: inout MotionDecoder, arrival: Int64? = nil
  ) -> [Sample] {
    var samples: [Sample] = []
    for item in items {
      var time: Int64 = 0
      if case .event(let event) = item { time = event.time }
      if let sample = decoder.take(item, arrival: arrival ?? time) { samples.append(sample) }
    }
    return samples
  }

  @Test("counts become m/s² and rad/s by the resolution of their axes")
  func units() throws {
    var decoder = try decoder()
    let found = samples(
      [
        Events.axis(InputCode.x, 8192), Events.axis(InputCode.y, -4096),
        Events.axis(InputCode.z, 2048), Events.axis(InputCode.rx, 1024 * 180),
        Events.axis(InputCode.ry, -1024 * 90), Events.axis(InputCode.rz, 1024), Events.report(),
      ], &decoder)
    let sample = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(sample.acceleration.x - gravity) < 1e-12)
    #expect(abs(sample.acceleration.y + gravity / 2) < 1e-12)
    #expect(abs(sample.acceleration.z - gravity / 4) < 1e-12)
    let turning = try #require(sample.angularVelocity)
    #expect(abs(turning.x - .pi) < 1e-12)
    #expect(abs(turning.y + .pi / 2) < 1e-12)
    #expect(abs(turning.z - .pi / 180) < 1e-12)
  }

  @Test("an axis that isn't told keeps its value")
  func unchangedAxes() throws {
    var decoder = try decoder()
    let found = samples(
      [
        Events.axis(InputCode.x, 8192), Events.axis(InputCode.z, 8192), Events.report(at: 1),
        Events.axis(InputCode.y, 8192, at: second), Events.report(at: second),
      ], &decoder)
    #expect(found.last?.acceleration == Vector3(gravity, gravity, gravity))
  }

  @Test("the first reading is what the device had when it was opened")
  func firstReading() throws {
    var device = Devices.motion()
    device.axes[InputCode.z]?.value = -8192
    guard case .accelerometer(let layout, _) = InputRole(of: device) else { throw Missing() }
    #expect(MotionDecoder(layout).sample(at: 7)?.acceleration == Vector3(0, 0, -gravity))
  }

  @Test(
    "lost events leave no stale axis: one coherent frame, counted",
    arguments: [
      // What has changed in the meantime is told; here all, and here only what is news.
      [Events.axis(InputCode.x, 7 * 8192), Events.axis(InputCode.y, 9 * 8192)],
      [Events.axis(InputCode.y, 9 * 8192), Events.axis(InputCode.x, 7 * 8192)],
    ])
  func lostEvents(changes: [InputItem]) throws {
    var decoder = try decoder()
    // x = 5, lost, and then the device's own state: x = 7, y = 9.
    let during = samples(
      [Events.axis(InputCode.x, 5 * 8192), .dropped] + changes + [Events.report()], &decoder)
    #expect(during.isEmpty)
    let after = decoder.take(.resynchronised, arrival: 3 * second)
    #expect(after?.acceleration == Vector3(7 * gravity, 9 * gravity, 0))
    #expect(after?.time == 3 * second)
  }

  @Test("what a cut off frame had told stands, if the device still has it")
  func lostEventsWithoutChange() throws {
    var decoder = try decoder()
    _ = samples([Events.axis(InputCode.x, 8192), .dropped], &decoder)
    let after = decoder.take(.resynchronised, arrival: second)
    #expect(after?.acceleration == Vector3(gravity, 0, 0))
  }

  @Test("the stamp of a cut off frame dates no other one")
  func lostEventsAfterStamp() throws {
    var decoder = try decoder()
    func frame(_ stamp: UInt32?, at time: Int64) -> [Int64] {
      let stamp = stamp.map { [Events.stamp($0, at: time)] } ?? []
      let reading = [Events.axis(InputCode.x, 8192, at: time), Events.report(at: time)]
      return samples(stamp + reading, &decoder).map(\.time)
    }
    #expect(frame(1_000_000, at: second) == [second])
    #expect(frame(1_010_000, at: second + 10 * millisecond) == [second + 10 * millisecond])
    _ = samples([Events.stamp(1_020_000, at: second + 20 * millisecond), .dropped], &decoder)
    _ = decoder.take(.resynchronised, arrival: second + 25 * millisecond)
    // Without a stamp of its own it is as old as the kernel says.
    #expect(frame(nil, at: second + 60 * millisecond) == [second + 60 * millisecond])
    #expect(decoder.clockJumps == 0)
  }

  @Test("a frame that has a stamp alone is a reading, one of buttons is none")
  func framesWithoutAxes() throws {
    var decoder = try decoder()
    let found = samples(
      [
        Events.axis(InputCode.z, 8192, at: second), Events.report(at: second),
        Events.key(0x14a, 1, at: 2 * second), Events.report(at: 2 * second),
        Events.stamp(5, at: 3 * second), Events.report(at: 3 * second),
      ], &decoder)
    #expect(found.map(\.time) == [second, 3 * second])
    #expect(found.last?.acceleration == Vector3(0, 0, gravity))
  }

  @Test(
    "the device's stamps are unsigned: neither half of their range nor its end is a jump",
    arguments: [UInt32(0x7fff_f000), 0xffff_f000])
  func unsignedStamps(first: UInt32) throws {
    var decoder = try decoder()
    var times: [Int64] = []
    for step in 0..<8 {
      let stamp = Events.stamp(first &+ UInt32(step * 1000), at: second)
      times += samples([stamp, Events.report(at: second)], &decoder).map(\.time)
    }
    // One report, whose frames are 1 ms apart: only the last one can be the kernel's time.
    #expect(decoder.clockJumps == 0)
    let next = second + 8 * millisecond
    let stamp = Events.stamp(first &+ 15_000, at: next)
    #expect(samples([stamp, Events.report(at: next)], &decoder).map(\.time) == [next])
    #expect(decoder.clockJumps == 0)
    #expect(times.count == 8)
  }

  @Test("events that are dated by the realtime clock come to the monotonic one")
  func realtime() throws {
    var decoder = try decoder()
    // 2026 by the realtime clock, 100 s after boot; each frame arrives 2 ms late, one 30 ms.
    let epoch: Int64 = 1_790_000_000 * second
    var times: [Int64] = []
    for step in 0..<20 {
      let measured = Int64(step) * 10 * millisecond
      let late = (step == 7 ? 30 : 2) * millisecond
      let found = samples(
        [
          Events.axis(InputCode.x, Int32(step), at: epoch + measured),
          Events.report(at: epoch + measured),
        ], &decoder, arrival: 100 * second + measured + late)
      times += found.map(\.time)
    }
    #expect(times.count == 20)
    let begin = 100 * second + 2 * millisecond
    #expect(times == (0..<20).map { begin + $0 * 10 * millisecond })
  }

  @Test("whatever a device says, dates are in order and nothing traps", arguments: 0..<50)
  func nonsense(seed: UInt64) throws {
    var decoder = try decoder()
    var random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func next() -> Int64 {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int64(bitPattern: random)
    }
    var arrival = second
    for _ in 0..<2000 {
      arrival += abs(next() % second)
      let time = [next(), arrival, arrival - 5 * millisecond, .min, .max, 0][Int(abs(next() % 6))]
      let types = [InputCode.absoluteAxis, InputCode.miscellaneous, InputCode.key, 0]
      let event = InputEvent(
        time: time, type: types[Int(abs(next() % 4))], code: UInt16(abs(next() % 7)),
        value: Int32(truncatingIfNeeded: next()))
      let item: [InputItem] = [
        .event(event), .event(event), Events.report(at: time), .dropped, .resynchronised,
      ]
      guard let sample = decoder.take(item[Int(abs(next() % 5))], arrival: arrival) else {
        continue
      }
      #expect(sample.time <= arrival + 10_000_000 && sample.time > arrival - 10 * second)
      #expect(sample.acceleration.isFinite)
    }
  }

  @Test("what was measured before a reading was asked for, and is told after it, is dated after it")
  func lateFrames() throws {
    var decoder = try decoder()
    #expect(decoder.restate(at: second)?.time == second)
    let late = second - 13 * millisecond
    let found = samples(
      [Events.axis(InputCode.x, 1, at: late), Events.report(at: late)], &decoder,
      arrival: second + millisecond)
    #expect(found.map(\.time) == [second + 1000])
  }

  @Test("a reading that differs from the device's is corrected")
  func correction() throws {
    var decoder = try decoder()
    #expect(decoder.correct([InputCode.x: 0, InputCode.y: 0]) == false)
    #expect(decoder.correct([InputCode.x: 8192]) == true)
    #expect(decoder.sample(at: 0)?.acceleration == Vector3(gravity, 0, 0))
  }
}
