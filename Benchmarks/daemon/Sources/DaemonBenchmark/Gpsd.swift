// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

/// gpsd with a receiver at a pseudo-terminal, and clients that watch in JSON.
final class Gpsd: Measured {
  let name = "gpsd"
  private let program: Program
  /// The receiver's end of the pseudo-terminal; the other one is held so that it stays.
  private let receiver: Int32
  private let line: Int32
  private static let port: UInt16 = 29470
  var process: Int32 { program.identifier }

  init() throws(Errno) {
    // What posix_openpt(3) and its kin do, which are not in the module Glibc: TIOCSPTLCK and TIOCGPTN.
    let receiver = try systemCall { open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC) }
    self.receiver = receiver
    var (lock, index): (Int32, UInt32) = (0, 0)
    _ = try systemCall { ioctl(receiver, 0x4004_5431, &lock) }
    _ = try systemCall { ioctl(receiver, 0x8004_5430, &index) }
    let path = "/dev/pts/\(index)"
    line = try systemCall { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }
    var settings = termios()
    tcgetattr(line, &settings)
    cfmakeraw(&settings)
    tcsetattr(line, TCSANOW, &settings)
    // gpsd gives up root.
    chmod(path, 0o666)
    program = try Program.start(
      path: "/usr/sbin/gpsd", ["-N", "-n", "-b", "-S", "\(Self.port)", path])
  }

  deinit {
    close(receiver)
    close(line)
  }

  func connect() throws(Errno) -> Reader {
    let socket = try patiently(every: 200_000) { () throws(Errno) -> Int32 in
      let socket = try systemCall { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = Self.port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let failed = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if failed != 0 {
        let error = Errno.current
        close(socket)
        throw error
      }
      return socket
    }
    let reader = Reader(socket, class: "TPV")
    try reader.send("?WATCH={\"enable\":true,\"json\":true};")
    return reader
  }

  /// One sentence, an epoch of its own: each is a hundredth of a second after the one before.
  func feed(_ index: Int) {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: count - text.count) + text
    }
    let seconds = index / 100
    let time =
      "10\(digits(seconds / 60 % 60, 2))\(digits(seconds % 60, 2)).\(digits(index % 100, 2))"
    let body =
      "GPRMC,\(time),A,4807.038,N,01131.\(digits(index % 1000, 3)),E,022.4,084.4,301126,003.1,W"
    let sum = body.utf8.reduce(0, ^)
    let check = String(sum, radix: 16, uppercase: true)
    let sentence = "$\(body)*\(check.count < 2 ? "0" : "")\(check)\r\n"
    try? writeAll(sentence, to: receiver)
  }

  func stop() throws(Errno) {
    program.send(.terminate)
    _ = try program.finish(seconds: 10)
  }
}
