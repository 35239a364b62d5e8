// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix
internal import Wire

/// The table on a terminal: what `Player` decides is done here.
struct Viewer: ~Copyable {
  /// The signals that are taken from a descriptor, so that none cuts an escape sequence in two.
  private static let signals: [Signal] = [
    .interrupt, .terminate, .hangUp, .quit, .alarm, .user1, .user2, .processorTime,
    .terminalStop, .resume, .windowChange,
  ]

  /// How often a job in the background looks whether it is back in the foreground, in ns.
  private static let backgroundInterval: Int64 = 500_000_000

  /// Shows the table until somebody ends it, or a signal does.
  static func run(
    _ connection: Connection, _ options: ViewOptions, _ capabilities: Capabilities
  ) throws(Errno) -> ViewProgram.Ending {
    Process.block(signals)
    let arriving = try Process.signalDescriptor(for: signals)
    let terminal = try Terminal.open(capabilities)
    var viewer = Viewer(
      connection: connection, options: options, capabilities: capabilities, arriving: arriving,
      terminal: terminal)
    let ending = try viewer.loop()
    viewer.terminal.leave()
    return ending
  }

  // MARK: The loop

  private var link: DaemonLink
  private let options: ViewOptions
  private let arriving: Descriptor
  private var terminal: Terminal
  private var painter: CellPainter
  private var player: Player
  private var decoder = KeyDecoder()
  private var lastKeyTime: Int64 = 0
  private var readsKeys: Bool
  /// How often in a row reading keys has failed, and how often it may.
  private var failedReads = 0
  private static let mostFailedReads = 3
  private var drawn: Scene?
  private var lastDrawTime: Int64 = 0
  private var ending: ViewProgram.Ending?

  private init(
    connection: Connection, options: ViewOptions, capabilities: Capabilities,
    arriving: consuming Descriptor, terminal: consuming Terminal
  ) {
    link = DaemonLink(directory: options.runtimeDirectory, connection: connection)
    self.options = options
    self.arriving = arriving
    readsKeys = terminal.input >= 0
    self.terminal = terminal
    painter = CellPainter(capabilities)
    player = Player(rate: Double(options.framesPerSecond))
  }

  private mutating func loop() throws(Errno) -> ViewProgram.Ending {
    try enterIfForeground()
    if let mayControl = link.mayControl {
      try perform(player.opened(mayControl: mayControl, at: monotonicNow()))
    }
    while true {
      if let ending { return ending }
      try draw(at: monotonicNow())
      var awaited = [
        Awaited(arriving.number),
        Awaited(readsKeys && terminal.isEntered ? terminal.input : -1),
        Awaited(link.descriptor),
        Awaited(terminal.isWaiting ? terminal.outputNumber : -1, reading: false, writing: true),
      ]
      try poll(&awaited, until: deadline(at: monotonicNow()))
      if awaited[0].isReadable { try takeSignals() }
      if awaited[1].isReadable { try takeKeys() }
      if awaited[2].isReadable { try takeMessages() }
      if awaited[3].isWritable || awaited[3].hasEnded { try terminal.flush() }
      let now = monotonicNow()
      if decoder.isUndecided, now >= lastKeyTime + decoder.patience {
        for key in decoder.settle() { try press(key, at: now) }
      }
      try perform(player.advance(to: now))
      if !terminal.isEntered { try enterIfForeground() }
    }
  }

  private func deadline(at now: Int64) -> Int64? {
    var times: [Int64] = []
    if let time = player.deadline { times.append(time) }
    if decoder.isUndecided { times.append(lastKeyTime + decoder.patience) }
    if !terminal.isEntered { times.append(now + Self.backgroundInterval) }
    if terminal.isEntered, !terminal.isWaiting, player.scene != drawn {
      times.append(lastDrawTime + frameInterval)
    }
    return times.min()
  }

  /// The least distance between two frames, in ns.
  ///
  /// A quarter less than the states' distance: a state that comes a little early is drawn at once,
  /// and not when the next one is due.
  private var frameInterval: Int64 { 750_000_000 / Int64(options.framesPerSecond) }

