// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Sensors
internal import Wire

/// `--print`: the lines that a client would get at 60 states a second, on standard output; and
/// `--record` where no client waits for states.
///
/// Needs no socket and, at the speed `max`, no clock. Fields of delivery (`session`,
/// `client`, `menu`, `skipped`) are absent, so that the same recording gives the same bytes.
struct Printer: ~Copyable {
  private var engine: Engine
  private let sensor: SensorReport
  private let descriptor: Int32?
  private var recording: DirectRecording?
  private var lines: [UInt8] = []
  private var events: [Game.Event] = []
  private var last: Snapshot?

  /// Prints what `engine` does to a descriptor that blocks, if there is one, and records it, if that
  /// is wanted.
  init(
    engine: Engine, sensor: SensorReport, to descriptor: Int32?,
    recording: consuming DirectRecording? = nil
  ) {
    self.engine = engine
    self.sensor = sensor
    self.descriptor = descriptor
    self.recording = recording
    lines.reserveCapacity(2 * Self.writeSize)
  }

  /// Why the recording couldn't be printed to its end.
  var failure: RecordingError? { engine.sourceFailure }

  /// What went wrong.
  enum Trouble: Error {
    /// The lines couldn't be written.
    case output(Errno)
    /// The recording couldn't be written.
    case recording(Failure)
  }

  /// Prints until the recording ends, before step number `end`, or can't be read any more.
  mutating func run(until end: Int64, speed: Pacing.Speed) throws(Trouble) {
    let first = engine.session.step
    let pacing = Pacing(step: first, dueAt: monotonicNow(), speed: speed)
    add(.hello(Report.hello(session: nil)))
    add(.sensor(sensor))
    add(.table(Report.table(of: engine.session)))
    var number = Self.number(ofStateAt: first)
    repeat {
      let step = min(Self.step(ofState: number), end)
      if case .factor = speed {
        try flush()
        try wait(until: pacing.time(of: step))
      }
      engine.advance(to: step, events: &events)
      addWhatIsNew(number)
      try record()
      if lines.count >= Self.writeSize { try flush() }
      number += 1
    } while engine.session.step < end && failure == nil
    try flush()
    try finishRecording()
  }

  /// Lines are written in pieces of about this many bytes.
  private static let writeSize = 64 << 10

  /// The step before which state number `number` is printed, at 60 states a second: ⌈1000·n/60⌉.
  private static func step(ofState number: Int64) -> Int64 { (1000 * number + 59) / 60 }

  /// The number of the first state that is printed before step number `step` or a later one.
  private static func number(ofStateAt step: Int64) -> Int64 {
    var number = step * 60 / 1000
    while Self.step(ofState: number) < step { number += 1 }
    return number
  }

  private func wait(until time: Int64) throws(Trouble) {
    do throws(Errno) {
      var nothing: [Awaited] = []
      try poll(&nothing, until: time)
    } catch {
      throw .output(error)
    }
  }

  private mutating func addWhatIsNew(_ number: Int64) {
    if descriptor == nil { return events.removeAll(keepingCapacity: true) }
    for event in events {
      if case .tableChanged = event.kind { add(.table(Report.table(of: engine.session))) }
      for event in Report.events(event, table: engine.session.table) { add(.event(event)) }
    }
    events.removeAll(keepingCapacity: true)
    let snapshot = engine.session.snapshot
    if let last, last.looksLike(snapshot) { return }
    add(
      .state(
        Report.state(snapshot, of: engine, sequence: number)))
    last = snapshot
  }

  private mutating func add(_ message: Message) {
    if descriptor != nil { message.encode(into: &lines) }
  }

  private mutating func flush() throws(Trouble) {
    guard let descriptor else { return }
    let pending = lines
    lines.removeAll(keepingCapacity: true)
    do throws(Errno) {
      try writeAll(pending, to: descriptor)
    } catch {
      throw .output(error)
    }
  }

  private mutating func record() throws(Trouble) {
    do throws(Failure) {
      try recording?.follow(&engine)
    } catch {
      throw .recording(error)
    }
  }

  private mutating func finishRecording() throws(Trouble) {
    do throws(Failure) {
      try recording?.finish(&engine, "the source has ended")
    } catch {
      throw .recording(error)
    }
  }
}
