// SPDX-License-Identifier: MIT

import Posix
import Testing

@testable import Sensors

@Suite("What the input devices' thread hands over")
struct InputQueueTests {
  private func sample(_ time: Int64) -> Sample {
    Sample(time: time, acceleration: Vector3(0, 0, 9.8))
  }

  private let pause = InputPress(.key(0x13b), action: .pause)

  private func content(of queue: InputQueue) -> InputQueue.Content {
    var found = InputQueue.Content()
    queue.take { content in
      found = content
      content = InputQueue.Content()
    }
    return found
  }

  @Test("a loop that is too late gets the newest, and is told how many it has missed")
  func bounds() throws {
    let queue = try InputQueue()
    for time in 0..<5000 {
      queue.put(sample(Int64(time)))
      queue.put(StickPosition(time: Int64(time), x: 0, y: 0))
    }
    let found = content(of: queue)
    #expect(found.samples.count <= 1024 && found.samples.count > 700)
    #expect(found.samples.last?.time == 4999)
    #expect(zip(found.samples, found.samples.dropFirst()).allSatisfy { $0.time + 1 == $1.time })
    #expect(found.positions.map(\.time) == found.samples.map(\.time))
    #expect(found.dropped == 10_000 - found.samples.count - found.positions.count)
  }

  @Test("of more presses than fingers can make, the first ones count")
  func presses() throws {
    let queue = try InputQueue()
    queue.put(InputPress(.key(1), action: .level))
    for _ in 0..<1000 { queue.put(pause) }
    let found = content(of: queue)
    #expect(found.presses.count == 64)
    #expect(found.presses.first?.action == .level)
  }

  @Test("what a device gave is gone when another one is opened, and its presses are not")
  func opening() throws {
    let queue = try InputQueue()
    queue.put(sample(1))
    queue.put(StickPosition(time: 1, x: 1, y: 0))
    queue.put(pause)
    let fault = SensorFault(.unplugged, "gone", hint: "")
    queue.put(.lost(fault))
    let device = SensorDescription(
      name: "Pad", stableID: "Pad", mode: .onChange, deviceRate: nil, hasGyro: false,
      mounting: FoundMounting(mounting: .identity, origin: "identity"), reason: "", note: nil)
    queue.put(.opened(device, isStick: false))
    queue.put(sample(2))
    let found = content(of: queue)
    #expect(found.samples == [sample(2)])
    #expect(found.positions.isEmpty)
    #expect(found.presses == [pause])
    #expect(found.news == [.lost(fault), .opened(device, isStick: false)])
  }

  @Test("its bell rings once for all that is there, and is silent afterwards")
  func bell() throws {
    let queue = try InputQueue()
    func rings() throws -> Bool {
      var awaited = [Awaited(queue.descriptor)]
      try poll(&awaited, until: 0)
      return awaited[0].isReadable
    }
    #expect(try rings() == false)
    queue.put(sample(1))
    queue.put(pause)
    #expect(try rings())
    _ = content(of: queue)
    #expect(try rings() == false)
  }
}
