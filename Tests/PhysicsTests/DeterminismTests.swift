// SPDX-License-Identifier: MIT

import Physics
import Testing

/// A maze, and its pinned digests after 20 000 and a million steps.
struct PinnedMaze: Sendable {
  var balls: Int
  var rule: CaptureRule
  var e: Double
  var c: Double
  var digest: UInt64
  var longDigest: UInt64
}

private let pinnedMazes = [
  PinnedMaze(
    balls: 1, rule: .speed, e: 0.5, c: 0.005, digest: 0x7c0b_70aa_017b_7d93,
    longDigest: 0xabfb_3573_b93a_cac4),
  PinnedMaze(
    balls: 1, rule: .pull(atRim: 1, brake: 13), e: 1, c: 0, digest: 0x03a0_1d82_4015_777f,
    longDigest: 0x352e_acfa_71ba_796a),
  PinnedMaze(
    balls: 3, rule: .centre, e: 0.7, c: 0.003, digest: 0x2c49_e313_9754_4ff3,
    longDigest: 0x6961_9025_8cab_4f8f),
  PinnedMaze(
    balls: 4, rule: .speed, e: 0.4, c: 0.01, digest: 0xd6de_2626_97b3_251c,
    longDigest: 0x8fed_bca3_3a79_56c3),
]

/// The same inputs give the same bits, and mirrored ones mirrored motion.
@Suite struct DeterminismTests {
  /// Tilts from integers alone: a slope of at most 2 m/s² on each axis that changes each 10 ms.
  private func tilts(_ count: Int, seed: UInt64) -> [Tilt] {
    var random = Random(seed: seed)
    var tilt = Tilt.level
    return (0..<count).map { index in
      if index % 10 == 0 {
        tilt = Tilt(
          x: Double(Int(random.bits() % 4001) - 2000) / 1000,
          y: Double(Int(random.bits() % 4001) - 2000) / 1000,
          z: 9.5 + Double(random.bits() % 1000) / 1000)
      }
      return tilt
    }
  }

  private func world(
    e: Double, c: Double, rebound: Rebound, velocity: Vector2 = Vector2(0.25, -0.125)
  ) throws -> World {
    try World(
      surface: surface(e: e, c: c, rebound: rebound),
      balls: [Ball(position: Vector2(0.125, 0.0625), velocity: velocity)])
  }

