// SPDX-License-Identifier: MIT

internal import Wire

extension SceneText {
  /// What stands on the table in a picture, which has no keys; nil if there is nothing to say.
  ///
  /// Where it waits for a sensor, it also says what the daemon knows about that, and what can be done.
  static func picturePanel(_ scene: Scene) -> Panel? {
    var shown = scene
    shown.showsHelp = false
    if shown.link == .control { shown.link = .view }
    let text = SceneText(scene: shown, glyphs: .ascii, inks: TextInks(depth: .none))
    guard let panel = text.panel else { return nil }
    guard [.noSensor, .stalled].contains(scene.phase) else { return panel }
    let known = [scene.sensor?.message, scene.sensor?.hint].compactMap { $0 }
    return known.isEmpty ? panel : Panel(panel.title, known)
  }
}
