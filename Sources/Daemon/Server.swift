// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Physics
internal import Posix
internal import Sensors
internal import Wire

/// The running daemon: one loop, an engine, two sockets, and clients.
///
/// What is decided, the engine decides; here are the effects.
final class Server {
  let loop: EventLoop
  let log: Log
  let hello: Hello
  /// The tables that can be had.
  var library: TableLibrary
  /// What is kept of the sensors.
  let store: SensorStore
  /// Those who ask how the daemon is.
  let status = StatusDesk()
  /// How many clients there may be.
  var limits: ClientLimits
  /// The settings as they were read last, and what they come to for the engine.
  var configuration: Configuration
  var engineSettings: EngineSettings
  /// What is wrong with the settings and hinders nothing.
  var remarks: [String] = []
  /// The tables and demos among them that can't be had.
  var passedOver: [String] = []
  /// How the settings are read anew.
  var rereading = Rereading()
  /// Where the samples come from, as long as the daemon runs.
  let source: SourceSpecification
  /// What the service manager was told.
  var serviceStatus = ServiceStatus()
  var worldWatch = WorldWatch()
  /// Why the daemon can't go on, when it ends by itself.
  var failure: Failure?
  var sensor: SensorReport
  private let speed: Pacing.Speed
  private(set) var pacing: Pacing
  var engine: Engine
  /// What is told of tables.
  var tableLines = TableLines()
  private var timer: EventLoop.Registration?
  /// The runs that are over; nil before `keepRuns`.
  var runs: RunKeeper?
  /// The name of the sensor that was opened last.
  var openSensor: String?
  var sensors: LiveSensors?
  /// Whether a device tells its health by itself.
  var hasLiveSource = false
  /// The clients that have a menu open: buttons are the first one's as long as there are any.
  var menus: [Int] = []
  /// Whether to end when the first look finds no sensor.
  var requiresSensor = false
  private var listeners: [Listener] = []
  private var signals: [EventLoop.Registration] = []
  /// The standard descriptors that were a terminal at the start.
  let terminals = (0...2).filter { Process.isTerminal($0) }
  var clients: [Int: Client] = [:]
  /// Closes their connections.
  let parting = Parting()
  var newestClient: Int
  /// Who of them has sent something and waits to be heard.
  var turns = ClientTurns()
  /// Goes off when it is the clients' turn.
  var turn: EventLoop.Registration?
  let recorder: SessionRecorder
  var recordTimer: EventLoop.Registration?
  /// What happened and wasn't told yet.
  var events: [Game.Event] = []
  /// The number of the newest state.
  var sequence: Int64 = 0
  /// What was last logged about a recording that can't be read on.
  private var sourceFailure: RecordingError?
  /// Counts what was told to all who watch.
  var announcements = 0
  /// The client that drives, as was told last.
  var driver: Int?
  /// Which notices are logged of clients that are dropped, and of buttons that do nothing.
  var dropNotices = RareNotice()
  var buttonNotices = RareNotice()
  /// How many presses may act now.
  var presses = Allowance.presses
  /// The client that drove the table and is gone; its place is given back at the turn's end.
  var orphan: Int?
  /// Goes off at the end of a turn in which a client was parted from that drove or had its menu open.
  var release: EventLoop.Registration?

  /// A daemon with this engine; with a `file` it records from the beginning on.
  init(
    engine: Engine, sensor: SensorReport, configuration: Configuration, prepared: PreparedSettings,
    store: SensorStore, speed: Pacing.Speed, recording file: RecordingFile?, log: Log
  ) throws(Errno) {
    loop = try EventLoop()
    newestClient = engine.largestRecordedClient
    recorder = SessionRecorder(file: file, log: log)
    self.log = log
    self.engine = engine
    self.sensor = sensor
    self.configuration = configuration
    library = prepared.library
    source = prepared.source
    engineSettings = EngineSettings(prepared, playlist: engine.session.playlist)
    self.store = store
    limits = ClientLimits(configuration.settings, owner: Process.user)
    let now = monotonicNow()
    // Told apart are a daemon's restarts: its process and the nanosecond in which it began.
    let session = [Int64(Process.identifier), now].map { String($0, radix: 36) }
    hello = Report.hello(session: session.joined(separator: "-"))
    self.speed = speed
    pacing = Pacing(step: engine.session.step, dueAt: now, speed: speed)
    file?.registration = try file.map { file throws(Errno) in
      try loop.onReadable(file.descriptor) { [unowned self] _ in
        recorder.hearFile(&self.engine)
      }
    }
    recordTimer = try loop.onTime { [unowned self] in record() }
    timer = try loop.onTime { [unowned self] in advance() }
    turn = try loop.onTime { [unowned self] in hearClients() }
    release = try loop.afterTurn { [unowned self] in tellOfParting() }
    serviceStatus.timer = try loop.onTime { [unowned self] in followStatus() }
    store.attach(to: loop)
    for signal in Self.endingSignals {
      signals.append(try loop.onSignal(signal) { [unowned self] in loop.stop() })
    }
    signals.append(try loop.onSignal(.hangUp) { [unowned self] in hangUp() })
  }

