// SPDX-License-Identifier: MIT

internal import Wire

/// What the menu says, and the panel that it is on a terminal.
struct MenuText {
  let menu: Menu
  let scene: Scene
  let glyphs: Glyphs

  /// The longest title of a table that is shown whole.
  private static let longestTitle = 32

  /// The entries, the marked one with a sign before it, and how to choose.
  var panel: Panel {
    let sign = glyphs == .ascii ? "> " : "▸ "
    let labels = labels
    let widest = labels.map(\.unicodeScalars.count).max() ?? 0
    var panel = Panel(
      title,
      labels.enumerated().map { index, label in
        (index == menu.marked ? sign : "  ") + label
          + String(repeating: " ", count: widest + 1 - label.unicodeScalars.count)
      })
    panel.isCentered = false
    panel.marked = menu.marked
    panel.footer = ["", footer]
    return panel
  }

  /// What the entries are called, from the top.
  var labels: [String] { menu.entries.map { Self.label(of: $0) } }

  /// In the list of tables, which of how many: not all of them may be seen at once.
  var title: String {
    if !menu.showsTables { return "menu" }
    let count = menu.entries.count - 1
    return menu.marked == 0 ? "tables" : "tables \(menu.marked)/\(count)"
  }

  private static func label(of entry: Menu.Entry) -> String {
    switch entry {
    case .goOn: return "go on"
    case .restart: return "restart"
    case .tables: return "tables"
    case .level: return "this pose is level"
    case .clear: return "take all blocks away"
    case .help: return "keys"
    case .quit: return "quit"
    case .back: return "back"
    case .table(let table):
      var title = String.UnicodeScalarView()
      title.append(contentsOf: (table.title ?? table.name).unicodeScalars.prefix(longestTitle))
      return String(title) + (table.best.map { ", best \(text(of: $0))" } ?? "")
    }
  }

  /// The points of a game with points, else the time.
  private static func text(of best: BestRun) -> String {
    if let score = best.score { return score == 1 ? "1 point" : "\(score) points" }
    return RunTime.result(best.time).map { "\($0) s" } ?? "-"
  }

  private var footer: String {
    if let stillness = menu.stillness {
      let (full, empty) = glyphs == .ascii ? ("#", ".") : ("■", "·")
      return "hold still " + String(repeating: full, count: stillness)
        + String(repeating: empty, count: max(0, 10 - stillness))
    }
    let keys = glyphs == .ascii ? "arrows, Enter" : "↑↓ Enter"
    return scene.tiltsByHand && scene.hasUp ? "\(keys), or tilt and hold" : keys
  }

  /// How to choose where there are no keys, by the board or by a pad's buttons.
  var hint: String {
    if menu.stillness != nil { return "hold it still" }
    guard scene.tiltsByHand, scene.sensor?.health == .ok else { return "up and down, then press" }
    return scene.hasUp
      ? "tilt to move, hold it level to take" : "up and down, then press or let go"
  }
}
