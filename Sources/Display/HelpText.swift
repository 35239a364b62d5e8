// SPDX-License-Identifier: MIT

internal import Wire

/// What the keys and the mouse do, for people who see the game for the first time.
struct HelpText {
  let scene: Scene
  let glyphs: Glyphs

  /// A key, what it does, and the same in a word or two.
  private typealias Row = (key: String, meaning: String, short: String)

  /// The help, as a panel that also fits a screen of 24x8.
  var panel: Panel {
    let rows = scene.link == .view ? watching : all
    let keyWidth = rows.map(\.key.unicodeScalars.count).max() ?? 0
    var panel = Panel(
      "how to play",
      (scene.goal.map { [$0.sentence, ""] } ?? [])
        + rows.map { row in
          row.key + String(repeating: " ", count: keyWidth + 2 - row.key.unicodeScalars.count)
            + row.meaning
        })
    panel.isCentered = false
    panel.pieces = (scene.goal.map { [$0.short] } ?? []) + rows.map { "\($0.short)" }
    if scene.link == .view {
      let reason = [
        "This display may only watch:", "to tilt the table, join the", "group that owns",
        "control.sock (balld).",
      ]
      panel.lines += [""] + reason
      panel.pieces += ["join group balld to play"]
    }
    return panel
  }

  private var arrows: String { glyphs == .ascii ? "arrows" : "←↑↓→" }

  private var watching: [Row] {
    [("m", "menu", "m menu"), ("?", "close this help", "? close"), ("q", "quit", "q quit")]
  }

  private var all: [Row] {
    let hasBlocks = scene.table?.game == "maze" && scene.table?.blocks != nil
    var rows: [Row] = [
      ("\(arrows), wasd, hjkl", "tilt the table", "\(arrows) tilt"),
      ("space", "pause, go on", "space pause"), ("r", "restart", "r restart"),
      ("n, p", "next, previous table", "n/p table"),
      ("m", "menu: all tables", "m menu"),
    ]
    if hasBlocks {
      rows += [
        ("click", "put a block down, or take it", "click block"),
        ("c, c", "take all blocks away", "cc clear"),
      ]
    }
    if scene.hasUp { rows.append(("v", "this pose of the board is level", "v level")) }
    rows += [
      giveBack,
      ("?", "close this help", "? close"), ("q, Ctrl-C", "quit", "q quit"),
    ]
    return rows
  }

  /// To whom the table goes when the keys let go of it.
  private var giveBack: Row {
    if scene.sensor?.isRecording == true {
      return ("x, Esc", "give the table back to the recording", "x let go")
    }
    return scene.sensor?.health == .waiting
      ? ("x, Esc", "let go of the table", "x let go")
      : ("x, Esc", "give the table back to the sensor", "x sensor")
  }
}
