// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Blocks, holes and several balls: the same bits from the same inputs, and no direction preferred.
@Suite struct BlockDeterminismTests {
  private static let lines = [
    "....#.....", ".##.#..#..", ".#.....##.", "...##.....", "#....#..#.", "..#..##...",
    ".##.....#.",
    "....#.....",
  ]

  /// Tilts from integers alone, a new one each 10 steps.
  private struct Tilts {
    var random: Random
    private var tilt = Tilt.level
    private var index = 0

    init(seed: UInt64) { random = Random(seed: seed) }

    mutating func next() -> Tilt {
      if index % 10 == 0 {
        tilt = Tilt(
          x: Double(Int(random.bits() % 4001) - 2000) / 1000,
          y: Double(Int(random.bits() % 4001) - 2000) / 1000,
          z: 9.5 + Double(random.bits() % 1000) / 1000)
      }
      index += 1
      return tilt
    }
  }

  /// A table of 10 by 8 cells of 1/32 m, and balls with binary fractions for places.
  private func world(
    _ lines: [String] = lines, radius: Double = 0x1p-7, e: Double = 0.75, c: Double = 0.003,
    rebound: Rebound = .game, balls: Int = 1, rule: CaptureRule? = nil
  ) throws -> World {
    let places = [
      Vector2(0.046875, 0.015625), Vector2(0.1875, 0.09375), Vector2(0.296875, 0.234375),
      Vector2(0.015625, 0.234375),
    ]
    var holes = Holes.none
    if let rule {
      holes = try Holes(
        [
          Hole(centre: Vector2(0.25, 0.03125), radius: 0.0078125 * 1.5),
          Hole(centre: Vector2(0.03125, 0.21875), radius: 0.0078125 * 1.5),
        ],
        pivot: Vector2(0.15625, 0.125), rule: rule)
    }
    return try World(
      surface: surface(
        width: 0.3125, height: 0.25, radius: radius, e: e, c: c, rebound: rebound),
      blocks: blocks(lines), holes: holes,
      balls: (0..<balls).map {
        Ball(position: places[$0], velocity: Vector2(0.25 - 0.125 * Double($0), 0.375))
      })
  }

  /// Runs a world; balls that a hole took come back at their first places.
  private func run(_ world: inout World, steps: Int, seed: UInt64) {
    let first = world.balls
    var tilts = Tilts(seed: seed)
    for _ in 0..<steps {
      world.advance(under: tilts.next())
      for index in world.balls.indices where !world.isOnTable(index) {
        if world.hasRoom(for: first[index], at: index) { world.place(first[index], at: index) }
      }
    }
  }

  @Test("tables with blocks, holes and several balls give the pinned states")
  func pinned() throws {
    let cases: [(String, World, Int, UInt64, Double, UInt64)] = try [
      ("one ball", world(), 20_000, 1, 0, 0x39af2f80a238bf9f),
      ("elastic", world(e: 1, c: 0), 5_000, 2, 0, 0xb73a69eaa347ca37),
      ("real", world(e: 0.875, rebound: .real), 20_000, 3, 0, 0x04b107c8930f83cd),
      ("dead", world(e: 0, c: 0.01), 20_000, 4, 0, 0xa3df1e77d9655dee),
      ("corridors", world(radius: 0x1p-6), 20_000, 5, 0, 0xf62a442e4eb79070),
      ("centre", world(rule: .centre), 20_000, 6, 0.25, 0x40b6228e487c8468),
      ("speed", world(rule: .speed), 20_000, 7, -0.5, 0xa2956ee09b130476),
      ("pull", world(rule: .pull(atRim: 2, brake: 13.4)), 10_000, 8, 0.125, 0x0d3f77b3744c9346),
      ("two balls", world(e: 1, c: 0, balls: 2), 1_000, 9, 0, 0x136fd2f8cf268a39),
      ("four balls", world(e: 1, c: 0, balls: 4), 1_000, 10, 0.25, 0x0af61a803cb75bb3),
    ]
    for (name, start, steps, seed, rate, digest) in cases {
      var world = start
      world.turn(at: rate)
      run(&world, steps: steps, seed: seed)
      #expect(world.digest == digest, "\(name) gives 0x\(String(world.digest, radix: 16)) now")
    }
  }

