// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Posix
internal import Sensors
internal import Wire

/// The running daemon: one loop, an engine, two sockets, and clients.
///
/// What is decided, the engine decides; here are the effects.
final class Server {
  private let loop: EventLoop
  private let log: Log
  private let hello: Hello
  private let library: TableLibrary
  private let clientLimit: Int
  private var sensor: SensorReport
  private let speed: Pacing.Speed
  private var pacing: Pacing
  private var engine: Engine
  /// The `table` message of what lies there now; nil until somebody needs it.
  private var tableLine: [UInt8]?
  /// The `tables` message, and when it was made (ns of CLOCK_MONOTONIC).
  private var tableList: (line: [UInt8], time: Int64)?
  private var timer: EventLoop.Registration?
  private var feed: SensorFeed?
  private var listeners: [Listener] = []
  private var signals: [EventLoop.Registration] = []
  private var clients: [Int: Client] = [:]
  private var newestClient = 0
  private var events: [Game.Event] = []
  private var sequence: Int64 = 0
  /// What was last logged about a recording that can't be read on.
  private var sourceFailure: RecordingError?
  /// Counts what was told to all who watch.
  private var announcements = 0
  /// The client that drove the table and is gone; its place is given back at the turn's end.
  private var orphan: Int?

  init(
    engine: Engine, sensor: SensorReport, library: TableLibrary, speed: Pacing.Speed,
    clientLimit: Int, log: Log
  ) throws(Errno) {
    loop = try EventLoop()
    self.log = log
    self.engine = engine
    self.sensor = sensor
    self.library = library
    self.clientLimit = clientLimit
    let now = monotonicNow()
    // Told apart are a daemon's restarts: its process and the nanosecond in which it began.
    let session = [Int64(Process.identifier), now].map { String($0, radix: 36) }
    hello = Report.hello(session: session.joined(separator: "-"))
    self.speed = speed
    pacing = Pacing(dueAt: now, speed: speed)
    timer = try loop.onTime { [unowned self] in
      advance()
      releaseForOrphan()
    }
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
    let listener = Listener(socket: socket, mayControl: mayControl)
    listener.retry = try loop.onTime { [unowned self, unowned listener] in accept(on: listener) }
    listeners.append(listener)
    accept(on: listener)
  }

  /// Lets a source drive the table that comes and goes by itself.
  func attach(_ source: any LiveSource) throws(Errno) {
    feed = try SensorFeed(
      source, on: loop, log: log,
      onStatus: { [unowned self] status in take(status) },
      onSamples: { [unowned self] samples in take(samples) })
    feed?.begin()
  }

  /// Runs until SIGTERM or SIGINT.
  func run() throws(Errno) {
    setTimer()
    loop.turnForWatchdog()
    ServiceManager.ready(sensor.summary)
    defer { ServiceManager.stopping() }
    try loop.run()
  }

  // MARK: Time

  /// Runs the steps that are due, publishes, and sets the timer for the next.
  private func advance() {
    runDueSteps()
    publish()
    setTimer()
  }

  private func runDueSteps() {
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
    let snapshot = engine.session.snapshot
    let somebodyLacksIt = clients.values.contains { $0.subscription?.lacks(snapshot) ?? false }
    if !engine.session.isStill || somebodyLacksIt {
      next = min(next ?? .max, step + stepsATick)
    }
    timer?.setTime(next.map { pacing.time(of: $0) })
  }

  // MARK: A live source

  /// Lets each sample enter before the first step not yet run that doesn't begin before its time.
  private func take(_ samples: [Sample]) {
    let due = pacing.dueStep(at: monotonicNow(), after: engine.session.step, atMost: nil)
    for var sample in samples {
      sample.time = pacing.sessionTime(of: sample.time)
      let step = (sample.time + nanosecondsPerStep - 1) / nanosecondsPerStep
      if step > engine.session.step { engine.advance(to: min(step, due), events: &events) }
      engine.enter(.sourceSample(sample), events: &events)
    }
    advance()
  }

