// SPDX-License-Identifier: MIT

import Posix
import Testing

@testable import Daemon
@testable import Sensors

@Suite("a live source in the event loop")
struct SensorFeedTests {
  /// A bell that a test rings.
  private final class ScriptedBell: PlugBell {
    let ring: () -> Void
    init(_ ring: @escaping () -> Void) { self.ring = ring }
  }

  /// What the feed asks of its source.
  private final class Script {
    var looks = 0
    var changes: [Bool] = []
    var reads = 0
    var status = SourceStatus()
    var isClosed = false
  }

  private struct ScriptedSource: LiveSource {
    let script: Script
    let counter: EventCounter

    var status: SourceStatus { script.status }
    var samplesRead: Int { 0 }
    var samplesDropped: Int { 0 }
    var nextCheck: Int64? { nil }
    func check(now: Int64) {}
    func lookAgain() { script.looks += 1 }
    func allowChange(_ isAllowed: Bool) { script.changes.append(isAllowed) }
    var kind: SourceKind { .iio }
    var name: String { "scripted" }
    var wait: SourceWait { .descriptor(counter.number) }
    func read(now: Int64, into samples: inout [Sample]) {
      counter.silence()
      script.reads += 1
      samples.append(Sample(time: now, acceleration: Vector3(0, 0, 9.8)))
    }
    func close() { script.isClosed = true }
  }

  private struct Setup {
    let script = Script()
    let loop: EventLoop
    let counter: EventCounter

    init() throws {
      loop = try EventLoop()
      counter = try EventCounter()
    }

    func feed(
      bell: @escaping PlugBellMaker, log: Log = Log { _ in },
      onSamples: @escaping ([Sample]) -> Void = { _ in }
    ) throws -> SensorFeed<ScriptedSource> {
      try SensorFeed(
        ScriptedSource(script: script, counter: counter), on: loop, log: log, bell: bell,
        onStatus: { _ in }, onSamples: onSamples)
    }
  }

  @Test("each ring of the bell lets the source look again, however often it rings")
  func rings() throws {
    let setup = try Setup()
    weak var bell: ScriptedBell?
    do {
      let feed = try setup.feed(bell: { (_, ring) throws(Errno) in
        let made = ScriptedBell(ring)
        bell = made
        return made
      })
      #expect(setup.script.looks == 0)
      // Plugged; pulled out, which udev may tell twice; plugged again.
      for count in 1...4 {
        try #require(bell).ring()
        #expect(setup.script.looks == count)
      }
      withExtendedLifetime(feed) {}
    }
    #expect(bell == nil && setup.script.isClosed)
  }

  @Test("where no bell can be made, the source is read all the same")
  func withoutBell() throws {
    let setup = try Setup()
    var samples: [Sample] = []
    let feed = try setup.feed(
      bell: { (_, _) throws(Errno) in throw Errno.notImplemented },
      onSamples: {
        samples += $0
        setup.loop.stop()
      })
    setup.counter.ring()
    try setup.loop.run()
    #expect(samples.count == 1 && setup.script.reads == 1)
    withExtendedLifetime(feed) {}
  }

  @Test("the source is told once whether it may change, not at each turn")
  func changes() throws {
    let setup = try Setup()
    let feed = try setup.feed(bell: { (_, ring) throws(Errno) in ScriptedBell(ring) })
    for isAllowed in [true, true, false, false, false, true, true] { feed.allowChange(isAllowed) }
    #expect(setup.script.changes == [false, true])
  }

  @Test("only the sensor that was ill is well again, and not the one that took its place")
  func wellAgain() throws {
    let setup = try Setup()
    let lines = Lock([String]())
    let feed = try setup.feed(
      bell: { (_, ring) throws(Errno) in ScriptedBell(ring) },
      log: Log { line in lines.withLock { $0.append(line) } })
    func told(_ name: String, _ fault: SensorFault?) throws -> [String] {
      setup.script.status = SourceStatus(
        condition: .running,
        sensor: SensorDescription(
          name: name, stableID: "id of \(name)", mode: .polled, deviceRate: nil, hasGyro: false,
          mounting: FoundMounting(mounting: .identity, origin: "identity"), reason: "the only one"),
        fault: fault)
      feed.read()
      defer { lines.withLock { $0.removeAll() } }
      return lines.withLock { $0 }
    }
    let fault = SensorFault(.spikes, "A reads spikes", hint: "look at its wires")
    _ = try told("A", nil)
    #expect(try told("A", fault).count == 1)
    #expect(try told("A", nil) == ["balld: info: A is well again"])
    _ = try told("A", fault)
    #expect(try told("B", nil) == ["balld: info: reading B, polled: the only one"])
  }
}
