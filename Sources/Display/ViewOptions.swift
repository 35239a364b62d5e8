// SPDX-License-Identifier: MIT

public import Options

/// What `ballview` can be asked for on its command line.
public struct ViewOptions: Hashable, Sendable {
  /// Print one frame as text and end.
  public var isOnce = false
  /// The picture's size in character cells.
  public var size: Size?
  /// Frames a second at the most.
  public var framesPerSecond = 30
  /// How many colours; nil to find it out.
  public var depth: ColorDepth?
  /// Which characters; nil to find it out.
  public var glyphs: Glyphs?
  /// Where the sockets are; nil to look where they usually are.
  public var runtimeDirectory: String?

  /// A size in character cells.
  public struct Size: Hashable, Sendable {
    /// Cells a row.
    public var columns: Int
    /// Rows.
    public var rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The program's options.
  public static let table = OptionTable(
    program: "ballview",
    summary: "Shows balld's table in a terminal; the arrow keys tilt it.",
    options: [
      .flag("once", "print one frame as text and exit; so it also does in a pipe"),
      .value("size", "WxH", "columns and rows of the picture, such as 80x24"),
      .value("fps", "N", "draw at most N frames a second, 1 to 60 (30)"),
      .value(
        "color", "DEPTH", choices: ["auto", "truecolor", "256", "16", "none"],
        "auto, truecolor, 256, 16 or none (auto)"),
      .value("glyphs", "KIND", choices: ["auto", "half", "ascii"], "auto, half or ascii (auto)"),
      .value(
        "runtime-dir", "DIR",
        "where balld's sockets are; by default the first of /run/balld, $XDG_RUNTIME_DIR/balld and"
          + " /tmp/balld-UID in which a balld listens"),
    ],
    closing: """
      Keys: arrows, wasd or hjkl tilt the table; space pauses and goes on, r restarts,
      n and p go to the next and the previous table, c takes all blocks away, x or Esc
      gives the table back to the sensor, ? shows help, q quits.

      With --color=auto, NO_COLOR, COLORTERM and TERM decide; with --glyphs=auto, the
      locale (LC_ALL, LC_CTYPE, LANG) and TERM.
      """,
    exitStatuses: [
      ExitStatus(0, "ended by q, or one frame was printed"),
      ExitStatus(64, "the command line can't be read"),
      ExitStatus(69, "no balld is running"),
      ExitStatus(71, "the system refused something"),
      ExitStatus(74, "reading or writing failed"),
    ])

  /// Reads the values of a command line.
  public init(_ values: Values) throws(UsageError) {
    isOnce = values.has("once")
    runtimeDirectory = values.value("runtime-dir")
    if let text = values.value("size") {
      guard let size = Size(text) else {
        throw Self.table.usage("--size=\(text): not columns x rows, 1x1 to 1000x1000")
      }
      self.size = size
    }
    if let text = values.value("fps") {
      guard let rate = Int(text), (1...60).contains(rate) else {
        throw Self.table.usage("--fps=\(text): not a number from 1 to 60")
      }
      framesPerSecond = rate
    }
    if let text = values.value("color"), text != "auto" {
      guard let depth = ColorDepth(rawValue: text) else {
        throw Self.table.usage("--color=\(text): not auto, truecolor, 256, 16 or none")
      }
      self.depth = depth
    }
    if let text = values.value("glyphs"), text != "auto" {
      guard let glyphs = Glyphs(rawValue: text) else {
        throw Self.table.usage("--glyphs=\(text): not auto, half or ascii")
      }
      self.glyphs = glyphs
    }
  }
}

extension ViewOptions.Size {
  /// Reads `80x24`; nil for anything else, and for sizes that no screen has.
  public init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...1000).contains(columns), (1...1000).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }
}
