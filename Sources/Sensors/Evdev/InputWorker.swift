// SPDX-License-Identifier: MIT

internal import Posix

/// The thread of the input devices: finds, opens and reads them, and again when they are gone.
///
/// Opening and closing may take a second; nobody waits for it.
final class InputWorker: Sendable {
  private struct State: Sendable {
    var isStopped = false
    var shallLook = false
    var selector: InputSelector?
    /// What is wanted from now on, until the thread has taken it.
    var request: EvdevSource.Request?
  }

  private let request: EvdevSource.Request
  private let queue: InputQueue
  private let state: Lock<State>
  private let bell: EventCounter

  init(_ request: EvdevSource.Request, queue: InputQueue) throws(Errno) {
    self.request = request
    self.queue = queue
    state = Lock(State(selector: request.selector))
    bell = try EventCounter()
  }

  /// Starts the thread, which ends by itself after `stop`.
  func start() throws(Errno) {
    try Thread.start("balld-input") {
      var reading = InputReading(self.request, self.queue)
      while !self.isStopped {
        if let (request, selector) = self.takeRequest() {
          // All nodes are closed first: who keeps one for himself would be in his own way.
          reading.open.removeAll()
          reading = InputReading(request, self.queue)
          reading.selector = selector
        }
        reading.turn(bell: self.bell.number) { self.takeWishes() }
      }
    }
  }

  /// Lets the thread end.
  func stop() {
    state.withLock { $0.isStopped = true }
    bell.ring()
  }

  /// Lets the thread look at what is there at once.
  func lookAgain() {
    state.withLock { $0.shallLook = true }
    bell.ring()
  }

  /// Lets another device tilt the table, or none.
  func select(_ selector: InputSelector?) {
    state.withLock { $0.selector = selector }
    bell.ring()
  }

  /// Lets the thread close all devices, and look for what is wanted now.
  ///
  /// Which one tilts the table stays as `select` has it.
  func begin(with request: EvdevSource.Request) {
    state.withLock { $0.request = request }
    bell.ring()
  }

  private func takeRequest() -> (EvdevSource.Request, InputSelector?)? {
    state.withLock { state in state.request.take().map { ($0, state.selector) } }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Whether to look again, asked once, and which device shall tilt the table.
  private func takeWishes() -> (shallLook: Bool, selector: InputSelector?) {
    bell.silence()
    return state.withLock { state in
      defer { state.shallLook = false }
      return (state.shallLook, state.selector)
    }
  }
}

/// What the thread of the input devices knows and does.
private struct InputReading {
  /// A node that was looked into: what it is, or why it can't be opened.
  struct Known {
    var identity: NodeIdentity
    var candidate: InputSurvey.Candidate?
    var fault: SensorFault?
  }

  /// A silent device is asked whether it is still there this often, ns.
  static let checking: Int64 = 1_000_000_000
  /// A device that was there for so long was no failure, ns.
  static let success: Int64 = 3_000_000_000

  let request: EvdevSource.Request
  let queue: InputQueue
  /// Which device shall tilt the table; nil for none.
  var selector: InputSelector?
  var known: [String: Known] = [:]
  var open: [OpenInput] = []
  var previous: String?
  /// Why there is none, as it was told last: it is told once, however often it is tried in vain.
  var told: SensorFault?
  var nextScan: Int64 = 0
  var nextCheck: Int64 = 0
  var openedAt: Int64 = 0
  var backoff = Backoff()
  /// How long udev was waited for.
  var patience = UdevPatience()
  /// What there was, as it was told last.
  var inventory: InputInventory?

  init(_ request: EvdevSource.Request, _ queue: InputQueue) {
    self.request = request
    self.queue = queue
    selector = request.selector
  }

