// SPDX-License-Identifier: MIT

/// Which characters draw the table.
public enum Glyphs: String, CaseIterable, Sendable {
  /// Half blocks: two square pixels a cell.
  case half
  /// ASCII: a character a cell.
  case ascii
}

/// What may be written to an output, decided from the environment alone.
///
/// The terminal is never asked: one that doesn't answer must not hang the program.
public struct Capabilities: Hashable, Sendable {
  /// How many colours there are.
  public var depth: ColorDepth
  /// Which characters there are.
  public var glyphs: Glyphs
  /// Whether a frame may be wrapped in mode 2026.
  ///
  /// Consoles that print what they don't know are left alone.
  public var isSynchronized: Bool

  /// Which characters words are made of: a console's font with half blocks may still lack arrows.
  var words: Glyphs { isSynchronized ? glyphs : .ascii }

  /// States capabilities.
  public init(depth: ColorDepth, glyphs: Glyphs, isSynchronized: Bool = true) {
    self.depth = depth
    self.glyphs = glyphs
    self.isSynchronized = isSynchronized
  }

  /// What the user asked for (nil: to be found out), and what the environment says.
  ///
  /// - Colours: the option, else none in a pipe, else NO_COLOR (no-color.org: set and not empty),
  ///   else COLORTERM (`truecolor` or `24bit`), else XTERM_VERSION, else TERM's name.
  /// - Glyphs: the option, else ASCII where the locale isn't UTF-8 by LC_ALL, LC_CTYPE and LANG, on
  ///   a dumb terminal, and on a Linux console whose font has no half blocks, as most have none:
  ///   `consoleHasHalfBlocks` asks the kernel for that, and is called there only.
  ///   In a pipe it is half blocks if the locale allows it.
  public static func find(
    depth: ColorDepth?, glyphs: Glyphs?, isTerminal: Bool,
    environment: (String) -> String?, consoleHasHalfBlocks: () -> Bool
  ) -> Capabilities {
    let term = environment("TERM") ?? ""
    let isPlain = term.isEmpty || term == "dumb"
    let foundDepth = depth ?? ColorDepth.find(isTerminal: isTerminal, environment: environment)
    let hasHalfBlocks =
      isUnicode(environment)
      && (!isTerminal || !isPlain && (term != "linux" || consoleHasHalfBlocks()))
    return Capabilities(
      depth: foundDepth, glyphs: glyphs ?? (hasHalfBlocks ? .half : .ascii),
      isSynchronized: !(isPlain || term == "linux"))
  }

  private static func isUnicode(_ environment: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      // As in setlocale(3): the first that is set and not empty decides.
      guard let value = environment(name), !value.isEmpty else { continue }
      let locale = value.lowercased()
      return locale.contains("utf-8") || locale.contains("utf8")
    }
    return false
  }
}

extension ColorDepth {
  /// What the environment says of a terminal's colours.
  static func find(isTerminal: Bool, environment: (String) -> String?) -> ColorDepth {
    if !isTerminal { return .none }
    if let wish = environment("NO_COLOR"), !wish.isEmpty { return .none }
    let term = environment("TERM") ?? ""
    if term.isEmpty || term == "dumb" { return .none }
    if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") { return .truecolor }
    if term.hasSuffix("-direct") { return .truecolor }
    // xterm itself, which takes COLORTERM away and calls itself by the name of its 16 colours: exact
    // colours since its patch 331 (2017). Under ssh and in other terminals the variable isn't there,
    // and what runs in it has another TERM.
    if term.hasPrefix("xterm"), let version = environment("XTERM_VERSION") {
      let patch = Int(version.filter { $0.isASCII && $0.isNumber }) ?? 0
      return patch >= 331 ? .truecolor : .indexed
    }
    if term.contains("256color") { return .indexed }
    // The vt100 family before the vt340 has no colours; nothing else in use lacks them.
    if ["vt100", "vt102", "vt200", "vt220", "vt320", "vt400", "vt420"].contains(term) {
      return .none
    }
    return .sixteen
  }
}
