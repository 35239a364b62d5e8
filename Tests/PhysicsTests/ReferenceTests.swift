// SPDX-License-Identifier: MIT

import Physics
import Testing

/// Random patterns of blocks against a reference that knows nothing of faces and corners: it walks
/// the parabola in small steps, and halves the one in which the ball's clearance falls to r.
@Suite struct ReferenceTests {
  /// The reference, for blocks and walls alike: what counts is the nearest point of anything solid.
  private struct Walker {
    var position: Vector2
    var velocity: Vector2
    var cornerHits = 0
    var hits = 0
    let surface: Surface
    let blocks: Blocks
    /// How much nearer than a radius the centre comes, m: what a change of it does tells how errors
    /// grow.
    let relief: Double

    /// The vector from the nearest point of the solids to a place.
    private func nearest(_ p: Vector2) -> Vector2 {
      var best = Vector2(p.x, 0)
      for wall in [
        Vector2(p.x - surface.width, 0), Vector2(0, p.y), Vector2(0, p.y - surface.height),
      ]
      where wall.length < best.length {
        best = wall
      }
      let cell = Vector2(
        surface.width / Double(blocks.columns), surface.height / Double(blocks.rows))
      let (column, row) = (Int(p.x / cell.x), Int(p.y / cell.y))
      for y in max(row - 1, 0)...min(row + 1, blocks.rows - 1) {
        for x in max(column - 1, 0)...min(column + 1, blocks.columns - 1) where blocks[x, y] {
          let point = Vector2(
            min(max(p.x, Double(x) * cell.x), Double(x + 1) * cell.x),
            min(max(p.y, Double(y) * cell.y), Double(y + 1) * cell.y))
          if (p - point).length < best.length { best = p - point }
        }
      }
      return best
    }

    private func gap(_ p: Vector2) -> Double { nearest(p).length - surface.ballRadius + relief }

    /// Walks for 1 ms; false where the comparison ends, at a graze or where the ball nearly stops.
    mutating func advance(_ a: Vector2) -> Bool {
      var rest = 0.001
      while rest > 0 {
        let step = min(rest, 4e-5)
        var (low, high) = (0.0, step)
        if gap(place(step, a)) >= 0 {
          position = place(step, a)
          velocity = velocity + step * a
          rest = rest - step < 1e-12 ? 0 : rest - step
          continue
        }
        for _ in 0..<50 {
          let middle = 0.5 * (low + high)
          if gap(place(middle, a)) >= 0 { low = middle } else { high = middle }
        }
        position = place(low, a)
        velocity = velocity + low * a
        rest -= low
        let d = nearest(position)
        let n = (1 / d.length) * d
        let along = velocity.x * n.x + velocity.y * n.y
        if along > -0.1 * velocity.length || along > -0.02 { return false }
        velocity = velocity - ((1 + surface.restitution) * along) * n
        hits += 1
        if n.x != 0 && n.y != 0 && min(n.x.magnitude, n.y.magnitude) > 1e-6 { cornerHits += 1 }
      }
      return true
    }

    private func place(_ t: Double, _ a: Vector2) -> Vector2 {
      position + t * velocity + (0.5 * t * t) * a
    }
  }

  @Test("on random blocks a ball goes as the brute-force reference says, over five corner hits")
  func randomPatterns() throws {
    var random = Random(seed: 2)
    var (corners, hits, most) = (0, 0, 0)
    for trial in 0..<(isReleaseBuild ? 400 : 12) {
      let cell = 0.03
      let count = 10
      var grid = try Blocks(columns: count, rows: count)
      let share = random.number(0.1, 0.5)
      for row in 0..<count {
        for column in 0..<count { grid[column, row] = random.unit() < share }
      }
      let surface = try surface(
        width: cell * Double(count), height: cell * Double(count),
        radius: cell * random.number(0.15, 0.45), e: trial % 3 == 0 ? 1 : random.number(0.7, 1))
      let start = Vector2(random.number(0.02, 0.28), random.number(0.02, 0.28))
      if clearance(start, surface, grid) < surface.ballRadius + 1e-4 { continue }
      let ball = Ball(position: start, velocity: random.vector(upTo: 1))
      var world = try World(surface: surface, blocks: grid, balls: [ball])
      var reference = Walker(
        position: start, velocity: ball.velocity, surface: surface, blocks: grid, relief: 0)
      var other = Walker(
        position: start, velocity: ball.velocity, surface: surface, blocks: grid, relief: 1e-11)
      for step in 0..<600 {
        let a = Vector2(step / 100 % 2 == 0 ? 0.5 : -0.3, step / 70 % 2 == 0 ? -0.4 : 0.6)
        world.advance(under: tilt(acceleration: a))
        if !reference.advance(a) || !other.advance(a) || reference.cornerHits > 5 { break }
        // What 10 pm make of the paths, and the steps' own rounding.
        let spread = (reference.position - other.position).length
        if spread > 1e-5 || reference.hits != other.hits { break }
        let error = (world.ball.position - reference.position).length
        #expect(error < 1e-9 + spread, "trial \(trial), step \(step)")
        if error > 1e-9 + spread { break }
        most = max(most, reference.cornerHits)
      }
      corners += reference.cornerHits
      hits += reference.hits
    }
    #expect(hits > (isReleaseBuild ? 1_000 : 20))
    #expect(corners > (isReleaseBuild ? 200 : 4))
    #expect(!isReleaseBuild || most == 5)
  }
}
