// SPDX-License-Identifier: MIT

import AllocationCounter
import Physics
import Testing

/// A step asks for no memory: the daemon rolls a ball for months.
///
/// This holds for the release build (`swift test -c release --filter PhysicsTests`); a debug build
/// is measured too, and its number printed, since the compiler may allocate there as it likes.
@Suite struct AllocationTests {
  @Test("the counter sees an allocation")
  func counterCounts() {
    guard allocation_counter_works() == 1 else { return }
    let before = allocation_count()
    let memory = [UInt8](repeating: 1, count: 1000 + Int(before % 2))
    let after = allocation_count()
    #expect(memory.count >= 1000)
    #expect(after > before)
  }

  @Test("a million steps with bounces, turns and rests allocate nothing")
  func stepsAllocateNothing() throws {
    guard allocation_counter_works() == 1 else {
      print("skipped: a sanitizer counts allocations in this build")
      return
    }
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
}
