// SPDX-License-Identifier: MIT

/// The colours of pictures.
///
/// Told apart by lightness alone, whatever the eye does with hues: the ball is the lightest thing, then
/// blocks and frame, then the floor, then the holes. The flag is known by its squares, and a ball's number
/// stands on it.
enum PictureTheme {
  /// Behind the table.
  static let surround = Color(30, 25, 22)
  /// The floor's wood, in its middle tone.
  static let floor = Color(124, 82, 50)
  /// The wood of blocks and frame.
  static let block = Color(196, 152, 100)
  /// An edge that faces the lamp.
  static let lit = Color(240, 208, 160)
  /// An edge that faces away from it.
  static let shaded = Color(112, 76, 44)
  /// Joints between planks, and the edge of a hole.
  static let joint = Color(58, 36, 22)
  /// The depth of a hole.
  static let depth = Color(12, 9, 8)
  /// The lighter squares of a flag.
  static let flagLight = Color(238, 240, 222)
  /// The darker squares of a flag.
  static let flagDark = Color(36, 84, 70)
  /// Shadows.
  static let shadow = Color(16, 8, 4)
  /// What is read.
  static let text = Color(240, 230, 212)
  /// What matters less.
  static let dim = Color(176, 162, 142)
  /// What matters most.
  static let bright = Color(255, 206, 108)
  /// Behind words on the table.
  static let panel = Color(32, 24, 19)
}