  /// Waits for something to happen, and does what it asks for.
  mutating func turn(
    bell: Int32, takeWishes: () -> (shallLook: Bool, selector: InputSelector?)
  ) {
    var now = monotonicNow()
    if now >= nextScan {
      scan()
      now = monotonicNow()
    }
    var deadline = min(nextScan, open.isEmpty ? nextScan : nextCheck)
    // What is on its way is told to its end, which it may have reached by then.
    let moving = open.filter { $0.nextStep(at: now) != nil }
    for input in moving { deadline = min(deadline, input.nextStep(at: now) ?? deadline) }

    var awaited = [Awaited(bell)] + open.map { Awaited($0.node.number) }
    // Fails for no reason but a lack of memory; then the wait is a short one.
    try? poll(&awaited, until: deadline)
    let ready = zip(open, awaited.dropFirst()).filter { $1.isReadable }
    if awaited[0].isReadable {
      let wishes = takeWishes()
      if wishes.shallLook {
        nextScan = 0
        backoff.reset()
      }
      if wishes.selector != selector { select(wishes.selector) }
    }
    for (input, waited) in ready where open.contains(where: { $0 === input }) {
      do throws(Errno) {
        try input.read()
        // The end without an error: the kernel may say it so first, a FIFO never otherwise.
        if waited.hasEnded { throw .noSuchDevice }
      } catch {
        lose(input, error)
      }
    }
    now = monotonicNow()
    for input in moving where open.contains(where: { $0 === input }) { input.step(now: now) }
    if now >= nextCheck { check(now) }
  }

  /// Leaves the device that tilts the table, and looks for the one that is wanted now.
  private mutating func select(_ selector: InputSelector?) {
    self.selector = selector
    previous = nil
    told = nil
    nextScan = 0
    guard open.contains(where: \.tilts) else { return }
    // Its buttons are opened again by the scan.
    open.removeAll(where: \.tilts)
    queue.put(.left)
  }

  private mutating func check(_ now: Int64) {
    nextCheck = now + Self.checking
    for input in open {
      do throws(Errno) { try input.check() } catch { lose(input, error) }
    }
  }

  private mutating func lose(_ input: OpenInput, _ error: Errno) {
    open.removeAll { $0 === input }
    known[input.node.path] = nil
    let now = monotonicNow()
    if now - openedAt > Self.success { backoff.reset() }
    nextScan = min(nextScan, now + backoff.next())
    guard input.tilts else { return }
    previous = input.device.stableID
    tell(SensorFault(input: error, doing: "read \(input.device.name)"))
  }

  private mutating func tell(_ fault: SensorFault) {
    if told == fault { return }
    told = fault
    queue.put(.lost(fault))
  }

  // MARK: Looking

  private mutating func scan() {
    nextScan = monotonicNow() + request.rescan
    let nodes: [(path: String, byID: String?)]
    do throws(Errno) {
      nodes = try InputDirectory.nodes()
    } catch {
      return scanFailed(error)
    }
    let paths = Set(nodes.map(\.path))
    for path in known.keys where !paths.contains(path) { known[path] = nil }
    // Those that were opened to be looked into, so that they needn't be opened again.
    var fresh: [String: InputNode] = [:]
    var isUdevAwaited = false
    for (path, byID) in nodes {
      guard let identity = try? NodeIdentity(of: path) else { continue }
      // What couldn't be looked into is tried each time: it may have been for want of descriptors.
      if let seen = known[path], seen.identity == identity, seen.fault == nil { continue }
      do throws(Errno) {
        let node = try InputNode(path)
        let candidate = candidate(node, InputDirectory.surroundings(of: path, byID: byID))
        known[path] = Known(identity: identity, candidate: candidate)
        if candidate.role != .none { fresh[path] = node }
      } catch {
        let fault = SensorFault(input: error, doing: "open \(path)")
        // What is gone again, or was never there in earnest, is looked at the next time.
        guard fault.code != .unplugged else { continue }
        if fault.code == .permission,
          let end = patience.end(isNew: InputDirectory.isNewToUdev(path), now: monotonicNow())
        {
          // It is looked into when udev rings, and at the end of the patience in any case.
          nextScan = min(nextScan, end)
          isUdevAwaited = true
          continue
        }
        known[path] = Known(identity: identity, fault: fault)
      }
    }
    if !isUdevAwaited { patience.reset() }
    take(&fresh)
    takeButtons(&fresh)
    tellInventory()
  }

  /// What was there stays there until the contrary is seen.
  private mutating func scanFailed(_ error: Errno) {
    nextScan = min(nextScan, monotonicNow() + backoff.next())
    let fault = SensorFault(input: error, doing: "look into /dev/input")
    if selector != nil, !open.contains(where: \.tilts) { tell(fault) }
    tellInventory(besides: [fault])
  }

