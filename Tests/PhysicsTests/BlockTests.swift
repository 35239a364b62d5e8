// SPDX-License-Identifier: MIT

import Elementary
import Physics
import Testing

/// Blocks in patterns; what a seam, a corner and a corridor do is shown by the suites of these names.
@Suite struct BlockTests {
  @Test("random patterns agree with a reference that feels its way, over five corner hits")
  func reference() throws {
    var random = Random(seed: 43)
    for _ in 0..<(isReleaseBuild ? 60 : 3) {
      var blocks = try Blocks(columns: 8, rows: 6)
      for row in 0..<6 { for column in 0..<8 { blocks[column, row] = random.unit() < 0.25 } }
      let surface = try surface(width: 8, height: 6, radius: random.number(0.2, 0.45), e: 1)
      var start = Vector2.zero
      repeat {
        start = Vector2(random.number(0.5, 7.5), random.number(0.5, 5.5))
      } while clearance(
        start, surface, blocks) < surface.ballRadius + 0.01
      let angle = random.number(0, 6.28)
      let velocity = Vector2(4 * cosine(angle), 4 * sine(angle))
      var world = try World(
        surface: surface, blocks: blocks, balls: [Ball(position: start, velocity: velocity)])
      var feeler = Feeler(
        ball: Ball(position: start, velocity: velocity), surface: surface, blocks: blocks)
      for _ in 0..<1_500 {
        world.advance(under: .level)
        feeler.advance(0.001)
        if feeler.corners > 5 || feeler.isUncertain { break }
        #expect((world.ball.position - feeler.ball.position).length < 1e-7)
      }
    }
  }

  /// The same motion without formulas: short straight ways, and bisection where one ends inside.
  private struct Feeler {
    var ball: Ball
    let surface: Surface
    let blocks: Blocks
    var corners = 0
    /// A grazing hit: which side rounding takes isn't for a reference to say.
    var isUncertain = false

    mutating func advance(_ duration: Double) {
      var rest = duration
      while rest > 0 {
        let length = min(rest, 2e-4)
        if depth(length) <= 0 {
          ball.position = ball.position + length * ball.velocity
          rest -= length
          continue
        }
        var (low, high) = (0.0, length)
        for _ in 0..<60 {
          let middle = 0.5 * (low + high)
          if depth(middle) <= 0 { low = middle } else { high = middle }
        }
        ball.position = ball.position + low * ball.velocity
        rest -= low
        let normal = normal()
        let along = ball.velocity.x * normal.x + ball.velocity.y * normal.y
        if along > -0.2 { isUncertain = true; return }
        if normal.x != 0 && normal.y != 0 && min(normal.x.magnitude, normal.y.magnitude) > 1e-9 {
          corners += 1
        }
        ball.velocity = ball.velocity - (2 * along) * normal
      }
    }

    private func depth(_ t: Double) -> Double {
      surface.ballRadius - clearance(ball.position + t * ball.velocity, surface, blocks)
    }

    /// The slope of the clearance.
    private func normal() -> Vector2 {
      let h = 1e-6
      let p = ball.position
      let x =
        clearance(p + Vector2(h, 0), surface, blocks)
        - clearance(p - Vector2(h, 0), surface, blocks)
      let y =
        clearance(p + Vector2(0, h), surface, blocks)
        - clearance(p - Vector2(0, h), surface, blocks)
      let length = (x * x + y * y).squareRoot()
      // Second order in h: good to some 1e-11, as long as one thing alone is near.
      return Vector2(x / length, y / length)
    }
  }

