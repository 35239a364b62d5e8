// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

@testable internal import Daemon
@testable internal import Sensors

/// Reads an input device by the real libevdev, whose node is a FIFO and whose answers an input describes.
///
/// Needs the shim, which leads the node's path to the FIFO and answers for the kernel.
public enum EvdevProbe {
  /// Opens a device that says of itself anything, and reads events of any kind.
  ///
  /// The input begins with the lines of EvdevShim.c; behind a line `--` follow those that it has from the
  /// first loss of events on; behind a line `==` the events, of seven bytes each: type, code (2), value (4).
  /// Traps where a promise isn't kept: what is listed gives a terminal no order, and what is read is a number.
  ///
  /// - Returns: whether the device could be opened.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Bool {
    prepare
    let parts = cut(bytes)
    let fake = FakeInput(in: "/dev/shm")
    setenv("BALLD_TEST_ROOT", String(fake.environment["BALLD_TEST_ROOT"] ?? ""), 1)
    fake.plug(FakeInput.Device(parts.first), as: 0)
    let list = ListInputs(.any, nil)
    for line in list.text.split(separator: "\n") { verify(String(line)) }
    var isOpen = false
    do throws(Errno) {
      let node = try InputNode("/dev/input/event0")
      let device = node.describe(InputDirectory.surroundings(of: node.path, byID: nil))
      let candidate = InputSurvey.Candidate(
        device: device, role: InputRole(of: device, countsPerG: 256))
      let queue = try InputQueue()
      let input = OpenInput(node, candidate, tilts: true, buttons: buttons, queue: queue)
      try input.begin()
      isOpen = true
      for (index, event) in parts.events.prefix(200).enumerated() {
        if event.type == 0, event.code == 3 { fake.describe(FakeInput.Device(parts.second), as: 0) }
        fake.write([event], to: 0, time: monotonicNow())
        if index % 8 == 7 { try input.read() }
      }
      try input.read()
      try input.check()
      input.step(now: monotonicNow() + 1_000_000_000)
      queue.take { content in
        precondition(content.samples.allSatisfy { $0.acceleration.x.isFinite && $0.time > 0 })
        precondition(content.positions.allSatisfy { abs($0.x) <= 1 && abs($0.y) <= 1 })
      }
    } catch {
      // Refused, or gone; the errno says all.
    }
    return isOpen
  }

  private static let prepare: Void = { _ = setenv("BALLD_TEST_WITHOUT_FAULTS", "1", 1) }()

  private static let buttons: ButtonMap = {
    do {
      return try ButtonMap(ButtonMap.defaultText)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private static func verify(_ line: String) {
    precondition(
      !line.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
  }

  private static func cut(
    _ bytes: [UInt8]
  ) -> (first: [String], second: [String], events: [(type: Int, code: Int, value: Int)]) {
    var lines: [[String]] = [[]]
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = Array(rest.prefix { $0 != UInt8(ascii: "\n") })
      rest = rest.dropFirst(line.count + 1)
      if line.elementsEqual("==".utf8) { break }
      if line.elementsEqual("--".utf8) {
        lines.append([])
      } else if lines[lines.count - 1].count < 60 {
        lines[lines.count - 1].append(
          String(decoding: line.prefix(200).filter { $0 != 0 }, as: UTF8.self))
      }
    }
    var events: [(type: Int, code: Int, value: Int)] = []
    while rest.count >= 7 {
      let word = Array(rest.prefix(7))
      rest = rest.dropFirst(7)
      let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(word[3 + $1]) << UInt32(8 * $1) }
      events.append(
        (Int(word[0]), Int(word[1]) | Int(word[2]) << 8, Int(Int32(bitPattern: value))))
    }
    return (lines[0], lines.count > 1 ? lines[1] : lines[0], events)
  }
}
