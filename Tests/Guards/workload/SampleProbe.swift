// SPDX-License-Identifier: MIT

@testable import Daemon
internal import Game
internal import Options
@testable import Sensors
internal import Wire

/// A session that scans drive, without a daemon: lets it be measured what a sample and a state take.
struct SampleProbe {
  private var engine: Engine
  private var scans: ScanProbe
  private var events: [Game.Event] = []

  /// A session on one of the tables in `directory`.
  init(table: String, in directory: String) throws(Failure) {
    guard let scans = ScanProbe() else {
      throw Failure(.internal, "a scan isn't laid out as it should be")
    }
    self.scans = scans
    engine = Engine(
      table: try TableLibrary(directories: [directory]).table(named: table),
      pipeline: TiltPipeline(), recording: nil)
  }

  /// Lets the game pause, in which samples go all their way and no ball moves.
  mutating func pause() { engine.enter(.session(.pause), events: &events) }

  /// Takes a scan as `ScanProbe` has it, arrived at a time of the session, ns, and runs the steps up to
  /// that.
  mutating func take(_ scan: UnsafeRawBufferPointer, arrival: Int64) {
    guard let sample = scans.sample(in: scan, arrival: arrival) else { return }
    engine.advance(to: (sample.time + nanosecondsPerStep - 1) / nanosecondsPerStep, events: &events)
    engine.enter(.sourceSample(sample), events: &events)
    events.removeAll(keepingCapacity: true)
  }

  /// What is told of the table.
  var table: TableReport { Report.table(of: engine.session) }

  /// The state now, under its number.
  func state(_ number: Int64) -> State {
    Report.state(engine.session.snapshot, of: engine, sequence: number)
  }
}