  @Test(
    "a list of tilts gives the pinned state",
    arguments: [
      (0.5, 0.005, Rebound.game, 1 as UInt64, 0xecf2015cd59d0342 as UInt64),
      (0.9, 0.001, Rebound.game, 2, 0xc29377b1dc0701df),
      (0.9, 0.005, Rebound.real, 3, 0x0c66236b92c24318),
      (1.0, 0.0, Rebound.game, 4, 0x96aa29ac55d967da),
      (0.0, 0.02, Rebound.game, 5, 0xcae5444e7de6e387),
    ])
  func pinned(e: Double, c: Double, rebound: Rebound, seed: UInt64, digest: UInt64) throws {
    var world = try world(e: e, c: c, rebound: rebound)
    for tilt in tilts(100_000, seed: seed) { world.advance(under: tilt) }
    #expect(
      world.digest == digest, "seed \(seed) gives 0x\(String(world.digest, radix: 16)) now")
  }

  /// A maze with turning holes and some balls.
  private func maze(balls count: Int, rule: CaptureRule, e: Double, c: Double) throws -> World {
    let lines = [
      "....#...", ".##...#.", "..#.#...", ".#....#.", "...#.#..", "#.......",
    ]
    let places = [(0, 0), (7, 0), (1, 5), (7, 4)]
    var world = try World(
      surface: surface(width: 0.32, height: 0.24, radius: 0.008, e: e, c: c),
      blocks: blocks(lines),
      holes: Holes(
        [
          Hole(centre: Vector2(0.18, 0.14), radius: 0.009),
          Hole(centre: Vector2(0.06, 0.2), radius: 0.0095),
        ], pivot: Vector2(0.16, 0.12), rule: rule),
      balls: places.prefix(count).map {
        Ball(position: Vector2(0.04 * (Double($0.0) + 0.5), 0.04 * (Double($0.1) + 0.5)))
      })
    world.turn(at: 0.05)
    return world
  }

  @Test(
    "a list of tilts over blocks, turning holes and several balls gives the pinned state",
    arguments: pinnedMazes)
  func pinnedMaze(_ pinned: PinnedMaze) throws {
    let digest = try digest(of: pinned, steps: 20_000)
    #expect(
      digest == pinned.digest, "\(pinned.balls) balls give 0x\(String(digest, radix: 16)) now")
  }

  @Test("and so do a million of them", .enabled(if: isReleaseBuild), arguments: pinnedMazes)
  func pinnedLongMaze(_ pinned: PinnedMaze) throws {
    let digest = try digest(of: pinned, steps: 1_000_000)
    #expect(digest == pinned.longDigest, "a million: 0x\(String(digest, radix: 16)) now")
  }

  private func digest(of pinned: PinnedMaze, steps: Int) throws -> UInt64 {
    var world = try maze(balls: pinned.balls, rule: pinned.rule, e: pinned.e, c: pinned.c)
    let start = world.balls
    let tilts = tilts(20_000, seed: UInt64(pinned.balls))
    for step in 0..<steps {
      world.advance(under: tilts[step % tilts.count])
      if step % 1_000 == 500 {
        _ = world.setBlock(
          column: step / 1_000 % 8, row: step / 8_000 % 6, to: step % 2_000 < 1_000)
      }
      if step % 1_000 == 999 {
        for index in start.indices where !world.isOnTable(index) {
          if world.hasRoom(for: start[index], at: index) { world.place(start[index], at: index) }
        }
      }
    }
    return world.digest
  }

  @Test("a mirrored maze gives the mirrored motion within 1e-9 m until the third corner")
  func mirroredMaze() throws {
    let lines = ["........", "..#..#..", ".....#..", ".##.....", "......#.", "........"]
    let mirrored = lines.map { String($0.reversed()) }
    let start = Ball(position: Vector2(0.05, 0.02), velocity: Vector2(0.11, 0.23))
    var first = try World(
      surface: surface(width: 0.32, height: 0.24, radius: 0.008, e: 0.8, c: 0.003),
      blocks: blocks(lines), balls: [start])
    var second = try World(
      surface: first.surface, blocks: blocks(mirrored),
      balls: [
        Ball(
          position: Vector2(0.32 - 0.05, 0.02), velocity: Vector2(-0.11, 0.23))
      ])
    var corners = 0
    var steps = 0
    for tilt in tilts(3_000, seed: 17) {
      first.advance(under: tilt)
      second.advance(under: Tilt(x: -tilt.x, y: tilt.y, z: tilt.z))
      let p = first.ball.position
      #expect((Vector2(0.32 - p.x, p.y) - second.ball.position).length < 1e-9)
      for impact in first.impacts where impact.against == .block {
        let d = Vector2(
          (impact.position.x / 0.04 - (impact.position.x / 0.04).rounded()) * 0.04,
          (impact.position.y / 0.04 - (impact.position.y / 0.04).rounded()) * 0.04)
        if (d.length - 0.008).magnitude < 1e-9 { corners += 1 }
      }
      steps += 1
      if corners == 3 { break }
    }
    #expect(steps > 300)
  }

  @Test("a copy made at any time goes on in the same way, and the original isn't touched")
  func copies() throws {
    var first = try world(e: 0.7, c: 0.003, rebound: .game)
    let tilts = tilts(3_000, seed: 7)
    var copies: [(Int, World)] = []
    for (index, tilt) in tilts.enumerated() {
      if index % 500 == 0 { copies.append((index, first)) }
      first.advance(under: tilt)
    }
    for (index, copy) in copies {
      var world = copy
      #expect(world.step == Int64(index))
      for tilt in tilts[index...] { world.advance(under: tilt) }
      #expect(world == first)
      #expect(world.digest == first.digest)
      #expect(copy.step == Int64(index))
    }
  }

  @Test("exchanging x and y exchanges the motion, to the bit")
  func transposed() throws {
    let size = (0.3, 0.2)
    for (e, c) in [(0.7, 0.004), (1.0, 0.0)] {
      var first = try World(
        surface: surface(width: size.0, height: size.1, e: e, c: c),
        balls: [Ball(position: Vector2(0.1, 0.05), velocity: Vector2(0.3, 0.7))])
      var second = try World(
        surface: surface(width: size.1, height: size.0, e: e, c: c),
        balls: [Ball(position: Vector2(0.05, 0.1), velocity: Vector2(0.7, 0.3))])
      for tilt in tilts(20_000, seed: 8) {
        first.advance(under: tilt)
        second.advance(under: Tilt(x: tilt.y, y: tilt.x, z: tilt.z))
        #expect(first.ball.position.x == second.ball.position.y)
        #expect(first.ball.position.y == second.ball.position.x)
        #expect(first.ball.velocity.x == second.ball.velocity.y)
        #expect(first.ball.velocity.y == second.ball.velocity.x)
      }
    }
  }

  @Test("a mirrored table gives the mirrored motion within 1e-9 m")
  func mirrored() throws {
    for (mx, my) in [(-1.0, 1.0), (1, -1), (-1, -1)] {
      let start = Vector2(0.125, 0.0625)
      var first = try world(e: 0.7, c: 0.003, rebound: .game)
      let mirror = { (p: Vector2) in Vector2(mx < 0 ? 0.3 - p.x : p.x, my < 0 ? 0.2 - p.y : p.y) }
      let velocity = first.ball.velocity
      var second = first
      second.place(
        Ball(position: mirror(start), velocity: Vector2(mx * velocity.x, my * velocity.y)), at: 0)
      var worst = 0.0
      for tilt in tilts(10_000, seed: 6) {
        first.advance(under: tilt)
        second.advance(under: Tilt(x: mx * tilt.x, y: my * tilt.y, z: tilt.z))
        worst = max(worst, (mirror(first.ball.position) - second.ball.position).length)
      }
      #expect(worst < 1e-9)
    }
  }

  @Test("the digest tells every part of the state apart")
  func digest() throws {
    let base = try world(e: 0.5, c: 0.005, rebound: .game)
    var seen: Set<UInt64> = [base.digest]
    var next = base
    next.pass(steps: 1)
    seen.insert(next.digest)
    for ball in [
      Ball(position: Vector2(0.125.nextUp, 0.0625), velocity: Vector2(0.25, -0.125)),
      Ball(position: Vector2(0.125, 0.0625.nextUp), velocity: Vector2(0.25, -0.125)),
      Ball(position: Vector2(0.125, 0.0625), velocity: Vector2(0.25.nextUp, -0.125)),
      Ball(position: Vector2(0.125, 0.0625), velocity: Vector2(0.25, -0.125.nextUp)),
      Ball(position: Vector2(0.0625, 0.125), velocity: Vector2(0.25, -0.125)),
    ] {
      var other = base
      other.place(ball, at: 0)
      seen.insert(other.digest)
    }
    #expect(seen.count == 7)
  }
}