  private func take(_ status: SourceStatus) {
    if let mounting = status.sensor?.mounting.mounting,
      mounting != engine.sourcePipeline.settings.mounting
    {
      enter(.sourceMounting(mounting))
    }
    // First what the sensor is, then the states that come of it.
    let report = Report.sensor(status, pipeline: engine.sourcePipeline)
    if report != sensor {
      sensor = report
      broadcast(Message.sensor(sensor).line)
      ServiceManager.status(sensor.summary)
    }
    switch status.condition {
    case .waiting: enter(.session(.source(.absent)))
    case .stalled: enter(.session(.source(.stalled)))
    // With the first sample.
    case .running: break
    }
  }

  // MARK: Publishing

  private func publish() {
    // Handed over first: what is sent below can end a client's connection, which is an event.
    let happened = events
    events.removeAll(keepingCapacity: true)
    for event in happened { announce(event) }

    let snapshot = engine.session.snapshot
    var line: [UInt8] = []
    for client in clients.values where client.subscription?.wants(snapshot) ?? false {
      if line.isEmpty {
        sequence += 1
        line =
          Message.state(
            Report.state(snapshot, of: engine.session.table, up: engine.up, sequence: sequence)
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
    default: break
    }
    for event in Report.events(event, table: engine.session.table) {
      broadcast(Message.event(event).line)
    }
    // A live source tells its health by itself.
    let health = feed == nil ? Report.health(of: engine.session) : sensor.health
    if health != sensor.health {
      sensor.health = health
      broadcast(Message.sensor(sensor).line)
    }
  }

  /// The table as it lies there, encoded once for all.
  private func currentTableLine() -> [UInt8] {
    if let tableLine { return tableLine }
    let line = Message.table(Report.table(of: engine.session)).line
    tableLine = line
    return line
  }

  /// The list of tables, read anew once a second at the most: a client that asks without end must
  /// not keep the table waiting.
  private func currentTableList() -> [UInt8] {
    let now = monotonicNow()
    if let (line, time) = tableList, now - time < 1_000_000_000 { return line }
    let line = Message.tables(library.list(log: log)).line
    // The time after the reading, which may have taken long.
    tableList = (line, monotonicNow())
    return line
  }

  /// Sends a line to all who watch.
  private func broadcast(_ line: [UInt8]) {
    announcements += 1
    for client in clients.values where client.subscription != nil {
      attempt(client) { client throws(Client.End) in try client.queue(line) }
    }
  }

  private func send(_ message: Message, to client: Client) { send(message.line, to: client) }

  private func send(_ line: [UInt8], to client: Client) {
    attempt(client) { client throws(Client.End) in try client.queue(line) }
  }

  // MARK: Clients

  private func accept(on listener: Listener) {
    do throws(Errno) {
      if listener.registration == nil {
        listener.registration = try loop.onReadable(listener.socket.number) {
          [unowned self, unowned listener] _ in accept(on: listener)
        }
      }
      // One a turn: those who only connect and leave must not keep the steps and the other clients
      // waiting. The loop comes back at once while more are in the queue.
      welcome(try UnixSocket.accept(on: listener.socket), mayControl: listener.mayControl)
    } catch .wouldBlock {
      return
    } catch .connectionAborted {
      return
    } catch {
      // Typically no descriptors left. The connection stays in the kernel's queue; to be woken by
      // it again at once would be to spin.
      log(.warning, "cannot accept a client: \(error), retrying in 1 s")
      listener.registration = nil
      listener.retry?.setTime(monotonicNow() + 1_000_000_000)
    }
  }

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
    } catch {
      log(.warning, "cannot serve a client: \(error), dropping it")
      return
    }
    clients[client.number] = client
    send(.hello(hello), to: client)
    introduce(client)
  }

  /// Tells a client what it plays with and on.
  private func introduce(_ client: Client) {
    client.announcements = announcements
    send(Message.sensor(sensor).line, to: client)
    send(currentTableLine(), to: client)
  }

