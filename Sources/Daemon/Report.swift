// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Physics
internal import Sensors
internal import Wire

/// What the house says of itself, in the words of the wire.
///
/// The one place where the values of sensors, physics and game become messages.
enum Report {
  static func hello(session: String?) -> Hello {
    Hello(server: "balld \(balldVersion)", session: session)
  }

  /// The sensor of a session that plays `recording`, or else waits for clients.
  static func sensor(recording: Recording?, pipeline: TiltPipeline) -> SensorReport {
    let mounting = pipeline.settings.mounting
    return SensorReport(
      source: (recording == nil ? SourceKind.client : .recording).rawValue,
      name: recording?.name, mode: recording == nil ? "on-change" : "replayed",
      rate: recording.map { 1e9 / Double($0.period) },
      gyro: recording?.samples.first?.angularVelocity != nil,
      mount: [mounting.x, mounting.y, mounting.z].flatMap { [$0.x, $0.y, $0.z] },
      mountFrom: mounting == .identity ? "identity" : "configuration",
      health: recording == nil ? .waiting : .ok)
  }

  /// How the session's source is.
  static func health(of session: Session) -> SensorReport.Health {
    switch session.source {
    case .absent: session.drivingClient == nil ? .waiting : .ok
    case .present: .ok
    case .finished: .ended
    }
  }

  static func table(_ table: Table) -> TableReport {
    TableReport(
      name: table.name, hash: table.hash, game: table.rules.rawValue,
      width: table.surface.width, height: table.surface.height,
      ballRadius: table.surface.ballRadius)
  }

  static func state(_ snapshot: Snapshot, up: Vector3?, sequence: Int64) -> State {
    State(
      seq: sequence, t: snapshot.time, phase: Wire.Phase(rawValue: snapshot.phase.rawValue),
      balls: snapshot.balls.map {
        State.Ball(x: $0.position.x, y: $0.position.y, vx: $0.velocity.x, vy: $0.velocity.y)
      },
      tilt: XY(x: snapshot.tilt.x, y: snapshot.tilt.y),
      up: up.map { XYZ(x: $0.x, y: $0.y, z: $0.z) },
      age: snapshot.age.map { Double($0) / 1e9 })
  }

  static func event(_ event: Game.Event) -> Wire.Event {
    Wire.Event(t: event.time, kind(event.kind))
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

  private static func kind(_ kind: Game.Event.Kind) -> Wire.Event.Kind {
    switch kind {
    case .impact(let impact):
      .impact(
        .init(
          ball: impact.ball, x: impact.position.x, y: impact.position.y, speed: impact.speed))
    case .paused: .paused
    case .resumed: .resumed
    case .restarted: .restarted
    case .finished: .finished
    case .takeover(let client): .takeover(by: name(ofClient: client))
    case .released(let client): .released(by: name(ofClient: client))
    }
  }
}
