// SPDX-License-Identifier: MIT

public import Glibc
public import Posix

/// One of the built programs, running as a process of its own.
///
/// Every wait has a deadline, past which the process is killed and the test fails: a test that hangs
/// says nothing.
public final class Program {
  /// The process number.
  public let identifier: pid_t
  private let output: Descriptor
  private let errors: Descriptor
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var status: Int32?

  /// How a process ended.
  public struct Result: Sendable {
    /// The exit code, or 128 and the signal's number.
    public let code: Int32
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
  }

  /// The directory that holds the built programs: the one with the test bundle.
  public static let directory: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    let executable = String(decoding: bytes, as: UTF8.self)
    return String(executable[..<(executable.lastIndex(of: "/") ?? executable.startIndex)])
  }()

  private init(identifier: pid_t, output: consuming Descriptor, errors: consuming Descriptor) {
    self.identifier = identifier
    self.output = output
    self.errors = errors
  }

  /// Starts a built program.
  ///
  /// Variables in `environment` are added to this process's own.
  public static func start(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws(Errno) -> Program {
    try start(path: "\(directory)/\(name)", arguments, environment: environment)
  }

  /// Starts the program at `path`.
  ///
  /// It gets duplicates of the descriptors `passing` as its numbers 3, 4 and so on.
  public static func start(
    path: String, _ arguments: [String], environment: [String: String] = [:],
    passing descriptors: [Int32] = []
  ) throws(Errno) -> Program {
    // As numbers until the program owns them: Swift 6.0.3's optimizer crashes on a function that
    // makes several descriptors and can fail in between.
    let output = try pipe()
    let errors = try pipe()
    defer {
      close(output.writing)
      close(errors.writing)
    }
    let identifier = try spawn(
      path, arguments, environment, output: output.writing, errors: errors.writing,
      passing: descriptors)
    return Program(
      identifier: identifier, output: Descriptor(consuming: output.reading),
      errors: Descriptor(consuming: errors.reading))
  }

  private static func pipe() throws(Errno) -> (reading: Int32, writing: Int32) {
    let pair = try Descriptor.pipe()
    return (try pair.reading.duplicate().release(), try pair.writing.duplicate().release())
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], output: Int32,
    errors: Int32, passing descriptors: [Int32]
  ) throws(Errno) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First out of the way: one of them may have the number that another is to get.
    let passed = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for number in passed { close(number) } }
    for (index, number) in passed.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, number, Int32(3 + index))
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Nothing of what other tests have open at this moment, since what a program holds is counted. (The
    // call that closes all from a number on is hidden from Swift.) One that isn't open doesn't matter.
    let most = min(4096, sysconf(Int32(_SC_OPEN_MAX)))
    for number in Int32(3 + passed.count)..<Int32(most) {
      posix_spawn_file_actions_addclose(&actions, number)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The test runner may have blocked signals: the program begins with none.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = Self.environment(with: environment).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier: pid_t = 0
    let error = posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
    if error != 0 { throw Errno(rawValue: error) }
    return identifier
  }

  deinit {
    if status == nil {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
  }

  /// What it writes to, for a test that waits until it does.
  public var standardOutput: Int32 { output.number }

  /// Runs a built program to its end.
  public static func run(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws(Errno) -> Result {
    try start(name, arguments, environment: environment).finish()
  }

  /// Runs the program at `path` to its end.
  public static func run(path: String, _ arguments: [String]) throws(Errno) -> Result {
    try start(path: path, arguments).finish()
  }

  /// Sends the process a signal.
  public func send(_ signal: Signal) { kill(identifier, signal.rawValue) }

  /// Waits for the process to end, reading what it writes.
  public func finish(seconds: Double = 60) throws(Errno) -> Result {
    let deadline = monotonicNow() + Int64(seconds * 1e9) * Sanitizer.slowness
    var isOpen = (output: true, errors: true)
    while isOpen.output || isOpen.errors {
      var awaited = [
        Awaited(isOpen.output ? output.number : -1), Awaited(isOpen.errors ? errors.number : -1),
      ]
      try poll(&awaited, until: deadline)
      if awaited[0].isReadable { isOpen.output = try read(output.number, into: &outputBytes) }
      if awaited[1].isReadable { isOpen.errors = try read(errors.number, into: &errorBytes) }
      if monotonicNow() > deadline {
        kill(identifier, SIGKILL)
        break
      }
    }
    return Result(
      code: wait(), output: String(decoding: outputBytes, as: UTF8.self),
      errors: String(decoding: errorBytes, as: UTF8.self))
  }

  /// Waits until the process has written this to standard error, so many times.
  ///
  /// False when it ends, or is silent past the deadline, without.
  public func waitForError(
    containing text: String, times: Int = 1, seconds: Double = 20
  ) throws(Errno) -> Bool {
    let deadline = monotonicNow() + Int64(seconds * 1e9) * Sanitizer.slowness
    while String(decoding: errorBytes, as: UTF8.self).ranges(of: text).count < times {
      var awaited = [Awaited(errors.number)]
      try poll(&awaited, until: deadline)
      guard awaited[0].isReadable, try read(errors.number, into: &errorBytes) else {
        return false
      }
    }
    return true
  }

  /// Reads what the process has written to standard error so far, so that it needn't wait for room.
  public func takeErrors() throws(Errno) {
    while true {
      var awaited = [Awaited(errors.number)]
      try poll(&awaited, until: monotonicNow())
      guard awaited[0].isReadable, try read(errors.number, into: &errorBytes) else { return }
    }
  }

  private func read(_ number: Int32, into bytes: inout [UInt8]) throws(Errno) -> Bool {
    var block = [UInt8](repeating: 0, count: 64 << 10)
    let count = try systemCall { Glibc.read(number, &block, block.count) }
    bytes += block[..<count]
    return count > 0
  }

  /// Whether the process hasn't ended yet.
  public var isRunning: Bool {
    guard status == nil else { return false }
    var raw: Int32 = 0
    guard waitpid(identifier, &raw, WNOHANG) == identifier else { return true }
    status = Self.code(raw)
    return false
  }

  private func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    _ = try? systemCall { waitpid(identifier, &raw, 0) }
    let code = Self.code(raw)
    status = code
    return code
  }

  /// WIFEXITED and WEXITSTATUS, WTERMSIG of wait(2).
  private static func code(_ raw: Int32) -> Int32 {
    raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
  }

  private static func environment(with added: [String: String]) -> [String] {
    var variables = added
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if variables[name] == nil, parts.count == 2 { variables[name] = String(parts[1]) }
      entry += 1
    }
    return variables.map { "\($0.key)=\($0.value)" }
  }
}
