// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Sensors
internal import Wire

/// `--print`: the lines that a client would get at 60 states a second, on standard output.
///
/// Needs no socket and, at the speed `max`, no clock. Fields of delivery (`session`, `skipped`)
/// are absent, so that the same recording gives the same bytes.
struct Printer {
  private var engine: Engine
  private let sensor: SensorReport
  private let descriptor: Int32
  private var lines: [UInt8] = []
  private var events: [Game.Event] = []
  private var last: Snapshot?

  /// Prints what `engine` does to a descriptor that blocks.
  init(engine: Engine, sensor: SensorReport, to descriptor: Int32) {
    self.engine = engine
    self.sensor = sensor
    self.descriptor = descriptor
    lines.reserveCapacity(2 * Self.writeSize)
  }

  /// Why the recording couldn't be printed to its end.
  var failure: RecordingError? { engine.sourceFailure }

  /// Prints until the recording ends, before step number `end`, or can't be read any more.
  mutating func run(until end: Int64, speed: Pacing.Speed) throws(Errno) {
    let pacing = Pacing(dueAt: monotonicNow(), speed: speed)
    add(.hello(Report.hello(session: nil)))
    add(.sensor(sensor))
    add(.table(Report.table(of: engine.session)))
    var number: Int64 = 0
    repeat {
      let step = min(Self.step(ofState: number), end)
      if case .factor = speed {
        try flush()
        var nothing: [Awaited] = []
        try poll(&nothing, until: pacing.time(of: step))
      }
      engine.advance(to: step, events: &events)
      addWhatIsNew(number)
      if lines.count >= Self.writeSize { try flush() }
      number += 1
    } while engine.session.step < end && failure == nil
    try flush()
  }

  /// Lines are written in pieces of about this many bytes.
  private static let writeSize = 64 << 10

  /// The step before which state number `number` is printed, at 60 states a second: ⌈1000·n/60⌉.
  private static func step(ofState number: Int64) -> Int64 { (1000 * number + 59) / 60 }

  private mutating func addWhatIsNew(_ number: Int64) {
    for event in events {
      if case .tableChanged = event.kind { add(.table(Report.table(of: engine.session))) }
      for event in Report.events(event, table: engine.session.table) { add(.event(event)) }
    }
    events.removeAll(keepingCapacity: true)
    let snapshot = engine.session.snapshot
    if let last, last.looksLike(snapshot) { return }
    add(
      .state(
        Report.state(snapshot, of: engine.session.table, up: engine.up, sequence: number)))
    last = snapshot
  }

  private mutating func add(_ message: Message) { message.encode(into: &lines) }

  private mutating func flush() throws(Errno) {
    let pending = lines
    lines.removeAll(keepingCapacity: true)
    let descriptor = descriptor
    let outcome = pending.withUnsafeBytes { bytes -> Result<Void, Errno> in
      do throws(Errno) {
        return .success(try writeAll(bytes, to: descriptor))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }
}
