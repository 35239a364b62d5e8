// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc
internal import Posix

/// The text console on a framebuffer, put into graphics mode: its cursor stops, and nothing that is
/// written to it is shown.
///
/// People may change to another console meanwhile: the kernel asks by SIGUSR1 and tells of the return by
/// SIGUSR2, and in between nothing may be drawn. It is whole again when this value goes, and when the
/// program does: a guard process sees to that.
///
/// A login prompt that starts on the console hangs it up and puts it into text mode (systemd's getty@.service:
/// TTYVHangup=, TTYReset=), which is noticed each time that it is looked after.
struct GraphicsConsole: ~Copyable {
  /// The signals by which the kernel speaks of the console.
  static let signals: [Signal] = [.user1, .user2]

  /// What couldn't be done, if something couldn't.
  private(set) var note: String?
  /// Whether another console is shown on the screen at present.
  private(set) var isLeft = false

  /// The console that is held; nil for none.
  private var held: Held?
  /// Whether another program has it in graphics mode: it may let go of it.
  private var isTaken = false

  private struct Held {
    let path: String
    let savedMode: Int32
    /// -1 for a console that can't be opened any more.
    var descriptor: Int32
    var guardPipe: Int32

    /// Lets go of it, and of the guard: what `putsBack` says, the guard doesn't do.
    func close(putsBack: Bool) {
      guard descriptor >= 0 else { return }
      if putsBack {
        _ = shim_free_console(descriptor)
        _ = shim_set_console_mode(descriptor, savedMode)
      }
      console_guard_end(guardPipe)
      Glibc.close(descriptor)
    }
  }

  /// Quiets the active console, if it is shown on the framebuffer of this number.
  ///
  /// Without the right to do so the picture is drawn all the same.
  init(on screen: borrowing Descriptor, number: Int) { take(screen, number) }

  deinit { held?.close(putsBack: true) }

  /// Looks after it: takes a console that another program had and has let go of, such as the picture that is
  /// shown while the machine starts, and one that somebody else has put into another mode.
  ///
  /// Returns whether something may stand on the screen now that isn't the picture.
  mutating func tend(on screen: borrowing Descriptor, number: Int) -> Bool {
    guard let held else {
      guard isTaken else { return false }
      take(screen, number)
      return self.held != nil
    }
    guard held.descriptor >= 0 else { return false }
    let mode = shim_console_mode(held.descriptor)
    if mode == Int32(shim_console_graphics) { return false }
    if mode < 0 {
      held.close(putsBack: false)
      hold(held.path, savedMode: held.savedMode)
    } else if !quiet(held.descriptor) {
      complain("cannot quiet \(held.path): \(Errno.current)")
    }
    return true
  }

  /// Somebody wants to see another console, or this one again; returns whether it was so.
  mutating func obey(_ signal: Signal) -> Bool {
    guard let held, Self.signals.contains(signal) else { return false }
    // Without such a wish, as when somebody has sent the signal by hand, the kernel says so.
    if signal == .user1 {
      if shim_leave_console(held.descriptor) == 0 { isLeft = true }
    } else {
      _ = shim_return_to_console(held.descriptor)
      isLeft = false
    }
    return true
  }

  private mutating func take(_ screen: borrowing Descriptor, _ number: Int) {
    isTaken = false
    // Of several screens, only one shows the console: the others need no quiet.
    guard number >= 0, let active = Self.activeConsole(),
      shim_console_screen(screen.number, active) == Int32(clamping: number)
    else { return }
    hold("/dev/tty\(active)", savedMode: nil)
  }

  /// Opens a console and quiets it; `savedMode` is what it was in before, if this isn't the first time.
  private mutating func hold(_ path: String, savedMode: Int32?) {
    // One that was held before may still be spoken of by the kernel.
    if let savedMode {
      held = Held(path: path, savedMode: savedMode, descriptor: -1, guardPipe: -1)
    }
    // For writing alone: that is what the group tty may do.
    let opened = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { return complain("cannot open \(path): \(Errno.current)") }
    let mode = shim_console_mode(opened)
    guard mode >= 0, mode != Int32(shim_console_graphics) || savedMode != nil else {
      isTaken = mode >= 0
      close(opened)
      return
    }
    let guardPipe = console_guard_start(opened, savedMode ?? mode)
    guard guardPipe >= 0 else {
      complain("cannot start a process: \(Errno.current)")
      close(opened)
      return
    }
    let latest = Held(
      path: path, savedMode: savedMode ?? mode, descriptor: opened, guardPipe: guardPipe)
    if quiet(opened) {
      held = latest
    } else {
      complain("cannot quiet \(path): \(Errno.current)")
      latest.close(putsBack: true)
    }
  }

  private func quiet(_ descriptor: Int32) -> Bool {
    shim_hold_console(descriptor, Signal.user1.rawValue, Signal.user2.rawValue) == 0
      && shim_set_console_mode(descriptor, Int32(shim_console_graphics)) == 0
  }

  private mutating func complain(_ reason: String) {
    note = "the console's text may show through: \(reason)"
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
