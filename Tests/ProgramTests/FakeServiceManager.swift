// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

/// What systemd is to the daemon: a socket that hears sd_notify(3), and sockets that it hands over.
final class FakeServiceManager {
  let directory = TemporaryDirectory()
  private let notices: Descriptor
  private var listeners: [Int32] = []
  private var names: [String] = []

  /// What was told at once: the value of each variable.
  typealias Notice = [String: String]

  init() throws {
    let number = try systemCall {
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    notices = Descriptor(consuming: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("\(directory.path)/notify".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    try withUnsafePointer(to: &address) { pointer throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound throws(Errno) in
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        _ = try systemCall { bind(number, rebound, size) }
      }
    }
    // Clients of other users come in here.
    chmod(directory.path, 0o755)
  }

  deinit { for number in listeners { close(number) } }

  /// Opens the two sockets as the socket units do.
  func openSockets() throws {
    pass(try UnixSocket.listen(at: path(of: "view"), mode: 0o666), as: "view")
    pass(try UnixSocket.listen(at: path(of: "control"), mode: 0o660), as: "control")
  }

  /// Where the socket of this name is.
  func path(of name: String) -> String { "\(directory.path)/\(name).sock" }

  /// Hands a descriptor over to each daemon that starts from now on.
  func pass(_ descriptor: consuming Descriptor, as name: String) {
    listeners.append(descriptor.release())
    names.append(name)
  }

  /// Starts the daemon as a service.
  func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Program {
    var variables = environment
    variables["NOTIFY_SOCKET"] = "\(directory.path)/notify"
    if !listeners.isEmpty {
      variables["LISTEN_FDS"] = "\(listeners.count)"
      variables["LISTEN_FDNAMES"] = names.joined(separator: ":")
    }
    let source = arguments.contains("--source") ? [] : ["--source", "client"]
    let words = [
      "\(Program.directory)/balld", "--runtime-dir", "\(directory.path)/run", "--state-dir",
      "\(directory.path)/state",
    ]
    // A fake piece of hardware is the program's alone: built for a sanitizer it fits no shell.
    let preloaded = variables.removeValue(forKey: "LD_PRELOAD").map { ["env", "LD_PRELOAD=\($0)"] }
    // The variable has to name the process itself, which is known in it alone.
    return try Program.start(
      path: "/bin/sh",
      ["-c", "LISTEN_PID=$$ WATCHDOG_PID=$$; export LISTEN_PID WATCHDOG_PID; exec \"$@\"", "sh"]
        + (preloaded ?? []) + words + source + arguments,
      environment: variables, passing: listeners)
  }

  /// A client of the socket of this name.
  func connect(_ name: String = "control") throws -> TestClient {
    try TestClient(path: path(of: name))
  }

  /// The next notice, or nil when none comes in time.
  func next(seconds: Double = 20 * Double(Sanitizer.slowness)) throws -> Notice? {
    let number = notices.number
    var awaited = Awaited(number)
    try poll(&awaited, until: monotonicNow() + Int64(seconds * 1e9))
    guard awaited.isReadable else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try systemCall { recv(number, &bytes, bytes.count, 0) }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    let pairs = lines.map { line -> (String, String) in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    return Notice(pairs) { _, last in last }
  }

  /// The first notice from now on that sets this variable; those before it are passed over.
  func next(setting variable: String) throws -> Notice {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while let notice = try next() {
      if notice[variable] != nil { return notice }
      try #require(monotonicNow() < deadline, "no \(variable)=")
    }
    throw Missing(variable: variable)
  }

  /// The first notice from now on whose STATUS= contains a text.
  func status(containing text: String) throws -> String {
    let deadline = monotonicNow() + 20_000_000_000 * Sanitizer.slowness
    while monotonicNow() < deadline {
      let status = try next(setting: "STATUS")["STATUS"] ?? ""
      if status.contains(text) { return status }
    }
    throw Missing(variable: "STATUS=…\(text)")
  }

  /// What didn't come in time.
  struct Missing: Error {
    var variable: String
  }
}
