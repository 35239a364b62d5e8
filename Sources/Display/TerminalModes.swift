// SPDX-License-Identifier: MIT

/// The bytes that make a terminal a screen for pictures, and that make it a terminal again.
///
/// Modes 1049 (alternate screen), 25 (cursor), 7 (autowrap), 2004 (marked pastes), 1000 and 1006
/// (clicks of the mouse, as decimal numbers) of xterm, and of kitty's keyboard protocol the flag 2:
/// arrow keys tell when they are let go. Terminals that don't know one of them ignore it; the Linux
/// console, which printed some of them in its older versions, is asked for none but the first three.
enum TerminalModes {
  /// Alternate screen, no cursor, no autowrap; pastes, clicks and releases of keys are told.
  static func enter(isConsole: Bool) -> String {
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
      + (isConsole ? "" : "\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[>2u")
  }

  /// Everything back, in reverse.
  ///
  /// CAN comes first: it ends a sequence that was cut off, by a crash, or by a terminal that threw
  /// away what was on its way when Ctrl-C was struck (termios(3), NOFLSH).
  /// What was painted is cleared, for terminals without an alternate screen; and the cursor
  /// is shown by name, since leaving the alternate screen doesn't bring it back everywhere.
  static func leave(isConsole: Bool) -> String {
    "\u{18}\u{1B}[m\u{1B}[H\u{1B}[2J"
      + (isConsole
        ? "" : "\u{1B}[?2026l\u{1B}[<u\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l")
      + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }
}
