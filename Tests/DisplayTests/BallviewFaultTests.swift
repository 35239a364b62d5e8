// SPDX-License-Identifier: MIT

import Display
import Glibc
import Posix
import Support
import Testing

/// The n-th system call fails in ballview on a terminal, in turn for n = 1, 2, 3 …, from its start to its end.
@Suite(
  "calls that fail in ballview on a terminal", .serialized,
  .enabled(if: FaultSweep.isPossible && PseudoTerminal.isAvailable))
struct BallviewFaultTests {
  /// What can go wrong, and how many calls are tried of each in every run.
  ///
  /// Want of resources by `make inject` alone: once of twelve runs the picture was waited for in vain, and why
  /// isn't known yet.
  static let kinds: [(kind: FaultOrders.Kind, sample: Int)] =
    [(.device, 8), (.interrupted, 4), (.short, 4), (.memory, 4)]
    + (FaultSweep.isComplete ? [(.resources, 6)] : [])

  @Test("it shows the ball or ends with a reason, and the terminal is as before", arguments: kinds)
  func play(kind: FaultOrders.Kind, sample: Int) throws {
    let complaints = try FaultSweep.complaints("ballview", kind, sample: sample) { attempt in
      let playground = try Playground()
      try playground.serve()
      try attempt.begin()
      let terminal = try playground.start(
        environment: attempt.orders.environment().map { "\($0.key)=\($0.value)" })
      try playground.wait("the ball, or an end") {
        try playground.hasEnded || playground.screen.grid.text.contains("rolling")
      }
      if try !playground.hasEnded {
        attempt.outcome = "shown,"
        // A key that was read in vain is pressed again.
        try playground.wait("an end", lookingEach: 500_000_000) {
          if try playground.hasEnded { return true }
          try terminal.type("q")
          return false
        }
      }
      let status = try playground.waitForEnd()
      try attempt.orders.disarm()
      let text = String(decoding: playground.bytes, as: UTF8.self)
      try attempt.judge(
        code: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F), errors: text,
        of: "ballview")
      try playground.judge(terminal, attempt)
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }
}

extension Playground {
  /// Judges how the terminal was left, by the helper if the program itself couldn't.
  fileprivate func judge(_ terminal: PseudoTerminal, _ attempt: FaultAttempt) throws {
    let deadline = monotonicNow() + 5_000_000_000
    while try complaint(terminal) != nil, monotonicNow() < deadline { try serve(for: 20_000_000) }
    if let complaint = try complaint(terminal) { attempt.complain(complaint) }
  }

  private func complaint(_ terminal: PseudoTerminal) throws -> String? {
    if try terminal.settings() != terminal.initialSettings {
      return "the terminal's settings are others"
    }
    let modes = screen.modes
    let isStrange = [1049, 1000, 1006, 2004, 2026].contains { modes.contains($0) }
    return isStrange || !modes.contains(25) || !modes.contains(7) || screen.keyFlags != []
      ? "the terminal is left in the modes \(modes)" : nil
  }
}
