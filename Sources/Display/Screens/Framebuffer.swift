// SPDX-License-Identifier: MIT

internal import CShims
internal import Posix

/// A framebuffer as a screen for pictures.
///
/// Pixels are written by pwrite(2) and not through a mapping: a screen that is unplugged then gives an
/// error, where a mapping would end the program by SIGBUS, and every driver learns what changed.
final class Framebuffer {
  /// What it is called, for people.
  let name: String
  private let node: ScreenNode
  private let encoder: ScreenEncoder
  private let painter: PicturePainter
  private var console: GraphicsConsole
  /// Whether somebody else may have drawn on it since the last frame.
  private(set) var isStale = false

  /// Opens a framebuffer, and quiets the console on it.
  init(_ found: ScreenFinder.Found, rotation: ScreenRotation) throws(ScreenError) {
    let node = try ScreenNode(found)
    let screen = try node.layout()
    guard let layout = ScreenLayout(screen) else {
      throw .unfit(
        path: found.path,
        "it is \(screen.width)x\(screen.height) with \(screen.bits_per_pixel) bits a pixel; needed"
          + " are 16, 24 or 32 bits with a field for each colour")
    }
    encoder = ScreenEncoder(layout: layout, rotation: rotation)
    let size = encoder.pictureSize
    painter = PicturePainter(width: size.width, height: size.height)
    name = "\(found.path) (\(found.name), \(layout.width)x\(layout.height))"
    console = GraphicsConsole(on: node.file, number: node.number)
    self.node = node
  }

  /// What couldn't be done about the console, if something couldn't.
  var consoleNote: String? { console.note }
  /// Whether it shows another console at present, on which nothing may be drawn.
  var isLeft: Bool { console.isLeft }

  /// Looks whether the screen is still there, and as it was: where nothing moves, nothing is written, and
  /// so no error tells.
  func tend() throws(ScreenError) {
    guard ScreenLayout(try node.layout()) == encoder.layout else {
      throw .changed(path: node.path)
    }
    if console.tend(on: node.file, number: node.number) { isStale = true }
  }

  /// Somebody wants to see another console, or this one again; returns whether the signal was about that.
  func obey(_ signal: Signal) -> Bool {
    let isObeyed = console.obey(signal)
    if isObeyed { isStale = true }
    return isObeyed
  }

  /// Draws a scene: the screen's rows in which it differs from the one before are written, whole rows
  /// in one call.
  ///
  /// A call for each part of a row would be more work for the driver than the pixels themselves: it takes
  /// note of each, and of pages at the least.
  func present(_ scene: Scene) throws(ScreenError) {
    let changed = painter.paint(scene)
    let boxes = isStale ? [painter.picture.bounds] : changed
    isStale = false
    for var box in boxes {
      if encoder.rotation.isSideways {
        box.rows = painter.picture.bounds.rows
      } else {
        box.columns = painter.picture.bounds.columns
      }
      try encoder.encode(box, of: painter.picture) { (bytes, offset) throws(ScreenError) in
        try node.write(bytes, at: offset)
      }
    }
  }
}
