// SPDX-License-Identifier: MIT

internal import Glibc

/// What shows that a contender really rolls through the scene: untimed, over the same boards.
struct Sanity: Encodable {
  let scene: String
  let contender: String
  let rate: Int
  /// How far the balls rolled, in cells a simulated second and ball.
  let path: Double
  /// Impacts, or new contacts, a simulated second and ball.
  let impacts: Double
  /// How deep a ball was in a solid at worst, in parts of its radius.
  let deepest: Double
  /// The part of the time in which a ball moved by less than a thousandth of a cell/s.
  let resting: Double

  /// Why this can't be a ball that rolls through the scene; nil if it can be.
  ///
  /// At the usual rates a ball of Chipmunk's is in the wall now and then, or through it, since it
  /// has no swept test: that is its way, and is only printed.
  var objection: String? {
    if path < 0.1 { return "\(contender) in \(scene): the ball hardly moves" }
    if impacts == 0 { return "\(contender) in \(scene): the ball hits nothing" }
    if rate == 1000 && deepest > 0.5 { return "\(contender) in \(scene): the ball is in a wall" }
    return nil
  }

  static func check(_ entrant: Entrant, _ scene: StepScene) throws -> Sanity {
    var path = 0.0
    var impacts = 0
    var deepest = 0.0
    var resting = 0
    var samples = 0
    for board in scene.boards {
      var contender = try entrant.make(board.scene, true)
      var last = board.scene.starts
      let steps = board.drives.count * entrant.rate / 1000
      for step in 0..<steps {
        contender.advance(
          by: 1 / Double(entrant.rate), under: board.drives[step * 1000 / entrant.rate])
        for ball in last.indices {
          let place = contender.place(of: ball)
          path += hypot(place.x - last[ball].x, place.y - last[ball].y)
          deepest = max(deepest, 1 - board.scene.clearance(of: place))
          if hypot(place.velocityX, place.velocityY) < 0.001 { resting += 1 }
          samples += 1
          last[ball] = place
        }
      }
      impacts += contender.impacts
    }
    let seconds = Double(samples) / Double(entrant.rate)
    return Sanity(
      scene: scene.name, contender: entrant.name, rate: entrant.rate, path: path / seconds,
      impacts: Double(impacts) / seconds, deepest: deepest,
      resting: Double(resting) / Double(samples))
  }
}
