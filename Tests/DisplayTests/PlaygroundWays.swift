// SPDX-License-Identifier: MIT

import Testing

/// Into the program and out of it.
extension Playground {
  /// The last bytes of every way out.
  static let end = Array("\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// A program that shows a rolling ball, and what its terminal was like before.
  static func rolling(
    _ options: [String] = [], environment: [String] = []
  ) throws -> (Playground, PseudoTerminal, [UInt32]) {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(options, environment: environment)
    let before = terminal.initialSettings
    try playground.waitForScreen("rolling")
    #expect(try terminal.settings() != before, "it isn't raw: the test proves nothing")
    #expect(playground.screen.modes.isSuperset(of: [1049, 2004]))
    #expect(!playground.screen.modes.contains(25))
    return (playground, terminal, before)
  }

  /// Expects what the terminal must be like after any way out.
  func expectWhole(
    _ before: [UInt32], _ way: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let terminal = try #require(terminal)
    #expect(try terminal.settings() == before, "\(way): termios", sourceLocation: location)
    let modes = screen.modes
    #expect(modes.contains(25), "\(way): the cursor is hidden", sourceLocation: location)
    #expect(modes.contains(7), "\(way): no autowrap", sourceLocation: location)
    #expect(!modes.contains(1049), "\(way): alternate screen", sourceLocation: location)
    #expect(!modes.contains(2004), "\(way): pastes are marked", sourceLocation: location)
    #expect(!modes.contains(1000), "\(way): clicks are told", sourceLocation: location)
    #expect(!modes.contains(1006), "\(way): clicks are told", sourceLocation: location)
    #expect(screen.keyFlags == [], "\(way): keys are told", sourceLocation: location)
    #expect(!modes.contains(2026), "\(way): the screen is held", sourceLocation: location)
    #expect(screen.strange.isEmpty, sourceLocation: location)
  }
}
