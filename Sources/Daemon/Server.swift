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
  private let hello: Hello
  let library: TableLibrary
  /// What is kept of the sensors.
  let store: SensorStore
  private let clientLimit: Int
  private(set) var sensor: SensorReport
  private let speed: Pacing.Speed
  private(set) var pacing: Pacing
  var engine: Engine
  /// The `table` message of what lies there now; nil until somebody needs it.
  private var tableLine: [UInt8]?
  /// The `tables` message, and when it was made (ns of CLOCK_MONOTONIC).
  private var tableList: (line: [UInt8], time: Int64)?
  private var timer: EventLoop.Registration?
  /// The runs that are over; nil before `keepRuns`.
  var runs: RunKeeper?
  /// The name of the sensor that was opened last.
  private var openSensor: String?
  private var sensors: LiveSensors?
  /// Whether a device tells its health by itself.
  private var hasLiveSource = false
  /// The clients that have a menu open: buttons are theirs as long as there are any.
  var menus: Set<Int> = []
  /// Whether to end when the first look finds no sensor.
  private var requiresSensor = false
  /// Why there is none, where one was required.
  private(set) var missingSensor: SensorFault?
  private var listeners: [Listener] = []
  private var signals: [EventLoop.Registration] = []
  private(set) var clients: [Int: Client] = [:]
  private var newestClient: Int
  let recorder: SessionRecorder
  var recordTimer: EventLoop.Registration?
  private var events: [Game.Event] = []
  private var sequence: Int64 = 0
  /// What was last logged about a recording that can't be read on.
  private var sourceFailure: RecordingError?
  /// Counts what was told to all who watch.
  private(set) var announcements = 0
  /// The client that drove the table and is gone; its place is given back at the turn's end.
  private var orphan: Int?

  /// A daemon with this engine; with a `file` it records from the beginning on.
  init(
    engine: Engine, sensor: SensorReport, library: TableLibrary, store: SensorStore,
    speed: Pacing.Speed, clientLimit: Int, recording file: RecordingFile?, log: Log
  ) throws(Errno) {
    loop = try EventLoop()
    newestClient = engine.largestRecordedClient
    recorder = SessionRecorder(file: file, log: log)
    self.log = log
    self.engine = engine
    self.sensor = sensor
    self.library = library
    self.store = store
    self.clientLimit = clientLimit
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
    timer = try loop.onTime { [unowned self] in
      advance()
      releaseForOrphan()
    }
    store.attach(to: loop)
    for signal in Self.endingSignals {
      signals.append(try loop.onSignal(signal) { [unowned self] in loop.stop() })
    }
  }

  /// The signals that end `run`.
  ///
  /// They must have been blocked before the first thread started.
  static let endingSignals: [Signal] = [.terminate, .interrupt]

  /// Accepts clients on a listening socket.
  func listen(on socket: consuming Descriptor, mayControl: Bool) throws(Errno) {
    listeners.append(
      try Listener(socket: socket, mayControl: mayControl, on: loop, log: log) {
        [unowned self] (socket: consuming Descriptor, mayControl: Bool) in
        welcome(socket, mayControl: mayControl)
      })
  }

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
        presses: { [unowned self] presses in presses.forEach(take) }))
    sensors?.begin()
  }

  /// Runs until SIGTERM or SIGINT, or until a sensor that was required is missed.
  func run() throws(Errno) {
    setTimer()
    loop.turnForWatchdog()
    if !requiresSensor { ServiceManager.ready(sensor.summary) }
    defer {
      ServiceManager.stopping()
      runs?.close()
      store.finish()
    }
    try loop.run()
    deliver(recorder.finish(&engine))
  }

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
    // A stretch in which nothing can move or enter is taken in one go, however long it was.
    let isIdle = engine.session.isStill && engine.nextStepOfSource == nil
    let due = pacing.dueStep(
      at: monotonicNow(), after: engine.session.step, atMost: isIdle ? nil : Pacing.stepsATurn)
    defer { sayWhatFailed() }
    if isIdle { return engine.advance(to: due, events: &events) }
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
  private var doesSomebodyWatch: Bool { clients.values.contains { $0.subscription != nil } }

  private var doesSomebodyLackTheState: Bool {
    guard doesSomebodyWatch else { return false }
    let snapshot = engine.session.snapshot
    return clients.values.contains { $0.subscription?.lacks(snapshot) ?? false }
  }

  // MARK: A live source

  /// Lets each sample enter before the first step not yet run that doesn't begin before its time.
  private func take(_ samples: [Sample]) {
    for var sample in samples {
      sample.time = advance(toTimeOf: sample.time)
      engine.enter(.sourceSample(sample), events: &events)
    }
    advance()
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

  /// Does what a button is for, and tells everybody.
  private func take(_ press: InputPress) {
    broadcast(Message.event(Report.event(press, at: engine.session.step)).line)
    guard menus.isEmpty, let input = press.action?.input(in: engine.session) else { return }
    if let refusal = enter(input) {
      log(.notice, "\(press.control.name) does nothing: \(refusal.message)")
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
  private func tell(of report: SensorReport) {
    let report = Report.withMemory(of: engine, report)
    guard report != sensor else { return }
    sensor = report
    broadcast(Message.sensor(sensor).line)
    ServiceManager.status(sensor.summary)
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
      ServiceManager.ready(sensor.summary)
    } else if let fault = status.fault {
      missingSensor = fault
      loop.stop()
    }
  }

  // MARK: Publishing

  private func publish() {
    if !events.isEmpty {
      // Handed over first: what is sent below can end a client's connection, which is an event.
      let happened = events
      events.removeAll(keepingCapacity: true)
      for event in happened { announce(event) }
    }

    guard doesSomebodyWatch else { return }
    let snapshot = engine.session.snapshot
    var line: [UInt8] = []
    for client in clients.values where client.subscription?.wants(snapshot) ?? false {
      if line.isEmpty {
        sequence += 1
        line =
          Message.state(
            Report.state(snapshot, of: engine, sequence: sequence)
          ).line
      }
      attempt(client) { client throws(Client.End) in try client.offer(line) }
    }
  }

  private func announce(_ event: Game.Event) {
    switch event.kind {
    case .tableChanged:
      tableLine = nil
      broadcast(currentTableLine())
    case .block, .cleared: tableLine = nil
    case .runOver(let result): keep(result, at: event.time)
    default: break
    }
    for event in Report.events(event, table: engine.session.table) {
      broadcast(Message.event(event).line)
    }
    // A live source tells its health by itself.
    let health = hasLiveSource ? sensor.health : Report.health(of: engine.session)
    if health != sensor.health {
      sensor.health = health
      broadcast(Message.sensor(sensor).line)
    }
  }

  /// The table as it lies there, encoded once for all.
  func currentTableLine() -> [UInt8] {
    if let tableLine { return tableLine }
    let line = Message.table(Report.table(of: engine.session, best: bestOfTable)).line
    tableLine = line
    return line
  }

  /// The best run so far on the table that lies there; nil where there is nothing to reach.
  var bestOfTable: BestRun? {
    let table = engine.session.table
    return table.flag == nil ? nil : runs?.best(of: table.hash)
  }

  /// Lets what is told of tables be made anew.
  func forgetTableLines() {
    tableLine = nil
    tableList = nil
  }

  /// Whether the source is a recording, as all are that don't come and go.
  var playsRecording: Bool { !hasLiveSource }

  /// The list of tables, read anew once a second at the most: a client that asks without end must
  /// not keep the table waiting.
  func currentTableList() -> [UInt8] {
    let now = monotonicNow()
    if let (line, time) = tableList, now - time < 1_000_000_000 { return line }
    let list = library.list(log: log) { [runs] hash in runs?.best(of: hash) }
    let line = Message.tables(list).line
    // The time after the reading, which may have taken long.
    tableList = (line, monotonicNow())
    return line
  }

  /// Sends a line to all who watch.
  func broadcast(_ line: [UInt8]) {
    announcements += 1
    for client in clients.values where client.subscription != nil {
      attempt(client) { client throws(Client.End) in try client.queue(line) }
    }
  }

  func send(_ message: Message, to client: Client) { send(message.line, to: client) }

  func send(_ line: [UInt8], to client: Client) {
    attempt(client) { client throws(Client.End) in try client.queue(line) }
  }

  // MARK: Clients

  private func welcome(_ socket: consuming Descriptor, mayControl: Bool) {
    newestClient += 1
    let client = Client(number: newestClient, socket: socket, mayControl: mayControl)
    guard clients.count < clientLimit else {
      let refusal = ErrorReport(
        code: .tooManyClients, message: "\(clientLimit) clients are connected already",
        hint: "close one, or raise clients.limit")
      // It is told once, if its socket takes it, and that is all.
      try? client.queue(Message.error(refusal).line)
      return
    }
    do throws(Errno) {
      client.registration = try loop.onReadable(client.descriptor) {
        [unowned self, unowned client] ready in
        serve(client, ready)
        releaseForOrphan()
      }
      client.continuation = try loop.onTime { [unowned self, unowned client] in
        attempt(client) { client throws(Client.End) in try read(client) }
        releaseForOrphan()
      }
    } catch {
      log(.warning, "cannot serve a client: \(error), dropping it")
      return
    }
    clients[client.number] = client
    send(.hello(hello), to: client)
    introduce(client)
  }

  /// Tells a client what it plays with and on.
  func introduce(_ client: Client) {
    client.announcements = announcements
    send(Message.sensor(sensor).line, to: client)
    send(currentTableLine(), to: client)
  }

  private func serve(_ client: Client, _ ready: EventLoop.Readiness) {
    attempt(client) { client throws(Client.End) in
      if ready.canWrite { try client.flush() }
      if ready.canRead { try read(client) }
    }
  }

  private func read(_ client: Client) throws(Client.End) {
    try client.read { handle($0, from: client) }
  }

  /// Does something with a client, and parts from it when that ends its connection.
  private func attempt(_ client: Client, _ action: (Client) throws(Client.End) -> Void) {
    do throws(Client.End) {
      try action(client)
    } catch {
      part(from: client, error)
    }
  }

  private func part(from client: Client, _ end: Client.End) {
    guard clients.removeValue(forKey: client.number) != nil else { return }
    client.registration = nil
    client.continuation = nil
    menus.remove(client.number)
    recorder.end(client: client.number, &engine)
    switch end {
    case .closed, .broken(.connectionReset), .broken(.brokenPipe): break
    case .broken(let error): log(.notice, "dropping client \(client.number): \(error)")
    case .queueFull:
      log(.notice, "dropping client \(client.number): it left 256 KiB of lines unread")
    }
    if engine.session.drivingClient == client.number {
      orphan = client.number
    }
  }

  /// Gives the table back for a client that is gone.
  ///
  /// Not while clients are being served: it publishes, and so may part from further ones.
  private func releaseForOrphan() {
    while let number = orphan {
      orphan = nil
      enter(.session(.release(client: number)))
    }
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
