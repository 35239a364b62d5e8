// SPDX-License-Identifier: MIT

internal import CShims
internal import Posix

/// The lamps of a Sense HAT: dark again when this object goes.
///
/// All 128 bytes are written at once, and only when one changed: the driver takes 4 to 17 ms for them
/// on its bus.
final class Lamps {
  /// What they are called, for people.
  let name: String
  private let path: String
  private let file: Descriptor
  private let rotation: Rotation
  private let gamma: LampGamma
  private var painter = LampPainter()
  private var shown: [UInt8] = []

  /// Opens the lamps.
  init(_ found: ScreenFinder.Found, rotation: Rotation) throws(ScreenError) {
    let file: Descriptor
    var screen = shim_screen()
    do throws(Errno) {
      file = try Descriptor.open(found.path, .readingAndWriting)
    } catch {
      throw .failed(path: found.path, doing: "open", error)
    }
    let number = file.number
    do throws(Errno) {
      try systemCall { shim_screen_layout(number, &screen) }
    } catch {
      throw .failed(path: found.path, doing: "ask for the layout of", error)
    }
    guard screen.width == 8, screen.height == 8, screen.bits_per_pixel == 16, screen.size >= 128
    else {
      throw .unfit(
        path: found.path,
        "it is \(screen.width)x\(screen.height), and no 8x8 lamps of 16 bits; --fb is for screens")
    }
    var table = [UInt8](repeating: 0, count: 32)
    // A driver that has no such request has its standard table.
    gamma = shim_lamp_gamma(number, &table) == 0 ? LampGamma(table) : .standard
    name = "\(found.path) (\(found.name), 8x8)"
    path = found.path
    self.rotation = rotation
    self.file = file
  }

  deinit {
    // If they are unplugged, ignoring: then they are dark.
    _ = Self.write([UInt8](repeating: 0, count: 128), to: file.number)
  }

  /// Shows a scene at a time in ns, which the holes breathe by.
  func present(_ scene: Scene, at time: Int64) throws(ScreenError) {
    let bytes = painter.paint(scene, at: time).bytes(gamma: gamma, rotation: rotation)
    if bytes == shown { return }
    do throws(Errno) {
      try Self.write(bytes, to: file.number).get()
    } catch {
      throw .failed(path: path, doing: "write to", error)
    }
    shown = bytes
  }

  private static func write(_ bytes: [UInt8], to number: Int32) -> Result<Void, Errno> {
    bytes.withUnsafeBytes { buffer in
      do throws(Errno) {
        return .success(try writeAll(buffer, to: number, at: 0))
      } catch {
        return .failure(error)
      }
    }
  }
}
