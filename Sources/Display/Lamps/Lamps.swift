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
  private let node: ScreenNode
  private let rotation: ScreenRotation
  private let gamma: LampGamma
  private var painter = LampPainter()
  private var shown: [UInt8] = []

  /// Opens the lamps.
  init(_ found: ScreenFinder.Found, rotation: ScreenRotation) throws(ScreenError) {
    let node = try ScreenNode(found)
    let screen = try node.layout()
    guard screen.width == 8, screen.height == 8, screen.bits_per_pixel == 16, screen.size >= 128
    else {
      throw .unfit(
        path: found.path,
        "it is \(screen.width)x\(screen.height), and no 8x8 lamps of 16 bits; --fb is for screens")
    }
    var table = [UInt8](repeating: 0, count: 32)
    // A driver that has no such request has its standard table.
    gamma = shim_lamp_gamma(node.file.number, &table) == 0 ? LampGamma(table) : .standard
    name = "\(found.path) (\(found.name), 8x8)"
    self.rotation = rotation
    self.node = node
  }

  deinit {
    // If they are unplugged, ignoring: then they are dark.
    try? write([UInt8](repeating: 0, count: 128))
  }

  /// Looks whether they are still there.
  func tend() throws(ScreenError) { _ = try node.layout() }

  /// Shows a scene at a time in ns, which the holes breathe by.
  func present(_ scene: Scene, at time: Int64) throws(ScreenError) {
    let bytes = painter.paint(scene, at: time).bytes(gamma: gamma, rotation: rotation)
    if bytes == shown { return }
    try write(bytes)
    shown = bytes
  }

  private func write(_ bytes: [UInt8]) throws(ScreenError) {
    try bytes.withUnsafeBytes { buffer -> Result<Void, ScreenError> in
      do throws(ScreenError) {
        return .success(try node.write(buffer, at: 0))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
