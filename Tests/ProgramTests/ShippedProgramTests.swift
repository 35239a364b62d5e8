// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@Suite("shipped programs")
struct ShippedProgramTests {
  private func contains(_ name: String, in program: String) throws -> Bool {
    // As `grep -a -q`: 0 for found, 1 for not.
    let result = try Program.run(
      path: "/usr/bin/env",
      ["grep", "-a", "-q", "-F", name, "\(Program.directory)/\(program)"])
    try #require(result.code == 0 || result.code == 1, "\(result.errors)")
    return result.code == 0
  }

  @Test("a standard descriptor that is closed at start is /dev/null, and never something else's")
  func closedDescriptor() throws {
    // Read as a recording, /dev/null is an empty file (65); a closed descriptor isn't there (66).
    let result = try Program.run(
      path: "/bin/sh",
      [
        "-c",
        "exec '\(Program.directory)/balld' --source log:/dev/fd/0 --speed max --print 0<&- 1>&-",
      ])
    #expect(result.code == 65, "\(result.errors)")
  }

  @Test("so it is with all three, standard error too: no message lands in a file of the program's")
  func closedDescriptors() throws {
    let directory = TemporaryDirectory()
    let words = "--source client --runtime-dir '\(directory.path)/run'"
    let program = try Program.start(
      path: "/bin/sh",
      ["-c", "exec '\(Program.directory)/balld' \(words) 0<&- 1>&- 2>&-"])
    // It can't say that it is up: it is when somebody can connect.
    let deadline = monotonicNow() + 20_000_000_000
    var client: TestClient?
    while client == nil, monotonicNow() < deadline {
      client = try? TestClient(path: "\(directory.path)/run/control.sock")
    }
    try #require(client != nil)
    let standard = try (0...2).map {
      try Directory.target(ofLink: "/proc/\(program.identifier)/fd/\($0)")
    }
    #expect(standard == ["/dev/null", "/dev/null", "/dev/null"])
    program.send(.terminate)
    #expect(try program.finish().code == 0)
  }

  @Test(
    "none needs Foundation, and clients need no libsystemd",
    arguments: ["balld", "ballview", "ballctl"])
  func libraries(_ program: String) throws {
    // The look itself is shown to see: each needs the C library, and the daemon libsystemd.
    #expect(try contains("libc.so.6", in: program))
    #expect(try !contains("libFoundation", in: program))
    #expect(try contains("libsystemd.so", in: program) == (program == "balld"))
  }
}
