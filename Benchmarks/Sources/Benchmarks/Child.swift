// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// A program that was started, its standard output thrown away; it is ended after five minutes.
struct Child {
  /// The process number.
  let identifier: pid_t

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: where it is, or its name if it is to be looked for in PATH.
  ///   - arguments: what follows its name.
  ///   - isQuiet: whether standard error is thrown away as well.
  /// - Throws: `Failure` if it can't be started.
  init(_ path: String, _ arguments: [String], isQuiet: Bool = false) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var words = (["timeout", "300", path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let error = posix_spawnp(&identifier, "timeout", &actions, nil, &words, environ)
    if error != 0 { throw Failure("cannot start \(path): \(Errno(rawValue: error))") }
    self.identifier = identifier
  }

  /// Waits for its end; anything but exit code 0 is a failure.
  ///
  /// Returns the seconds that it computed.
  @discardableResult
  func finish(named name: String) throws -> Double {
    let (status, seconds) = wait()
    if status != 0 { throw Failure("\(name) failed with the wait status \(status)") }
    return seconds
  }

  /// Asks it to end, and waits for that.
  ///
  /// Returns the seconds that it computed.
  @discardableResult
  func end() -> Double {
    kill(identifier, SIGTERM)
    return wait().seconds
  }

  private func wait() -> (status: Int32, seconds: Double) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(identifier, &status, 0, &usage) < 0 && errno == EINTR {}
    let parts = [usage.ru_utime, usage.ru_stime]
    return (status, parts.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 })
  }
}

/// What keeps a benchmark from being run: a sentence for people.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A new directory, gone with everything in it when `body` is done.
func withTemporaryDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  var template = Array("/tmp/balld-benchmarks-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else {
    throw Failure("cannot make a directory in /tmp: \(Errno.current)")
  }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { try? Child("rm", ["-rf", path]).finish(named: "rm") }
  return try body(path)
}
