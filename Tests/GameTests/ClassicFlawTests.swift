// SPDX-License-Identifier: MIT

import Game
import Physics
import Testing

/// What the classic games did wrong by their rules; what they did wrong by their physics is tested
/// there.
@Suite("flaws of the classic games")
struct ClassicFlawTests {
  /// A hole right of the ball of the classic game, which begins to roll towards it.
  private func captured() throws -> Scene {
    let classic = try shippedTable("classic-holes").text
    let text = classic.split(separator: "\n").filter {
      !$0.hasPrefix("hole") && !$0.hasPrefix("start") && !$0.hasPrefix("turn")
    }.joined(separator: "\n")
    var scene = try Scene(
      text + "\nhole = 0.14 0.14 0.025 m\nstart = 0.1 0.14 m\nturn-rate = 0.1 rad/s\n")
    scene.tilt(1)
    scene.runUntilNews()
    return scene
  }

  @Test("the second after a capture blocked the whole game: here it is a state like any other")
  func blockingSleep() throws {
    var scene = try captured()
    #expect(scene.newsNames() == ["captured 0"])
    let step = scene.session.step
    let angle = scene.session.snapshot.holesAngle
    scene.run(10)
    #expect(scene.session.step == step + 10)
    #expect(scene.session.snapshot.phase == .captured)
    scene.enter(.pause)
    #expect(scene.session.snapshot.phase == .paused)
    scene.enter(.resume)
    scene.tilt(0.25)
    #expect(scene.session.snapshot.tilt.x == 0.25)
    // As in the classic game the holes stand meanwhile.
    scene.run(980)
    #expect(scene.session.snapshot.holesAngle == angle)
    scene.enter(.restart)
    #expect(scene.session.snapshot.phase == .rolling)
    #expect(scene.newsNames() == ["paused", "resumed", "restarted"])
  }

  @Test("RESTART in the middle of the play left the ball its speed: here it lies still")
  func restartKeepsVelocity() throws {
    for name in ["classic-holes", "classic-maze"] {
      var scene = Scene(try shippedTable(name))
      scene.tilt(-1, -0.5)
      scene.run(500)
      #expect(scene.session.world.balls[0].velocity != .zero)
      scene.enter(.restart)
      #expect(scene.session.world.balls == scene.session.table.start)
      #expect(scene.session.world.balls[0].velocity == .zero)
    }
  }

  @Test("a block put down under the ball went unnoticed until it left: here it is refused")
  func blockUnderBall() throws {
    var scene = Scene(try shippedTable("classic-maze"))
    scene.tilt(1)
    scene.run(850)
    let ball = scene.session.world.balls[0]
    let cell = 0.28 / 12
    let (column, row) = (Int(ball.position.x / cell), Int(ball.position.y / cell))
    // No longer where it starts: that would be refused for itself.
    #expect(column > 7)
    #expect(
      scene.enter(.toggle(column: column, row: row)) == .ballThere(column: column, row: row))
    #expect(scene.session.world.blocks.count == 0)
  }

  @Test("the game hung on the ticks of a timer: here it is the same however the steps are grouped")
  func timerTicks() throws {
    func play(by group: Int64) throws -> Session {
      var scene = try captured()
      scene.run(5000, by: group)
      return scene.session
    }
    let single = try play(by: 1)
    for group in [8, 16, 17, 5000] as [Int64] { #expect(try play(by: group) == single) }
  }
}
