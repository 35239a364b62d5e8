// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Physics
internal import Posix
internal import Sensors
internal import Wire

@testable internal import Daemon

/// A table that is tilted by samples which no sensor should give, on the way that a daemon's take.
///
/// Traps where a promise isn't kept: what is published are numbers, and the ball stays on the table.
struct ProbedTable {
  private static let table: Table = {
    do throws(KeyValueError) {
      let text =
        "title = a\ngame = marble\nwidth = 320 mm\nheight = 200 mm\nball-radius = 8 mm\n"
        + "restitution = 0\nresistance = 0.005\nstart = 160 100 mm\n"
      return try Table.parse(Array(text.utf8), file: "a", name: "a")
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  private var engine = Engine(table: table, pipeline: TiltPipeline(), recording: nil)
  private var events: [Game.Event] = []
  private var passes = 0

  /// Opens a sensor that sits so in the device.
  mutating func open(_ mounting: Mounting) {
    engine.enter(.sourceOpened(mounting, SensorMemory()), events: &events)
  }

  /// Lets a sample enter, as far as it is in time.
  mutating func take(_ sample: Sample) {
    var sample = sample
    sample.time = engine.session.step * nanosecondsPerStep
    engine.enter(.sourceSample(sample), events: &events)
    pass(10)
  }

  /// Lets a stick's position enter.
  mutating func take(_ position: StickPosition) {
    precondition(position.x * position.x + position.y * position.y < 1.000_001)
    let tilt = position.tilt(limit: 0.14)
    precondition(tilt.z > 0 && tilt.x.isFinite && tilt.y.isFinite)
    let time = engine.session.step * nanosecondsPerStep
    engine.enter(.session(.source(.present)), events: &events)
    engine.enter(.session(.sourceTilt(Physics.Tilt(tilt), time: time)), events: &events)
    pass(10)
  }

  private mutating func pass(_ steps: Int64) {
    engine.advance(to: engine.session.step + steps, events: &events)
    events.removeAll(keepingCapacity: true)
    passes += 1
    if passes % 8 == 0 { verifyState() }
  }

  /// Looks at what is published; now and then, and at the end: what once is no number stays none.
  func verifyState() {
    let state = Report.state(engine.session.snapshot, of: engine, sequence: 0)
    precondition(state.balls.allSatisfy { $0.x.isFinite && $0.vx.isFinite && $0.vy.isFinite })
    precondition(state.tilt.x.isFinite && state.tilt.y.isFinite)
    precondition(engine.session.snapshot.isOnTable(of: engine.session.table))
  }
}

/// Traps unless what is published of a sensor is one line that a client reads, and prints plainly.
func verify(_ status: SourceStatus, _ kind: SourceKind) {
  let report = Report.sensor(status, kind, pipeline: TiltPipeline())
  LineProbe.verify(report)
  requirePlain(status.fault?.description)
}
