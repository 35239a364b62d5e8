// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// A program that was started, its standard output thrown away.
struct Child {
  /// The process number.
  let identifier: pid_t

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: where it is, or its name if it is to be looked for in PATH.
  ///   - arguments: what follows its name.
  ///   - isQuiet: whether standard error is thrown away as well.
  init(_ path: String, _ arguments: [String], isQuiet: Bool = false) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let error = posix_spawnp(&identifier, path, &actions, nil, &words, environ)
    if error != 0 { throw Failure("cannot start \(path): \(Errno(rawValue: error))") }
    self.identifier = identifier
  }

  /// Waits for its end; anything but exit code 0 is a failure.
  func finish(named name: String) throws {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    if status != 0 { throw Failure("\(name) failed with the wait status \(status)") }
  }

  /// Asks it to end, and waits for that.
  func end() {
    kill(identifier, SIGTERM)
    while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
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
