// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("what libiio says by itself, line by line") struct LibraryMessagesTests {
  @Test("its own lines are known by their beginning; all else is somebody else's")
  func lines() {
    for (text, line) in [
      ("ERROR: Unable to find host: x\n", "Unable to find host: x"), ("WARNING: w", "w"),
      ("WARNING: a\u{1b}[2J\nb\n", "a\u{fffd}[2J"), ("ERROR: ", ""), ("Fatal error: x\n", nil),
      ("balld: error: x\n", nil), ("", nil), ("\n", nil), (" ERROR: x", nil),
    ] as [(String, String?)] { #expect(LibraryMessages.line(of: text) == line, "\(text)") }
  }

  @Test("what is so with every sensor, and with every one that is pulled out, isn't told")
  func meaningless() {
    for (line, isMeaningless) in [
      ("High-speed mode not enabled", true), ("Unable to read INI file: -5", false),
      ("Error during buffer disable: No such file or directory (2)", true),
      ("Error during channel[0] disable: No such device (19)", true),
      ("Error during channel[0] disable: Input/output error (5)", false),
      ("Unable to open directory x: No such file or directory", false), ("", false),
    ] { #expect(LibraryMessages.isMeaningless(line) == isMeaningless, "\(line)") }
  }

  @Test("a fault's words hold no control characters and are bounded")
  func printable() {
    let long = String(repeating: "é", count: 1 << 20)
    let fault = SensorFault(.stuck, "a\nb\u{0}\u{9b}\u{7f}", hint: long)
    #expect(fault.message == "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}")
    #expect(fault.hint.unicodeScalars.count == 401 && fault.hint.hasSuffix("é…"))
  }
}
