// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Blocks that lie flush are one wall: nothing tells where one ends and the next begins.
@Suite struct SeamTests {
  /// The sides of a bar of cells in the middle of a grid of 12 by 12 m, and how it lies.
  private static let sides: [(isRow: Bool, sign: Double)] = [
    (true, -1), (true, 1), (false, -1), (false, 1),
  ]

  private func bar(isRow: Bool, radius: Double, e: Double, c: Double = 0) throws -> World {
    var grid = try Blocks(columns: 12, rows: 12)
    for index in 0..<12 {
      if isRow { grid[index, 6] = true } else { grid[6, index] = true }
    }
    let centre = isRow ? Vector2(6, 3) : Vector2(3, 6)
    return try World(
      surface: surface(width: 12, height: 12, radius: radius, e: e, c: c), blocks: grid,
      balls: [Ball(position: centre)])
  }

  /// A vector given along the bar and away from it.
  private func vector(_ along: Double, _ away: Double, _ side: (isRow: Bool, sign: Double))
    -> Vector2
  {
    side.isRow ? Vector2(along, side.sign * away) : Vector2(side.sign * away, along)
  }

  /// The middle of the touched face's line: where a centre is that touches it.
  private func face(_ radius: Double, _ side: (isRow: Bool, sign: Double)) -> Double {
    side.sign < 0 ? 6 - radius : 7 + radius
  }

  private func place(
    _ along: Double, _ gap: Double, _ radius: Double, _ side: (isRow: Bool, sign: Double)
  ) -> Vector2 {
    let across = face(radius, side) + side.sign * gap
    return side.isRow ? Vector2(along, across) : Vector2(across, along)
  }

  @Test("none of 20 000 throws at a flush row leaves it off the mirror law")
  func mirrorLaw() throws {
    let throwsPerSide = isReleaseBuild ? 5_000 : 300
    let radius = 1.0 / 3
    var random = Random(seed: 4)
    for side in Self.sides {
      var world = try bar(isRow: side.isRow, radius: radius, e: 1)
      for index in 0..<throwsPerSide {
        let angle = random.number(10, 80) * Double.pi / 180
        let speed = random.number(2, 20)
        let sign = index % 2 == 0 ? 1.0 : -1
        let v = vector(sign * speed * cosine(angle), -speed * sine(angle), side)
        let time = random.number(0, 0.004)
        // Every fourth one right at a joint, within rounding or a micrometre.
        let beside = index % 8 == 0 ? random.number(-1e-6, 1e-6) : 0
        let joint = Double(1 + random.bits() % 11) + beside
        let hit = index % 4 == 0 ? joint : random.number(1, 11)
        let along = hit - time * sign * speed * cosine(angle)
        world.place(
          Ball(position: place(along, time * speed * sine(angle), radius, side), velocity: v), at: 0
        )
        let begin = Double(world.step) / 1000
        var impacts: [Impact] = []
        for _ in 0..<6 {
          world.advance(under: .level)
          impacts += world.impacts
        }
        let after = world.ball.velocity
        let mirrored = side.isRow ? Vector2(v.x, -v.y) : Vector2(-v.x, v.y)
        let cross = after.x * mirrored.y - after.y * mirrored.x
        #expect(cross.magnitude < 1e-9 * speed * speed)
        #expect(after == mirrored)
        #expect(impacts.count == 1)
        if let impact = impacts.first {
          #expect(speed * (impact.time - begin - time).magnitude < 1e-9)
          #expect(impact.against == .block)
        }
      }
    }
  }

  @Test("a throw that hits exactly at a joint leaves as from the middle of a block")
  func exactlyAtJoints() throws {
    // Binary fractions, so that no rounding moves the place.
    let radius = 0.25
    for side in Self.sides {
      var world = try bar(isRow: side.isRow, radius: radius, e: 1)
      for joint in 1...11 {
        for speed in [-8.0, -0.5, 0, 2, 16] {
          for time in [0x1p-11, 0x1p-12] {
            let v = vector(speed, -4, side)
            let start = place(Double(joint) - speed * time, 4 * time, radius, side)
            world.place(Ball(position: start, velocity: v), at: 0)
            world.advance(under: .level)
            #expect(world.ball.velocity == vector(speed, 4, side))
            try #require(world.impacts.count == 1)
            #expect(world.impacts[0].position == place(Double(joint), 0, radius, side))
            #expect(world.impacts[0].offset == time)
          }
        }
      }
    }
  }

