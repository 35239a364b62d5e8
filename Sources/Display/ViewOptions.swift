// SPDX-License-Identifier: MIT

public import Options
internal import Posix

/// What `ballview` can be asked for on its command line.
public struct ViewOptions: Hashable, Sendable {
  /// What is drawn on.
  public var surface = Surface.terminal
  /// Print one frame as text and end.
  public var isOnce = false
  /// By how much the picture is turned.
  public var rotation = ScreenRotation.none
  /// The picture's size in character cells, or in pixels for a picture in a file.
  public var size: Size?
  /// Frames a second at the most.
  public var framesPerSecond = 30
  /// How many colours; nil to find it out.
  public var depth: ColorDepth?
  /// Which characters; nil to find it out.
  public var glyphs: Glyphs?
  /// Where the sockets are; nil to look where they usually are.
  public var runtimeDirectory: String?

  /// What is drawn on.
  public enum Surface: Hashable, Sendable {
    /// The terminal, or, in a pipe, lines of text.
    case terminal
    /// A screen, by its path or its driver's name; nil for the first one that is no lamps.
    case framebuffer(String?)
    /// 8×8 lamps, by their path or their driver's name; nil for a Sense HAT's.
    case lamps(String?)
    /// A PNG file; `-` is standard output.
    case picture(String)
  }

  /// The file to draw a picture into, if that is what is asked for.
  public var picture: String? {
    if case .picture(let path) = surface { path } else { nil }
  }

  /// A size in character cells, or in pixels.
  public struct Size: Hashable, Sendable {
    /// Cells or pixels a row.
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
      .flag("tty", "draw on the terminal, as without any of the next three"),
      .optional(
        "fb", "NAME",
        "draw on a screen: a framebuffer, by its path or its driver's name; else the"
          + " first one; one that isn't there is waited for"),
      .optional(
        "lamps", "NAME",
        "draw on 8x8 lamps, those of a Sense HAT; a table that is too large for"
          + " them is shown in a window that follows the ball; waited for like a screen"),
      .value("png", "FILE", "draw one frame into a PNG file (- is standard output) and exit"),
      .flag("once", "print one frame as text and exit; so it also does in a pipe"),
      .value(
        "size", "WxH",
        "columns and rows of the terminal's picture, such as 80x24; pixels of a PNG"
          + " file (800x480)"),
      .value("rotate", "DEGREES", "turn the picture clockwise: 0, 90, 180 or 270 (0)"),
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
      n and p go to the next and the previous table, m opens the menu, c twice takes
      all blocks away, v makes the present pose of the board level, x or Esc gives the
      table back to the sensor, ? says what to do and how, q quits. A click puts a
      block down in a maze or takes it away; with Shift held, the mouse selects text.

      Without keys: stand the board on an edge for a second to open the menu; lower
      the near or the far edge to choose, and hold the board level to select. Or push
      a gamepad's lower button or a Sense HAT's joystick, and use up and down.

      With --color=auto, NO_COLOR, COLORTERM, XTERM_VERSION and TERM decide; with
      --glyphs=auto, the locale (LC_ALL, LC_CTYPE, LANG), TERM and the console's font.

      With --once and --png, standard input may hold a daemon's lines, and the frame
      is that of their last state: balld --print ... | ballview --png=ball.png
      """,
    exitStatuses: [
      ExitStatus(0, "ended by q, or one frame was drawn"),
      ExitStatus(64, "the command line can't be read"),
      ExitStatus(65, "the lines on standard input aren't a daemon's"),
      ExitStatus(69, "no balld is running, or the screen can't be drawn on"),
      ExitStatus(71, "the system refused something"),
      ExitStatus(74, "reading or writing failed"),
      ExitStatus(
        77,
        "not permitted; also where another user owns the directory in which the sockets should be"),
    ])

  /// Reads the values of a command line.
  public init(_ values: Values) throws(UsageError) {
    isOnce = values.has("once")
    runtimeDirectory = values.value("runtime-dir")
    if runtimeDirectory == "" {
      throw Self.table.usage("--runtime-dir=: a directory's name is missing")
    }
    surface = try Self.surface(values)
    if let text = values.value("size") {
      let limit = picture == nil ? Size.longestOfText : Self.longestSide
      guard let size = Size(text, limit: limit) else {
        throw Self.table.usage("--size=\(text): not width x height, 1x1 to \(limit)x\(limit)")
      }
      self.size = size
    }
    if let text = values.value("rotate") {
      guard let degrees = Int(text), let rotation = ScreenRotation(rawValue: degrees) else {
        throw Self.table.usage("--rotate=\(text): not 0, 90, 180 or 270")
      }
      self.rotation = rotation
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

extension ViewOptions {
  /// The longest side of a picture in a file, in pixels.
  private static let longestSide = 4096

  private static func surface(_ values: Values) throws(UsageError) -> Surface {
    let asked = ["tty", "fb", "lamps", "png"].filter { values.has($0) }
    if asked.count > 1 {
      throw table.usage("--\(asked[0]) and --\(asked[1]): only one of them can be drawn on")
    }
    if values.has("once"), let other = asked.first, other != "tty" {
      throw table.usage("--once and --\(other): --once prints text")
    }
    func name(_ option: String) -> String? {
      values.value(option).flatMap { $0.isEmpty ? nil : $0 }
    }
    switch asked.first {
    case "fb": return .framebuffer(name("fb"))
    case "lamps": return .lamps(name("lamps"))
    case "png":
      guard let path = name("png") else { throw table.usage("--png=: a file's name is missing") }
      return .picture(path)
    default: return .terminal
    }
  }
}

extension ViewOptions.Size {
  /// What COLUMNS and LINES say, else 80x24.
  static var environment: Self {
    let columns = Process.environment("COLUMNS") ?? ""
    let rows = Process.environment("LINES") ?? ""
    return Self("\(columns)x\(rows)") ?? Self(columns: 80, rows: 24)
  }

  /// The most columns and rows of a picture in character cells.
  public static let longestOfText = 1000

  /// Reads `80x24`; nil for anything else, and for sizes that no screen has.
  public init?(_ text: String, limit: Int = Self.longestOfText) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
      (1...limit).contains(columns), (1...limit).contains(rows)
    else { return nil }
    self.init(columns: columns, rows: rows)
  }
}
