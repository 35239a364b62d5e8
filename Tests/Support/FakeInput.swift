// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// Input devices made of FIFOs, which a program sees as its computer's own when it is started with
/// `environment`.
public final class FakeInput {
  /// Where the files are, and what keeps them there.
  private let root: String
  private let keeper: AnyObject
  /// The open nodes, by number.
  private var nodes: [Int: Int32] = [:]
  /// What the devices answer, by number.
  private var devices: [Int: Device] = [:]

  /// What a program's environment must hold to see the devices.
  public var environment: [String: String] {
    ["LD_PRELOAD": "\(Program.directory)/libhardwareshim.so", "BALLD_TEST_ROOT": root]
  }

  /// A computer with no input devices, and nothing else, whose files lie under `parent`.
  public convenience init(in parent: String = "/tmp") {
    let directory = TemporaryDirectory(in: parent)
    self.init(root: directory.path, keeper: directory)
  }

  /// The input devices, of which there are none yet, of a computer that has IIO devices besides.
  public convenience init(beside other: FakeIIO) { self.init(root: other.root, keeper: other) }

  private init(root: String, keeper: AnyObject) {
    self.root = root
    self.keeper = keeper
    for part in ["dev", "dev/input", "dev/input/by-id"] {
      mkdir("\(root)/\(part)", 0o700)
    }
  }

  deinit { for node in nodes.values { close(node) } }

  /// What the kernel would answer about a device; EvdevShim.c describes the lines.
  public struct Device: Sendable {
    /// The lines.
    public var lines: [String]

    /// A device of these lines.
    public init(_ lines: [String]) { self.lines = lines }

    /// An accelerometer that says so, with these numbers (vendor and product in hexadecimal), and
    /// the accelerometer's present values.
    public static func accelerometer(
      _ name: String = "Motion Sensors", unique: String = "aa:bb", countsPerG: Int = 8192,
      gyroCounts: Int? = nil, vendor: String = "1234 5678", values: [Int] = [0, 0, 8192]
    ) -> Device {
      var lines = [
        "N: \(name)", "I: 0005 \(vendor) 0001", "U: \(unique)", "P: 40", "B: 00 19",
        "B: 03 \(gyroCounts == nil ? "07" : "3f")", "B: 04 20",
      ]
      for axis in 0..<3 {
        lines.append("A: 0\(axis) -32768 32767 16 0 \(countsPerG) \(values[axis])")
      }
      for axis in 3..<6 {
        guard let gyroCounts else { continue }
        lines.append("A: 0\(axis) -2097152 2097152 16 0 \(gyroCounts) 0")
      }
      return Device(lines)
    }

    /// An accelerometer on these axes, which may say so or not, nor in which unit.
    public static func motion(
      _ name: String, numbers: String = "0000 0000", axes: [Int] = [0, 1, 2], countsPerG: Int = 0,
      isMarked: Bool = false, values: [Int] = [0, 0, 0]
    ) -> Device {
      let bits = String(axes.reduce(0) { $0 | 1 << $1 }, radix: 16)
      return Device(
        ["N: \(name)", "I: 0005 \(numbers) 0001", "B: 00 09", "B: 03 \(bits)"]
          + (isMarked ? ["P: 40"] : [])
          + zip(axes, values).map { "A: 0\($0) -32768 32767 0 0 \(countsPerG) \($1)" })
    }

    /// A gamepad: a stick, a hat, and the buttons A, B, X, Y, TL, TR, SELECT, START, MODE.
    public static func gamepad(_ name: String = "Gamepad", unique: String = "cc:dd") -> Device {
      Device([
        "N: \(name)", "I: 0003 045e 028e 0110", "U: \(unique)", "B: 00 0b",
        // 38 bytes up to BTN_JOYSTICK, then BTN_SOUTH 0x130 and so on.
        "B: 01 " + bits([0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c]),
        "B: 03 03 00 03", "A: 00 -32768 32767 16 128 0 0", "A: 01 -32768 32767 16 128 0 0",
        "A: 10 -1 1 0 0 0 0", "A: 11 -1 1 0 0 0 0",
      ])
    }

    /// The Sense HAT's joystick: four arrows and Enter.
    public static let senseHat = Device([
      "N: Raspberry Pi Sense HAT Joystick", "I: 0018 0000 0000 0000", "B: 00 03",
      "B: 01 " + bits([28, 103, 105, 106, 108]),
    ])

