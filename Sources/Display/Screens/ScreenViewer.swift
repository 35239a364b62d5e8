// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// `ballview --fb` and `--lamps`: shows the table on a screen without a terminal.
///
/// Neither daemon nor screen needs to be there at the start, and both may go and come back: a service
/// that starts with the machine finds them when they appear.
struct ScreenViewer: ~Copyable {
  /// What is drawn on.
  private enum Surface {
    case framebuffer(Framebuffer)
    case lamps(Lamps)
    case absent
  }

  private let options: ViewOptions
  private let arriving: Descriptor
  private let report: (String) -> Void
  private var surface = Surface.absent
  private var player: Player
  private var motion: Motion
  private var link: DaemonLink
  private var drawn: Scene?
  private var lastDrawTime: Int64 = 0
  /// When a screen is looked for, or looked after.
  private var nextLookTime: Int64 = 0
  private var firstRefusal: Int64?
  /// What was said last about a screen, and about the daemon: each thing once.
  private var said = (screen: "", daemon: "")

  /// How often a screen that isn't there is looked for, and one that is there looked after, in ns.
  private static let lookInterval: Int64 = 1_000_000_000
  /// How long a node may be without its rights, in ns: udev gives them a moment after it has appeared.
  private static let rightsPatience: Int64 = 3_000_000_000

  /// Shows the table until a signal comes, or an error for which waiting is no help.
  ///
  /// `report` tells people what happens to the screen, a line each.
  static func run(
    _ options: ViewOptions, report: @escaping (String) -> Void
  ) throws(ScreenError) -> ViewProgram.Ending {
    let signals = [.interrupt, .terminate, .hangUp, .quit] + GraphicsConsole.signals
    Process.block(signals)
    let arriving: Descriptor
    do throws(Errno) {
      arriving = try Process.signalDescriptor(for: signals)
    } catch {
      throw .failed(path: "signals", doing: "wait for", error)
    }
    var viewer = ScreenViewer(options: options, arriving: arriving, report: report)
    return try viewer.loop()
  }

  private init(
    options: ViewOptions, arriving: consuming Descriptor, report: @escaping (String) -> Void
  ) {
    self.options = options
    self.arriving = arriving
    self.report = report
    link = DaemonLink(directory: options.runtimeDirectory)
    player = Player(rate: Double(options.framesPerSecond), hasKeys: false)
    motion = Motion(framesPerSecond: options.framesPerSecond)
  }

  private mutating func loop() throws(ScreenError) -> ViewProgram.Ending {
    connect()
    while true {
      let now = monotonicNow()
      motion.take(player.scene, at: now)
      if now >= nextLookTime { try look(at: now) }
      if isDrawable, now >= lastDrawTime + frameInterval { try draw(at: now) }
      var awaited = [Awaited(arriving.number), Awaited(link.descriptor)]
      do throws(Errno) {
        try poll(&awaited, until: deadline(at: monotonicNow()))
        if awaited[0].isReadable, let signal = try Process.nextSignal(from: arriving),
          !obey(signal)
        {
          return .signal(signal)
        }
      } catch {
        throw .failed(path: "events", doing: "wait for", error)
      }
      if awaited[1].isReadable { takeMessages() }
      for action in player.advance(to: monotonicNow()) { perform(action) }
    }
  }

  /// The least distance between two frames, in ns: a little less than that of two states, so that none is
  /// drawn late because it came early.
  private var frameInterval: Int64 { 900_000_000 / Int64(options.framesPerSecond) }

  private func deadline(at now: Int64) -> Int64? {
    var times = [nextLookTime]
    if let time = player.deadline { times.append(time) }
    if isDrawable, motion.isMoving(at: now) || motion.scene(at: now) != drawn || breathes {
      times.append(lastDrawTime + frameInterval)
    }
    return times.min()
  }

  private var breathes: Bool {
    if case .lamps = options.surface { LampPainter.breathes(player.scene) } else { false }
  }

  // MARK: The screen

  private var isDrawable: Bool {
    switch surface {
    case .framebuffer(let screen): !screen.isLeft
    case .lamps: true
    case .absent: false
    }
  }

  /// Looks for the screen, or after it.
  private mutating func look(at now: Int64) throws(ScreenError) {
    nextLookTime = now + Self.lookInterval
    do throws(ScreenError) {
      switch surface {
      case .framebuffer(let screen):
        try screen.tend()
        if screen.isStale { drawn = nil }
      case .lamps(let lamps): try lamps.tend()
      case .absent: try open()
      }
    } catch {
      try lose(error, at: now)
    }
  }

  private mutating func open() throws(ScreenError) {
    switch options.surface {
    case .lamps(let wanted):
      let lamps = try Lamps(found(wanted, isLamps: true), rotation: options.rotation)
      say("drawing on \(lamps.name)")
      surface = .lamps(lamps)
    case .framebuffer(let wanted):
      let screen = try Framebuffer(found(wanted, isLamps: false), rotation: options.rotation)
      say("drawing on \(screen.name)")
      if let note = screen.consoleNote { report(note) }
      surface = .framebuffer(screen)
    case .terminal, .picture: return
    }
    firstRefusal = nil
    drawn = nil
  }

  /// Whether a signal was the kernel's word about the console, and not for the program.
  private mutating func obey(_ signal: Signal) -> Bool {
    guard case .framebuffer(let screen) = surface, screen.obey(signal) else { return false }
    drawn = nil
    return true
  }

  private func found(_ wanted: String?, isLamps: Bool) throws(ScreenError) -> ScreenFinder.Found {
    let finder = ScreenFinder()
    if let found = finder.find(wanted, isLamps: isLamps) { return found }
    let what = wanted.map { "no screen named '\($0)'" } ?? (isLamps ? "no lamps" : "no screen")
    throw .absent("\(what): \(finder.summary)")
  }

  private mutating func lose(_ error: ScreenError, at now: Int64) throws(ScreenError) {
    if error.isRefusal {
      firstRefusal = firstRefusal ?? now
      if now - (firstRefusal ?? now) >= Self.rightsPatience { throw error }
    } else if !error.isTemporary {
      throw error
    }
    surface = .absent
    say("\(error), waiting for it")
  }

  private mutating func say(_ text: String) {
    if text != said.screen { report(text) }
    said.screen = text
  }

  private mutating func draw(at now: Int64) throws(ScreenError) {
    let scene = motion.scene(at: now)
    guard scene != drawn || breathes else { return }
    do throws(ScreenError) {
      switch surface {
      case .framebuffer(let screen): try screen.present(scene)
      case .lamps(let lamps): try lamps.present(scene, at: now)
      case .absent: return
      }
      drawn = scene
      lastDrawTime = now
    } catch {
      try lose(error, at: now)
    }
  }

  // MARK: The daemon

  private mutating func connect() {
    guard link.connect(telling: &player), let mayControl = link.mayControl else { return }
    let text =
      mayControl
      ? "" : "watching only, without a menu: that is for the group that owns control.sock (balld)"
    if !text.isEmpty, text != said.daemon { report(text) }
    said.daemon = text
    for action in player.opened(mayControl: mayControl, at: monotonicNow()) { perform(action) }
  }

  private mutating func takeMessages() {
    let messages = link.messages(telling: &player)
    let now = monotonicNow()
    for message in messages {
      for action in player.take(message, at: now) { perform(action) }
    }
  }

  private mutating func perform(_ action: Player.Action) {
    switch action {
    case .send(let command): link.send(command, telling: &player)
    case .connect: connect()
    // There are no keys that would ask for these, and no entry of the menu either.
    case .suspend, .repaint, .quit: break
    }
  }
}
