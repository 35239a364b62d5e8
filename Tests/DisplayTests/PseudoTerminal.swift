// SPDX-License-Identifier: MIT

import CShims
import Glibc
import Posix
import Support

/// A pseudo terminal with a program on it: a session of its own, whose terminal this is.
///
/// The slave stays open here too, so that its settings can be asked for after the program's end.
final class PseudoTerminal {
  let master: Descriptor
  let slave: Descriptor
  /// Readable (at its end) when every process on the terminal has ended.
  let ended: Descriptor
  let process: pid_t
  /// What the terminal's settings were before the program began.
  let initialSettings: [UInt32]
  /// The slave's name.
  let path: String
  private var status: Int32?

  /// Whether this system has pseudo terminals: a bare chroot has none.
  static var isAvailable: Bool {
    let number = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    return number >= 0 && close(number) == 0
  }

  /// Starts a program: found by its path, its terminal of this size, and with settings that are no
  /// default, if that is asked for.
  init(
    _ arguments: [String], environment: [String], columns: Int, rows: Int,
    inputFrom input: String? = nil, hasOddSettings: Bool = false
  ) throws {
    // posix_openpt(3) and its kin are not in the Glibc module: these are the ioctls beneath them.
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, macros with arguments.
    let number = try systemCall { open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK) }
    let master = Descriptor(consuming: number)
    var (lock, index): (Int32, UInt32) = (0, 0)
    try systemCall { ioctl(number, 0x4004_5431, &lock) }
    try systemCall { ioctl(number, 0x8004_5430, &index) }
    let path = "/dev/pts/\(index)"
    let slave = try Descriptor.open(path, .readingAndWriting)
    if hasOddSettings { try Self.makeSettingsOdd(of: slave.number) }
    initialSettings = try Self.settings(of: slave.number)
    try Self.setSize(of: slave.number, columns: columns, rows: rows)
    var ends: [Int32] = [-1, -1]
    try systemCall { pipe(&ends) }
    let ended = Descriptor(consuming: ends[0])
    let held = Descriptor(consuming: ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // A session's first process gets the terminal that it opens first.
    posix_spawn_file_actions_addopen(&actions, 1, path, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 0, input ?? path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawn_file_actions_adddup2(&actions, held.number, 9)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, a macro under _GNU_SOURCE; and the signals as they are at a login.
    posix_spawnattr_setflags(
      &attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)

    var pointers = arguments.map { strdup($0) } + [nil]
    var variables = (environment + Sanitizer.environment).map { strdup($0) } + [nil]
    defer { for pointer in pointers + variables { free(pointer) } }
    var started: pid_t = 0
    let failure = posix_spawn(
      &started, arguments[0], &actions, &attributes, &pointers, &variables)
    if failure != 0 { throw Errno(rawValue: failure) }
    process = started
    self.ended = ended
    self.master = master
    self.slave = slave
    self.path = path
  }

  deinit {
    if status == nil {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      _ = wait()
    }
  }

  /// Waits for the first process's end: call it once `ended` is readable.
  func wait() -> Int32 {
    if let status { return status }
    var found: Int32 = 0
    _ = try? systemCall { waitpid(process, &found, 0) }
    status = found
    return found
  }

  /// What `stty -g` would say: every field of the termios.
  func settings() throws -> [UInt32] { try Self.settings(of: slave.number) }

  private static func settings(of number: Int32) throws -> [UInt32] {
    var found = termios()
    try systemCall { tcgetattr(number, &found) }
    let characters = withUnsafeBytes(of: found.c_cc) { $0.map(UInt32.init) }
    return [
      found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag, found.c_ispeed, found.c_ospeed,
    ] + characters
  }

  /// Makes the settings unlike any default, so that a generic restoration would be found out.
  private static func makeSettingsOdd(of number: Int32) throws {
    var found = termios()
    try systemCall { tcgetattr(number, &found) }
    found.c_lflag &= ~tcflag_t(ECHOKE)
    found.c_iflag |= tcflag_t(IXANY)
    withUnsafeMutableBytes(of: &found.c_cc) { $0[Int(VEOL)] = 0x23 }
    try systemCall { tcsetattr(number, TCSANOW, &found) }
  }

  func resize(columns: Int, rows: Int) throws {
    try Self.setSize(of: slave.number, columns: columns, rows: rows)
  }

  /// Fills the way from the program to the terminal to the last byte, with CAN, which does nothing.
  func fill() throws {
    let path = path
    let number = try systemCall { open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    let filler = Descriptor(consuming: number)
    var count = 1024
    while count > 0 {
      let bytes = [UInt8](repeating: 0x18, count: count)
      if Glibc.write(filler.number, bytes, count) >= 0 { continue }
      guard Errno.current == .wouldBlock else { throw Errno.current }
      count /= 2
    }
  }

  func type(_ text: String) throws { try writeAll(text, to: master.number) }

  /// Some of what the program has written since the last call; empty if there is nothing more.
  func read() -> [UInt8] {
    // A pseudo terminal gives out 4 KiB at the most in one go.
    [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = (try? master.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }

  private static func setSize(of number: Int32, columns: Int, rows: Int) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try systemCall { ioctl(number, UInt(TIOCSWINSZ), &size) }
  }
}
