// SPDX-License-Identifier: MIT

internal import Glibc

/// A contender of the tests of accuracy, at the size of the scene: 1 m a cell for all.
struct AccuracyEntrant: Sendable {
  let name: String
  let rate: Int
  let make: @Sendable (_ scene: Scene) throws -> any Contender

  /// Elastic, without resistance; each peer at its usual rate and at balld's.
  static let all: [AccuracyEntrant] = [
    AccuracyEntrant(name: "balld", rate: 1000) { try Balld($0, cell: 1, resistance: 0) },
    AccuracyEntrant(name: "Chipmunk 7", rate: 120) { Chipmunk($0) },
    AccuracyEntrant(name: "Chipmunk 7", rate: 1000) { Chipmunk($0) },
    // All impacts here are faster than Box2D's threshold or must not be inelastic: 0.
    AccuracyEntrant(name: "Box2D 2.4", rate: 120) {
      Box2D($0, PeerSettings(bounceThreshold: 0))
    },
    AccuracyEntrant(name: "Box2D 2.4", rate: 1000) {
      Box2D($0, PeerSettings(bounceThreshold: 0))
    },
  ]
}

/// A ball in an elastic box of 10 by 10 m, against the closed form.
struct ElasticBoxResult: Encodable {
  let contender: String
  let rate: Int
  /// How far the ball is from where it should be after 10, 100 and 1000 s, m.
  let errors: [Double]
  /// The part by which its energy is wrong after 1000 s.
  let energyError: Double

  static let times = [10, 100, 1000]

  static func measure(_ entrant: AccuracyEntrant) throws -> ElasticBoxResult {
    let start = Scene.Place(x: 5, y: 5, velocityX: 3.1, velocityY: 2.3)
    let scene = Scene(
      columns: 10, rows: 10, blocks: Array(repeating: 0, count: 100), starts: [start],
      restitution: 1)
    var contender = try entrant.make(scene)
    var errors: [Double] = []
    var step = 0
    for time in times {
      while step < time * entrant.rate {
        contender.advance(by: 1 / Double(entrant.rate), under: .level)
        step += 1
      }
      let place = contender.place(of: 0)
      let x = folded(start.x + start.velocityX * Double(time), radius: scene.radius)
      let y = folded(start.y + start.velocityY * Double(time), radius: scene.radius)
      errors.append(hypot(place.x - x, place.y - y))
    }
    let place = contender.place(of: 0)
    let energy = place.velocityX * place.velocityX + place.velocityY * place.velocityY
    let before = start.velocityX * start.velocityX + start.velocityY * start.velocityY
    return ElasticBoxResult(
      contender: entrant.name, rate: entrant.rate, errors: errors,
      energyError: abs(energy / before - 1))
  }

  /// Where a ball is that would be at `place` if the mirrored boxes lay side by side.
  private static func folded(_ place: Double, radius: Double) -> Double {
    let width = 10 - 2 * radius
    let distance = (place - radius).truncatingRemainder(dividingBy: 2 * width)
    let positive = distance < 0 ? distance + 2 * width : distance
    return radius + (positive <= width ? positive : 2 * width - positive)
  }
}

/// Throws at a flush row of blocks, which should reflect as one wall does.
struct SeamResult: Encodable {
  let contender: String
  let rate: Int
  /// Per cent that leave more than 1° off the mirror's angle.
  let wrong: Double
  /// The largest deviation, degrees.
  let worst: Double

  static let throwCount = 20_000

  /// 20 000 throws, 10 to 80° to the wall and 2 to 20 m/s, without friction or loss.
  static func measure(_ entrant: AccuracyEntrant) throws -> SeamResult {
    let columns = 20
    let gap = 0.3
    var scene = Scene(
      columns: columns, rows: 4, blocks: Array(repeating: 0, count: 4 * columns),
      starts: [Scene.Place(x: 10, y: 1)], restitution: 1)
    for column in 0..<columns { scene.blocks[3 * columns + column] = 1 }
    let height = 3 - scene.radius - gap
    var random = Random(seed: 4)
    var contender = try entrant.make(scene)
    var wrong = 0
    var worst = 0.0
    for _ in 0..<throwCount {
      let angle = random.number(in: 10..<80) * .pi / 180
      let speed = random.number(in: 2..<20)
      let target = random.number(in: 10..<11)
      contender.put(
        Scene.Place(
          x: target - gap / tan(angle), y: height, velocityX: speed * cos(angle),
          velocityY: speed * sin(angle)), ball: 0)
      // Until it is back where it was, or twice as long as that should last.
      let steps = Int(4 * gap / (speed * sin(angle)) * Double(entrant.rate)) + 2
      var place = contender.place(of: 0)
      for _ in 0..<steps {
        contender.advance(by: 1 / Double(entrant.rate), under: .level)
        place = contender.place(of: 0)
        if place.y < height && place.velocityY < 0 { break }
      }
      let deviation =
        abs(atan2(-place.velocityY, place.velocityX) - angle) * 180 / .pi
      if deviation > 1 { wrong += 1 }
      worst = max(worst, deviation)
    }
    return SeamResult(
      contender: entrant.name, rate: entrant.rate,
      wrong: 100 * Double(wrong) / Double(throwCount), worst: worst)
  }
}
