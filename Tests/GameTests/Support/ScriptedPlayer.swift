// SPDX-License-Identifier: MIT

import Game
import Physics

/// A player that sees everything and has a hand like anybody: it tilts the table, by 8° at most,
/// fifty times a second, some time after it has seen what it reacts to.
///
/// It leads one ball at a time along the cheapest way to the flag: towards the furthest point of
/// the way in sight, as fast as it can still brake before it.
struct ScriptedPlayer {
  /// How it ended.
  struct Outcome {
    var isWon: Bool
    /// The run's time when it ended, s.
    var time: Double
    var score: Int
    var captures: Int
    var lost: LostReason?
  }

  /// How it plays.
  struct Manner {
    /// The fastest that it lets a ball roll where nothing asks for more, m/s.
    var speed: Double
    /// How many decisions of 20 ms lie between what it sees and what it does.
    var delay: Int

    /// As fast and as quick as can be.
    static let expert = Manner(speed: 0.25, delay: 0)
    /// Slowly, and with the 160 ms that a practised hand takes to react.
    static let careful = Manner(speed: 0.08, delay: 8)
    /// Too fast for that.
    static let hasty = Manner(speed: 0.6, delay: 8)
  }

  /// The table's greatest inclination, as the feel limits it: sin 8°.
  private static let sineOfLimit = 0.13917310096006544
  private static let gravity = 9.80665

  private let table: Table
  private(set) var session: Session
  private var terrain: Terrain
  private let isTurning: Bool
  private let manner: Manner
  private var ball = 0
  /// What it has seen of the balls lately, the oldest first.
  private var seen: [[Ball]] = []

  init(_ table: Table, _ manner: Manner) {
    self.table = table
    self.manner = manner
    session = Session(table: table)
    isTurning = !table.holes.pattern.isEmpty && (table.turnRate != 0 || table.turnStep != 0)
    terrain = Self.terrain(table, session)
  }

  /// Plays until the run is won or lost, the score is reached or `limit` seconds have gone by.
  mutating func play(limit: Double, score: Int? = nil) -> Outcome {
    var outcome = Outcome(isWon: false, time: 0, score: 0, captures: 0, lost: nil)
    var events: [Event] = []
    var decision = 0
    while Double(session.step) < limit * 1000, !outcome.isWon, outcome.lost == nil {
      if isTurning, decision % 10 == 0 { terrain = Self.terrain(table, session) }
      if decision % 25 == 0 { choose() }
      decision += 1
      look()
      session.enter(.clientTilt(tilt(), client: 1), events: &events)
      session.advance(to: session.step + 20, events: &events)
      for event in events {
        switch event.kind {
        case .captured: outcome.captures += 1
        case .flag(let reached):
          outcome.isWon = reached.isWon || score.map { (reached.score ?? 0) >= $0 } ?? false
          outcome.time = reached.runTime
          outcome.score = reached.score ?? 0
          choose()
        case .lost(let reason): outcome.lost = reason
        default: break
        }
      }
      events.removeAll(keepingCapacity: true)
    }
    if !outcome.isWon { outcome.time = session.snapshot.runTime ?? 0 }
    return outcome
  }

  /// The ground as it is now; holes that turn are where they will be in a moment.
  static func terrain(_ table: Table, _ session: Session) -> Terrain {
    let isTurning = session.world.turnRate != 0
    let angle = session.world.holesAngle + session.world.turnRate * 0.3
    var holes: [Hole] = []
    for index in table.holes.pattern.indices where table.holes.rule != .speed {
      holes.append(
        Hole(
          centre: table.holes.centre(of: index, at: angle),
          radius: table.holes.pattern[index].radius))
    }
    let obstacles = Terrain.Obstacles(
      table: table, blocks: session.world.blocks, holes: holes,
      holeMargin: isTurning ? 0.006 : 0.002)
    return Terrain(obstacles, finest: isTurning ? 0.006 : 0.003, caution: isTurning ? 3 : 1)
  }

  /// Takes the ball in hand that has the shortest way.
  private mutating func choose() {
    let world = session.world
    let onTable = world.balls.indices.filter { world.isOnTable($0) }
    func way(_ index: Int) -> Double {
      terrain.entrance(near: world.balls[index].position).map { terrain.cost[$0] } ?? .infinity
    }
    ball = onTable.min { way($0) < way($1) } ?? 0
  }

  /// Remembers the balls, and forgets what is older than its reaction takes.
  private mutating func look() {
    if session.phase != .rolling { seen = [] }
    seen.append(session.world.balls)
    if seen.count > manner.delay + 1 { seen.removeFirst() }
  }

  /// Where it thinks its ball is: as it saw it, and rolled on in a straight line since.
  private var believed: Ball {
    let old = seen[0][ball]
    let age = Double(seen.count - 1) * 0.02
    return Ball(
      position: Vector2(
        old.position.x + age * old.velocity.x, old.position.y + age * old.velocity.y),
      velocity: old.velocity)
  }

  private func tilt() -> Tilt {
    let state = believed
    guard session.phase == .rolling, let way = terrain.way(from: state.position, points: 60)
    else {
      return .level
    }
    var target = way[0]
    for point in way where terrain.sees(state.position, point) { target = point }
    let isFinal = way.count < 60 && target == way[way.count - 1]
    let (dx, dy) = (target.x - state.position.x, target.y - state.position.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 1e-6 else { return push(Vector2(0, 0), from: state) }
    let acceleration = table.surface.accelerationFactor * Self.gravity * Self.sineOfLimit
    // Braking from v takes v²/2a; half of the acceleration is kept for steering.
    var speed = (2 * 0.4 * acceleration * distance).squareRoot()
    if !isFinal { speed += 0.03 }
    speed = min(speed, manner.speed)
    if dares(from: state.position, to: target) { speed = 0.6 }
    return push(Vector2(dx / distance * speed, dy / distance * speed), from: state)
  }

  /// Whether a hole that is crossed fast lies on the way ahead.
  private func dares(from: Vector2, to: Vector2) -> Bool {
    guard table.holes.rule == .speed else { return false }
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let square = dx * dx + dy * dy
    return table.holes.pattern.contains { hole in
      let part = ((hole.centre.x - from.x) * dx + (hole.centre.y - from.y) * dy) / square
      guard part > 0, part < 1 else { return false }
      let (x, y) = (from.x + part * dx - hole.centre.x, from.y + part * dy - hole.centre.y)
      return (x * x + y * y).squareRoot() < hole.radius
    }
  }

  /// The tilt that brings the velocity towards `wanted`.
  private func push(_ wanted: Vector2, from state: Ball) -> Tilt {
    let factor = table.surface.accelerationFactor
    let settling = (factor > 0.3 ? 0.08 : 0.25) + 0.03 * Double(manner.delay)
    var pull = Vector2(
      (wanted.x - state.velocity.x) / settling / factor,
      (wanted.y - state.velocity.y) / settling / factor)
    let speed = (wanted.x * wanted.x + wanted.y * wanted.y).squareRoot()
    if speed > 0 {
      let resistance = table.surface.resistance * Self.gravity
      pull.x += wanted.x / speed * resistance
      pull.y += wanted.y / speed * resistance
    }
    let size = (pull.x * pull.x + pull.y * pull.y).squareRoot()
    let limit = Self.gravity * Self.sineOfLimit
    if size > limit {
      pull.x *= limit / size
      pull.y *= limit / size
    }
    let rest = Self.gravity * Self.gravity - pull.x * pull.x - pull.y * pull.y
    return Tilt(x: pull.x, y: pull.y, z: max(0, rest).squareRoot())
  }
}
