// SPDX-License-Identifier: MIT

internal import Game
internal import Physics
internal import Sensors

/// All that decides the states: a session, the filters before it, and what is played.
///
/// A pure value without a clock: the table, the settings, the recording and the list of
/// (step, input) give every state to the bit, at whatever speed and in whatever pieces it is run.
struct Engine {
  private(set) var session: Session
  var sourcePipeline: TiltPipeline
  var clientPipeline: TiltPipeline
  /// The poses of a calibration that isn't complete yet.
  var calibrationPoses: CalibrationPoses?
  private var gestures: Gestures
  /// What is played; nil for a live source.
  var played: Played?
  /// What is played while nobody plays; nil where there is no attract mode.
  var attract: Attract?
  /// The step before which somebody did something for the last time.
  var lastTouch: Int64 = 0
  /// What the source gave at once; kept, so that a sample costs no memory.
  var samples: [Sample] = []
  /// What entered since it was last taken, as lines of a recording; nil while nobody records.
  private var journal: String?

  /// What can enter from outside.
  enum Input: Equatable {
    /// A sample of a client's own sensor, which takes the table over.
    case clientSample(Sample, client: Int)
    /// A sample of the source's, its time in session time.
    case sourceSample(Sample)
    /// A live source was opened, whose sensor sits so in the device and of which so much is known.
    case sourceOpened(Mounting, SensorMemory)
    /// A recording begins: what was measured before belongs to another sensor.
    case sourceBegins
    /// The present pose counts as level from now on; or, as a reset, level as gravity has it.
    case level(isReset: Bool)
    /// A step of the calibration of the source's sensor.
    case calibrate(CalibrationStep)
    /// Somebody has changed the configuration.
    case settings(EngineSettings)
    /// Anything that enters the session as it is.
    case session(Game.Input)
  }

  /// Where inputs come from without anybody sending them.
  enum Played {
    case samples(RecordingSource)
    case session(SessionReplay, SessionRecording)
  }

  /// An engine on `table`, followed by the others of the playlist, whose source is `recording`, or
  /// none.
  init(
    table: Table, playlist: [Table] = [], restartSteps: Int64? = nil, pipeline: TiltPipeline,
    gestures: Gestures = Gestures(), recording: Recording?
  ) {
    session = Session(table: table, playlist: playlist, restartSteps: restartSteps)
    sourcePipeline = pipeline
    clientPipeline = pipeline
    self.gestures = gestures
    if let recording { begin(recording) }
  }

  /// An engine that replays a recorded session from the state in which that began.
  init(replaying recording: SessionRecording) {
    self.init(continuing: recording.start)
    played = .session(recording.replay, recording)
  }

  /// An engine in a state that was kept, with nothing that plays.
  init(continuing state: EngineState) {
    session = state.session
    sourcePipeline = state.sourcePipeline
    clientPipeline = state.clientPipeline
    gestures = state.gestures
    calibrationPoses = state.calibrationPoses
  }

  /// All that decides the future, but for what is played.
  var state: EngineState {
    EngineState(
      session: session, sourcePipeline: sourcePipeline, clientPipeline: clientPipeline,
      gestures: gestures, calibrationPoses: calibrationPoses)
  }

  /// The unit vector "up" in the device frame, if a sensor that is in force tells it.
  var up: Vector3? { pipelineInForce?.up.flatMap { $0.isFinite ? $0 : nil } }

  /// How far the tilt in force can be trusted; nil while no sensor gives it.
  var quality: TiltQuality? {
    guard let quality = pipelineInForce?.quality else { return nil }
    return quality.uncertainty == nil ? nil : quality
  }

  /// That of the sensor which tilts the table; nil while a demo does.
  private var pipelineInForce: TiltPipeline? {
    if session.isDemo { return nil }
    return session.drivingClient == nil ? sourcePipeline : clientPipeline
  }

  /// Lets an input enter before the next step.
  ///
  /// - Returns: why it wasn't carried out; nil if it was.
  @discardableResult
  mutating func enter(_ input: Input, events: inout [Game.Event]) -> Refusal? {
    // A restart at the end of a recording plays it again.
    if input == .session(.restart), session.source == .finished, let recording {
      play(recording, events: &events)
    }
    return apply(input, events: &events)
  }

  /// Runs the steps up to (not including) number `target`, with what the recording lets enter on the
  /// way, that before step `target` included.
  mutating func advance(to target: Int64, events: inout [Game.Event]) {
    while let next = nextStepOfSource, next <= target {
      session.advance(to: next, events: &events)
      readSource(events: &events)
    }
    session.advance(to: target, events: &events)
  }

  // MARK: Recording

  /// Begins to keep what enters, for a recording that begins with the present state.
  mutating func beginJournal() { journal = journal ?? "" }

  /// How many bytes of lines are kept.
  var journalSize: Int { journal?.utf8.count ?? 0 }

  /// Keeps nothing any more.
  mutating func endJournal() { journal = nil }

