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
  private let path: String
  private let file: Descriptor
  private let encoder: ScreenEncoder
  private let painter: PicturePainter
  private let console: GraphicsConsole

  /// Opens a framebuffer, and quiets the console on it.
  init(_ found: ScreenFinder.Found, rotation: Rotation) throws(ScreenError) {
    let file: Descriptor
    var screen = shim_screen()
    do throws(Errno) {
      file = try Descriptor.open(found.path, .readingAndWriting)
    } catch {
      throw .failed(path: found.path, doing: "open", error)
    }
    do throws(Errno) {
      let number = file.number
      try systemCall { shim_screen_layout(number, &screen) }
    } catch {
      throw .failed(path: found.path, doing: "ask for the layout of", error)
    }
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
    path = found.path
    console = GraphicsConsole(on: file, number: found.number)
    self.file = file
  }

  /// What couldn't be done about the console, if something couldn't.
  var consoleNote: String? { console.note }

  /// Draws a scene: the screen's rows in which it differs from the one before are written, whole rows
  /// in one call.
  ///
  /// A call for each part of a row would be more work for the driver than the pixels themselves: it takes
  /// note of each, and of pages at the least.
  func present(_ scene: Scene) throws(ScreenError) {
    for changed in painter.paint(scene) {
      var box = changed
      if encoder.rotation.isSideways {
        box.rows = painter.picture.bounds.rows
      } else {
        box.columns = painter.picture.bounds.columns
      }
      let number = file.number
      do throws(Errno) {
        try encoder.encode(box, of: painter.picture) { (bytes, offset) throws(Errno) in
          try writeAll(bytes, to: number, at: offset)
        }
      } catch {
        throw .failed(path: path, doing: "write to", error)
      }
    }
  }
}
