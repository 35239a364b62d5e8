// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// IIO devices made of files, which a program sees as its computer's own when it is started with
/// `environment`.
///
/// Used from one thread, but for `scan` and `write`, which a feeder may call.
public final class FakeIIO: Sendable {
  private let directory: TemporaryDirectory
  /// The open nodes, by number: a FIFO keeps what is written as long as somebody holds it.
  private let nodes = Lock(Nodes())

  private struct Nodes: Sendable {
    var open: [Int: Int32] = [:]
    /// Of devices that were unplugged: held, since the kernel doesn't wake their readers either.
    var orphans: [Int32] = []
  }

  /// Where the files are.
  public var root: String { directory.path }

  /// What a program's environment must hold to see the devices.
  public var environment: [String: String] {
    ["LD_PRELOAD": "\(Program.directory)/libhardwareshim.so", "BALLD_TEST_ROOT": root]
  }

  /// A kernel with IIO and no devices, whose files lie under `parent`.
  public init(in parent: String = "/tmp") {
    directory = TemporaryDirectory(in: parent)
    make("\(devices)/")
  }

  deinit {
    nodes.withLock { nodes in
      for node in Array(nodes.open.values) + nodes.orphans { close(node) }
    }
  }

  private var devices: String { "\(root)/sys/bus/iio/devices" }

  /// The attributes of one device, by file name within its directory, with its node's number.
  public struct Device: Sendable {
    /// The N of `iio:deviceN`.
    public var number: Int
    /// Contents of files, by their path in the device's directory; without the final newline.
    public var files: [String: String]
    /// Whether there is a node.
    public var hasNode: Bool

    /// A device with these files.
    public init(number: Int, files: [String: String], hasNode: Bool) {
      self.number = number
      self.files = files
      self.hasNode = hasNode
    }

    /// A three-axis sensor as drivers usually show it.
    ///
    /// - Parameters:
    ///   - number: The N of `iio:deviceN`.
    ///   - name: The driver's name.
    ///   - quantities: `accel`, `anglvel` or both.
    ///   - scales: What is worth a count, by quantity.
    ///   - type: How an axis is written in a scan; nil for a device without buffer.
    ///   - rate: The attribute `sampling_frequency`.
    ///   - rates: The attribute `sampling_frequency_available`.
    /// - Returns: The device, to be plugged in.
    public static func sensor(
      _ number: Int, _ name: String, _ quantities: [String] = ["accel"],
      scales: [String: String] = ["accel": "0.000598", "anglvel": "0.000152"],
      type: String? = "le:s16/16>>0", rate: String? = "104",
      rates: String? = "12.5 26 52 104 208"
    ) -> Device {
      var files = ["name": name, "uevent": "DEVNAME=iio:device\(number)"]
      files["sampling_frequency"] = rate
      files["sampling_frequency_available"] = rates
      var index = 0
      for quantity in quantities {
        files["in_\(quantity)_scale"] = scales[quantity]
        for axis in ["x", "y", "z"] {
          // Flat and still.
          files["in_\(quantity)_\(axis)_raw"] = quantity == "accel" && axis == "z" ? "16399" : "0"
          guard let type else { continue }
          files["scan_elements/in_\(quantity)_\(axis)_en"] = "0"
          files["scan_elements/in_\(quantity)_\(axis)_index"] = "\(index)"
          files["scan_elements/in_\(quantity)_\(axis)_type"] = type
          index += 1
        }
      }
      if type != nil {
        files["current_timestamp_clock"] = "realtime"
        files["scan_elements/in_timestamp_en"] = "0"
        files["scan_elements/in_timestamp_index"] = "\(index)"
        files["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
        files["buffer/enable"] = "0"
        files["buffer/length"] = "2"
        files["buffer/watermark"] = "10"
        files["buffer/data_available"] = "0"
      }
      return Device(number: number, files: files, hasNode: type != nil)
    }
  }

  /// Plugs a device in: at once, as the kernel puts its link into the bus' directory.
  public func plug(_ device: Device) {
    let new = "\(root)/new"
    for (name, content) in device.files { set("\(new)/\(name)", content) }
    defer {
      make("\(devices)/")
      let path = "\(devices)/iio:device\(device.number)"
      precondition(rename(new, path) == 0, "\(path): errno \(errno)")
    }
    guard device.hasNode else { return }
    let node = "\(root)/dev/iio:device\(device.number)"
    make(node)
    precondition(mkfifo(node, 0o600) == 0, "mkfifo \(node): errno \(errno)")
    let descriptor = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    precondition(descriptor >= 0, "open \(node): errno \(errno)")
    nodes.withLock { $0.open[device.number] = descriptor }
  }

