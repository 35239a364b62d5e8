// SPDX-License-Identifier: MIT

public import Physics

/// A world under its rules, from the daemon's start to its end.
///
/// A pure value: the table, the playlist and the list of (step, input) decide every state to the
/// bit, whatever the grouping of the steps. Steps of one millisecond are numbered from 0 and go on
/// through pauses, waits and changes of the table; the number is the session's time.
public struct Session: Equatable, Sendable {
  /// The table that is played on.
  public internal(set) var table: Table
  /// The tables that follow each other, round and round; empty if the table stays.
  public let playlist: [Table]
  /// Where in the playlist the table is; nil if it isn't part of it.
  var position: Int?
  /// The balls and the table, at the beginning of the next step.
  public internal(set) var world: World

  /// How far the run has come.
  var stage = Stage.rolling
  /// The run's clock and balls.
  var run: Run
  /// What the game makes of a flag.
  var referee: Referee
  /// Which balls are to be put back to their start.
  var isDue: [Bool]
  /// Counts the changes of the blocks.
  var blocksRevision = 0

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
  public init(table: Table, playlist: [Table] = []) {
    self.table = table
    self.playlist = playlist
    position = playlist.firstIndex(of: table)
    world = table.world()
    run = Run(on: table, isOriginal: true)
    referee = Referee(for: table)
    isDue = Array(repeating: false, count: table.start.count)
  }

  /// The number of the step that comes next; also the session time in milliseconds.
  public var step: Int64 { world.step }

  /// What the session is doing.
  public var phase: Phase {
    if isPaused { return .paused }
    if drivingClient != nil { return stage.phase }
    switch source {
    case .absent: return .noSensor
    case .stalled: return .stalled
    case .finished: return .finished
    case .present: return inForce == nil ? .ready : stage.phase
    }
  }

  /// The state as it is published.
  public var snapshot: Snapshot {
    Snapshot(
      step: step, phase: phase, balls: world.balls,
      onTable: world.balls.indices.map { world.isOnTable($0) }, tilt: inForce?.tilt ?? .level,
      age: inForce.map { step * nanosecondsPerStep - $0.time }, score: referee.score,
      ballsLeft: run.ballsLeft, runSteps: run.steps, holesAngle: world.holesAngle,
      blocksRevision: blocksRevision)
  }

  /// The tilt under which steps are taken; nil while the game is paused or nobody gives a tilt.
  var driving: Tilt? {
    guard !isPaused, drivingClient != nil || source == .present else { return nil }
    return inForce?.tilt
  }

  /// Lets an input enter before the next step.
  ///
  /// What happened by it is appended to `events`.
  ///
  /// - Returns: why it wasn't carried out; nil if it was.
  @discardableResult
  public mutating func enter(_ input: Input, events: inout [Event]) -> Refusal? {
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
      beginRun()
      unpause()
      note(.restarted, in: &events)
    case .toggle(let column, let row):
      return toggle(column: column, row: row, events: &events)
    case .clear:
      return clear(events: &events)
    case .table(let table):
      layOut(table, position: playlist.firstIndex(of: table), events: &events)
      unpause()
    case .next:
      return follow(1, events: &events)
    case .previous:
      return follow(-1, events: &events)
    }
    return nil
  }

  private mutating func follow(_ offset: Int, events: inout [Event]) -> Refusal? {
    guard layOutNeighbour(offset, events: &events) else { return .noOtherTable }
    unpause()
    return nil
  }

  private mutating func resume(events: inout [Event]) {
    if isPaused { note(.resumed, in: &events) }
    unpause()
  }

  private mutating func unpause() {
    isPaused = false
    isPausedForLackOfDriver = false
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

  func note(_ kind: Event.Kind, in events: inout [Event]) {
    events.append(Event(kind: kind, time: Double(step) / 1000))
  }
}

/// A step is one millisecond.
public let nanosecondsPerStep: Int64 = 1_000_000