  @Test("a million steps among blocks give the pinned state", .enabled(if: isReleaseBuild))
  func aMillionSteps() throws {
    var world = try world(rule: .speed)
    world.turn(at: 0.125)
    run(&world, steps: 1_000_000, seed: 11)
    #expect(
      world.digest == 0x79caa713fc50775f, "it gives 0x\(String(world.digest, radix: 16)) now")
  }

  @Test("a mirrored table gives the mirrored motion within 1e-9 m until the third corner")
  func mirrored() throws {
    for (mx, my) in [(true, false), (false, true), (true, true)] {
      var lines = Self.lines
      if mx { lines = lines.map { String($0.reversed()) } }
      if my { lines.reverse() }
      let size = Vector2(0.3125, 0.25)
      let mirror = { (p: Vector2) in Vector2(mx ? size.x - p.x : p.x, my ? size.y - p.y : p.y) }
      let turn = { (v: Vector2) in Vector2(mx ? -v.x : v.x, my ? -v.y : v.y) }
      for seed in 1...(isReleaseBuild ? 40 : 5) as ClosedRange<UInt64> {
        var first = try world(e: 0.875, c: 0.002)
        var second = try world(lines, e: 0.875, c: 0.002, balls: 1, mirror, turn)
        var tilts = Tilts(seed: seed)
        var corners = 0
        for _ in 0..<1_500 {
          let tilt = tilts.next()
          first.advance(under: tilt)
          let turned = turn(Vector2(tilt.x, tilt.y))
          second.advance(under: Tilt(x: turned.x, y: turned.y, z: tilt.z))
          corners += cornerHits(first)
          if corners >= 3 { break }
          #expect((mirror(first.ball.position) - second.ball.position).length < 1e-9)
        }
      }
    }
  }

  private func world(
    _ lines: [String], e: Double, c: Double, balls: Int, _ mirror: (Vector2) -> Vector2,
    _ turn: (Vector2) -> Vector2
  ) throws -> World {
    let plain = try world(e: e, c: c, balls: balls)
    return try World(
      surface: plain.surface, blocks: blocks(lines),
      balls: plain.balls.map {
        Ball(position: mirror($0.position), velocity: turn($0.velocity))
      })
  }

  /// How many of the last step's impacts were on corners: not on a line of the grid.
  private func cornerHits(_ world: World) -> Int {
    world.impacts.filter { impact in
      let isOnFace = { (place: Double) -> Bool in
        let lines = (place - world.surface.ballRadius) * 32
        let others = (place + world.surface.ballRadius) * 32
        return lines == lines.rounded() || others == others.rounded()
      }
      return !isOnFace(impact.position.x) && !isOnFace(impact.position.y)
    }.count
  }

  @Test("a table turned by 90° gives the turned motion within 1e-9 m until the third corner")
  func rotated() throws {
    let (columns, rows) = (10, 8)
    // (x, y) becomes (0.25 − y, x).
    var lines = Array(repeating: Array(repeating: Character("."), count: rows), count: columns)
    for (row, line) in Self.lines.enumerated() {
      for (column, character) in line.enumerated() { lines[column][rows - 1 - row] = character }
    }
    for seed in 1...(isReleaseBuild ? 40 : 5) as ClosedRange<UInt64> {
      var first = try world(e: 0.875, c: 0.002)
      var second = try World(
        surface: surface(width: 0.25, height: 0.3125, radius: 0x1p-7, e: 0.875, c: 0.002),
        blocks: blocks(lines.map { String($0) }),
        balls: first.balls.map {
          Ball(
            position: Vector2(0.25 - $0.position.y, $0.position.x),
            velocity: Vector2(-$0.velocity.y, $0.velocity.x))
        })
      var tilts = Tilts(seed: seed)
      var corners = 0
      for _ in 0..<1_500 {
        let tilt = tilts.next()
        first.advance(under: tilt)
        second.advance(under: Tilt(x: -tilt.y, y: tilt.x, z: tilt.z))
        corners += cornerHits(first)
        if corners >= 3 { break }
        let p = first.ball.position
        #expect((Vector2(0.25 - p.y, p.x) - second.ball.position).length < 1e-9)
      }
    }
  }

  @Test("however steps are grouped, and whenever a copy takes over, the bits are the same")
  func grouping() throws {
    var list: [Tilt] = []
    var tilts = Tilts(seed: 12)
    for _ in 0..<2_000 { list.append(tilts.next()) }
    var one = try world(balls: 2, rule: .speed)
    one.turn(at: 0.25)
    for tilt in list { one.advance(under: tilt) }
    for group in [2, 7, 31] {
      var world = try world(balls: 2, rule: .speed)
      world.turn(at: 0.25)
      var index = 0
      while index < list.count {
        var copy = world
        for tilt in list[index..<min(index + group, list.count)] { copy.advance(under: tilt) }
        world = copy
        index += group
      }
      #expect(world == one)
      #expect(world.digest == one.digest)
    }
  }

  @Test("the order in which blocks were put down doesn't matter, nor blocks that went again")
  func blockOrder() throws {
    var random = Random(seed: 13)
    var cells: [(Int, Int)] = []
    for (row, line) in Self.lines.enumerated() {
      for (column, character) in line.enumerated() where character == "#" {
        cells.append((column, row))
      }
    }
    let first = try world()
    for _ in 0..<5 {
      for index in cells.indices.dropLast() {
        cells.swapAt(index, index + Int(random.bits()) % (cells.count - index))
      }
      var second = try world(Array(repeating: "..........", count: 8))
      for (column, row) in cells {
        let isDone = second.setBlock(column: column, row: row, to: true)
        #expect(isDone)
      }
      // There and back.
      for (column, row) in [(9, 0), (5, 5), (3, 7)] {
        let isBlock = second.blocks[column, row]
        let isThere = second.setBlock(column: column, row: row, to: !isBlock)
        let isBack = second.setBlock(column: column, row: row, to: isBlock)
        #expect(isThere && isBack)
      }
      #expect(second.blocks == first.blocks)
      #expect(second == first)
      run(&second, steps: 500, seed: 14)
      var again = first
      run(&again, steps: 500, seed: 14)
      #expect(second.digest == again.digest)
    }
  }
}
