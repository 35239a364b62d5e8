// SPDX-License-Identifier: MIT

import AllocationCounter
import Physics
import Testing

/// A step asks for no memory: the daemon rolls a ball for months.
///
/// This holds for the release build (`swift test -c release --filter PhysicsTests`); a debug build
/// is measured too, and its number printed, since the compiler may allocate there as it likes.
@Suite(
  .enabled(if: allocation_counter_works() == 1, "a sanitizer counts allocations in this build"))
struct AllocationTests {
  @Test("the counter sees an allocation")
  func counterCounts() {
    let before = allocation_count()
    let memory = [UInt8](repeating: 1, count: 1000 + Int(before % 2))
    let after = allocation_count()
    #expect(memory.count >= 1000)
    #expect(after > before)
  }

  @Test("a million steps with bounces, turns and rests allocate nothing")
  func stepsAllocateNothing() throws {
    var world = try World(
      surface: surface(e: 0.9, c: 0.05),
      balls: [Ball(position: Vector2(0.1, 0.1), velocity: Vector2(30, 17))])
    var random = Random(seed: 21)
    var impacts = 0
    var settled = 0
    let before = allocation_count()
    let steps = isReleaseBuild ? 1_000_000 : 10_000
    for step in 0..<steps {
      let tilt = Tilt(x: random.number(-2, 2), y: random.number(-2, 2), z: 9.8)
      world.advance(under: step % 5_000 < 2_500 ? tilt : .level)
      impacts += world.impacts.count
      if world.isSettled(under: .level) { settled += 1 }
      if step % 5_000 == 4_999 {
        world.pass(steps: 10)
        world.place(Ball(position: Vector2(0.1, 0.1), velocity: Vector2(-9, 3)), at: 0)
      }
    }
    let asked = allocation_count() - before
    #expect(impacts > 100)
    #expect(settled > 100)
    if isReleaseBuild {
      #expect(asked == 0)
    } else {
      print("a debug build: \(asked) allocations in \(steps) steps")
    }
  }

  @Test("neither do blocks, turning holes and four balls that hit each other")
  func mazeAllocatesNothing() throws {
    var worlds: [World] = []
    for rule in [CaptureRule.centre, .speed, .pull(atRim: 1, brake: 10)] {
      worlds.append(
        try World(
          surface: surface(e: 0.8, c: 0.005),
          blocks: blocks(["......", "..#.#.", "#..#..", "......"]),
          holes: Holes(
            [Hole(centre: Vector2(0.12, 0.125), radius: 0.012)], pivot: Vector2(0.15, 0.1),
            rule: rule),
          balls: [0, 1, 2, 3].map {
            Ball(position: Vector2(0.03 + 0.015 * Double($0), 0.02), velocity: Vector2(1, 0.3))
          }))
    }
    var random = Random(seed: 23)
    var impacts = 0
    var captures = 0
    let before = allocation_count()
    for world in worlds.indices {
      worlds[world].turn(at: 0.3)
      for step in 0..<(isReleaseBuild ? 50_000 : 1_000) {
        let tilt = Tilt(x: random.number(-2, 2), y: random.number(-2, 2), z: 9.8)
        worlds[world].advance(under: tilt)
        impacts += worlds[world].impacts.count
        captures += worlds[world].captures.count
        if step % 100 == 0 {
          _ = worlds[world].setBlock(column: step / 100 % 6, row: 1, to: step % 200 == 0)
        }
        _ = worlds[world].isSettled(under: tilt)
      }
    }
    let asked = allocation_count() - before
    #expect(impacts > 100)
    if isReleaseBuild {
      #expect(captures > 0)
      #expect(asked == 0)
    } else {
      print("a debug build: \(asked) allocations with blocks, holes and four balls")
    }
  }
}
