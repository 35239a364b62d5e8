// SPDX-License-Identifier: MIT

internal import Wire

extension SceneText {
  /// What stands on the table in a picture, which has no keys; nil if there is nothing to say.
  ///
  /// Where it waits for a sensor, it also says what the daemon knows about that, and what can be done;
  /// where it waits for people, how they come to the menu.
  static func picturePanel(_ scene: Scene) -> Panel? {
    var shown = scene
    shown.menu = nil
    shown.showsHelp = false
    if shown.link == .control { shown.link = .view }
    let text = SceneText(scene: shown, glyphs: .ascii, inks: TextInks(depth: .none))
    guard var panel = text.panel else { return nil }
    switch scene.phase {
    case .noSensor?, .stalled?:
      let known = [scene.sensor?.message, scene.sensor?.hint].compactMap { $0 }
      return known.isEmpty ? panel : Panel(panel.title, known)
    case .paused?, .lost?, .won?:
      let goesOn = scene.phase == .won && RunText(scene: scene).goesOn
      if scene.tiltsByHand, !goesOn {
        panel.lines.append(
          scene.hasUp ? "menu: stand it on an edge" : "menu: press the stick or a button")
      }
      return panel
    case .countdown?:
      // The number as the heading: it is what is looked at.
      return scene.countdown.map { Panel("\($0)", ["get ready"]) } ?? panel
    default: return panel
    }
  }
}
