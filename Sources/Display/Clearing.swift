// SPDX-License-Identifier: MIT

internal import Wire

/// Taking all blocks away by a key: a second stroke confirms the first, and a later one brings them back.
struct Clearing: Hashable, Sendable {
  /// Until when another stroke clears, in ns of CLOCK_MONOTONIC.
  var confirmableUntil: Int64?
  /// Whether the blocks of this table were taken away since it was laid out.
  var isDone = false

  /// How long a stroke waits for the second, in ns.
  static let patience: Int64 = 5_000_000_000
}

extension Player {
  /// How the blocks of a table come back, by what there is here to ask for it.
  var wayToBlocks: String { hasKeys ? "c again" : "choosing it in the menu" }

  /// The key that takes the blocks away, and lays the table out anew once they are gone.
  mutating func clear(at now: Int64) -> [Action] {
    guard isObeyed(at: now) else { return [] }
    // What can't be cleared, the daemon says better.
    guard let table = scene.table, table.game == "maze", let blocks = table.blocks else {
      return [.send(.clear)]
    }
    guard !blocks.isEmpty else {
      if clearing.isDone, let name = TableName(table.name) { return [.send(.table(name))] }
      say("there is no block to take away", at: now)
      return []
    }
    if let end = clearing.confirmableUntil, now < end {
      clearing.confirmableUntil = nil
      return [.send(.clear)]
    }
    clearing.confirmableUntil = now + Clearing.patience
    say("c again takes all blocks away", at: now)
    return []
  }
}
