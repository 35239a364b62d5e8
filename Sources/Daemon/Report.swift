// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Physics
internal import Sensors
internal import Store
internal import Wire

/// What the house says of itself, in the words of the wire.
///
/// The one place where the values of sensors, physics and game become messages.
enum Report {
  static func hello(session: String?) -> Hello {
    Hello(server: "balld \(balldVersion)", session: session)
  }

  /// The sensor of a session that plays a recording, or else waits for clients.
  static func sensor(_ played: Played, pipeline: TiltPipeline) -> SensorReport {
    let mounting = pipeline.settings.mounting
    let isRecording = played.endStep != nil
    return SensorReport(
      source: (isRecording ? SourceKind.recording : .client).rawValue,
      name: played.name, mode: isRecording ? "replayed" : "on-change",
      rate: played.described.map { 1e9 / Double($0.period) },
      gyro: played.described?.hasGyro ?? false,
      mount: [mounting.x, mounting.y, mounting.z].flatMap { [$0.x, $0.y, $0.z] },
      mountFrom: mounting == .identity ? "identity" : "configuration",
      health: isRecording ? .ok : .waiting)
  }

  /// The sensor of a live source, or what it waits for.
  static func sensor(
    _ status: SourceStatus, _ kind: SourceKind, pipeline: TiltPipeline
  ) -> SensorReport {
    let found = status.sensor?.mounting
    let mounting = found?.mounting ?? pipeline.settings.mounting
    return SensorReport(
      source: status.sensor == nil ? "auto" : kind.rawValue,
      name: status.sensor?.name, id: status.sensor?.stableID,
      mode: status.sensor?.mode.rawValue, rate: status.rate,
      odr: status.sensor?.deviceRate, gyro: status.sensor?.hasGyro ?? false,
      mount: [mounting.x, mounting.y, mounting.z].flatMap { [$0.x, $0.y, $0.z] },
      mountFrom: found?.origin ?? (mounting == .identity ? "identity" : "configuration"),
      health: health(of: status), reason: status.sensor?.reason, code: status.fault?.code.rawValue,
      message: status.fault?.message, hint: status.fault?.hint)
  }

  /// The health of a live source: `ok` also for what is worth a word but hinders nobody.
  private static func health(of status: SourceStatus) -> SensorReport.Health {
    switch status.condition {
    case .waiting: .waiting
    case .stalled, .running:
      switch status.fault?.code {
      case .noData, .stuck, .quiet, .spikes, .wrongScale:
        SensorReport.Health(rawValue: status.fault?.code.rawValue ?? "")
      default: .ok
      }
    }
  }

