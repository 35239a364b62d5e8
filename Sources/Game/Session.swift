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
  public private(set) var playlist: [Table]
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
  public internal(set) var source = SourceCondition.absent
  /// What holds the game; nil while nothing does.
  var hold: Hold?
  /// How long a run that is over stays until another one begins by itself; nil if none does.
  public private(set) var restartSteps: Int64?
  /// What comes after the demo; nil while none plays.
  var afterDemo: AfterDemo?
  /// The number of the client that drives; nil while the source does.
  public internal(set) var drivingClient: Int?

  /// A tilt and the session time (ns) of the sample that it came from.
  struct Dated: Codable, Equatable {
    var tilt: Tilt
    var time: Int64
  }

  /// The tilt in force; nil before the first one.
  var inForce: Dated?
  /// The source's newest, which comes into force when a client gives the table back.
  var newestOfSource: Dated?

  /// Begins a session with the balls at the table's start.
  ///
  /// - Parameters:
  ///   - table: what is played on first.
  ///   - playlist: the tables that follow each other.
  ///   - restartSteps: how long a run that is over stays until another one begins by itself, where
  ///     no table follows; at least 1, nil for ever.
  public init(table: Table, playlist: [Table] = [], restartSteps: Int64? = nil) {
    self.table = table
    self.playlist = playlist
    self.restartSteps = restartSteps.map { max(1, $0) }
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
    switch hold {
    case .countdown: return .countdown
    case .paused, .withoutDriver, .untouched: return .paused
    case nil: break
    }
    if drivingClient != nil || isDemo { return stage.phase }
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
      age: inForce.map { step * nanosecondsPerStep - $0.time },
      countdownSteps: hold?.stepsLeft ?? stepsToNextRun, score: referee.score,
      ballsLeft: run.ballsLeft, runSteps: run.steps, holesAngle: world.holesAngle,
      blocksRevision: blocksRevision, isDemo: isDemo)
  }

  /// In how many steps another run begins by itself; nil where this one isn't over, or stays.
  private var stepsToNextRun: Int64? {
    switch stage {
    case .won(let steps) where phase == .won, .lost(let steps) where phase == .lost: steps
    default: nil
    }
  }

  /// Whether the game is paused because the board lies untouched.
  public var isUntouched: Bool { hold == .untouched }

  /// Whether no ball moves, nor will under the tilt in force.
  public var areBallsAtRest: Bool { driving.map { world.isSettled(under: $0) } ?? true }

  /// The tilt under which steps are taken; nil while the game is held or nobody gives a tilt.
  var driving: Tilt? {
    guard hold == nil, drivingClient != nil || isDemo || source == .present else { return nil }
    return inForce?.tilt
  }

  /// Lets an input enter before the next step.
  ///
  /// What happened by it is appended to `events`.
  ///
  /// - Returns: why it wasn't carried out; nil if it was.
  @discardableResult
  public mutating func enter(_ input: Input, events: inout [Event]) -> Refusal? {
    let wasDemo = isDemo
    if wasDemo, input.endsDemo { endDemo(events: &events) }
    switch input {
    case .beginDemo(let table): beginDemo(on: table, events: &events)
    case .demoTilt(let tilt, let time):
      if isDemo { inForce = Dated(tilt: tilt, time: time) }
    case .endDemo: break
    case .sourceTilt(let tilt, let time):
      let dated = Dated(tilt: tilt, time: time)
      newestOfSource = dated
      if drivingClient == nil, !isDemo { inForce = dated }
    case .clientTilt(let tilt, let client):
      if drivingClient != client {
        note(.takeover(client: client), in: &events)
        if hold?.endsWithTakeover ?? false { resume(events: &events) }
      }
      drivingClient = client
      inForce = Dated(tilt: tilt, time: step * nanosecondsPerStep)
    case .release(let client):
      if drivingClient == client { release(by: client, events: &events) }
    case .source(let condition):
      change(to: condition, events: &events)
    case .pause:
      if hold == nil || hold?.stepsLeft != nil { note(.paused, in: &events) }
      hold = .paused
    case .untouched:
      guard phase == .rolling, !isDemo else { return nil }
      note(.paused, in: &events)
      hold = .untouched
    case .countDown:
      hold = .countdown(stepsLeft: Hold.countdownSteps)
    case .resume:
      resume(events: &events)
    case .restart:
      leaveRun(events: &events)
      beginRun()
      hold = nil
      note(.restarted, in: &events)
    case .toggle where wasDemo, .clear where wasDemo: return .demoPlayed
    case .toggle(let column, let row):
      return toggle(column: column, row: row, events: &events)
    case .clear:
      return clear(events: &events)
    case .table(let table):
      layOut(table, position: playlist.firstIndex(of: table), events: &events)
      hold = nil
    case .next:
      return follow(1, events: &events)
    case .previous:
      return follow(-1, events: &events)
    }
    return nil
  }

  /// Lets runs that are over from now on stay for so many steps; nil for as long as nobody acts.
  public mutating func setRestart(after steps: Int64?) { restartSteps = steps.map { max(1, $0) } }

  /// Lets other tables follow each other from now on; the one that lies there stays.
  public mutating func follow(_ playlist: [Table]) {
    // A demo goes on, and what follows it is there still.
    if afterDemo == .first, playlist.isEmpty, let first = self.playlist.first {
      afterDemo = .table(first)
    }
    self.playlist = playlist
    // A demo's table is no place in it.
    position = isDemo ? nil : playlist.firstIndex(of: table)
  }

  private mutating func follow(_ offset: Int, events: inout [Event]) -> Refusal? {
    guard layOutNeighbour(offset, events: &events) else { return .noOtherTable }
    hold = nil
    return nil
  }

  mutating func resume(events: inout [Event]) {
    if hold != nil { note(.resumed, in: &events) }
    hold = nil
  }

  private mutating func release(by client: Int, events: inout [Event]) {
    drivingClient = nil
    note(.released(client: client), in: &events)
    // Without a source nobody holds the table any more: it lies level, and waits.
    if source == .absent {
      inForce = nil
      newestOfSource = nil
      if hold != .paused {
        if hold != .untouched { note(.paused, in: &events) }
        hold = .withoutDriver
      }
    } else {
      inForce = newestOfSource
    }
  }

  private mutating func change(to condition: SourceCondition, events: inout [Event]) {
    guard condition != source else { return }
    source = condition
    // What is gone holds the table no longer.
    if condition == .absent {
      newestOfSource = nil
      if drivingClient == nil, !isDemo { inForce = nil }
    }
    guard condition == .finished else { return }
    // Nobody will pick up the board of a recording that is over.
    if hold == .untouched || hold?.stepsLeft != nil { hold = nil }
    note(.finished, in: &events)
  }

  func note(_ kind: Event.Kind, in events: inout [Event]) {
    events.append(Event(kind: kind, time: Double(step) / 1000))
  }
}

