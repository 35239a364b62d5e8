// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc
public import Posix

/// The terminal as a screen: raw while it is entered, and whole again after `leave`, after a
/// crash, after SIGKILL, and when this value goes.
public struct Terminal: ~Copyable {
  /// The terminal's descriptor, opened anew where that works: it can then be made non-blocking
  /// without making it so for the shell and everybody else who shares standard output.
  private let output: Descriptor
  /// Standard input if it is a terminal, else −1: no keys.
  public let input: Int32
  private let saved: termios
  /// Whether it is no more than a console: `Capabilities.isSynchronized` is false.
  private let isConsole: Bool
  private var encoder: TerminalEncoder
  /// What is on the screen; nil if that isn't known.
  private var shown: CellGrid?
  /// The rest of a frame that the terminal didn't take yet.
  private var pending: [UInt8] = []
  /// Whether the terminal is raw and on its alternate screen.
  public private(set) var isEntered = false

  /// How long the last bytes may wait for a terminal that doesn't read, in ns.
  private static let leavePatience: Int64 = 500_000_000

  /// Opens the terminal behind standard output.
  ///
  /// Nothing is changed before `enter`, whose first call wants to find a single thread in this
  /// process (TerminalGuard.h).
  public static func open(_ capabilities: Capabilities) throws(Errno) -> Terminal {
    let output = try openOutput()
    var settings = termios()
    let number = output.number
    try systemCall { tcgetattr(number, &settings) }
    return Terminal(
      output: output, input: Process.isTerminal(STDIN_FILENO) ? STDIN_FILENO : -1,
      saved: settings, isConsole: !capabilities.isSynchronized)
  }

  private init(output: consuming Descriptor, input: Int32, saved: termios, isConsole: Bool) {
    self.output = output
    self.input = input
    self.saved = saved
    self.isConsole = isConsole
    encoder = TerminalEncoder(isSynchronized: !isConsole)
  }

  deinit {
    // Only if `leave` wasn't called: an error on the way.
    if isEntered { Self.restore(output.number, saved, isConsole: isConsole) }
  }

  private static func openOutput() throws(Errno) -> Descriptor {
    if let name = ttyname(STDOUT_FILENO) {
      let path = String(cString: name)
      let number = Glibc.open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if number >= 0 { return Descriptor(consuming: number) }
    }
    // The terminal belongs to somebody else (su), or to another mount namespace: writes may wait.
    let number = try systemCall { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) }
    return Descriptor(consuming: number)
  }

  /// The descriptor to wait for, while `isWaiting`, until it can be written.
  public var outputNumber: Int32 { output.number }

  /// Whether the terminal hasn't taken the last frame as a whole: no frame is presented till then.
  public var isWaiting: Bool { !pending.isEmpty }

  /// Whether this process may use the terminal: it isn't a job in the background.
  public var isForeground: Bool {
    let group = tcgetpgrp(output.number)
    // Not the controlling terminal: there are no jobs.
    return group == -1 || group == getpgrp()
  }

  /// The size in character cells, or nil if the terminal doesn't know it.
  public var size: ViewOptions.Size? { Self.size(of: output.number) }

  /// The size of the terminal behind a descriptor, or nil if there is none or it isn't known.
  ///
  /// At most what `--size` takes: what is told may be 65535 by 65535, whose cells no memory holds.
  public static func size(of number: Int32) -> ViewOptions.Size? {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard shim_window_size(number, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
    let most = ViewOptions.Size.longestOfText
    return ViewOptions.Size(columns: min(most, Int(columns)), rows: min(most, Int(rows)))
  }

  /// Whether the font of the Linux console behind a descriptor has the half blocks and the full one.
  static func consoleHasHalfBlocks(_ number: Int32) -> Bool {
    let wanted: [UInt16] = [0x2580, 0x2584, 0x2588]
    return shim_console_has_glyphs(number, wanted, Int32(wanted.count)) == 1
  }

  // MARK: In and out

  /// Makes the terminal raw and shows the alternate screen.
  ///
  /// Idempotent.
  public mutating func enter() throws(Errno) {
    if isEntered { return }
    let number = output.number
    var raw = saved
    if input >= 0 {
      cfmakeraw(&raw)
    } else {
      // Nobody reads the keys: Ctrl-C must still work.
      raw.c_oflag &= ~tcflag_t(OPOST)
      raw.c_lflag &= ~tcflag_t(ECHO)
    }
    // Armed first: from the first changed mode on there is something to restore.
    var saved = saved
    let bytes = Array(TerminalModes.leave(isConsole: isConsole).utf8)
    let armed = bytes.withUnsafeBytes { buffer -> Int32 in
      terminal_guard_arm(
        number, &saved, &raw, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        buffer.count)
    }
    if armed != 0 { throw Errno.current }
    isEntered = true
    try systemCall { tcsetattr(number, TCSANOW, &raw) }
    shown = nil
    encoder = TerminalEncoder(isSynchronized: !isConsole)
    pending = Array(TerminalModes.enter(isConsole: isConsole).utf8)
    try flush()
  }

  /// Puts everything back as it was.
  ///
  /// Idempotent.
  public mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    Self.restore(output.number, saved, isConsole: isConsole)
    pending = []
    shown = nil
  }

  private static func restore(_ number: Int32, _ saved: termios, isConsole: Bool) {
    var rest = Array(TerminalModes.leave(isConsole: isConsole).utf8)
    let deadline = monotonicNow() + leavePatience
    var hasFailed = false
    while !rest.isEmpty, monotonicNow() < deadline {
      do throws(Errno) {
        try writeSome(&rest, to: number)
        if rest.isEmpty { break }
        var awaited = [Awaited(number, reading: false, writing: true)]
        try poll(&awaited, until: deadline)
        if awaited[0].hasEnded { break }
      } catch {
        // The terminal is gone, mostly.
        hasFailed = true
        break
      }
    }
    // What was typed for the game isn't meant for the shell.
    tcflush(number, TCIFLUSH)
    var saved = saved
    // Not TCSADRAIN: a terminal that doesn't read would hold the program.
    do throws(Errno) {
      try systemCall { tcsetattr(number, TCSANOW, &saved) }
    } catch {
      hasFailed = true
    }
    // What failed is tried once more by the helper, when this program has ended.
    if !hasFailed { terminal_guard_disarm() }
  }

  // MARK: Frames

  /// Shows a screen: what differs from the one before is written, at once.
  ///
  /// False if the terminal hasn't taken the last frame yet, and this one is dropped.
  public mutating func present(_ grid: CellGrid) throws(Errno) -> Bool {
    guard isEntered, pending.isEmpty else { return false }
    pending = encoder.encode(from: shown, to: grid)
    shown = grid
    try flush()
    return true
  }

  /// Forgets what is on the screen: the next frame clears it and paints everything.
  public mutating func invalidate() { shown = nil }

  /// Writes what the terminal hasn't taken yet, as far as it takes it now.
  public mutating func flush() throws(Errno) {
    guard !pending.isEmpty else { return }
    try Self.writeSome(&pending, to: output.number)
  }

  private static func writeSome(_ bytes: inout [UInt8], to number: Int32) throws(Errno) {
    let outcome = bytes.withUnsafeBytes { buffer -> Result<Int, Errno> in
      do throws(Errno) {
        return .success(try Posix.write(buffer, to: number))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let count): bytes.removeFirst(min(count, bytes.count))
    case .failure(.wouldBlock): break
    case .failure(let error): throw error
    }
  }
}