  /// The lines of what entered since the last time; empty if nothing did.
  mutating func takeJournal() -> String {
    guard let lines = journal, !lines.isEmpty else { return "" }
    journal = ""
    return lines
  }

  /// Writes down what enters now; the text is moved, so that it isn't copied.
  private mutating func note(_ input: Input) {
    guard var lines = journal.take() else { return }
    InputText.write(input, step: session.step, to: &lines)
    journal = lines
  }

  // MARK: What enters

  /// Lets an input enter, and nothing else: the same in a live session and in its replay.
  @discardableResult
  mutating func apply(_ input: Input, events: inout [Game.Event]) -> Refusal? {
    note(input)
    if input.isTouch { lastTouch = session.step }
    switch input {
    case .clientSample(let sample, let client):
      if session.drivingClient != client { beginClient() }
      let tilt = Physics.Tilt(clientPipeline.enter(sample))
      return enter(.clientTilt(tilt, client: client), events: &events)
    case .sourceSample(let sample):
      _ = session.enter(.source(.present), events: &events)
      // A sample of the present millisecond enters before the step that begins it.
      take(sample, dated: min(sample.time, session.step * nanosecondsPerStep), events: &events)
      return nil
    case .sourceOpened(let mounting, let memory):
      sourcePipeline.begin(mounting: mounting, memory: memory)
      calibrationPoses = nil
      gestures.reset()
      return nil
    case .sourceBegins:
      sourcePipeline.reset()
      gestures.reset()
      return enter(.source(.present), events: &events)
    case .level(let isReset):
      leaveDemo(events: &events)
      return level(isReset: isReset)
    case .calibrate(let step):
      leaveDemo(events: &events)
      return calibrate(step)
    case .session(.beginDemo):
      gestures.watchAnew()
      guard case .session(let input) = input else { return nil }
      return enter(input, events: &events)
    case .settings(let settings):
      take(settings)
      return nil
    case .session(let input):
      // A tilt that is no sample says nothing about "up".
      if case .clientTilt = input { beginClient() }
      guard case .sourceTilt(let tilt, _) = input else { return enter(input, events: &events) }
      sourcePipeline.reset()
      let refusal = enter(input, events: &events)
      // A stick that took the place of a board that lay untouched can't be picked up: it is pushed.
      guard tilt != .level else { return refusal }
      lastTouch = session.step
      if session.isUntouched || session.isDemo { session.enter(.countDown, events: &events) }
      return refusal
    }
  }

  private mutating func enter(_ input: Game.Input, events: inout [Game.Event]) -> Refusal? {
    session.enter(input, events: &events).map { .rules($0) }
  }

  /// Gives the table to whoever learns something of the sensor.
  private mutating func leaveDemo(events: inout [Game.Event]) {
    if session.isDemo { session.enter(.countDown, events: &events) }
  }

  /// Goes on under other settings: each sensor sits as it did, and the newest tilt stands until the
  /// next sample.
  private mutating func take(_ settings: EngineSettings) {
    for path in [\Engine.sourcePipeline, \Engine.clientPipeline] {
      var tilt = settings.tilt
      tilt.mounting = self[keyPath: path].settings.mounting
      self[keyPath: path].settings = tilt
    }
    gestures.pausesUntouched = settings.pausesUntouched
    gestures.restartsWhenShaken = settings.restartsWhenShaken
    session.setRestart(after: settings.restartSteps)
    if let playlist = settings.playlist { session.follow(playlist) }
  }

  /// Knows nothing of the sensor of the client that drives from now on.
  private mutating func beginClient() {
    clientPipeline.reset()
    clientPipeline.level = .identity
  }

  /// Lets a sample of the source's enter, and what the board's motion asks for beside the tilt.
  private mutating func take(_ sample: Sample, dated time: Int64, events: inout [Game.Event]) {
    let tilt = Physics.Tilt(sourcePipeline.enter(sample))
    session.enter(.sourceTilt(tilt, time: time), events: &events)
    let finding = gestures.enter(sample, of: sourcePipeline, session: session)
    if finding.isMoved { lastTouch = session.step }
    for input in finding.inputs { session.enter(input, events: &events) }
  }
}

extension Engine.Input {
  /// Whether it shows that somebody is there; a source's samples and tilts do only if they differ.
  fileprivate var isTouch: Bool {
    switch self {
    case .clientSample, .level, .calibrate: true
    case .sourceSample, .sourceOpened, .sourceBegins, .settings: false
    case .session(let input): input.endsDemo && input != .endDemo
    }
  }
}

extension Physics.Tilt {
  /// The same tilt, over the border between sensors and physics.
  ///
  /// A filter whose state somebody made up may give one that can't be: then the table lies level.
  init(_ tilt: Sensors.Tilt) {
    self.init(x: tilt.x, y: tilt.y, z: tilt.z)
    if !isPossible { self = .level }
  }
}
