// SPDX-License-Identifier: MIT

internal import Glibc

/// Framebuffers and a console in files of a test's own, which ScreenShim.c shows to a program.
public final class FakeScreen: Sendable {
  /// A screen's pixels: XRGB8888, or RGB565 for 16 bits.
  public struct Shape: Sendable {
    /// Pixels a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bits a pixel.
    public var bits: Int
    /// The console that is shown on it; 0 for none.
    public var console: Int

    /// Makes a shape.
    public init(_ width: Int, _ height: Int, bits: Int = 32, console: Int = 0) {
      self.width = width
      self.height = height
      self.bits = bits
      self.console = console
    }

    /// Bytes from one row to the next.
    public var stride: Int { width * bits / 8 }
  }

  private let directory = TemporaryDirectory()
  private var root: String { directory.path }

  /// Makes a machine without a screen, whose console is tty1, in text mode.
  public init() {
    for path in [
      "sys", "sys/class", "sys/class/graphics", "sys/class/tty", "sys/class/tty/tty0", "dev",
      "faults", "faults/dev",
    ] { mkdir("\(root)/\(path)", 0o700) }
    write("tty1\n", "sys/class/tty/tty0/active")
    write("", "dev/tty1")
    write("0\n", "dev/tty1.mode")
  }

  /// What a program's environment needs.
  public var environment: [String: String] {
    ["LD_PRELOAD": "\(Program.directory)/libhardwareshim.so", "BALLD_TEST_ROOT": root]
  }

  // MARK: Screens

  /// Plugs a screen in, all its bytes 0xEE.
  public func plug(_ number: Int, name: String, _ shape: Shape) {
    let size = shape.stride * shape.height
    _ = directory.file("dev/fb\(number)", [UInt8](repeating: 0xEE, count: size))
    describe(number, shape)
    mkdir("\(root)/sys/class/graphics/fb\(number)", 0o700)
    write("\(name)\n", "sys/class/graphics/fb\(number)/name")
  }

  /// What the driver says of a screen from now on; its memory stays.
  public func describe(_ number: Int, _ shape: Shape) {
    let fields = shape.bits == 16 ? "11 5 5 6 0 5" : "16 8 8 8 0 8"
    write(
      "\(shape.width) \(shape.height) \(shape.bits) 0 0 \(shape.stride)"
        + " \(shape.stride * shape.height) \(fields) \(shape.console)\n", "dev/fb\(number).screen")
  }

  /// Pulls it out.
  public func unplug(_ number: Int) {
    TemporaryDirectory.remove("\(root)/sys/class/graphics/fb\(number)")
    unlink("\(root)/dev/fb\(number)")
    unlink("\(root)/dev/fb\(number).screen")
  }

  /// A screen's memory; none if there is no screen.
  public func memory(_ number: Int) -> [UInt8] { read("dev/fb\(number)") }

  /// Paints all of a screen's bytes over, as somebody else would.
  public func spoil(_ number: Int) {
    let count = memory(number).count
    guard let file = fopen("\(root)/dev/fb\(number)", "r+e") else { return }
    fwrite([UInt8](repeating: 0xEE, count: count), 1, count, file)
    fclose(file)
  }

  /// Lets something go wrong with a screen from now on: lines as HardwareShim.c reads them.
  public func fault(_ number: Int, _ lines: String) { write(lines, "faults/dev/fb\(number)") }

  // MARK: The console

  /// The console's mode: 0 for text, 1 for graphics.
  public var consoleMode: Int {
    get { Int(String(decoding: read("dev/tty1.mode").prefix { $0 != 10 }, as: UTF8.self)) ?? -1 }
    set { write("\(newValue)\n", "dev/tty1.mode") }
  }

  /// What was asked of the console so far.
  public var consoleCalls: [String] {
    String(decoding: read("dev/tty1.calls"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A login prompt starts on it: what was open is hung up, and the mode is that for text.
  public func hangUpConsole() {
    unlink("\(root)/dev/tty1")
    consoleMode = 0
    write("", "dev/tty1")
  }

  /// Somebody wants to see another console: what the kernel knows of it.
  public func wishForAnotherConsole() { write("", "dev/tty1.wish") }

  /// Whoever reads it sees all of it or nothing.
  private func write(_ text: String, _ name: String) {
    rename(directory.file("part", text), "\(root)/\(name)")
  }

  private func read(_ name: String) -> [UInt8] {
    guard let file = fopen("\(root)/\(name)", "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }
}
