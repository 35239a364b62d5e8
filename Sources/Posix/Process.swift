// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// What a program asks of its own process.
public enum Process {
  /// The effective user number.
  public static var user: UInt32 { geteuid() }

  /// The process number.
  public static var identifier: Int32 { getpid() }

  /// A variable of the environment, or nil if it isn't set.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The path of the program that runs, links resolved: /proc/self/exe.
  public static func executablePath() throws(Errno) -> String {
    let capacity = 4096
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
    defer { buffer.deallocate() }
    let count = try systemCall { readlink("/proc/self/exe", buffer, capacity) }
    return String(
      decoding: UnsafeRawBufferPointer(start: buffer, count: count), as: UTF8.self)
  }

  /// Whether a descriptor is a pipe, or a file on a disk: something that can hold prepared input.
  public static func isPipeOrFile(_ number: Int32) -> Bool {
    var found = stat()
    guard fstat(number, &found) == 0 else { return false }
    let kind = found.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFREG
  }

  /// Whether what is written to `number` goes to systemd's journal: $JOURNAL_STREAM of systemd.exec(5).
  public static func isJournal(_ number: Int32) -> Bool {
    var found = stat()
    guard fstat(number, &found) == 0 else { return false }
    return environment("JOURNAL_STREAM") == "\(found.st_dev):\(found.st_ino)"
  }

  /// Whether `number` is a terminal.
  public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// What every main function does first.
  ///
  /// - A write to a closed pipe, or past the largest file that is allowed, becomes an error instead of
  ///   the end of the process.
  /// - A standard descriptor that the caller has closed becomes /dev/null: else a socket that is
  ///   opened later would get its number, and what is printed would go there.
  /// - All threads share one heap, which spares a daemon with three of them some 100 KiB.
  public static func prepare() {
    shim_share_heap()
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is this one: those below it are open by now.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Blocks these signals in this thread and in those that it starts from now on.
  public static func block(_ signals: [Signal]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Lets these signals through again in this thread.
  public static func unblock(_ signals: [Signal]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// A descriptor that becomes readable when one of these blocked signals comes: signalfd(2).
  public static func signalDescriptor(for signals: [Signal]) throws(Errno) -> Descriptor {
    var set = signalSet(signals)
    return Descriptor(consuming: try systemCall { shim_signalfd(&set) })
  }

  /// The next signal that a signal descriptor holds, or nil.
  public static func nextSignal(from descriptor: borrowing Descriptor) throws(Errno) -> Signal? {
    let number = descriptor.number
    let taken = try systemCall { shim_signalfd_next(number) }
    return taken == 0 ? nil : Signal(rawValue: taken)
  }

  /// Sends a signal to this process: kill(2) with its own number.
  public static func raise(_ signal: Signal) { kill(getpid(), signal.rawValue) }

  /// Ends this process by a signal that it has caught or blocked, as if it never had.
  ///
  /// Whoever handles the signal is taken off first: Swift's backtracer handles SIGQUIT.
  public static func end(by signal: Signal) -> Never {
    Glibc.signal(signal.rawValue, SIG_DFL)
    unblock([signal])
    raise(signal)
    // For a signal whose default isn't to end a process.
    exit(128 + signal.rawValue)
  }

  /// Ends the process at once with this exit code, for a main function alone.
  public static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

  private static func signalSet(_ signals: [Signal]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal.rawValue) }
    return set
  }
}

/// A signal number, as in signal(7).
public struct Signal: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int32

  /// Wraps a number of signal(7).
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// SIGHUP.
  public static var hangUp: Signal { Signal(rawValue: SIGHUP) }
  /// SIGINT.
  public static var interrupt: Signal { Signal(rawValue: SIGINT) }
  /// SIGTERM.
  public static var terminate: Signal { Signal(rawValue: SIGTERM) }
  /// SIGTSTP.
  public static var terminalStop: Signal { Signal(rawValue: SIGTSTP) }
  /// SIGSTOP.
  public static var stop: Signal { Signal(rawValue: SIGSTOP) }
  /// SIGCONT.
  public static var resume: Signal { Signal(rawValue: SIGCONT) }
  /// SIGWINCH.
  public static var windowChange: Signal { Signal(rawValue: SIGWINCH) }
  /// SIGALRM.
  public static var alarm: Signal { Signal(rawValue: SIGALRM) }
  /// SIGUSR1.
  public static var user1: Signal { Signal(rawValue: SIGUSR1) }
  /// SIGUSR2.
  public static var user2: Signal { Signal(rawValue: SIGUSR2) }
  /// SIGXCPU.
  public static var processorTime: Signal { Signal(rawValue: SIGXCPU) }
  /// SIGQUIT.
  public static var quit: Signal { Signal(rawValue: SIGQUIT) }
}