  private func serve(_ client: Client, _ ready: EventLoop.Readiness) {
    attempt(client) { client throws(Client.End) in
      if ready.canWrite { try client.flush() }
      if ready.canRead { try client.read { handle($0, from: client) } }
    }
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

  // MARK: Requests

  private func handle(_ line: Wire.LineSplitter.Line, from client: Client) {
    // A client that was parted from while its lines were read isn't listened to any more.
    guard clients[client.number] != nil else { return }
    do throws(ErrorReport) {
      guard case .line(let bytes) = line else { throw ErrorReport.lineTooLong }
      let request = try Request.decode(bytes)
      try carryOut(request, for: client)
      if let id = request.id {
        send(.ok(Confirmation(command: request.command.name, id: id)), to: client)
      }
    } catch {
      send(.error(error), to: client)
    }
  }

  private func carryOut(_ request: Request, for client: Client) throws(ErrorReport) {
    if case .watch(let rate) = request.command {
      if client.subscription == nil && client.announcements != announcements { introduce(client) }
      client.subscription = Subscription(rate: rate.flatMap(pacing.sessionRate))
      advance()
      return
    }
    guard client.mayControl else {
      throw ErrorReport(
        code: .notPermitted, field: "do",
        message: "this socket is for watching: it takes no '\(request.command.name)'",
        hint: "connect to control.sock, which the group balld may open", id: request.id)
    }
    switch request.command {
    case .watch: break
    case .restart: enter(.session(.restart))
    case .pause: enter(.session(.pause))
    case .resume: enter(.session(.resume))
    case .release: enter(.session(.release(client: client.number)))
    case .tilt(let tilt):
      enter(.session(.clientTilt(Report.tilt(tilt), client: client.number)))
    case .sample(let sample):
      for sample in try samples(sample, of: client, in: request) {
        enter(.clientSample(sample, client: client.number))
      }
    case .toggle(let column, let row): try ask(.toggle(column: column, row: row), in: request)
    case .clear: try ask(.clear, in: request)
    case .next: try ask(.next, in: request)
    case .previous: try ask(.previous, in: request)
    case .table(let name): try ask(.table(try table(name, in: request)), in: request)
    case .tables: send(currentTableList(), to: client)
    }
  }

  /// Lets an input enter that the rules may refuse.
  private func ask(_ input: Game.Input, in request: Request) throws(ErrorReport) {
    guard let refusal = enter(.session(input)) else { return }
    throw ErrorReport(
      code: .refused, field: "do", message: "\(refusal)", hint: refusal.hint, id: request.id)
  }

  private func table(_ name: TableName, in request: Request) throws(ErrorReport) -> Table {
    do throws(Failure) {
      return try library.table(named: name.description)
    } catch {
      throw ErrorReport(
        code: error.code == .notFound ? .noSuchTable : .refused, field: "name",
        message: error.description, hint: "`ballctl tables` lists those that can be played",
        id: request.id)
    }
  }

  private func samples(
    _ sample: ClientSample, of client: Client, in request: Request
  ) throws(ErrorReport) -> [Sample] {
    do throws(ValueError) {
      return try client.samples(sample, arrival: monotonicNow())
    } catch {
      throw ErrorReport(
        code: .outOfRange, field: "acceleration", message: error.description, id: request.id)
    }
  }

  /// Lets an input enter before the first step that isn't due yet.
  ///
  /// - Returns: why the rules refused it; nil if they didn't.
  @discardableResult
  private func enter(_ input: Engine.Input) -> Refusal? {
    runDueSteps()
    let refusal = engine.enter(input, events: &events)
    advance()
    return refusal
  }
}

/// A socket on which clients arrive.
private final class Listener {
  let socket: Descriptor
  let mayControl: Bool
  /// Nil while accepting fails, until the timer `retry` goes off.
  var registration: EventLoop.Registration?
  var retry: EventLoop.Registration?

  init(socket: consuming Descriptor, mayControl: Bool) {
    self.socket = socket
    self.mayControl = mayControl
  }
}