  private mutating func draw(at now: Int64) throws(Errno) {
    let scene = player.scene
    guard terminal.isEntered, !terminal.isWaiting, scene != drawn,
      now >= lastDrawTime + frameInterval
    else { return }
    let size = screenSize
    let grid = painter.paint(scene, columns: size.columns, rows: size.rows)
    if try terminal.present(grid) {
      drawn = scene
      lastDrawTime = now
    }
  }

  /// The terminal's size, within the size that was asked for.
  private var screenSize: ViewOptions.Size {
    let whole = terminal.size ?? .environment
    guard let wanted = options.size else { return whole }
    return ViewOptions.Size(
      columns: min(whole.columns, wanted.columns), rows: min(whole.rows, wanted.rows))
  }

  private mutating func enterIfForeground() throws(Errno) {
    guard terminal.isForeground else { return }
    try terminal.enter()
    drawn = nil
  }

  // MARK: What comes in

  private mutating func takeSignals() throws(Errno) {
    while let signal = try Process.nextSignal(from: arriving) {
      switch signal {
      case .terminalStop: suspend { Process.raise(.terminalStop) }
      case .resume: break
      case .windowChange: drawn = nil
      default: ending = .signal(signal)
      }
    }
  }

  /// Leaves the terminal to the shell and stops, until somebody continues this process.
  ///
  /// `sendStop` sends SIGTSTP, which is blocked, to this process at least. It then takes its own
  /// default action: the kernel spares a process that has no shell to continue it (an orphaned
  /// process group), for which SIGSTOP would be the end. And a SIGCONT that comes before the stop
  /// takes the pending SIGTSTP away: a shell that is quick doesn't continue a process in vain.
  private mutating func suspend(_ sendStop: () -> Void) {
    terminal.leave()
    sendStop()
    Process.unblock([.terminalStop])
    Process.block([.terminalStop])
    drawn = nil
  }

  private mutating func takeKeys() throws(Errno) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let input = terminal.input
    let outcome = bytes.withUnsafeMutableBytes { buffer -> Result<Int, Errno> in
      do throws(Errno) {
        return .success(try Posix.read(into: buffer, from: input))
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(0): readsKeys = false
    case .failure(.inputOutput):
      // The terminal has gone, and says so each time; SIGHUP does too, if it was this process's own.
      failedReads += 1
      if failedReads == Self.mostFailedReads { readsKeys = false }
    case .failure(.wouldBlock): break
    case .failure(let error): throw error
    case .success(let count):
      failedReads = 0
      lastKeyTime = monotonicNow()
      for key in decoder.feed(bytes[..<count]) {
        try press(key, at: lastKeyTime)
      }
    }
  }

  private mutating func press(_ key: Key, at now: Int64) throws(Errno) {
    guard case .click(let column, let row) = key else {
      return try perform(player.press(key, at: now))
    }
    // What is on the screen now is what somebody has clicked at.
    let size = screenSize
    let target = painter.target(
      drawn ?? player.scene, columns: size.columns, rows: size.rows, atColumn: column, row: row)
    try perform(player.click(target, at: now))
  }

  private mutating func takeMessages() throws(Errno) {
    let messages = link.messages(telling: &player)
    let now = monotonicNow()
    for message in messages { try perform(player.take(message, at: now)) }
  }

  // MARK: What goes out

  private mutating func perform(_ actions: [Player.Action]) throws(Errno) {
    for action in actions {
      switch action {
      case .send(let command): link.send(command, telling: &player)
      case .connect: try connect()
      case .suspend:
        // To the whole job, as the terminal itself would: a script that waits for this program
        // stops too, and the shell sees it.
        suspend { kill(0, SIGTSTP) }
      case .repaint:
        terminal.invalidate()
        drawn = nil
      case .quit: ending = .exit(0)
      }
    }
  }

  private mutating func connect() throws(Errno) {
    guard link.connect(telling: &player), let mayControl = link.mayControl else { return }
    try perform(player.opened(mayControl: mayControl, at: monotonicNow()))
  }
}
