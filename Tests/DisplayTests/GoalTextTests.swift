// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("What a table is played for")
struct GoalTextTests {
  private func goal(_ scene: Scene) -> String? {
    scene.goal?.sentence
  }

  @Test("each kind of table says what to do")
  func sentences() {
    #expect(goal(Examples.scene()) == "roll the ball about")
    #expect(goal(Examples.mazeScene()) == "roll the ball to the flag within 60 s")
    #expect(
      goal(Examples.holesScene()) == "reach the flag as often as you can, past the holes")
    #expect(
      goal(Examples.threeBalls()) == "roll all balls to the flag, past the holes within 90 s")
    var scene = Examples.holesScene()
    scene.table?.goal = 5
    #expect(goal(scene) == "reach the flag 5 times, past the holes")
    scene.table?.goal = 1
    #expect(goal(scene) == "roll the ball to the flag, past the holes")
    scene.table?.flag = nil
    #expect(goal(scene) == "roll the ball about, and keep it out of the holes")
    scene.balls += scene.balls
    #expect(goal(scene) == "roll the balls about, and keep it out of the holes")
  }

  @Test("the help begins with it, for who may play and for who may watch")
  func help() {
    for link in [Scene.Link.control, .view] {
      var scene = Examples.mazeScene()
      scene.link = link
      scene.showsHelp = true
      var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
      let large = painter.paint(scene, columns: 80, rows: 24).text
      #expect(large.contains("how to play"))
      #expect(large.contains("roll the ball to the flag within 60 s"))
      #expect(painter.paint(scene, columns: 24, rows: 8).text.contains("to the flag"))
    }
  }

  @Test("a pose is made level, and a board stood on an edge, only where a sensor tells the pose")
  func level() {
    var scene = Examples.scene(phase: .paused)
    scene.showsHelp = true
    var painter = CellPainter(Capabilities(depth: .none, glyphs: .ascii))
    func help() -> String { painter.paint(scene, columns: 80, rows: 24).text }
    #expect(!scene.hasUp && !help().contains("level"))
    #expect(
      SceneText.picturePanel(scene)?.lines == ["menu: press the stick or a button"])
    var state = Examples.state(phase: .paused)
    state.up = XYZ(x: 0, y: 0, z: 1)
    scene.show(state)
    #expect(scene.hasUp && help().contains("this pose of the board is level"))
    #expect(SceneText.picturePanel(scene)?.lines == ["menu: stand it on an edge"])
    // And in the menu.
    var player = Player(rate: 30)
    _ = player.opened(mayControl: true)
    _ = player.take(.table(Examples.table), at: 0)
    for (up, hasLevel) in [(nil, false), (XYZ(x: 0, y: 0, z: 1), true)] as [(XYZ?, Bool)] {
      state.up = up
      _ = player.take(.state(state), at: 0)
      _ = player.openMenu(at: 0)
      #expect(player.scene.menu?.entries.contains(.level) == hasLevel)
      _ = player.work(.back, at: 0)
    }
  }

  @Test("how the menu is worked is said as it can be: by board, stick, buttons or keys")
  func menu() {
    var scene = Examples.scene()
    func text() -> MenuText {
      MenuText(menu: Menu(mayControl: true), scene: scene, glyphs: .ascii)
    }
    #expect(text().hint == "up and down, then press or let go")
    #expect(text().panel.footer.last == "arrows, Enter")
    scene.hasUp = true
    #expect(text().hint == "tilt to move, hold it level to take")
    #expect(text().panel.footer.last == "arrows, Enter, or tilt and hold")
    scene.sensor = Scene.Sensor(SensorReport(source: "auto", health: .waiting))
    #expect(text().hint == "up and down, then press")
  }
}
