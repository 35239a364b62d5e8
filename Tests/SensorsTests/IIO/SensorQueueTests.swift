// SPDX-License-Identifier: MIT

import Posix
import Testing

@testable import Sensors

@Suite("What a sensor's thread hands over")
struct SensorQueueTests {
  private func sample(_ time: Int) -> Sample {
    Sample(time: Int64(time), acceleration: Vector3(0, 0, 9.8))
  }

  private func sensor(_ name: String) -> SensorDescription {
    SensorDescription(
      name: name, stableID: name, mode: .buffered, deviceRate: nil, hasGyro: false,
      mounting: FoundMounting(mounting: .identity, origin: "identity"), reason: "", note: nil)
  }

  private struct Taken: Equatable {
    var times: [Int64] = []
    var news: [SensorNews] = []
    var dropped = 0
  }

  private func taken(from queue: SensorQueue) -> Taken {
    var news: [SensorNews] = []
    var samples: [Sample] = []
    let dropped = queue.take(news: &news, samples: &samples)
    return Taken(times: samples.map(\.time), news: news, dropped: dropped)
  }

  private func rings(_ queue: SensorQueue) throws -> Bool {
    var awaited = [Awaited(queue.descriptor)]
    try poll(&awaited, until: 0)
    return awaited[0].isReadable
  }

  @Test("samples come out in order and once, wherever in the ring they begin")
  func order() throws {
    let queue = try SensorQueue()
    var time = 0
    // 700 at a time go round a ring of 1024 places many times.
    for _ in 0..<20 {
      let times = time..<time + 700
      for time in times { queue.put(sample(time)) }
      #expect(taken(from: queue) == Taken(times: times.map { Int64($0) }))
      time += 700
    }
    #expect(taken(from: queue) == Taken())
  }

  @Test("a loop that is too late gets the newest, and is told once how many it has missed")
  func bounds() throws {
    let queue = try SensorQueue()
    for time in 0..<5000 { queue.put(sample(time)) }
    let newest = (5000 - SensorQueue.capacity..<5000).map { Int64($0) }
    #expect(taken(from: queue) == Taken(times: newest, dropped: 5000 - SensorQueue.capacity))
    queue.put(sample(5000))
    #expect(taken(from: queue) == Taken(times: [5000]))
  }

  @Test("what a sensor gave is gone when another one is opened, and not when it is lost")
  func opening() throws {
    let queue = try SensorQueue()
    let fault = SensorFault(.unplugged, "gone", hint: "")
    queue.put(.opened(sensor("first")))
    queue.put(sample(1))
    queue.put(.lost(fault))
    #expect(
      taken(from: queue)
        == Taken(times: [1], news: [.opened(sensor("first")), .lost(fault)]))
    queue.put(sample(2))
    queue.put(.opened(sensor("second")))
    queue.put(sample(3))
    queue.put(.changed(sensor("second, without its gyro")))
    #expect(
      taken(from: queue)
        == Taken(
          times: [3],
          news: [.opened(sensor("second")), .changed(sensor("second, without its gyro"))]))
  }

  @Test("one loss is told once while it waits, another one besides")
  func losses() throws {
    let queue = try SensorQueue()
    let (one, other) = (
      SensorFault(.unplugged, "gone", hint: ""), SensorFault(.noSensor, "none", hint: "")
    )
    for fault in [one, one, other, other, one] { queue.put(.lost(fault)) }
    #expect(taken(from: queue).news == [.lost(one), .lost(other), .lost(one)])
  }

  @Test("its bell rings for samples and news, but for an opening only with the first sample")
  func bell() throws {
    let queue = try SensorQueue()
    #expect(try !rings(queue))
    queue.put(.opened(sensor("first")))
    #expect(try !rings(queue))
    queue.put(sample(1))
    #expect(try rings(queue))
    _ = taken(from: queue)
    #expect(try !rings(queue))
    queue.put(.lost(SensorFault(.unplugged, "gone", hint: "")))
    #expect(try rings(queue))
  }
}