  /// Takes the whole subsystem away, as before its module is loaded.
  public func removeSubsystem() { TemporaryDirectory.remove("\(root)/sys") }

  /// Makes a trigger.
  public func plugTrigger(_ number: Int, _ name: String, rate: String? = "10") {
    set("\(devices)/trigger\(number)/name", name)
    if let rate { set("\(devices)/trigger\(number)/sampling_frequency", rate) }
  }

  /// Pulls a device out: its files are gone, and reading what is open gives ENODEV.
  public func unplug(_ number: Int) {
    unlink("\(root)/dev/iio:device\(number)")
    // Out of sight at once, as the bus' link is.
    let old = "\(root)/old"
    precondition(rename("\(devices)/iio:device\(number)", old) == 0, "unplug: errno \(errno)")
    TemporaryDirectory.remove(old)
    nodes.withLock { nodes in
      if let node = nodes.open.removeValue(forKey: number) { nodes.orphans.append(node) }
      // The program has surely let go of the oldest by now.
      if nodes.orphans.count > 4 { close(nodes.orphans.removeFirst()) }
    }
  }

  /// Writes bytes into a device's node, as one scan or several; false when the reader is behind.
  @discardableResult
  public func write(_ bytes: [UInt8], to number: Int) -> Bool {
    nodes.withLock { nodes in
      guard let node = nodes.open[number] else { return false }
      return Glibc.write(node, bytes, bytes.count) == bytes.count
    }
  }

  /// Writes one scan of 16-bit axes and a timestamp, as `sensor` lays it out.
  @discardableResult
  public func scan(_ axes: [Int16], time: Int64, to number: Int) -> Bool {
    var bytes = axes.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    while bytes.count % 8 != 0 { bytes.append(0xff) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: time >> Int64(8 * $0)) }
    return write(bytes, to: number)
  }

  /// Sets an attribute of a device.
  public func set(_ name: String, of number: Int, to content: String) {
    set("\(devices)/iio:device\(number)/\(name)", content)
  }

  /// What a device's attribute holds now, without blanks and the NULs that libiio writes.
  public func get(_ name: String, of number: Int) -> String? {
    get("\(devices)/iio:device\(number)/\(name)")
  }

  /// What a trigger's attribute holds now.
  public func getTrigger(_ number: Int, _ name: String) -> String? {
    get("\(devices)/trigger\(number)/\(name)")
  }

  private func get(_ path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, .reading).readAll(atMost: 4096) else { return nil }
    return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
  }

  /// Lets something go wrong with a path from now on: lines as HardwareShim.c reads them.
  ///
  /// None lets it go well again.
  public func fault(_ path: String, _ lines: String) {
    let file = "\(root)/faults\(path)"
    if lines.isEmpty { unlink(file) } else { set(file, lines) }
  }

  /// Lets the calls be written down by which a program's first thread reaches a device.
  public func recordFirstThread() { setFile("/first-thread", "") }

  /// What its first thread reached since then, one path each.
  public var reachedByFirstThread: [String] {
    let bytes = (try? Descriptor.open("\(root)/first-thread", .reading).readAll(atMost: 1 << 20))
    return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Lets the programs that are started from now on count how often they ask for memory.
  public func countAllocations() { setFile("/allocations", "0000000") }

  /// How often they did; nil where this build can't count, as under a sanitizer.
  public var allocations: UInt64? {
    guard
      let bytes = try? Descriptor.open("\(root)/allocations", .reading).readAll(atMost: 8),
      bytes != Array("0000000\n".utf8)
    else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The path of an attribute as the program sees it.
  public func path(_ name: String, of number: Int) -> String {
    "/sys/bus/iio/devices/iio:device\(number)/\(name)"
  }

  /// Writes a file of the fake computer, such as /proc/device-tree/hat/product.
  public func setFile(_ path: String, _ content: String) { set("\(root)\(path)", content) }

  /// Writes a file in place, as sysfs has it: who holds it open reads the new content.
  private func set(_ path: String, _ content: String) {
    make(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "\(path): errno \(errno)")
    // libiio takes the last byte of what it reads for a newline.
    let bytes = Array("\(content)\n".utf8)
    precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    ftruncate(descriptor, off_t(bytes.count))
    close(descriptor)
  }

  /// Makes the directories above `path`.
  private func make(_ path: String) {
    var above = ""
    for part in path.split(separator: "/").dropLast(path.hasSuffix("/") ? 0 : 1) {
      above += "/\(part)"
      mkdir(above, 0o700)
    }
  }
}
