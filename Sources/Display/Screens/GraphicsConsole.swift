// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc
internal import Posix

/// The text console on a framebuffer, put into graphics mode: its cursor stops, and nothing that is
/// written to it is shown.
///
/// It is whole again when this value goes, and when the program does: a child
/// process sees to that.
struct GraphicsConsole: ~Copyable {
  /// What couldn't be done, if something couldn't.
  let note: String?
  private let console: Int32
  private let guardPipe: Int32
  private let savedMode: Int32

  /// Quiets the active console, if it is shown on this framebuffer.
  ///
  /// Without the right to do so the picture is drawn all the same.
  init(on screen: borrowing Descriptor, number: Int) {
    var (console, guardPipe, savedMode): (Int32, Int32, Int32) = (-1, -1, 0)
    note = Self.quiet(screen.number, number, &console, &guardPipe, &savedMode)
    (self.console, self.guardPipe, self.savedMode) = (console, guardPipe, savedMode)
  }

  deinit {
    guard console >= 0 else { return }
    _ = shim_set_console_mode(console, savedMode)
    console_guard_end(guardPipe)
    close(console)
  }

  private static func quiet(
    _ screen: Int32, _ number: Int, _ console: inout Int32, _ guardPipe: inout Int32,
    _ savedMode: inout Int32
  ) -> String? {
    // Of several screens, only one shows the console: the others need no quiet.
    guard let active = activeConsole(), shim_console_screen(screen, active) == Int32(number) else {
      return nil
    }
    let path = "/dev/tty\(active)"
    // For writing alone: that is what the group tty may do.
    let opened = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else {
      return "the console's text may show through: cannot open \(path): \(Errno.current)"
    }
    let mode = shim_console_mode(opened)
    guard mode >= 0, mode != Int32(shim_console_graphics) else {
      // Another program has it already.
      close(opened)
      return nil
    }
    let started = console_guard_start(opened, mode)
    guard started >= 0 else {
      let error = Errno.current
      close(opened)
      return "the console's text may show through: cannot start a process: \(error)"
    }
    guard shim_set_console_mode(opened, Int32(shim_console_graphics)) == 0 else {
      let error = Errno.current
      console_guard_end(started)
      close(opened)
      return "the console's text may show through: cannot quiet \(path): \(error)"
    }
    (console, guardPipe, savedMode) = (opened, started, mode)
    return nil
  }

  /// The number of the console that is shown, by `tty1` and the like in sysfs.
  private static func activeConsole() -> UInt32? {
    guard let file = try? Descriptor.open("/sys/class/tty/tty0/active", .reading),
      let bytes = try? file.readAll(atMost: 64)
    else { return nil }
    let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard text.hasPrefix("tty"), let number = UInt32(text.dropFirst(3)), number > 0 else {
      return nil
    }
    return number
  }
}