    /// A keyboard.
    public static let keyboard = Device([
      "N: Some Keyboard", "I: 0003 1111 2222 0000", "B: 00 03", "B: 01 " + bits(Array(1...110)),
    ])

    /// Changes the present value of an axis, if it has that.
    fileprivate mutating func move(_ axis: Int, to value: Int) {
      for (index, line) in lines.enumerated() where line.hasPrefix("A: ") {
        let words = line.split(separator: " ")
        guard words.count >= 7, Int(words[1], radix: 16) == axis else { continue }
        lines[index] = (words.prefix(7) + ["\(value)"]).joined(separator: " ")
      }
    }

    private static func bits(_ codes: [Int]) -> String {
      var bytes = [UInt8](repeating: 0, count: 96)
      for code in codes { bytes[code / 8] |= 1 << UInt8(code % 8) }
      return bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
  }

  /// Plugs a device in, as `eventN`.
  public func plug(_ device: Device, as number: Int) {
    describe(device, as: number)
    markChange(number)
    let node = path(number)
    precondition(mkfifo(node, 0o600) == 0, "mkfifo \(node): errno \(errno)")
    let descriptor = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    precondition(descriptor >= 0, "open \(node): errno \(errno)")
    nodes[number] = descriptor
  }

  /// Changes what the device answers, as of now.
  public func describe(_ device: Device, as number: Int) {
    devices[number] = device
    // In one go, since it may be read at any moment.
    write(device.lines.joined(separator: "\n") + "\n", to: "new")
    rename("\(root)/new", "\(path(number)).device")
  }

  /// Gives a device a name in /dev/input/by-id.
  public func link(_ name: String, to number: Int) {
    symlink("../event\(number)", "\(root)/dev/input/by-id/\(name)")
  }

  /// Pulls a device out: its readers are woken and told.
  public func unplug(_ number: Int) {
    unlink(path(number))
    unlink("\(path(number)).device")
    unlink("\(path(number)).node")
    if let node = nodes.removeValue(forKey: number) { close(node) }
  }

  /// Ends a device in a way that poll(2) tells, and read(2) doesn't.
  public func hangUp(_ number: Int) {
    if let node = nodes.removeValue(forKey: number) { close(node) }
  }

  /// Takes a device's node away without waking its reader, who is told when it reads.
  public func vanish(_ number: Int) { unlink(path(number)) }

  /// Writes events as the kernel would: (type, code, value), dated `time` (ns).
  ///
  /// Who asks for an axis is told its newest value, as by the kernel; but among events that the
  /// kernel lost some of (SYN_DROPPED) that one may not be, and it stays as it was described.
  public func write(_ events: [(Int, Int, Int)], to number: Int, time: Int64) {
    var bytes: [UInt8] = []
    func append(_ value: Int64, _ size: Int) {
      bytes += (0..<size).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
    }
    for (type, code, value) in events {
      append(time / 1_000_000_000, 8)
      append(time % 1_000_000_000 / 1000, 8)
      append(Int64(type), 2)
      append(Int64(code), 2)
      append(Int64(value), 4)
    }
    guard let node = nodes[number] else { return }
    let positions = events.filter { $0.0 == 3 }
    let isWhole = !events.contains { $0.0 == 0 && $0.1 == 3 }
    if var device = devices[number], isWhole, !positions.isEmpty {
      for (_, axis, value) in positions { device.move(axis, to: value) }
      describe(device, as: number)
    }
    precondition(Glibc.write(node, bytes, bytes.count) == bytes.count)
  }

  /// Lets something go wrong with a device's node from now on: lines as HardwareShim.c reads them.
  public func fault(_ number: Int, _ lines: String) {
    var above = root
    for part in ["faults", "dev", "input"] {
      above += "/\(part)"
      mkdir(above, 0o700)
    }
    write(lines, to: "faults/dev/input/event\(number)")
  }

  /// Gives a device's node other rights, as udev does a moment after it has appeared.
  public func changeMode(_ number: Int, to mode: UInt32) {
    chmod(path(number), mode_t(mode))
    markChange(number)
  }

  /// The node has changed just now (HardwareShim.c, stat).
  private func markChange(_ number: Int) { write("", to: "dev/input/event\(number).node") }

  private func write(_ text: String, to name: String) {
    guard let file = fopen("\(root)/\(name)", "we") else {
      preconditionFailure("open \(root)/\(name): errno \(errno)")
    }
    fputs(text, file)
    fclose(file)
  }

  private func path(_ number: Int) -> String { "\(root)/dev/input/event\(number)" }
}
