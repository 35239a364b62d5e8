// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

@Suite("the game of holes")
struct HolesTests {
  /// The flag begins 100 mm from the ball's centre.
  ///
  /// A ball gets 0.5 m/s² from 1 m/s². The hole is to the left, and turns about a pivot 10 mm above it.
  private static let text =
    "game = holes\nwidth = 240 mm\nheight = 60 mm\nball-radius = 8 mm\nresistance = 0\n"
    + "acceleration = 0.5 g\nrestitution = 0\nstart = 100 30 mm\nflag = 200 0 40 60 mm\n"
    + "hole = 50 40 10 mm\npivot = 50 30 mm\nturn-rate = 0.25 rad/s\nturn-step = 0.5 rad/s\n"
    + "balls = 3\n"

  @Test("a flag is a point, and after 1 s the ball is back at its start and the holes turn faster")
  func flag() throws {
    var scene = try Scene(Self.text)
    scene.tilt(1)
    scene.runUntilNews()
    // 0.1 m under 0.5 m/s²: 632.5 ms.
    #expect(
      scene.news() == [
        .flag(FlagReached(ball: 0, runTime: 0.633, score: 1, isWon: false))
      ])
    #expect(scene.session.phase == .won)
    let angle = scene.session.snapshot.holesAngle
    #expect((angle - 0.25 * 0.633).magnitude < 1e-12)
    scene.tilt(0)
    scene.run(999)
    #expect(scene.session.phase == .won)
    #expect(scene.session.snapshot.holesAngle == angle)
    scene.run(1)
    #expect(scene.session.phase == .rolling)
    #expect(scene.session.world.balls == scene.session.table.start)
    #expect(scene.session.snapshot.onTable == [true])
    scene.run(1000)
    #expect((scene.session.snapshot.holesAngle - angle - 0.75).magnitude < 1e-12)
    #expect(scene.session.snapshot.score == 1)
    #expect(scene.session.snapshot.runTime == 1.633)
  }

  @Test("each flag adds the same to the turn rate, and a capture takes nothing away")
  func turnRates() throws {
    var scene = try Scene(Self.text)
    for flags in 1...3 {
      scene.tilt(1)
      scene.runUntilNews()
      scene.tilt(0)
      scene.run(1000)
      #expect(scene.session.world.turnRate == 0.25 + 0.5 * Double(flags))
    }
    scene.tilt(-1)
    var captures = 0
    while captures == 0, scene.session.step < 60_000 {
      scene.run(1)
      captures += scene.newsNames().filter { $0.hasPrefix("captured") }.count
    }
    #expect(captures == 1)
    #expect(scene.session.world.turnRate == 1.75)
    #expect(scene.session.snapshot.score == 3)
    #expect(scene.session.snapshot.ballsLeft == 2)
  }

  @Test("holes turn while the ball rests, from the first step on, and not in a pause")
  func restingBall() throws {
    var scene = try Scene(Self.text)
    #expect(!scene.session.isStill)
    scene.run(2000)
    #expect(scene.session.snapshot.holesAngle == 0.5)
    #expect(scene.session.snapshot.runTime == 0)
    scene.enter(.pause)
    scene.run(2000)
    #expect(scene.session.snapshot.holesAngle == 0.5)
    #expect(scene.session.isStill)
  }

  @Test("a restart resets holes, score, balls, clock and velocity")
  func restart() throws {
    var scene = try Scene(Self.text)
    scene.tilt(1)
    scene.run(1800)
    scene.enter(.restart)
    let state = scene.session.snapshot
    #expect(state.holesAngle == 0 && scene.session.world.turnRate == 0.25)
    #expect(state.score == 0 && state.ballsLeft == 3 && state.runTime == 0)
    #expect(state.balls == scene.session.table.start)
    #expect(state.step == 1800)
  }

  @Test("a goal ends the game")
  func goal() throws {
    var scene = try Scene(Self.text + "goal = 2\n")
    scene.tilt(1)
    scene.run(10_000)
    #expect(scene.newsNames() == ["flag 0", "flag 0 won"])
    #expect(scene.session.phase == .won)
    #expect(scene.session.snapshot.runTime == 1.266)
    #expect(scene.session.isStill)
  }

  @Test("the classic game: three balls, a flag in the corner, and it turns 1/(1000 π) rad a tick")
  func classic() throws {
    let table = try shippedTable("classic-holes")
    let rate = 60 / (1000 * Double.pi)
    #expect((table.turnRate - rate).magnitude < 1e-12 * rate)
    #expect((table.turnStep - rate).magnitude < 1e-12 * rate)
    #expect(table.ballLimit == 3 && table.timeLimit == nil && table.goal == nil)
    #expect(
      (table.surface.accelerationFactor * 9.80665 - 0.36).magnitude < 1e-15)
    // 20 % less speed in a tick of 1/60 s.
    guard case .pull(let atRim, let brake) = table.holes.rule else {
      Issue.record("another rule")
      return
    }
    #expect(atRim == 0.5 * 0.36)
    #expect((brake - 60 * 0.22314355131420976).magnitude < 1e-12)
    for hole in table.holes.pattern { #expect(hole.radius == 0.025) }
  }
}
