// SPDX-License-Identifier: MIT

extension World {
  /// A hash over the bits of the state: the step's number, each ball's position and velocity, and
  /// where there are some, balls that are off the table, blocks and the turning of holes.
  ///
  /// Two worlds on the same table that give the same digest will go on in the same way. For tests
  /// that pin a session to its bits, and for telling replays apart; it doesn't resist malice.
  public var digest: UInt64 {
    var hash = Digest()
    hash.add(UInt64(bitPattern: step))
    for ball in balls {
      hash.add(ball.position.x.bitPattern)
      hash.add(ball.position.y.bitPattern)
      hash.add(ball.velocity.x.bitPattern)
      hash.add(ball.velocity.y.bitPattern)
    }
    if presence.count < balls.count { hash.add(UInt64(presence.rawValue)) }
    if blocks.count > 0 { blocks.add(to: &hash) }
    if !holes.pattern.isEmpty { turning.add(to: &hash) }
    return hash.value
  }
}

extension Blocks {
  fileprivate func add(to hash: inout Digest) {
    hash.add(UInt64(columns) << 32 | UInt64(rows))
    for row in 0..<rows {
      for column in 0..<columns where self[column, row] {
        hash.add(UInt64(column) << 32 | UInt64(row))
      }
    }
  }
}

extension Turning {
  fileprivate func add(to hash: inout Digest) {
    hash.add(angle.bitPattern)
    hash.add(rate.bitPattern)
  }
}

/// A running hash of 64-bit words: each is mixed in with the steps of SplitMix64's finaliser
/// (Steele, Lea and Flood, OOPSLA 2014), so that every bit reaches every other one.
struct Digest {
  private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func add(_ word: UInt64) {
    var z = (value ^ word) &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    value = z ^ (z >> 31)
  }
}
