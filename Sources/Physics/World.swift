// SPDX-License-Identifier: MIT

/// Balls on a table at a time.
///
/// A world is a value: it advances by what it is told alone, the same bits on every machine.
/// It allocates when it is made and never in a step.
public struct World: Equatable, Sendable {
  /// The table.
  public let surface: Surface
  /// The number of the next step, which is the time in ms: the first step is number 0.
  public internal(set) var step: Int64 = 0
  /// The balls, by number.
  public internal(set) var balls: [Ball]
  /// What hit in the last step, in the order of time for each ball.
  public internal(set) var impacts: [Impact] = []

  /// Which cells are blocks now.
  public var blocks: Blocks { solids.blocks }
  /// The holes, as they are at the angle 0.
  public let holes: Holes
  /// What the holes took in the last step.
  public internal(set) var captures: [Capture] = []
  /// How fast the pattern of holes turns, rad/s, counter-clockwise as seen from above.
  public var turnRate: Double { turning.rate }
  /// How far the pattern of holes has turned, rad.
  ///
  /// Exact: a rate times a number of steps, not a sum over them.
  public var holesAngle: Double { turning.angle }

  var solids: Solids
  var turning = Turning()
  /// Which balls are on the table, by number.
  var presence = Presence()

  /// A world before its first step.
  ///
  /// - Parameters:
  ///   - surface: the table.
  ///   - blocks: its grid, and which cells of it are blocks.
  ///   - holes: its holes.
  ///   - balls: the balls, 1 to 4, each inside the walls, clear of blocks and of each other, and not
  ///     faster than 1e6 m/s on either axis.
  /// - Throws: `OutOfRange` if there are too few or too many balls, or one is misplaced or too fast.
  public init(
    surface: Surface, blocks: Blocks = .none, holes: Holes = .none, balls: [Ball]
  ) throws(OutOfRange) {
    try OutOfRange.check(
      "balls.count", Double(balls.count), in: 1...Double(Constants.ballLimit))
    self.surface = surface
    self.holes = holes
    solids = Solids(surface: surface, blocks: blocks)
    // Memory of its own: a caller's array may be shared, and the first step would copy it.
    self.balls = []
    self.balls.reserveCapacity(Constants.ballLimit)
    self.balls += balls
    impacts.reserveCapacity(Constants.impactLimit * balls.count)
    captures.reserveCapacity(balls.count)
    for index in balls.indices {
      try check(balls[index], index)
      presence.insert(index)
    }
  }

  /// Advances by one step of exactly 1 ms under a tilt that stays the same during it.
  ///
  /// The tilt's components must be numbers of at most 1e6 m/s², z not negative: anything else is a
  /// mistake of the program and traps.
  public mutating func advance(under tilt: Tilt) {
    precondition(tilt.isPossible, "a tilt that no table can have")
    forgetEvents()
    let drive = drive(under: tilt)
    if balls.count > 1 && mayMeet(under: drive) {
      rollTogether(under: drive)
    } else {
      for index in balls.indices where presence.contains(index) { roll(index, under: drive) }
    }
    turning.advance()
    if !holes.pattern.isEmpty { judge(gravity: tilt.z) }
    step += 1
  }

  /// Whether no step under this tilt would change anything but the step's number.
  public func isSettled(under tilt: Tilt) -> Bool {
    if turning.rate != 0 && !holes.pattern.isEmpty { return false }
    let drive = drive(under: tilt)
    let isTogether = balls.count > 1 && mayMeet(under: drive)
    for index in balls.indices where presence.contains(index) {
      let ball = balls[index]
      if !ball.isResting { return false }
      let taker = holes.taker(
        of: ball, radius: surface.ballRadius, turning: turning, gravity: tilt.z)
      if taker != nil { return false }
      if isTogether { continue }
      if leg(of: ball, under: drive, remaining: Constants.stepLength) != nil {
        return false
      }
    }
    return !isTogether || staysTogether(under: drive)
  }

  /// Numbers on by so many steps in which nothing moves.
  public mutating func pass(steps: Int64) {
    precondition(steps >= 0, "steps can't be taken back")
    forgetEvents()
    step += steps
  }

  /// Lets the pattern of holes turn at this rate from here on, rad/s, at most 1e6.
  public mutating func turn(at rate: Double) {
    precondition(Constants.turns.contains(rate), "a rate that no pattern can have")
    turning.turn(at: rate)
  }

  /// Turns the pattern of holes to this angle, rad, at most 1e6.
  public mutating func turn(to angle: Double) {
    precondition(Constants.turns.contains(angle), "an angle that no pattern can have")
    turning.turn(to: angle)
  }

  // MARK: Within a step

  /// What acts on every ball under this tilt.
  @inline(__always)
  private func drive(under tilt: Tilt) -> Drive {
    let factor = surface.accelerationFactor
    let pull = Vector2(factor * tilt.x, factor * tilt.y)
    let deceleration = factor * (surface.resistance * tilt.z)
    var holePull: HolePull?
    var largest = pull.x.magnitude + pull.y.magnitude + deceleration
    if case .pull(let atRim, let brake) = holes.rule, !holes.pattern.isEmpty {
      let pose = turning.rate == 0 ? turning.pose : turning.pose(after: 0.5)
      holePull = HolePull(pose: pose, atRim: atRim, brake: brake)
      largest += atRim / (Constants.takingShare * Constants.takingShare)
    }
    return Drive(
      pull: pull, resistance: Resistance(deceleration: deceleration), holePull: holePull,
      largest: largest)
  }

  /// Lets the holes take the balls that fall into them now.
  private mutating func judge(gravity: Double) {
    for index in balls.indices where presence.contains(index) {
      let taker = holes.taker(
        of: balls[index], radius: surface.ballRadius, turning: turning, gravity: gravity)
      guard let taker else { continue }
      balls[index].velocity = .zero
      presence.remove(index)
      captures.append(
        Capture(ball: index, hole: taker, position: balls[index].position, step: step))
    }
  }

  private mutating func forgetEvents() {
    // Keeps the memory, so that a step never asks for any.
    if !impacts.isEmpty { impacts.removeAll(keepingCapacity: true) }
    if !captures.isEmpty { captures.removeAll(keepingCapacity: true) }
  }
}
