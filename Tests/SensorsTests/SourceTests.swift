// SPDX-License-Identifier: MIT

import KeyValue
import Posix
import Sensors
import Testing

@Suite("sources") struct SourceTests {
  @Test("a recording plays its samples when they are due, dated on our clock")
  func recording() throws {
    let text = "t (ms),ax,ay,az\n1000,0,0,1\n1010,0,0,1\n1010,0,0,1\n1030,0,0,1\n"
    let recording = try Recording.load(bytes: Array(text.utf8), file: "shelf/walk.csv")
    var source = RecordingSource(recording, startingAt: 5_000_000_000)
    #expect(source.kind == .recording)
    #expect(source.name == "walk")
    var samples: [Sample] = []
    #expect(source.wait == .time(5_000_000_000))
    source.read(now: 4_999_999_999, into: &samples)
    #expect(samples.isEmpty)
    source.read(now: 5_010_000_000, into: &samples)
    #expect(samples.map(\.time) == [5_000_000_000, 5_010_000_000, 5_010_000_000])
    #expect(source.wait == .time(5_030_000_000))
    source.read(now: 9_000_000_000, into: &samples)
    #expect(samples.count == 4)
    #expect(source.wait == .ended)
  }

  @Test("a recording that is closed has ended")
  func closed() throws {
    let text = "t (ms),ax,ay,az\n0,0,0,1\n10,0,0,1\n"
    var source = RecordingSource(
      try Recording.load(bytes: Array(text.utf8), file: "a"), startingAt: 0)
    source.close()
    var samples: [Sample] = []
    source.read(now: .max, into: &samples)
    #expect(samples.isEmpty && source.wait == .ended)
  }

  @Test("a client's samples come out in order, once, dated by their arrival")
  func client() throws {
    var source = ClientSource(name: "ballview")
    #expect(source.kind == .client)
    #expect(source.wait == .handedIn)
    try source.hand(
      acceleration: Vector3(0, 0, 9), angularVelocity: nil, seconds: nil, arrival: 7)
    try source.hand(
      acceleration: Vector3(0, 1, 9), angularVelocity: Vector3(1, 0, 0), seconds: nil, arrival: 9)
    var samples: [Sample] = []
    source.read(now: 10, into: &samples)
    #expect(
      samples == [
        Sample(time: 7, acceleration: Vector3(0, 0, 9)),
        Sample(time: 9, acceleration: Vector3(0, 1, 9), angularVelocity: Vector3(1, 0, 0)),
      ])
    source.read(now: 11, into: &samples)
    #expect(samples.count == 2)
    source.close()
    try source.hand(
      acceleration: Vector3(0, 0, 9), angularVelocity: nil, seconds: nil, arrival: 12)
    source.read(now: 13, into: &samples)
    #expect(samples.count == 2 && source.wait == .ended)
  }

  @Test(
    "a client's own clock dates its samples, by the smallest delay seen",
    arguments: [
      // (its time in s, arrival in ms) of each sample, the dates in ms, jumps of its clock.
      ([(100, 20), (100.01, 35), (100.02, 45)], [20, 30, 40], 0),
      // The first was held up: nothing may be dated later than it came.
      ([(100, 30), (100.01, 35), (100.02, 45)], [30, 35, 45], 0),
      ([(100, 20), (99, 30), (99.01, 40)], [20, 30, 40], 1),
      // Its clock stood still for two seconds.
      ([(100, 20), (100.01, 2030), (100.02, 2040)], [20, 2030, 2040], 1),
    ] as [([(Double, Int64)], [Int64], Int)])
  func clock(sent: [(Double, Int64)], dates: [Int64], jumps: Int) throws {
    var source = ClientSource(name: "phone")
    for (seconds, arrival) in sent {
      try source.hand(
        acceleration: Vector3(0, 0, 9), angularVelocity: nil, seconds: seconds,
        arrival: arrival * 1_000_000)
    }
    var samples: [Sample] = []
    source.read(now: 0, into: &samples)
    for (sample, date) in zip(samples, dates) {
      #expect(abs(sample.time - date * 1_000_000) < 1000)
    }
    #expect(samples.count == dates.count)
    #expect(source.clockJumps == jumps)
  }

  @Test("a client's sample beyond the limits, or with a wild time, is refused")
  func refused() {
    var source = ClientSource(name: "phone")
    #expect(throws: ValueError.self) {
      try source.hand(
        acceleration: Vector3(0, 0, 401), angularVelocity: nil, seconds: nil, arrival: 0)
    }
    for seconds in [Double.nan, .infinity, -5e9, 1e300] {
      #expect(throws: ValueError.self) {
        try source.hand(
          acceleration: Vector3(0, 0, 9), angularVelocity: nil, seconds: seconds, arrival: 0)
      }
    }
    for seconds in [4e9, -4e9, 4e9] {
      #expect(throws: Never.self) {
        try source.hand(
          acceleration: Vector3(0, 0, 9), angularVelocity: nil, seconds: seconds, arrival: 0)
      }
    }
    var samples: [Sample] = []
    source.read(now: 0, into: &samples)
    #expect(samples.count == 3)
  }
}
