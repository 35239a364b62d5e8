// SPDX-License-Identifier: MIT

public import Physics

/// A world under its rules, from the daemon's start to its end.
///
/// A pure value: the table and the list of (step, input) decide every state to the bit, whatever
/// the grouping of the steps. Steps of one millisecond are numbered from 0 and go on through
/// pauses and waits; the number is the session's time.
public struct Session: Equatable, Sendable {
  /// The table that is played on.
  public let table: Table
  /// The balls and the table, at the beginning of the next step.
  public private(set) var world: World
  /// Whether the source gives tilts.
  public private(set) var source = SourceCondition.absent
  /// Whether somebody has paused the game.
  public private(set) var isPaused = false
  /// Whether the pause began because the client that drove was gone: the next one that drives ends it.
  private var isPausedForLackOfDriver = false
  /// The number of the client that drives; nil while the source does.
  public private(set) var drivingClient: Int?

  /// A tilt and the session time (ns) of the sample that it came from.
  private struct Dated: Equatable {
    var tilt: Tilt
    var time: Int64
  }

  /// The tilt in force; nil before the first one.
  private var inForce: Dated?
  /// The source's newest, which comes into force when a client gives the table back.
  private var newestOfSource: Dated?

  /// Begins a session with the balls at the table's start.
  public init(table: Table) throws {
    self.table = table
    world = try World(surface: table.surface, balls: table.start)
  }

  /// The number of the step that comes next; also the session time in milliseconds.
  public var step: Int64 { world.step }

  /// What the session is doing.
  public var phase: Phase {
    if isPaused { return .paused }
    if drivingClient != nil { return .rolling }
    switch source {
    case .absent: return .noSensor
    case .finished: return .finished
    case .present: return inForce == nil ? .ready : .rolling
    }
  }

  /// The state as it is published.
  public var snapshot: Snapshot {
    Snapshot(
      step: step, phase: phase, balls: world.balls, tilt: inForce?.tilt ?? .level,
      age: inForce.map { step * nanosecondsPerStep - $0.time })
  }

  /// Whether every further step would change nothing but its number, until the next input.
  public var isStill: Bool {
    guard phase == .rolling, let inForce else { return true }
    return world.isSettled(under: inForce.tilt)
  }

  /// Lets an input enter before the next step.
  ///
  /// What happened by it is appended to `events`.
  public mutating func enter(_ input: Input, events: inout [Event]) {
    switch input {
    case .sourceTilt(let tilt, let time):
      let dated = Dated(tilt: tilt, time: time)
      newestOfSource = dated
      if drivingClient == nil { inForce = dated }
    case .clientTilt(let tilt, let client):
      if drivingClient != client { note(.takeover(client: client), in: &events) }
      drivingClient = client
      if isPausedForLackOfDriver { resume(events: &events) }
      inForce = Dated(tilt: tilt, time: step * nanosecondsPerStep)
    case .release(let client):
      if drivingClient == client { release(by: client, events: &events) }
    case .source(let condition):
      change(to: condition, events: &events)
    case .pause:
      if !isPaused { note(.paused, in: &events) }
      isPaused = true
      isPausedForLackOfDriver = false
    case .resume:
      resume(events: &events)
    case .restart:
      for (index, ball) in table.start.enumerated() { world.place(ball, at: index) }
      isPaused = false
      isPausedForLackOfDriver = false
      note(.restarted, in: &events)
    }
  }

  private mutating func resume(events: inout [Event]) {
    if isPaused { note(.resumed, in: &events) }
    isPaused = false
    isPausedForLackOfDriver = false
  }

  /// Runs the steps up to (not including) number `target`.
  ///
  /// What happened is appended to `events`.
  public mutating func advance(to target: Int64, events: inout [Event]) {
    while step < target {
      guard !isStill, let tilt = inForce?.tilt else {
        world.pass(steps: target - step)
        return
      }
      world.advance(under: tilt)
      for impact in world.impacts {
        events.append(Event(kind: .impact(impact), time: impact.time))
      }
    }
  }

  private mutating func release(by client: Int, events: inout [Event]) {
    drivingClient = nil
    note(.released(client: client), in: &events)
    // Without a source nobody holds the table any more: it lies level, and waits.
    if source == .absent {
      inForce = nil
      newestOfSource = nil
      if !isPaused {
        note(.paused, in: &events)
        isPaused = true
        isPausedForLackOfDriver = true
      }
    } else {
      inForce = newestOfSource
    }
  }

  private mutating func change(to condition: SourceCondition, events: inout [Event]) {
    guard condition != source else { return }
    source = condition
    if condition == .finished { note(.finished, in: &events) }
  }

  private func note(_ kind: Event.Kind, in events: inout [Event]) {
    events.append(Event(kind: kind, time: Double(step) / 1000))
  }
}

/// A step is one millisecond.
public let nanosecondsPerStep: Int64 = 1_000_000
