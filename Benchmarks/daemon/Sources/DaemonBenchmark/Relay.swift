// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

/// The least that a daemon with a thread for its sensor can do: one thread reads a FIFO, wakes another
/// one, and that sends a line as long as a state's to each client.
///
/// No peer: it tells what this machine's wake-ups cost, and so what of balld's time is its own.
final class Relay: Measured {
  let name = "bare relay"
  private let directory = TemporaryDirectory()
  private let program: Program
  private let fifo: Int32
  var process: Int32 { program.identifier }

  init() throws(Errno) {
    let path = "\(directory.path)/fifo"
    guard mkfifo(path, 0o600) == 0 else { throw Errno.current }
    fifo = try systemCall { open(path, O_RDWR | O_CLOEXEC) }
    program = try Program.start(
      path: try Process.executablePath(), ["relay", path, "\(directory.path)/socket"])
  }

  deinit { close(fifo) }

  func connect() throws(Errno) -> Reader {
    let path = "\(directory.path)/socket"
    return Reader(
      try patiently(every: 200_000) { () throws(Errno) -> Int32 in
        try UnixSocket.connect(to: path).release()
      }, class: "state")
  }

  func feed(_ index: Int) {
    let scan = [UInt8](repeating: 0, count: 16)
    _ = write(fifo, scan, scan.count)
  }

  func stop() throws(Errno) {
    program.send(.terminate)
    _ = try program.finish(seconds: 10)
  }

  /// What the process itself does.
  static func run(from path: String, to socket: String) throws(Errno) -> Never {
    let fifo = try systemCall { open(path, O_RDWR | O_CLOEXEC) }
    let counter = try EventCounter()
    let listener = try UnixSocket.listen(at: socket, mode: 0o600)
    try Thread.start("sensor") {
      var scan = [UInt8](repeating: 0, count: 16)
      while read(fifo, &scan, scan.count) > 0 { counter.ring() }
    }
    let beginning = Array("{\"class\":\"state\"".utf8)
    let line = beginning + Array(repeating: 0x20, count: 380 - beginning.count) + [0x0a]
    var clients: [Int32] = []
    while true {
      var awaited = [Awaited(counter.number), Awaited(listener.number)]
      try poll(&awaited, until: nil)
      if awaited[1].isReadable { clients.append(try UnixSocket.accept(on: listener).release()) }
      guard awaited[0].isReadable else { continue }
      counter.silence()
      for client in clients { _ = send(client, line, line.count, Int32(MSG_NOSIGNAL)) }
    }
  }
}
