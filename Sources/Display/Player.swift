// SPDX-License-Identifier: MIT

public import Wire

/// What a display knows and does: messages, keys and time go in, the scene and actions come out.
///
/// It has no clock, no socket and no terminal: who holds it passes the time (CLOCK_MONOTONIC, ns)
/// and carries the actions out, in their order.
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
  public private(set) var scene = Scene()

  private let rate: Double
  private var keys = KeyTilt()
  /// The tilt that the daemon was sent last.
  private var sentTilt: XY?
  /// When the keys' tilt has to be looked at again; nil once the table stays level.
  private var tiltTime: Int64?
  /// Whether the next `takeover` is the answer to this display's own first tilt.
  private var awaitsTakeover = false
  private var retryTime: Int64?
  private var noticeEnd: Int64?

  /// The distance between two tilts that are sent while the keys move the table, in ns.
  private static let tiltInterval: Int64 = 16_000_000
  /// The time between two tries to connect, in ns.
  private static let retryInterval: Int64 = 1_000_000_000
  /// How long a notice is shown, in ns.
  private static let noticeTime: Int64 = 4_000_000_000

  /// A display that wants so many states a second.
  ///
  /// States are drawn as they come, and as many are asked for as are drawn: nothing is gained by
  /// drawing between them, and what is drawn is as young as can be.
  public init(rate: Double) { self.rate = rate }

  /// Whether there is something to draw besides words.
  public var hasPicture: Bool { scene.table != nil && scene.phase != nil }

  /// When `advance` wants to be called next, if nothing else happens.
  public var deadline: Int64? {
    [retryTime, noticeEnd, tiltTime].compactMap { $0 }.min()
  }

  // MARK: The daemon

  /// A connection was made.
  public mutating func opened(mayControl: Bool) -> [Action] {
    retryTime = nil
    scene.link = mayControl ? .control : .view
    return [.send(.watch(rate: rate))]
  }

  /// A connection broke or couldn't be made; `reason` is for people, in a few words.
  public mutating func failed(_ reason: String, at now: Int64) {
    scene.link = .lost(reason)
    giveUpDriving()
    retryTime = now + Self.retryInterval
  }

  /// A message came.
  public mutating func take(_ message: Message, at now: Int64) {
    switch message {
    case .hello(let hello):
      if !hello.isUnderstood {
        say("balld speaks protocol \(hello.protocolVersion): update ballview", at: now)
      }
    case .sensor(let report): scene.sensor = Scene.Sensor(report)
    case .table(let report):
      scene.table = Scene.Table(report)
      // Where they lay on another table means nothing on this one.
      scene.balls = []
      scene.holesAngle = 0
      if scene.table == nil { say("table \(report.name) can't be drawn", at: now) }
    case .state(let state): scene.show(state)
    case .event(let event): take(event.kind)
    case .error(let report):
      say(report.hint.map { "\(report.message): \($0)" } ?? report.message, at: now)
    case .ok, .tables: break
    }
  }

  private mutating func take(_ event: Event.Kind) {
    switch event {
    case .takeover:
      if awaitsTakeover {
        awaitsTakeover = false
      } else {
        giveUpDriving()
        scene.driver = .other
      }
    case .released:
      // The end of somebody else's turn may arrive after the begin of this display's own.
      if scene.driver == .other { scene.driver = .source }
    case .paused: scene.phase = .paused
    // While a client drives, the game goes on without the recording.
    case .finished: if scene.driver == .source { scene.phase = .finished }
    case .block(let column, let row, let isBlock):
      scene.table?.blocks?[column, row] = isBlock
    case .cleared: scene.table?.blocks?.clear()
    case .impact, .resumed, .restarted, .captured, .flag, .won, .lost, .table, .other: break
    }
  }

  // MARK: Keys

  /// A key was struck.
  public mutating func press(_ key: Key, at now: Int64) -> [Action] {
    switch key {
    case .arrow(let direction): return drive(direction, at: now)
    case .escape:
      if scene.showsHelp {
        scene.showsHelp = false
        return []
      }
      return release()
    case .control("C"): return [.quit]
    case .control("Z"): return [.suspend]
    case .control("L"): return [.repaint]
    case .control: return []
    case .character(let scalar): return press(scalar.properties.lowercaseMapping, at: now)
    }
  }

  private mutating func press(_ letter: String, at now: Int64) -> [Action] {
    switch letter {
    case "w", "k": return drive(.up, at: now)
    case "a", "h": return drive(.left, at: now)
    case "s", "j": return drive(.down, at: now)
    case "d", "l": return drive(.right, at: now)
    case " ": return control(scene.phase == .paused ? .resume : .pause, at: now)
    case "r": return control(.restart, at: now)
    case "n": return control(.next, at: now)
    case "p": return control(.previous, at: now)
    case "c": return control(.clear, at: now)
    case "x": return release()
    case "?": scene.showsHelp.toggle()
    case "q": return [.quit]
    default: break
    }
    return []
  }

  private mutating func control(_ command: Request.Command, at now: Int64) -> [Action] {
    switch scene.link {
    case .control: return [.send(command)]
    case .view: say("watching only: ? says why", at: now)
    case .connecting, .lost: break
    }
    return []
  }

  private mutating func drive(_ direction: Key.Direction, at now: Int64) -> [Action] {
    let current = keys.tilt(at: now)
    let actions = control(.tilt(current), at: now)
    if actions.isEmpty { return [] }
    keys.press(direction, at: now)
    tiltTime = tiltTime ?? now + Self.tiltInterval
    if scene.driver == .keys { return [] }
    scene.driver = .keys
    awaitsTakeover = true
    sentTilt = current
    return actions
  }

  private mutating func release() -> [Action] {
    guard scene.driver == .keys, scene.link == .control else { return [] }
    giveUpDriving()
    return [.send(.release)]
  }

  private mutating func giveUpDriving() {
    scene.driver = .source
    keys = KeyTilt()
    sentTilt = nil
    tiltTime = nil
    awaitsTakeover = false
  }

  // MARK: Time

  /// Time has passed.
  public mutating func advance(to now: Int64) -> [Action] {
    if let end = noticeEnd, now >= end {
      noticeEnd = nil
      scene.notice = nil
    }
    if let time = retryTime, now >= time {
      retryTime = nil
      return [.connect]
    }
    guard let time = tiltTime, now >= time else { return [] }
    tiltTime = keys.isLevel(at: now) ? nil : now + Self.tiltInterval
    let tilt = keys.tilt(at: now)
    if tilt == sentTilt { return [] }
    sentTilt = tilt
    return [.send(.tilt(tilt))]
  }

  private mutating func say(_ notice: String, at now: Int64) {
    scene.notice = notice
    noticeEnd = now + Self.noticeTime
  }
}
