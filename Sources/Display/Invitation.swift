// SPDX-License-Identifier: MIT

internal import Wire

extension Scene {
  /// What a demo says to whoever comes by; nil where none plays.
  var invitation: String? {
    guard isDemo else { return nil }
    return (["demo"] + [wayIn].compactMap { $0 }).joined(separator: ": ")
  }

  /// How to begin to play, in words for a small screen; nil where this display knows no way.
  var wayIn: String? {
    if sensor?.health == .ok { return "tilt to play" }
    return link == .control ? "an arrow key begins" : nil
  }
}