  /// A mount matrix as it is written in the configuration.
  static func text(of mounting: Mounting) -> String {
    func number(_ value: Double) -> String {
      let text = "\(value == 0 ? 0 : value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return [mounting.x, mounting.y, mounting.z].map { row in
      [row.x, row.y, row.z].map(number).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// How the session's source is.
  static func health(of session: Session) -> SensorReport.Health {
    switch session.source {
    case .absent: session.drivingClient == nil ? .waiting : .ok
    case .present: .ok
    case .stalled: .noData
    case .finished: .ended
    }
  }

  /// The table of a session with the blocks that lie on it now, and the best run on it so far.
  static func table(of session: Session, best: BestRun? = nil) -> TableReport {
    let table = session.table
    return TableReport(
      name: table.name, hash: table.hash, game: table.rules.rawValue,
      width: table.surface.width, height: table.surface.height,
      ballRadius: table.surface.ballRadius, title: table.title.isEmpty ? nil : table.title,
      time: table.timeLimit.map { Double($0) / 1000 }, balls: table.ballLimit.map(Int64.init),
      goal: table.goal.map(Int64.init), blocks: grid(of: session), holes: holes(of: table),
      pivot: pivot(of: table),
      flag: table.flag.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
      best: best)
  }

  /// A line of the list of tables.
  static func entry(of table: Table, best: BestRun?, file: String? = nil) -> TableList.Entry {
    TableList.Entry(
      name: table.name, title: table.title.isEmpty ? nil : table.title,
      game: table.rules.rawValue, best: best, file: file)
  }

  private static func grid(of session: Session) -> BlockGrid? {
    let blocks = session.world.blocks
    // A single cell is no grid: such a table has no blocks, and none can be put down.
    guard blocks.columns * blocks.rows > 1,
      var grid = BlockGrid(columns: blocks.columns, rows: blocks.rows)
    else { return nil }
    for row in 0..<blocks.rows {
      for column in 0..<blocks.columns { grid[column, row] = blocks[column, row] }
    }
    return grid
  }

  private static func holes(of table: Table) -> [TableReport.Hole]? {
    let pattern = table.holes.pattern
    return pattern.isEmpty
      ? nil : pattern.map { .init(x: $0.centre.x, y: $0.centre.y, radius: $0.radius) }
  }

  private static func pivot(of table: Table) -> XY? {
    canTurn(table) ? XY(x: table.holes.pivot.x, y: table.holes.pivot.y) : nil
  }

  private static func canTurn(_ table: Table) -> Bool {
    !table.holes.pattern.isEmpty && (table.turnRate != 0 || table.turnStep != 0)
  }

  /// A snapshot of an engine's session; `up`, the quality and who drives are the engine's now, and `menu`
  /// is the client that has one open.
  static func state(
    _ snapshot: Snapshot, of engine: Engine, sequence: Int64, menu: Int? = nil
  ) -> State {
    State(
      seq: sequence, t: snapshot.time, phase: Wire.Phase(rawValue: snapshot.phase.rawValue),
      balls: zip(snapshot.balls, snapshot.onTable).map { ball, isOnTable in
        State.Ball(
          x: ball.position.x, y: ball.position.y, vx: ball.velocity.x, vy: ball.velocity.y,
          isOff: !isOnTable)
      },
      tilt: XY(x: snapshot.tilt.x, y: snapshot.tilt.y),
      up: engine.up.map(triple),
      score: snapshot.score.map(Int64.init), ballsLeft: snapshot.ballsLeft.map(Int64.init),
      holesAngle: canTurn(engine.session.table) ? snapshot.holesAngle : nil,
      time: snapshot.runTime, countdown: snapshot.countdown,
      age: snapshot.age.map { Double($0) / 1e9 }, quality: engine.quality.flatMap(quality),
      isDemo: snapshot.isDemo, driver: engine.session.drivingClient.map(name(ofClient:)),
      menu: menu.map(name(ofClient:)))
  }

  /// What clients are told of an event: a flag that wins the run is two, the end of a run none.
  static func events(_ event: Game.Event, table: Table) -> [Wire.Event] {
    var kinds = [kind(event.kind, table)].compactMap { $0 }
    if case .flag(let flag) = event.kind, flag.isWon { kinds.append(.won) }
    return kinds.map { Wire.Event(t: event.time, $0) }
  }

  /// What clients are told of a button that was pushed before a numbered step.
  static func event(_ press: InputPress, at step: Int64) -> Wire.Event {
    Wire.Event(
      t: Double(step) / 1000,
      .button(Wire.Event.Button(name: press.control.name, action: press.action?.rawValue)))
  }

  /// A tilt that a client gave along the table, with the force that presses the ball under standard
  /// gravity: none once the table stands upright.
  static func tilt(_ inPlane: XY) -> Physics.Tilt {
    let gravity = Physics.Tilt.level.z
    let rest = gravity * gravity - inPlane.x * inPlane.x - inPlane.y * inPlane.y
    return Physics.Tilt(x: inPlane.x, y: inPlane.y, z: max(0, rest).squareRoot())
  }

  static func vector(_ vector: XYZ) -> Vector3 { Vector3(vector.x, vector.y, vector.z) }

  /// The name under which clients are told of client number `number`.
  static func name(ofClient number: Int) -> String { "client \(number)" }

  private static func kind(_ kind: Game.Event.Kind, _ table: Table) -> Wire.Event.Kind? {
    switch kind {
    case .runOver: nil
    case .impact(let impact):
      .impact(
        .init(
          ball: impact.ball, x: impact.position.x, y: impact.position.y, speed: impact.speed))
    case .captured(let capture):
      .captured(
        .init(
          ball: capture.ball, hole: capture.hole, x: capture.position.x, y: capture.position.y))
    case .flag(let flag):
      .flag(.init(ball: flag.ball, time: flag.runTime, score: flag.score.map(Int64.init)))
    case .lost(.balls): .lost(.noBallsLeft)
    case .lost(.time): .lost(.outOfTime)
    case .block(let column, let row, let isBlock):
      .block(column: column, row: row, isBlock: isBlock)
    case .cleared: .cleared
    case .tableChanged: .table(name: table.name)
    case .paused: .paused
    case .resumed: .resumed
    case .restarted: .restarted
    case .finished: .finished
    case .demoBegun: .demo(isOver: false)
    case .demoEnded: .demo(isOver: true)
    case .takeover(let client): .takeover(by: name(ofClient: client))
    case .released(let client): .released(by: name(ofClient: client))
    }
  }
}
