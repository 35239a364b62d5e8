// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc
internal import KeyValue
internal import Options
internal import Posix
internal import Wire

/// A socket that listens, and what is taken on it.
///
/// A number and not a `Descriptor`: several lie in an array until they are waited on.
struct ListeningSocket: Equatable {
  /// The descriptor's number; whoever takes it closes it.
  var number: Int32
  /// Which of the two it is.
  var role: SocketRole
}

/// The listening sockets that systemd hands over to the service: sd_listen_fds_with_names(3).
struct PassedSockets {
  /// Those that are of use, in the order in which they came.
  private(set) var sockets: [ListeningSocket] = []

  /// Takes what was handed over to this process, once; the environment no longer says so afterwards.
  ///
  /// What is none of the two listening sockets is closed, with a line in the log.
  ///
  /// - Throws: when the environment makes no sense.
  init(log: Log) throws(Failure) {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(1, &names)
    guard count >= 0 else {
      throw Failure(
        .system, "cannot take the sockets that were handed over: \(Errno(rawValue: -count))")
    }
    defer {
      for index in 0..<Int(count) { free(names?[index]) }
      free(names)
    }
    for index in 0..<count {
      let number = Self.first + index
      let name = names?[Int(index)].map { String(cString: $0) } ?? ""
      take(number, named: name, log: log)
    }
  }

  /// SD_LISTEN_FDS_START.
  private static let first: Int32 = 3

  private mutating func take(_ number: Int32, named name: String, log: Log) {
    guard let role = SocketRole(rawValue: name) else {
      log(
        .warning,
        "a socket named \(quoted(name)) was handed over, expected view or control: closing it")
      close(number)
      return
    }
    guard sd_is_socket_unix(number, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      log(
        .warning,
        "what was handed over as \(name) is no Unix stream socket that listens: closing it")
      close(number)
      return
    }
    // Accepting must not wait for a client that has left again.
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      log(.warning, "cannot use the socket \(name): \(Errno.current): closing it")
      close(number)
      return
    }
    sockets.append(ListeningSocket(number: number, role: role))
  }
}

/// What a socket is for; the raw value is its name among those that systemd hands over.
enum SocketRole: String, CaseIterable {
  /// For those who watch.
  case view
  /// For those who may command.
  case control

  /// Its name in the directory of the sockets.
  var fileName: String {
    switch self {
    case .view: RuntimeDirectory.viewSocket
    case .control: RuntimeDirectory.controlSocket
    }
  }

  /// The mode of its node, where the daemon makes it itself.
  var mode: UInt32 { self == .view ? 0o666 : 0o660 }

  /// What for, in words.
  var purpose: String { self == .view ? "watch" : "command" }

  /// Whether who comes in here may give commands.
  var mayControl: Bool { self == .control }
}
