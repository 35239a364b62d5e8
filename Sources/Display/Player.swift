// SPDX-License-Identifier: MIT

public import Wire

/// What a display knows and does: messages, keys and time go in, the scene and actions come out.
///
/// It has no clock, no socket and no terminal: who holds it passes the time (CLOCK_MONOTONIC, ns)
/// and carries the actions out, in their order. What keys, mouse and menu do stands in
/// `Player+Keys`.
public struct Player: Sendable {
  /// What the holder is to do.
  public enum Action: Hashable, Sendable {
    /// Send this to the daemon.
    case send(Request.Command)
    /// Try to connect, and report by `opened` or `failed`.
    case connect
    /// Stop, as Ctrl-Z asks for.
    case suspend
    /// Paint everything again.
    case repaint
    /// End with success.
    case quit
  }

  /// What is to be shown.
  public internal(set) var scene = Scene()

  private let rate: Double
  /// Whether people have keys or a mouse here, and not the board and its buttons alone.
  let hasKeys: Bool
  var driving = Driving()
  /// Whether this display has paused the game, for its menu.
  var hasPaused = false
  /// Whether the open menu was opened by a key or a click.
  var isMenuByKey = false
  /// What the daemon calls this display.
  private var name: String?
  /// Whether the daemon is one whose states tell who drives.
  private var isDriverTold = false
  private var edge = EdgeGesture()
  var chooser = TiltChooser()
  var clearing = Clearing()
  private var retryTime: Int64?
  /// When it is to be said that the daemon has said nothing yet.
  private var silenceTime: Int64?
  private var noticeEnd: Int64?

  /// The time between two tries to connect, in ns.
  private static let retryInterval: Int64 = 1_000_000_000
  /// How long the daemon may take for its first word, in ns.
  private static let answerTime: Int64 = 1_000_000_000
  /// How long a notice is shown at the least, and for each of its characters, in ns: people read about
  /// 20 a second, and have to find it first.
  private static let noticeTime: Int64 = 4_000_000_000
  /// As above.
  private static let noticeTimePerCharacter: Int64 = 70_000_000

  /// A display that wants so many states a second.
  ///
  /// States are drawn as they come, and as many are asked for as are drawn: nothing is gained by
  /// drawing between them, and what is drawn is as young as can be.
  ///
  /// - Parameters:
  ///   - rate: How many states a second.
  ///   - hasKeys: Whether people have keys or a mouse here. Without, the menu offers neither the keys'
  ///     help nor the program's end: nobody could start it again.
  public init(rate: Double, hasKeys: Bool = true) {
    self.rate = rate
    self.hasKeys = hasKeys
  }

  /// Whether there is something to draw besides words.
  public var hasPicture: Bool { scene.table != nil && scene.phase != nil }

  /// When `advance` wants to be called next, if nothing else happens.
  public var deadline: Int64? {
    [
      retryTime, silenceTime, noticeEnd, driving.deadline,
      scene.menu == nil ? edge.deadline : chooser.deadline,
    ].compactMap { $0 }.min()
  }

  // MARK: The daemon

  /// A connection was made, at a time from which on the daemon is expected to speak; nil where nobody
  /// waits for it.
  public mutating func opened(mayControl: Bool, at now: Int64? = nil) -> [Action] {
    retryTime = nil
    silenceTime = now.map { $0 + Self.answerTime }
    scene.isUnanswered = false
    noticeEnd = nil
    scene.notice = nil
    scene.link = mayControl ? .control : .view
    return [.send(.watch(rate: rate))]
  }

  /// A connection broke or couldn't be made; `reason` is for people, in a few words.
  ///
  /// What the daemon said of the game and of its sensor is no longer so; the table stays, for the
  /// picture's sake.
  public mutating func failed(_ reason: String, at now: Int64) {
    scene.link = .lost(reason)
    silenceTime = nil
    scene.isUnanswered = false
    scene.phase = nil
    scene.sensor = nil
    scene.tilt = XY(x: 0, y: 0)
    scene.hasUp = false
    scene.driver = .source
    scene.menu = nil
    scene.isMenuElsewhere = false
    name = nil
    isDriverTold = false
    hasPaused = false
    driving.end()
    edge = EdgeGesture()
    retryTime = now + Self.retryInterval
  }

