// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("a session is a pure function of table, playlist and inputs")
struct PinnedSessionTests {
  /// A tilt and now and then a command, every 20 ms, by integer arithmetic alone.
  private struct Hand {
    private var seed: UInt32

    init(seed: UInt32) { self.seed = seed }

    private mutating func next(_ bound: Int) -> Int {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return Int(seed >> 8) % bound
    }

    mutating func inputs(on table: Table) -> [Input] {
      let tilt = Tilt(
        x: Double(next(2731) - 1365) / 1000, y: Double(next(2731) - 1365) / 1000, z: 9.7)
      var inputs = [Input.clientTilt(tilt, client: 1)]
      switch next(200) {
      case 0: inputs.append(.restart)
      case 1: inputs.append(.pause)
      case 2, 3: inputs.append(.resume)
      case 4: inputs.append(.clear)
      case 5: inputs.append(.next)
      case 6...20:
        inputs.append(
          .toggle(column: next(table.blocks.columns), row: next(table.blocks.rows)))
      default: break
      }
      return inputs
    }
  }

  /// A running hash (FNV-1a, 64 bits).
  private struct Hash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ word: UInt64) {
      for shift in stride(from: 0, to: 64 as UInt64, by: 8) {
        value = (value ^ (word >> shift & 0xff)) &* 0x100_0000_01b3
      }
    }

    mutating func add(_ text: String) { for byte in text.utf8 { add(UInt64(byte)) } }
  }

  /// Plays so many steps by a hand of this seed, in groups, and hashes states and events.
  private func play(
    _ tables: [Table], seed: UInt32, steps: Int64, by group: Int64
  ) -> (hash: String, events: [Event]) {
    var session = Session(table: tables[0], playlist: tables)
    var hand = Hand(seed: seed)
    var events: [Event] = []
    var hash = Hash()
    while session.step < steps {
      for input in hand.inputs(on: session.table) { session.enter(input, events: &events) }
      let end = min(steps, session.step + 20)
      while session.step < end {
        session.advance(to: min(end, session.step + group), events: &events)
      }
      guard session.step % 200 == 0 else { continue }
      let state = session.snapshot
      hash.add(session.world.digest)
      hash.add(state.phase.rawValue)
      hash.add(state.holesAngle.bitPattern)
      hash.add(UInt64(bitPattern: state.runSteps ?? -1))
      hash.add(UInt64(bitPattern: Int64(state.score ?? -1)))
      hash.add(UInt64(bitPattern: Int64(state.ballsLeft ?? -1)))
      for isOnTable in state.onTable { hash.add(isOnTable ? 1 : 0) }
    }
    // The end of a run only sums up what the other events tell.
    for event in events where !event.isRunOver { hash.add(event.time.bitPattern) }
    return ("0x" + String(hash.value, radix: 16), events)
  }

  @Test(
    "the same tables and inputs give the same states and events to the bit",
    arguments: [
      (["marble"], 1, 1_000_000, "0xc8bdf36be981aa4c"),
      (["bounce"], 2, 60_000, "0xf6d82682ab5ced69"),
      (["classic-maze"], 3, 60_000, "0x3dbdb70accee3c96"),
      (["classic-holes"], 4, 60_000, "0x4559bda693f7a729"),
      (["classic-bounce"], 5, 60_000, "0xbbf379d5a4494c2b"),
      (["labyrinth"], 6, 60_000, "0xae4c5b9c77e2243b"),
      (["mill"], 7, 60_000, "0x5c6c8a51cf687a34"),
      (["fast-lane"], 8, 60_000, "0xe246ce33ef1c1b13"),
      (["quartet"], 9, 60_000, "0xc1a82a23c8751f69"),
      (Table.shippedNames, 10, 100_000, "0xf623e36af5435225"),
    ] as [([String], UInt32, Int64, String)])
  func pinned(_ names: [String], _ seed: UInt32, _ steps: Int64, _ expected: String) throws {
    let played = play(try names.map(shippedTable), seed: seed, steps: steps, by: 20)
    #expect(played.hash == expected, "\(names): \(played.hash), \(played.events.count) events")
  }

  @Test("a session on all tables one after the other, played step by step, by sevens or at once")
  func grouping() throws {
    let tables = try Table.shippedNames.map(shippedTable)
    let single = play(tables, seed: 5, steps: 15_000, by: 1)
    for group in [7, 20] as [Int64] {
      let grouped = play(tables, seed: 5, steps: 15_000, by: group)
      #expect(grouped.events == single.events)
      #expect(grouped.hash == single.hash)
    }
  }
}

extension Event {
  fileprivate var isRunOver: Bool {
    if case .runOver = kind { true } else { false }
  }
}
