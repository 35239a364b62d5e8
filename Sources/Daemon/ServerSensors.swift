// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Physics
internal import Posix
internal import Sensors
internal import Wire

/// What this computer's devices give, and what is told of them.
extension Server {
  /// Lets this computer's devices drive the table, and their buttons act.
  ///
  /// Where a sensor is `required`, `run` returns when the first look finds none.
  func attach(_ requests: SensorRequests, required: Bool = false) throws(Errno) {
    requiresSensor = required
    hasLiveSource = requests.tilt
    sensors = try LiveSensors(
      requests, on: loop, log: log,
      receiver: LiveSensors.Receiver(
        status: { [unowned self] status, kind in take(status, kind) },
        samples: { [unowned self] samples in take(samples) },
        positions: { [unowned self] positions in take(positions) },
        presses: { [unowned self] presses in take(presses, now: monotonicNow()) }))
    sensors?.begin()
  }

  /// Lets each sample enter before the first step not yet run that doesn't begin before its time.
  private func take(_ samples: [Sample]) {
    for var sample in samples {
      sample.time = advance(toTimeOf: sample.time)
      engine.enter(.sourceSample(sample), events: &events)
    }
    advance()
    watchWorld(now: monotonicNow())
  }

  /// Lets each position of a stick enter as a tilt, like a sample.
  private func take(_ positions: [StickPosition]) {
    let limit = engine.sourcePipeline.settings.feel.limit
    for position in positions {
      let time = min(
        advance(toTimeOf: position.time), engine.session.step * nanosecondsPerStep)
      engine.enter(.session(.source(.present)), events: &events)
      let tilt = Physics.Tilt(position.tilt(limit: limit))
      engine.enter(.session(.sourceTilt(tilt, time: time)), events: &events)
    }
    advance()
  }

  /// Runs the steps that come before what was measured at `time` (ns of CLOCK_MONOTONIC).
  ///
  /// Returns that time in session time.
  private func advance(toTimeOf time: Int64) -> Int64 {
    let time = pacing.sessionTime(of: time)
    let step = (time + nanosecondsPerStep - 1) / nanosecondsPerStep
    if step > engine.session.step {
      let due = pacing.dueStep(at: monotonicNow(), after: engine.session.step, atMost: nil)
      engine.advance(to: min(step, due), events: &events)
    }
    return time
  }

  /// Does what buttons are for, as many as hands can press.
  func take(_ pressed: [InputPress], now: Int64) {
    for press in pressed where presses.take(at: now) { take(press) }
  }

  /// Does what a button is for, and tells everybody.
  private func take(_ press: InputPress) {
    let line = Message.event(Report.event(press, at: engine.session.step)).line
    if let number = menus.first {
      // To one menu alone: two would take each press twice.
      if let client = clients[number], client.subscription != nil { send(line, to: client) }
      return
    }
    broadcast(line)
    guard let input = press.input(in: engine.session) else { return }
    if let refusal = enter(input), let passedOver = buttonNotices.take(at: monotonicNow()) {
      log(
        .notice,
        "\(press.control.name) does nothing: \(refusal.message)"
          + RareNotice.addition(for: passedOver))
    }
    if case .level = input { noteWhatWasLearnt() }
  }

  private func take(_ status: SourceStatus, _ kind: SourceKind) {
    if let found = status.sensor {
      let mounting = found.mounting.mounting
      if found.stableID != openSensor || mounting != engine.sourcePipeline.settings.mounting {
        openSensor = found.stableID
        enter(.sourceOpened(mounting, store.memory(of: found.stableID)))
      }
    }
    // First what the sensor is, then the states that come of it.
    tell(of: Report.sensor(status, kind, pipeline: engine.sourcePipeline))
    judgeRequirement(status)
    switch status.condition {
    case .waiting: enter(.session(.source(.absent)))
    case .stalled: enter(.session(.source(.stalled)))
    // With the first sample.
    case .running: break
    }
  }

  /// Tells all who watch what has changed about the sensor.
  func tell(of report: SensorReport) {
    let report = Report.withMemory(of: engine, report)
    guard report != sensor else { return }
    sensor = report
    broadcast(Message.sensor(sensor).line)
    followStatus()
  }

  /// Keeps and tells what was learnt of the sensor.
  func noteWhatWasLearnt() {
    // Also of one that is unplugged at the moment: a reset holds for it when it is back.
    if let id = openSensor { store.keep(engine.sourcePipeline.memory, of: id) }
    tell(of: sensor)
  }

  /// A sensor that was required has come with the first look, or it is missed; what becomes of it later
  /// ends nothing.
  private func judgeRequirement(_ status: SourceStatus) {
    guard requiresSensor else { return }
    if status.condition != .waiting {
      requiresSensor = false
      tellReady()
    } else if let fault = status.fault {
      failure = Failure(
        .unavailable,
        "--require-sensor: found no sensor for --source=\(configuration.settings.source): \(fault)")
      loop.stop()
    }
  }
}