  private mutating func tellInventory(besides faults: [SensorFault] = []) {
    let inventory = InputInventory(
      known.values.compactMap(\.candidate), faults: known.values.compactMap(\.fault) + faults)
    if inventory == self.inventory { return }
    self.inventory = inventory
    queue.put(.inventory(inventory))
  }

  private func candidate(
    _ node: InputNode, _ surroundings: InputDevice.Surroundings
  ) -> InputSurvey.Candidate {
    let device = node.describe(surroundings)
    return InputSurvey.Candidate(
      device: device,
      role: InputRole(
        of: device, countsPerG: request.countsPerG, mounting: request.mounting, sign: request.sign))
  }

  /// Opens the device that tilts the table, if one is wanted and none is open.
  private mutating func take(_ fresh: inout [String: InputNode]) {
    guard let selector, !open.contains(where: \.tilts) else { return }
    let survey = InputSurvey(
      known.values.compactMap(\.candidate), selector: selector, previous: previous)
    guard let choice = survey.choice else {
      let denied = known.values.compactMap(\.fault).sorted { $0.message < $1.message }.first
      guard let fault = survey.fault else { return }
      // Of one that was pulled out it is known that it isn't there.
      if fault.code == .noSensor, denied == nil, previous != nil { return }
      tell(fault.code == .noSensor ? denied ?? fault : fault)
      return
    }
    do throws(SensorFault) {
      let (input, note) = try open(
        choice, tilts: true, fresh.removeValue(forKey: choice.device.path))
      // Buttons may be what it was open for so far.
      open.removeAll { $0.device.path == choice.device.path }
      open.append(input)
      openedAt = monotonicNow()
      nextCheck = openedAt + Self.checking
      told = nil
      do throws(Errno) {
        try input.settle()
        queue.put(Self.opened(choice, reason: survey.reason, note: note))
        input.begin()
      } catch {
        lose(input, error)
      }
    } catch {
      known[choice.device.path] = nil
      nextScan = min(nextScan, monotonicNow() + backoff.next())
      tell(error)
    }
  }

  /// Opens every device that has buttons and isn't open.
  private mutating func takeButtons(_ fresh: inout [String: InputNode]) {
    guard !request.buttons.actions.isEmpty else { return }
    for candidate in known.values.compactMap(\.candidate) where candidate.hasButtons {
      let path = candidate.device.path
      if open.contains(where: { $0.device.path == path }) { continue }
      // One that fails is tried again at the next look around.
      let found = try? open(candidate, tilts: false, fresh.removeValue(forKey: path))
      if let found { open.append(found.input) }
    }
  }

  private func open(
    _ candidate: InputSurvey.Candidate, tilts: Bool, _ fresh: InputNode?
  ) throws(SensorFault) -> (input: OpenInput, note: SensorFault?) {
    let path = candidate.device.path
    var candidate = candidate
    let node: InputNode
    do throws(Errno) {
      if let fresh {
        node = fresh
      } else {
        node = try InputNode(path)
        // Its axes have other values than when it was looked into.
        candidate = self.candidate(node, candidate.device.surroundings)
      }
    } catch {
      throw SensorFault(input: error, doing: "open \(path)")
    }
    var note: SensorFault?
    if request.grabs {
      do throws(Errno) {
        try node.grab()
      } catch {
        note = SensorFault(input: error, doing: "keep \(candidate.device.name) for balld alone")
      }
    }
    let input = OpenInput(node, candidate, tilts: tilts, buttons: request.buttons, queue: queue)
    return (input, note)
  }

  private static func opened(
    _ choice: InputSurvey.Candidate, reason: String, note: SensorFault?
  ) -> InputNews {
    let device = choice.device
    var hasGyro = false
    var isStick = true
    var mounting = FoundMounting(mounting: .identity, origin: "none: a stick steers by the picture")
    if case .accelerometer(let layout, let found) = choice.role {
      hasGyro = !layout.angularVelocity.isEmpty
      isStick = false
      mounting = found
    }
    return .opened(
      SensorDescription(
        name: device.name, stableID: device.stableID, mode: .onChange, deviceRate: nil,
        hasGyro: hasGyro, mounting: mounting, reason: reason, note: note), isStick: isStick)
  }
}