  @Test("rolling over the joints under a tilt is oracle 1, with resistance or without")
  func rolling() throws {
    let radius = 1.0 / 3
    for side in Self.sides {
      for (start, speed, pull, press, c) in [
        (1.0, 0.0, 1.0, 5.0, 0.0), (2.5, 1.0, 0, 9, 0), (10, -3, 0.5, 0, 0),
        (5, 0.5, 0.3, 2, 0.005),
      ] {
        var world = try bar(isRow: side.isRow, radius: radius, e: 0.5, c: c)
        // Resistance takes 5/7 c g along the way.
        let gain = pull - 5.0 / 7 * c * 9.80665
        world.place(
          Ball(position: place(start, 0, radius, side), velocity: vector(speed, 0, side)), at: 0)
        let tilt = tilt(acceleration: vector(pull, -press, side))
        for step in 1...(isReleaseBuild ? 3_000 : 1_000) {
          world.advance(under: tilt)
          let (p, v) = (world.ball.position, world.ball.velocity)
          let time = Double(step) / 1000
          #expect((side.isRow ? p.y : p.x) == face(radius, side))
          #expect((side.isRow ? v.y : v.x) == 0)
          let along = start + speed * time + 0.5 * gain * time * time
          if along < 0.4 || along > 11.6 { break }
          #expect(((side.isRow ? p.x : p.y) - along).magnitude < 1e-9)
          #expect(world.impacts.isEmpty)
        }
      }
    }
  }

  @Test("a ball that is pressed exactly on a joint lies still for an hour")
  func restAtJoint() throws {
    let steps = isReleaseBuild ? 3_600_000 : 2_000
    for (side, joint) in zip(Self.sides, [3.0, 8, 1, 11]) {
      for c in side.sign < 0 && side.isRow ? [0, 0.005] : [0.005] {
        var world = try bar(isRow: side.isRow, radius: 0.3, e: 0.5, c: c)
        let ball = Ball(position: place(joint, 0, 0.3, side))
        world.place(ball, at: 0)
        let tilt = tilt(acceleration: vector(0, -3, side))
        #expect(world.isSettled(under: tilt))
        var impacts = 0
        for _ in 0..<steps {
          world.advance(under: tilt)
          impacts += world.impacts.count
        }
        #expect(world.ball == ball)
        #expect(impacts == 0)
      }
    }
  }

  @Test("in a corner of blocks, or of a block and a wall, −e v, and rest at the point exactly")
  func concaveCorners() throws {
    // Two blocks in an L; a block on the table's wall; a pocket of three.
    let patterns: [(lines: [String], corner: Vector2, into: Vector2)] = [
      (["....", "....", "..#.", ".##."], Vector2(0.2, 0.3), Vector2(1, 1)),
      (["....", "....", "....", "..#."], Vector2(0.2, 0.4), Vector2(1, 1)),
      ([".#..", "....", "....", "...."], Vector2(0.2, 0), Vector2(-1, -1)),
      (["####", "#...", "#...", "#..."], Vector2(0.1, 0.1), Vector2(-1, -1)),
    ]
    for (lines, corner, into) in patterns {
      let grid = try blocks(lines)
      let surface = try surface(width: 0.4, height: 0.4, radius: 0.02, e: 0.5)
      let touching = corner - 0.02 * into
      for (dx, dy) in [(0.0, 0.0), (1e-4, 1e-4), (1e-4, 2e-4), (3e-4, 1e-4)] {
        let start = touching - Vector2(into.x * dx, into.y * dy)
        var world = try World(
          surface: surface, blocks: grid, balls: [Ball(position: start, velocity: 0.6 * into)])
        world.advance(under: .level)
        #expect(world.ball.velocity == -0.3 * into)
        #expect(world.impacts.count == 2)
      }
      var world = try World(
        surface: surface, blocks: grid,
        balls: [
          Ball(position: touching - 0.03 * into, velocity: Vector2(0.2 * into.x, -0.1 * into.y))
        ])
      let tilt = tilt(acceleration: Vector2(0.7 * into.x, 0.4 * into.y))
      world.advance(steps: 3_000, under: tilt)
      #expect((world.ball.position - touching).length < 1e-15)
      #expect(world.ball.velocity == .zero)
      #expect(world.isSettled(under: tilt))
    }
  }
}
