// SPDX-License-Identifier: MIT

internal import Display
internal import Wire

/// Prints what a terminal of 80x24 in truecolour is sent a frame while a ball rolls, for the lines of
/// `balld --print` on standard input: the mean and the most, in bytes, and of how many frames.
@main
struct Main {
  static func main() {
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    var painter = CellPainter(Capabilities(depth: .truecolor, glyphs: .half))
    var encoder = TerminalEncoder(isSynchronized: true)
    var shown: CellGrid?
    var states = 0
    var sizes: [Int] = []
    while let line = readLine() {
      guard let message = try? Message.decode(Array(line.utf8)) else { continue }
      _ = player.take(message, at: 0)
      guard case .state(let state) = message else { continue }
      states += 1
      // There are 60 states a second in the lines, and 30 frames are drawn.
      guard states % 2 == 0 else { continue }
      let grid = painter.paint(player.scene, columns: 80, rows: 24)
      let size = encoder.encode(from: shown, to: grid).count
      if shown != nil, state.phase == .rolling { sizes.append(size) }
      shown = grid
    }
    let mean = sizes.isEmpty ? 0 : sizes.reduce(0, +) / sizes.count
    print("\(mean) \(sizes.max() ?? 0) \(sizes.count)")
  }
}
