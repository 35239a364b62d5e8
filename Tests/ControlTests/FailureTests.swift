// SPDX-License-Identifier: MIT

import Options
import Posix
import Testing

@testable import Control
@testable import Wire

@Suite("why a run of ballctl ends") struct FailureTests {
  @Test(
    "each exit code has its word for programs, those of the manual",
    arguments: [
      (.usage, 64, "usage"), (.notUnderstood, 65, "bad-input"), (.unavailable, 69, "unreachable"),
      (.internal, 70, "not-understood"), (.cannotCreate, 73, "cannot-create"),
      (.inputOutput, 74, "input-output"), (.permission, 77, "not-permitted"),
    ] as [(ExitCode, Int32, String)])
  func words(code: ExitCode, number: Int32, word: String) {
    let failure = Failure(exitCode: code, message: "no", hint: "do")
    #expect(failure.exitCode == number)
    #expect(
      failure.report
        == ErrorReport(code: ErrorReport.Code(rawValue: word), message: "no", hint: "do"))
  }

  @Test(
    "what keeps it from talking with balld has its exit code, and says its sentence",
    arguments: [
      (.nobodyListens(in: ["/r"]), 69), (.closed(path: "/r/s"), 69),
      (.failed(path: "/r/s", .inputOutput), 69), (.notReading(path: "/r/s"), 69),
      (.cannotConnect(path: "/r/s", .wouldBlock), 69), (.notPermitted(directory: "/r"), 77),
      (.untrusted(UntrustedDirectory(path: "/r", reason: .writable)), 77),
      (.malformed(path: "/r/s", "x"), 70),
    ] as [(ConnectionError, Int32)])
  func connection(error: ConnectionError, number: Int32) {
    let failure = Failure(error)
    #expect(failure.exitCode == number)
    #expect(failure.message == error.description)
  }

  @Test("who stops reading, or asks how balld is, is told of no error")
  func silent() {
    #expect(Failure.outputClosed.report == nil && Failure.outputClosed.exitCode == 0)
    #expect(Failure.notWell.report == nil && Failure.notWell.exitCode == 1)
  }
}
