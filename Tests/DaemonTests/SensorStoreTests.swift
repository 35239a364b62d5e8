// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("what is kept of a sensor") struct SensorStoreTests {
  /// The lines of a log.
  private final class Lines: Sendable {
    private let lines = Lock([String]())
    var log: Log { Log { line in self.lines.withLock { $0.append(line) } } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func memory(_ x: Double) throws -> SensorMemory {
    SensorMemory(
      level: try #require(Level(up: Sensors.Vector3(x, 0, 1))),
      calibration: try Calibration(accelerationBias: Sensors.Vector3(x, 0, 0)))
  }

  private func store(_ directory: String?, _ lines: Lines) throws -> SensorStore {
    SensorStore(in: StateDirectory(named: directory) { _ in nil }, log: lines.log)
  }

  @Test("it is there again after a restart, to the last bit, and each sensor has its own")
  func kept() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    let path = "\(directory.path)/not/yet/there"
    let first = try store(path, lines)
    #expect(first.memory(of: "a") == SensorMemory())
    first.keep(try memory(0.1), of: "a")
    first.keep(try memory(0.2), of: "a")
    first.keep(try memory(0.3), of: "../b/c")
    first.finish(until: monotonicNow() + 2_000_000_000)
    let second = try store(path, lines)
    #expect(second.memory(of: "a") == (try memory(0.2)))
    #expect(second.memory(of: "../b/c") == (try memory(0.3)))
    #expect(second.memory(of: "b") == SensorMemory())
    #expect(lines.all.isEmpty)
    #expect(try Directory.names(in: "\(path)/sensors") == ["%2E.%2Fb%2Fc.sensor", "a.sensor"])
    #expect(try Directory.status(of: "\(path)/sensors").mode == 0o700)
  }

  @Test("the same again is not written again")
  func unchanged() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    let store = try store(directory.path, lines)
    store.keep(SensorMemory(), of: "a")
    store.finish(until: monotonicNow() + 2_000_000_000)
    #expect(throws: Errno.noSuchFile) { try Directory.names(in: "\(directory.path)/sensors") }
  }

  @Test("a place that can't be written is said once, and the level holds")
  func unwritable() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    // A file stands where the directory should be: not even root can write there.
    let store = try store(directory.file("file", ""), lines)
    for x in [0.1, 0.2, 0.3] {
      store.keep(try memory(x), of: "a")
      store.finish(until: monotonicNow() + 2_000_000_000)
    }
    let complaints = lines.all.filter {
      $0.contains("cannot keep the sensor's level and calibration in")
    }
    #expect(complaints.count == 1 && complaints[0].contains("not a directory"))
    // That it couldn't be read at the start either was said before.
    #expect(lines.all.count == 2)
    #expect(store.memory(of: "a") == (try memory(0.3)))
  }

  @Test(
    "a full disk is said once, what was kept stays whole, and a later success ends the silence",
    .enabled(if: isAccessible("/dev/full", writing: true), "there is no /dev/full"))
  func fullDisk() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    let store = try store(directory.path, lines)
    store.keep(try memory(0.1), of: "a")
    store.finish(until: monotonicNow() + 2_000_000_000)
    let file = "\(directory.path)/sensors/a.sensor"
    for x in [0.2, 0.3] {
      // What is written beside the file meets a full disk; the link is removed afterwards.
      #expect(symlink("/dev/full", file + newFileSuffix) == 0)
      store.keep(try memory(x), of: "a")
      store.finish(until: monotonicNow() + 2_000_000_000)
    }
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("no space left on device") == true)
    #expect(try self.store(directory.path, lines).memory(of: "a") == (try memory(0.1)))
    store.keep(try memory(0.4), of: "a")
    store.finish(until: monotonicNow() + 2_000_000_000)
    #expect(try self.store(directory.path, lines).memory(of: "a") == (try memory(0.4)))
    #expect(symlink("/dev/full", file + newFileSuffix) == 0)
    store.keep(try memory(0.5), of: "a")
    store.finish(until: monotonicNow() + 2_000_000_000)
    #expect(lines.all.count == 2)
  }

  @Test("without a directory it is said once, and the level holds")
  func nowhere() throws {
    let lines = Lines()
    let store = try store(nil, lines)
    store.keep(try memory(0.1), of: "a")
    store.keep(try memory(0.2), of: "a")
    store.finish(until: monotonicNow() + 2_000_000_000)
    #expect(lines.all.count == 1 && lines.all[0].contains("--state-dir"))
    #expect(store.memory(of: "a") == (try memory(0.2)))
  }

  @Test("a file that can't be understood is named with its line, and the others are read")
  func garbled() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    try Directory.makeAll("\(directory.path)/sensors", mode: 0o700)
    _ = directory.file("sensors/a.sensor", "version = 1\n\n[level]\nup = 1 2\n")
    _ = directory.file("sensors/b.sensor", try memory(0.4).text)
    _ = directory.file("sensors/b.sensor.new", "half")
    _ = directory.file("sensors/huge.sensor", String(repeating: "#", count: 20_000))
    _ = directory.file("sensors/note.txt", "nonsense")
    let store = try store(directory.path, lines)
    #expect(store.memory(of: "a") == SensorMemory())
    #expect(store.memory(of: "b") == (try memory(0.4)))
    #expect(lines.all.count == 2)
    #expect(lines.all.first?.contains("sensors/a.sensor:4: ") == true)
    #expect(lines.all.last?.contains("huge.sensor: file too large") == true)
  }

  @Test("a thousand sensors are kept, and a device with ever new names pushes none of them out")
  func many() throws {
    let directory = TemporaryDirectory()
    let lines = Lines()
    try Directory.makeAll("\(directory.path)/sensors", mode: 0o700)
    for number in 1...999 {
      _ = directory.file("sensors/\(number).sensor", try memory(0.1).text)
    }
    let store = try store(directory.path, lines)
    for number in 990...1100 { store.keep(try memory(0.2), of: "\(number)") }
    // One that is known may change.
    store.keep(try memory(0.3), of: "5")
    store.finish(until: monotonicNow() + 10_000_000_000)
    #expect(try Directory.names(in: "\(directory.path)/sensors").count == 1000)
    #expect(store.memory(of: "1") == (try memory(0.1)))
    #expect(store.memory(of: "5") == (try memory(0.3)))
    #expect(store.memory(of: "999") == (try memory(0.2)))
    #expect(store.memory(of: "1000") == (try memory(0.2)))
    #expect(store.memory(of: "1001") == SensorMemory())
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("1000 sensors' levels") == true)
  }

  @Test("a name of any length and of any signs is the name of a file")
  func names() {
    for id in ["", ".", "..", "a/b", "é ", String(repeating: ".", count: 300), "\0"] {
      let file = SensorStore.file(of: id)
      #expect(!file.hasPrefix(".") && !file.contains("/") && !file.contains("\0"))
      #expect(file.hasSuffix(".sensor") && file.utf8.count < 256)
    }
    #expect(SensorStore.file(of: "spi0.0:lsm6dsl") == "spi0.0:lsm6dsl.sensor")
  }

  @Test(
    "the directory is the one that is named, the service's, or the user's, in this order",
    arguments: [
      ("/a", ["STATE_DIRECTORY": "/b"], "/a"),
      (nil, ["STATE_DIRECTORY": "/b:/c", "XDG_STATE_HOME": "/d", "HOME": "/e"], "/b"),
      (nil, ["XDG_STATE_HOME": "/d", "HOME": "/e"], "/d/balld"),
      (nil, ["XDG_STATE_HOME": "d", "HOME": "/e"], "/e/.local/state/balld"),
      (nil, ["XDG_STATE_HOME": ""], nil), (nil, [:], nil), ("", [:], nil),
    ] as [(String?, [String: String], String?)])
  func directory(named: String?, environment: [String: String], path: String?) {
    #expect(StateDirectory(named: named) { environment[$0] }?.path == path)
  }
}
