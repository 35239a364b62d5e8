// SPDX-License-Identifier: MIT

import Foundation
import Physics
import Testing

/// Random tables with blocks and up to four balls: what must hold whatever happens.
///
/// A short form runs always. `BALLD_SOAK=1 swift test -c release --filter SoakTests` takes 1e7 steps.
@Suite struct SoakTests {
  private struct Worst {
    var clearance = Double.infinity
    var gap = Double.infinity
    var gain = -Double.infinity
    /// The same with several balls.
    var sharedGain = -Double.infinity
    var impacts = 0
    var toggles = 0
    var refusals = 0
  }

  @Test("never in a block, a wall or another ball, no energy gained, whatever the speed")
  func fuzz() throws {
    let isSoak = ProcessInfo.processInfo.environment["BALLD_SOAK"] != nil
    let steps = isSoak ? 10_000_000 : isReleaseBuild ? 400_000 : 12_000
    var random = Random(seed: 33)
    var worst = Worst()
    var done = 0
    var trial = 0
    while done < steps {
      done += try run(trial, &random, &worst)
      trial += 1
    }
    print(
      "\(done) steps on \(trial) tables: \(worst.impacts) impacts, \(worst.toggles) blocks toggled,",
      "\(worst.refusals) refused; clearance at least r + \(worst.clearance) m, balls' gap at least",
      "\(worst.gap) m, energy gain at most \(worst.gain) of its size, \(worst.sharedGain) of several balls"
    )
    #expect(worst.clearance >= -1e-9)
    #expect(worst.gap >= -1e-9)
    #expect(worst.gain <= 1e-12)
    // A ball that is wedged between another one and a wall, nearly along the wall, still lies against
    // both while it comes apart from them by `touchSpeed`, 1e-9 m/s. Where they meet at 1e-5 rad it
    // creeps uphill at 1e-4 m/s for that: per step 1e-7 m times the tilt.
    #expect(worst.sharedGain <= 1e-7)
    #expect(worst.impacts > steps / 20)
    #expect(worst.toggles > 50 && worst.refusals > 0)
  }

  /// One table for some steps; returns how many.
  private func run(_ trial: Int, _ random: inout Random, _ worst: inout Worst) throws -> Int {
    let columns = 3 + Int(random.bits() % 12)
    let rows = 3 + Int(random.bits() % 12)
    let cell = Vector2(random.number(0.01, 0.03), trial % 3 == 0 ? 0.02 : random.number(0.01, 0.03))
    let narrow = min(cell.x, cell.y)
    // Every third ball is exactly as wide as a cell.
    let radius = trial % 3 == 0 ? 0.5 * cell.y : narrow * random.number(0.1, 0.7)
    let table = try surface(
      width: cell.x * Double(columns), height: cell.y * Double(rows), radius: radius,
      e: trial % 4 == 0 ? 1 : random.unit(), c: trial % 5 < 2 ? 0 : random.number(0, 0.02),
      rebound: trial % 7 == 0 ? .real : .game)
    var grid = try Blocks(columns: columns, rows: rows)
    let share = random.unit() * 0.6
    for row in 0..<rows {
      for column in 0..<columns { grid[column, row] = random.unit() < share }
    }
    let fastest = [0.1, 1, 100 * radius / 0.001, 10 * radius / 0.001][trial % 4]
    var balls: [Ball] = []
    for _ in 0..<200 where balls.count < 1 + trial % 4 {
      let place = Vector2(
        random.number(radius, table.width - radius), random.number(radius, table.height - radius))
      if clearance(place, table, grid) < radius { continue }
      if balls.contains(where: { ($0.position - place).length < 2 * radius }) { continue }
      balls.append(Ball(position: place, velocity: random.vector(upTo: 0.7 * fastest)))
    }
    if balls.isEmpty { return 0 }
    var world = try World(surface: table, blocks: grid, balls: balls)
    var tilt = Tilt.level
    let count = 1000
    for step in 0..<count {
      if step % 50 == 0 {
        let pull = random.vector(upTo: trial % 11 == 10 ? 100 : 3)
        tilt = Tilt(x: pull.x, y: pull.y, z: random.number(0, 12))
      }
      if step % 20 == 0 {
        let (column, row) = (Int(random.bits()) % columns, Int(random.bits()) % rows)
        let isBlock = !world.blocks[column, row]
        let isDone = world.setBlock(column: column, row: row, to: isBlock)
        worst.toggles += isDone ? 1 : 0
        worst.refusals += isDone ? 0 : 1
      }
      let before = energy(world, tilt)
      world.advance(under: tilt)
      let size = 1 + before.magnitude + speed(world) + Vector2(tilt.x, tilt.y).length
      let gain = (energy(world, tilt) - before) / size
      worst.impacts += world.impacts.count
      let clear =
        world.balls.map { clearance($0.position, table, world.blocks) - radius }.min() ?? 0
      let gap = gap(world)
      if clear < -1e-9 || gap < -1e-9 {
        Issue.record("trial \(trial), step \(step): clearance \(clear), gap \(gap)")
        return count
      }
      worst.clearance = min(worst.clearance, clear)
      worst.gap = min(worst.gap, gap)
      if world.balls.count == 1 {
        worst.gain = max(worst.gain, gain)
      } else {
        worst.sharedGain = max(worst.sharedGain, gain)
      }
    }
    return count
  }

  private func gap(_ world: World) -> Double {
    var least = Double.infinity
    for first in world.balls.indices {
      for second in world.balls.indices where second > first {
        let d = world.balls[first].position - world.balls[second].position
        least = min(least, d.length - 2 * world.surface.ballRadius)
      }
    }
    return least
  }

  private func speed(_ world: World) -> Double {
    world.balls.reduce(0) { $0 + 0.5 * $1.velocity.length * $1.velocity.length }
  }

  private func energy(_ world: World, _ tilt: Tilt) -> Double {
    world.balls.reduce(speed(world)) {
      $0 - 5.0 / 7 * (tilt.x * $1.position.x + tilt.y * $1.position.y)
    }
  }
}
