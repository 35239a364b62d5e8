// SPDX-License-Identifier: MIT

internal import CPeers
internal import Physics

/// Something that rolls the balls of a scene.
protocol Contender {
  /// One step of this many seconds. balld's is always 1 ms.
  mutating func advance(by duration: Double, under drive: Drive)
  /// Where a ball is, in cells.
  func place(of ball: Int) -> Scene.Place
  /// Puts a ball somewhere.
  mutating func put(_ place: Scene.Place, ball: Int)
  /// How many impacts or new contacts there were, if they are counted.
  var impacts: Int { get }
}

/// balld's own physics, with a cell of this many metres.
struct Balld: Contender {
  private var world: World
  private let cell: Double
  private let isCounting: Bool
  private(set) var impacts = 0

  /// A world for the scene, with the rolling resistance `resistance`.
  init(
    _ scene: Scene, cell: Double = Scene.cellOfTable, resistance: Double, isCounting: Bool = false
  ) throws(OutOfRange) {
    let surface = try Surface(
      width: Double(scene.columns) * cell, height: Double(scene.rows) * cell,
      ballRadius: scene.radius * cell, restitution: scene.restitution, resistance: resistance)
    var blocks = try Blocks(columns: scene.columns, rows: scene.rows)
    for (index, isBlock) in scene.blocks.enumerated() where isBlock != 0 {
      blocks[index % scene.columns, index / scene.columns] = true
    }
    world = try World(
      surface: surface, blocks: blocks, balls: scene.starts.map { Balld.ball(at: $0, cell) })
    self.cell = cell
    self.isCounting = isCounting
  }

  @inline(__always)
  mutating func advance(by duration: Double, under drive: Drive) {
    world.advance(under: drive.tilt)
    if isCounting { impacts += world.impacts.count }
  }

  func place(of ball: Int) -> Scene.Place {
    let ball = world.balls[ball]
    return Scene.Place(
      x: ball.position.x / cell, y: ball.position.y / cell,
      velocityX: ball.velocity.x / cell, velocityY: ball.velocity.y / cell)
  }

  mutating func put(_ place: Scene.Place, ball: Int) {
    world.place(Balld.ball(at: place, cell), at: ball)
  }

  private static func ball(at place: Scene.Place, _ cell: Double) -> Ball {
    Ball(
      position: Vector2(place.x * cell, place.y * cell),
      velocity: Vector2(place.velocityX * cell, place.velocityY * cell))
  }
}

/// How a peer is set up.
struct PeerSettings {
  /// Box2D: sweep each ball to its time of impact, as it does by default.
  var isContinuous = true
  /// Box2D: the rebound speed below which an impact is inelastic, m/s; 1 is its own default.
  var bounceThreshold = 1.0
  /// Count contacts that begin.
  var isCounting = false

  /// Calls `body` with the scene as the C functions take it, at 1 m a cell.
  func withScene<Result>(_ scene: Scene, _ body: (UnsafePointer<peer_scene>) -> Result) -> Result {
    scene.blocks.withUnsafeBufferPointer { blocks in
      var laidOut = peer_scene(
        columns: Int32(scene.columns), rows: Int32(scene.rows), blocks: blocks.baseAddress, cell: 1,
        radius: scene.radius, restitution: scene.restitution, bounce_threshold: bounceThreshold,
        balls: Int32(scene.starts.count), is_continuous: isContinuous ? 1 : 0,
        counts_contacts: isCounting ? 1 : 0)
      return body(&laidOut)
    }
  }
}

/// Chipmunk 7, with a cell of 1 m.
final class Chipmunk: Contender {
  private let peer: OpaquePointer

  init(_ scene: Scene, _ settings: PeerSettings = PeerSettings()) {
    peer = settings.withScene(scene) { chipmunk_make($0) }
    for (ball, place) in scene.starts.enumerated() { put(place, ball: ball) }
  }

  deinit { chipmunk_free(peer) }

  @inline(__always)
  func advance(by duration: Double, under drive: Drive) {
    chipmunk_step(peer, drive.accelerationX, drive.accelerationY, duration)
  }

  func place(of ball: Int) -> Scene.Place { Scene.Place(chipmunk_ball(peer, Int32(ball))) }
  func put(_ place: Scene.Place, ball: Int) { chipmunk_place(peer, Int32(ball), place.ball) }
  var impacts: Int { chipmunk_contacts(peer) }
}

/// Box2D 2.4, with a cell of 1 m.
final class Box2D: Contender {
  private let peer: OpaquePointer

  init(_ scene: Scene, _ settings: PeerSettings = PeerSettings()) {
    peer = settings.withScene(scene) { box2d_make($0) }
    for (ball, place) in scene.starts.enumerated() { put(place, ball: ball) }
  }

  deinit { box2d_free(peer) }

  @inline(__always)
  func advance(by duration: Double, under drive: Drive) {
    box2d_step(peer, drive.accelerationX, drive.accelerationY, duration)
  }

  func place(of ball: Int) -> Scene.Place { Scene.Place(box2d_ball(peer, Int32(ball))) }
  func put(_ place: Scene.Place, ball: Int) { box2d_place(peer, Int32(ball), place.ball) }
  var impacts: Int { box2d_contacts(peer) }
}

extension Scene.Place {
  fileprivate init(_ ball: peer_ball) {
    self.init(x: ball.x, y: ball.y, velocityX: ball.vx, velocityY: ball.vy)
  }

  fileprivate var ball: peer_ball { peer_ball(x: x, y: y, vx: velocityX, vy: velocityY) }
}