  /// A message came.
  public mutating func take(_ message: Message, at now: Int64) -> [Action] {
    silenceTime = nil
    scene.isUnanswered = false
    switch message {
    case .hello(let hello):
      name = hello.client
      if !hello.isUnderstood {
        say(
          "balld speaks protocol \(hello.protocolVersion), not \(Hello.currentProtocol):"
            + " update the older of the two", at: now)
        // As long as it is so.
        noticeEnd = nil
      }
    case .sensor(let report): scene.sensor = Scene.Sensor(report)
    case .table(let report):
      scene.table = Scene.Table(report)
      // Where they lay on another table means nothing on this one.
      scene.balls = []
      scene.holesAngle = 0
      clearing = Clearing()
      if scene.table == nil { say("table \(report.name) can't be drawn", at: now) }
    case .state(let state): return take(state, at: now)
    case .event(let event): return take(event.kind, at: now)
    case .tables(let list): scene.menu?.take(list)
    case .error(let report) where report.code == .menuElsewhere: return leaveMenu(at: now)
    case .error(let report):
      say(report.hint.map { "\(report.message): \($0)" } ?? report.message, at: now)
    case .ok, .runs, .status, .record: break
    }
    return []
  }

  private mutating func take(_ state: State, at now: Int64) -> [Action] {
    scene.show(state)
    scene.isMenuElsewhere = state.menu != nil && state.menu != name
    isDriverTold = isDriverTold || state.driver != nil
    // Of its own turn this display knows more: what it sent may be on its way.
    if isDriverTold, !driving.isOn {
      scene.driver = state.driver == nil || state.driver == name ? .source : .other
    }
    guard scene.tiltsByHand else { return [] }
    edge.take(up: state.up, tilt: state.tilt, at: now)
    let cosine = state.up.flatMap { edge.cosineFromLevel($0) }
    let tilt = cosine.map { TiltChooser.tilt(state.tilt, cosine: $0) } ?? state.tilt
    guard scene.menu != nil, let input = chooser.take(tilt, at: now) else { return [] }
    return work(input, at: now)
  }

  private mutating func take(_ event: Event.Kind, at now: Int64) -> [Action] {
    switch event {
    case .takeover: if driving.isOvertaken() { scene.driver = .other }
    case .released:
      // The end of somebody else's turn may arrive after the begin of this display's own.
      if scene.driver == .other { scene.driver = .source }
    case .paused: scene.phase = .paused
    // Somebody has decided since.
    case .resumed, .restarted: hasPaused = false
    // While a client drives, the game goes on without the recording.
    case .finished: if scene.driver == .source { scene.phase = .finished }
    case .block(let column, let row, let isBlock):
      scene.table?.blocks?[column, row] = isBlock
    case .cleared:
      scene.table?.blocks?.clear()
      clearing.isDone = true
      if scene.link == .control {
        say("all blocks are taken away: \(wayToBlocks) lays the table out anew", at: now)
      }
    case .best: say("that was the best so far", at: now)
    case .button(let button): return take(button, at: now)
    case .demo(isOver: false):
      if driving.isGivenUp() { scene.driver = .source }
      hasPaused = false
    case .demo(isOver: true): scene.isDemo = false
    case .impact, .captured, .flag, .won, .lost, .table, .other: break
    }
    return []
  }

  // MARK: Time

  /// Time has passed.
  public mutating func advance(to now: Int64) -> [Action] {
    if let end = noticeEnd, now >= end {
      noticeEnd = nil
      scene.notice = nil
    }
    if let time = silenceTime, now >= time {
      silenceTime = nil
      scene.isUnanswered = true
    }
    if let time = retryTime, now >= time {
      retryTime = nil
      return [.connect]
    }
    if scene.menu != nil {
      let input = chooser.advance(to: now)
      scene.menu?.stillness = chooser.stillness
      if let input { return work(input, at: now) }
    } else if edge.advance(to: now) {
      return openMenu(at: now)
    }
    return driving.advance(to: now).map { [.send(.tilt($0))] } ?? []
  }

  mutating func say(_ notice: String, at now: Int64) {
    scene.notice = notice
    let reading = Int64(min(300, notice.unicodeScalars.count)) * Self.noticeTimePerCharacter
    noticeEnd = now + max(Self.noticeTime, reading)
  }
}
