// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Support

/// balld with an accelerometer whose node is a FIFO, on a table on which the ball never rests.
final class Balld: Measured {
  let name = "balld"
  private let fake = FakeIIO()
  private let directory = TemporaryDirectory()
  private let program: Program
  var process: Int32 { program.identifier }

  /// Starts it with an accelerometer at 100 Hz, or without any device.
  init(_ arguments: [String] = [], hasSensor: Bool = true) throws(Errno) {
    if hasSensor { fake.plug(.sensor(0, "accelerometer", rate: "100", rates: "100")) }
    let source = hasSensor ? "iio" : "client"
    program = try Program.start(
      path: "\(Self.directory)/balld",
      [
        "--runtime-dir", "\(directory.path)/run", "--state-dir", "\(directory.path)/state",
        "--source", source, "--table", "bounce",
      ] + arguments,
      environment: fake.environment.merging([
        "LD_PRELOAD": hasSensor ? "\(Self.directory)/libhardwareshim.so" : "",
        "BALLD_TEST_WITHOUT_FAULTS": "1",
      ]) { $1 })
    guard hasSensor else { return }
    _ = try patiently(every: 1_000_000) { () throws(Errno) in
      if fake.get("buffer/enable", of: 0) != "1" { throw Errno.noSuchDevice }
    }
  }

  /// The directory of the programs that are measured.
  static var directory: String { Process.environment("BALLD") ?? "../../.build/release" }

  func connect() throws(Errno) -> Reader { try connect(rate: nil) }

  /// A client at `rate` states a second, or at as many as there are.
  func connect(rate: Int?) throws(Errno) -> Reader {
    let path = "\(directory.path)/run/control.sock"
    let socket = try patiently(every: 200_000) { () throws(Errno) -> Int32 in
      try UnixSocket.connect(to: path).release()
    }
    let reader = Reader(socket, class: "state")
    try reader.send("{\"do\":\"watch\"\(rate.map { ",\"rate\":\($0)" } ?? "")}")
    return reader
  }

  /// A flat board, or one that leans to and fro.
  func feed(_ index: Int) { feed(index, isStill: false) }

  func feed(_ index: Int, isStill: Bool) {
    let lean = isStill ? 0 : 2000 * sin(Double(index) * 0.05)
    fake.scan([Int16(lean), isStill ? 0 : 300, 16399], time: monotonicNow(), to: 0)
  }

  func stop() throws(Errno) {
    program.send(.terminate)
    _ = try program.finish(seconds: 10)
  }
}