// MARK: The state as a recording keeps it

extension Session: Codable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case table, playlist, position, world, stage, run, referee, isDue, blocksRevision
    case source, hold, restartSteps, afterDemo, drivingClient, inForce, newestOfSource
  }

  /// Writes all that decides the future; the table only if the playlist hasn't it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if position == nil { try values.encode(table, forKey: .table) }
    try values.encode(playlist, forKey: .playlist)
    try values.encodeIfPresent(position, forKey: .position)
    try values.encode(world, forKey: .world)
    try values.encode(stage, forKey: .stage)
    try values.encode(run, forKey: .run)
    try values.encode(referee, forKey: .referee)
    try values.encode(isDue, forKey: .isDue)
    try values.encode(blocksRevision, forKey: .blocksRevision)
    try values.encode(source, forKey: .source)
    try values.encodeIfPresent(hold, forKey: .hold)
    try values.encodeIfPresent(restartSteps, forKey: .restartSteps)
    try values.encodeIfPresent(afterDemo, forKey: .afterDemo)
    try values.encodeIfPresent(drivingClient, forKey: .drivingClient)
    try values.encodeIfPresent(inForce, forKey: .inForce)
    try values.encodeIfPresent(newestOfSource, forKey: .newestOfSource)
  }

  /// Reads what `encode` wrote, or anybody: what no session can be in is refused.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    playlist = try values.decode([Table].self, forKey: .playlist)
    position = try values.decodeIfPresent(Int.self, forKey: .position)
    if let position {
      try values.check(.position, playlist.indices.contains(position), "a place in the playlist")
      table = playlist[position]
    } else {
      table = try values.decode(Table.self, forKey: .table)
    }
    let state = try values.decode(WorldState.self, forKey: .world)
    do throws(OutOfRange) {
      world = try World(
        surface: table.surface, grid: table.blocks, holes: table.holes, state: state)
    } catch {
      throw values.refusal(.world, "a world in which \(error.description)")
    }
    stage = try values.decode(Stage.self, forKey: .stage)
    try values.check(.stage, stage.stepsLeft ?? 0 >= 0, "steps that are left")
    run = try values.decode(Run.self, forKey: .run)
    referee = try values.decode(Referee.self, forKey: .referee)
    isDue = try values.decode([Bool].self, forKey: .isDue)
    let balls = table.start.count
    let words = balls == 1 ? "1 ball" : "\(balls) balls"
    try values.check(.isDue, isDue.count == balls && world.balls.count == balls, words)
    try values.check(.referee, referee.mayJudge(balls: balls), "the rules for \(words)")
    blocksRevision = try values.decode(Int.self, forKey: .blocksRevision)
    source = try values.decode(SourceCondition.self, forKey: .source)
    hold = try values.decodeIfPresent(Hold.self, forKey: .hold)
    let held = hold?.stepsLeft ?? 1
    try values.check(.hold, (1...Hold.countdownSteps).contains(held), "steps of a countdown")
    restartSteps = try values.decodeIfPresent(Int64.self, forKey: .restartSteps)
    try values.check(.restartSteps, restartSteps ?? 1 > 0, "steps until another run")
    afterDemo = try values.decodeIfPresent(AfterDemo.self, forKey: .afterDemo)
    drivingClient = try values.decodeIfPresent(Int.self, forKey: .drivingClient)
    // Of which there are larger ones: those of the clients that come to a replay.
    let isNumber = (0...(1 << 53)).contains(drivingClient ?? 0)
    try values.check(.drivingClient, isNumber, "the number of a client")
    let canBeDemo = hold == nil && drivingClient == nil && position == nil
    try values.check(.afterDemo, afterDemo == nil || canBeDemo, "no demo while somebody plays")
    let hasFirst = afterDemo != .first || !playlist.isEmpty
    try values.check(.afterDemo, hasFirst, "a playlist to go on with")
    inForce = try values.decodeIfPresent(Dated.self, forKey: .inForce)
    newestOfSource = try values.decodeIfPresent(Dated.self, forKey: .newestOfSource)
    for (key, dated) in [(CodingKeys.inForce, inForce), (.newestOfSource, newestOfSource)] {
      guard let dated else { continue }
      let times = 0...(world.step * nanosecondsPerStep)
      try values.check(key, dated.tilt.isPossible, "a tilt that a table can have")
      try values.check(key, times.contains(dated.time), "a time of this session's")
    }
  }
}

extension KeyedDecodingContainer {
  /// What to throw for a value that can't be.
  func refusal(_ key: Key, _ what: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: what)
  }

  /// Throws unless what was read can be; `expected` says what it should have been.
  func check(_ key: Key, _ canBe: Bool, _ expected: String) throws {
    if !canBe { throw refusal(key, "found something else, expected \(expected)") }
  }
}

/// A step is one millisecond.
public let nanosecondsPerStep: Int64 = 1_000_000