  @Test("over a gap that is narrower than the ball it rests in the notch, at v = 0, for hours")
  func notch() throws {
    for (width, e) in [(0.5, 0.5), (0.3, 0.2), (0.9, 0.5)] {
      // Cells of `width`, so that the gap is one cell; the ball's diameter is 1.
      let blocks = try blocks([".......", ".......", ".......", ".......", "###.###", "###.###"])
      let surface = try surface(
        width: 7 * width, height: 6 * width, radius: min(0.5, 1.45 * width), e: e, c: 0)
      let start = Ball(
        position: Vector2(3.6 * width, 4 * width - surface.ballRadius - 0.05 * width))
      var world = try World(surface: surface, blocks: blocks, balls: [start])
      let tilt = tilt(acceleration: Vector2(0, 2))
      world.advance(steps: isReleaseBuild ? 60_000 : 20_000, under: tilt)
      let half = 0.5 * width
      let height = (surface.ballRadius * surface.ballRadius - half * half).squareRoot()
      let rest = Vector2(3.5 * width, 4 * width - height)
      #expect((world.ball.position - rest).length < 1e-9, "\(width)")
      #expect(world.ball.velocity == .zero)
      #expect(world.isSettled(under: tilt))
      let settled = world.ball
      world.advance(steps: isReleaseBuild ? 3_600_000 : 5_000, under: tilt)
      #expect(world.ball == settled)
      // Held while the pull lies between the two corners' normals, and no longer.
      let slope = half / height
      for (share, holds) in [(0.98, true), (1.02, false)] {
        #expect(
          world.isSettled(under: PhysicsTests.tilt(acceleration: Vector2(2 * slope * share, 2)))
            == holds)
      }
    }
  }

  @Test("rolling round a corner under tilt agrees within 10 µm with steps of 1 µs")
  func pivot() throws {
    for (vx, a) in [(0.02, Vector2(0.2, 2)), (0.1, Vector2(0, 3)), (0.0, Vector2(0.5, 1.5))] {
      let blocks = try blocks(["......", "......", "###...", "......", "......"])
      let r = 0.006
      let surface = try surface(width: 0.12, height: 0.1, radius: r, e: 0.5)
      let start = Ball(position: Vector2(0.058, 0.04 - r), velocity: Vector2(vx, 0))
      var world = try World(surface: surface, blocks: blocks, balls: [start])
      var (p, v) = (start.position, start.velocity)
      let corner = Vector2(0.06, 0.04)
      var least = Double.infinity
      var worst = 0.0
      for _ in 0..<2_000 {
        world.advance(under: tilt(acceleration: a))
        for _ in 0..<1_000 {
          v = v + 1e-6 * a
          p = p + 1e-6 * v
          if p.x <= corner.x {
            if p.y > 0.04 - r { p.y = 0.04 - r; v.y = 0 }
          } else {
            let d = p - corner
            if d.length < r {
              let n = (1 / d.length) * d
              p = corner + r * n
              let inward = v.x * n.x + v.y * n.y
              if inward < 0 { v = v - inward * n }
            }
          }
        }
        least = min(least, clearance(world.ball.position, surface, blocks) - r)
        worst = max(worst, (world.ball.position - p).length)
        // The pivot is over when the ball flies off, or has come to the block's side.
        if (p - corner).length > 1.001 * r && p.x > corner.x || p.y > corner.y { break }
      }
      #expect(least > -1e-11)
      #expect(worst < 1e-5)
    }
  }

  @Test("into a gap as wide as the ball it rolls, into one that is narrower it doesn't")
  func gap() throws {
    let blocks = try blocks(["....####", "........", "....####"])
    for cell in [1, 0.012, 0.1, 0.03, 0.07, 0.023] {
      for (share, passes) in [(0.5, true), (0.5 * (1 + 1e-7), false), (0.4, true)] {
        let surface = try surface(
          width: 8 * cell, height: 3 * cell, radius: share * cell, e: 0.5)
        var world = try World(
          surface: surface, blocks: blocks,
          balls: [Ball(position: Vector2(2 * cell, 1.5 * cell), velocity: Vector2(cell, 0))])
        world.advance(steps: 4_000, under: .level)
        #expect((world.ball.position.x > 5 * cell) == passes, "\(cell) \(share)")
        if passes { #expect((world.ball.position.x - 6 * cell).magnitude < 1e-9) }
      }
    }
  }

  @Test("two blocks that touch at a corner let nothing through")
  func diagonal() throws {
    let blocks = try blocks(["....", ".#..", "..#.", "...."])
    let surface = try surface(width: 4, height: 4, radius: 0.05, e: 0.5)
    var world = try World(
      surface: surface, blocks: blocks,
      balls: [Ball(position: Vector2(2.6, 1.4), velocity: Vector2(-30, 30))])
    world.advance(steps: 20_000, under: tilt(acceleration: Vector2(-3, 3)))
    #expect(world.ball == Ball(position: Vector2(2 + 0.05, 2 - 0.05)))
  }

  @Test("a block is refused where a ball reaches into its cell; touching is allowed")
  func refusal() throws {
    let blocks = try Blocks(columns: 5, rows: 5)
    let surface = try surface(width: 5, height: 5, radius: 0.25, e: 0.5)
    let cases: [(Vector2, Bool)] = [
      (Vector2(2.5, 2.5), false), (Vector2(1.8, 2.5), false), (Vector2(1.75, 2.5), true),
      (Vector2(3.25, 3.25), true), (Vector2(3.17, 3.17), false), (Vector2(3.18, 3.18), true),
      (Vector2(0.5, 0.5), true),
    ]
    for (place, isTaken) in cases {
      var world = try World(
        surface: surface, blocks: blocks, balls: [Ball(position: place)])
      let isDone = world.setBlock(column: 2, row: 2, to: true)
      #expect(isDone == isTaken, "\(place)")
      #expect(world.blocks[2, 2] == isTaken)
      let ball = world.ball
      world.advance(under: .level)
      #expect(world.ball == ball)
      let isGone = world.setBlock(column: 2, row: 2, to: false)
      #expect(isGone)
      #expect(world.blocks.count == 0)
      world.takeOff(0)
      let isBack = world.setBlock(column: 2, row: 2, to: true)
      #expect(isBack)
      #expect(world.hasRoom(for: Ball(position: place), at: 0) == isTaken)
    }
  }

  @Test("the order in which blocks were put down doesn't matter, to the bit")
  func order() throws {
    var random = Random(seed: 44)
    var cells: [(Int, Int)] = []
    for row in 0..<8 {
      for column in 0..<8 where (row, column) != (0, 0) && random.unit() < 0.3 {
        cells.append((column, row))
      }
    }
    var digests: Set<UInt64> = []
    for turn in 0..<3 {
      var world = try World(
        surface: surface(width: 0.2, height: 0.16, e: 0.8, c: 0.003),
        blocks: Blocks(columns: 8, rows: 8),
        balls: [Ball(position: Vector2(0.0125, 0.01), velocity: Vector2(0.5, 0.3))])
      let sorted = turn == 0 ? cells : turn == 1 ? cells.reversed() : cells.sorted { $0.0 < $1.0 }
      for (column, row) in sorted { _ = world.setBlock(column: column, row: row, to: true) }
      for step in 0..<5_000 {
        world.advance(
          under: Tilt(x: 2 * sine(Double(step) / 300), y: 2 * cosine(Double(step) / 410), z: 9.8))
      }
      digests.insert(world.digest)
    }
    #expect(digests.count == 1)
  }
}