  /// The signals that end `run`.
  ///
  /// They must have been blocked before the first thread started.
  static let endingSignals: [Signal] = [.terminate, .interrupt]
  /// All signals that `run` hears.
  static let signals = endingSignals + [.hangUp]

  /// Accepts clients on a listening socket.
  func listen(on socket: consuming Descriptor, mayControl: Bool) throws(Errno) {
    listeners.append(
      try Listener(socket: socket, mayControl: mayControl, on: loop, log: log) {
        [unowned self] (socket: consuming Descriptor, mayControl: Bool) in
        welcome(socket, mayControl: mayControl)
      } onEnd: { [unowned self] listener in
        part(from: listener)
      })
  }

  /// Goes on without a socket on which nobody can come any more.
  private func part(from listener: Listener) {
    let role: SocketRole = listener.mayControl ? .control : .view
    log(
      .error,
      "somebody has shut down the socket on which clients come to \(role.purpose): no further ones "
        + "can connect there; restart "
        + (ServiceManager.isService ? "balld-\(role.rawValue).socket" : "balld"))
    listeners.removeAll { $0 === listener }
  }

  /// Runs until SIGTERM or SIGINT, or until there is a `failure`.
  func run() throws(Errno) {
    setTimer()
    loop.turnForWatchdog()
    if !requiresSensor { tellReady() }
    defer {
      ServiceManager.stopping()
      // The disk has as long for all of it as systemd gives, but for a second.
      let deadline = monotonicNow() + Self.patience
      deliver(recorder.finish(&engine, until: deadline))
      runs?.close(until: deadline)
      store.finish(until: deadline)
    }
    try loop.run()
  }

  /// How long the daemon's end waits for the disk: 4 s of the 5 of TimeoutStopSec=.
  private static let patience: Int64 = 4_000_000_000

  // MARK: Time

  /// Runs the steps that are due, publishes, and sets the timer for the next.
  func advance() {
    runDueSteps()
    publish()
    record()
    setTimer()
    sensors?.allowChange(!engine.session.isRunInProgress)
  }

  func runDueSteps() {
    hurryForRecordingsOnly()
    defer { sayWhatFailed() }
    // A stretch in which nothing can move or enter is taken in one go, however long it was.
    if engine.session.isStill {
      let due = pacing.dueStep(at: monotonicNow(), after: engine.session.step, atMost: nil)
      engine.advance(to: min(due, engine.nextStepOfSource ?? due), events: &events)
    }
    let due = pacing.dueStep(
      at: monotonicNow(), after: engine.session.step, atMost: Pacing.stepsATurn)
    if due == engine.session.step { return }
    // Clients and signals are heard in between, however long the steps take.
    let end = monotonicNow() + Self.longestTurn
    repeat {
      engine.advance(to: min(due, engine.session.step + Self.stepsAGlance), events: &events)
    } while engine.session.step < due && monotonicNow() < end
  }

  /// Says once that the source could not be read on.
  private func sayWhatFailed() {
    guard engine.sourceFailure != sourceFailure else { return }
    sourceFailure = engine.sourceFailure
    if let sourceFailure { log(.error, "\(sourceFailure)") }
  }

  /// How long steps are run before the loop turns to others: 10 ms.
  private static let longestTurn: Int64 = 10_000_000
  /// How many steps are run between two looks at the clock.
  private static let stepsAGlance: Int64 = 20

  /// At the speed `max` only a recording is hurried through: when it has ended, and a client plays on,
  /// a second takes a second.
  private func hurryForRecordingsOnly() {
    guard speed == .max else { return }
    let wanted = engine.nextStepOfSource == nil ? Pacing.Speed.factor(1) : .max
    guard pacing.speed != wanted else { return }
    pacing = Pacing(step: engine.session.step, dueAt: monotonicNow(), speed: wanted)
  }

  /// The longest that session time stands while something moves: 20 ms, or a period of the most
  /// demanding client.
  private var stepsATick: Int64 {
    var rate = pacing.sessionRate(50) ?? 50
    for client in clients.values {
      if let wanted = client.subscription?.rate { rate = max(rate, wanted) }
    }
    return max(1, Int64(1000 / rate))
  }

  private func setTimer() {
    let step = engine.session.step
    var next = engine.nextStepOfSource
    if !engine.session.isStill || doesSomebodyLackTheState {
      next = min(next ?? .max, step + stepsATick)
    }
    timer?.setTime(next.map { pacing.time(of: $0) })
  }

  /// Whether somebody watches; without, no snapshot is made, and a sample costs no memory.
  var doesSomebodyWatch: Bool { clients.values.contains { $0.subscription != nil } }

  var doesSomebodyLackTheState: Bool {
    guard doesSomebodyWatch else { return false }
    let (snapshot, attendance) = (engine.session.snapshot, attendance)
    return clients.values.contains { $0.subscription?.lacks(snapshot, attendance) ?? false }
  }

  /// Lets an input enter before the first step that isn't due yet.
  ///
  /// - Returns: why the rules refused it; nil if they didn't.
  @discardableResult
  func enter(_ input: Engine.Input) -> Engine.Refusal? {
    runDueSteps()
    let refusal = engine.enter(input, events: &events)
    advance()
    return refusal
  }
}
