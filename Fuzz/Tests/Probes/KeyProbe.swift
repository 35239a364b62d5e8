// SPDX-License-Identifier: MIT

internal import Wire

@testable internal import Display

/// Reads what a fuzzer or a test made up as the bytes that a terminal sends.
public enum KeyProbe {
  /// Reads bytes that may be anything, and lets a display do what the keys say.
  ///
  /// The first byte says in blocks of how many bytes (and one), the second how large the screen is. Traps
  /// where a promise isn't kept: the keys are the same in whatever blocks the bytes come; whatever came, a
  /// moment later a key is a key again; and a click is on the screen.
  ///
  /// - Returns: how many keys there were.
  @discardableResult
  public static func read(_ input: [UInt8]) -> Int {
    guard input.count > 2 else { return 0 }
    let blockSize = Int(input[0]) + 1
    let bytes = Array(input.dropFirst(2))
    var decoder = KeyDecoder()
    let keys = decoder.feed(bytes)
    var again = KeyDecoder()
    var rest = bytes[...]
    var pieces: [Key] = []
    while !rest.isEmpty {
      pieces += again.feed(rest.prefix(blockSize))
      rest = rest.dropFirst(blockSize)
      precondition(again.patience > 0)
    }
    precondition(pieces == keys)
    precondition(decoder.isUndecided == again.isUndecided)
    precondition(decoder.settle().allSatisfy { $0 == .escape })
    precondition(decoder.settle().isEmpty && !decoder.isUndecided)
    // A character's first byte may have come, which the next key ends.
    precondition(decoder.feed(Array("\u{3}".utf8)) == [.control("C")])
    press(keys, size: input[1])
    return keys.count
  }

  private static func press(_ keys: [Key], size: UInt8) {
    var player = ProbedPlayer.beginning
    let painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    let (columns, rows) = (1 + Int(size & 15) * 8, 1 + Int(size >> 4) * 3)
    var now: Int64 = 1 << 40
    for key in keys.prefix(300) {
      now += 40_000_000
      if case .click(let column, let row) = key {
        precondition((0..<10_000).contains(column) && (0..<10_000).contains(row))
        let target = painter.target(
          player.scene, columns: columns, rows: rows, atColumn: column, row: row)
        if case .cell(let x, let y) = target, let blocks = player.scene.table?.blocks {
          precondition((0..<blocks.columns).contains(x) && (0..<blocks.rows).contains(y))
        }
        _ = player.click(target, at: now)
      } else {
        _ = player.press(key, at: now)
      }
      _ = player.advance(to: now)
    }
  }
}
