// SPDX-License-Identifier: MIT

/// The bytes that make a terminal a screen for pictures, and that make it a terminal again.
///
/// Modes 1049 (alternate screen), 25 (cursor), 7 (autowrap) and 2004 (marked pastes) of xterm,
/// which others ignore if they don't know them.
enum TerminalModes {
  /// Alternate screen, no cursor, no autowrap, pastes marked.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"

  /// Everything back, in reverse.
  ///
  /// CAN comes first: it ends a sequence that was cut off, by a crash, or by a terminal that threw
  /// away what was on its way when Ctrl-C was struck (termios(3), NOFLSH).
  /// What was painted is cleared, for terminals without an alternate screen; and the cursor
  /// is shown by name, since leaving the alternate screen doesn't bring it back everywhere.
  static func leave(isSynchronized: Bool) -> String {
    "\u{18}\u{1B}[m\u{1B}[H\u{1B}[2J" + (isSynchronized ? "\u{1B}[?2026l" : "")
      + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }
}
