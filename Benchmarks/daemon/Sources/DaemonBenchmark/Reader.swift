// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// A client that only counts the lines it gets, of one class.
final class Reader {
  let number: Int32
  private let wanted: [UInt8]
  /// How much of a line's beginning is there, as far as it is needed to tell its class.
  private var beginning: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 64 << 10)
  /// Whether the other side has ended the connection.
  private(set) var hasEnded = false

  /// A client on this descriptor, which becomes its own, that counts lines of the class `name`.
  init(_ number: Int32, class name: String) {
    self.number = number
    wanted = Array("{\"class\":\"\(name)\"".utf8)
  }

  deinit { close(number) }

  /// Reads what is there.
  ///
  /// - Returns: how many lines of its class ended in it.
  func read() -> Int {
    let count = recv(number, &block, block.count, Int32(MSG_DONTWAIT))
    if count == 0 { hasEnded = true }
    guard count > 0 else { return 0 }
    var lines = 0
    for byte in block[..<count] {
      if byte == 0x0a {
        if beginning == wanted { lines += 1 }
        beginning.removeAll(keepingCapacity: true)
      } else if beginning.count < wanted.count {
        beginning.append(byte)
      }
    }
    return lines
  }

  func send(_ line: String) throws(Errno) { try writeAll(line + "\n", to: number) }
}
