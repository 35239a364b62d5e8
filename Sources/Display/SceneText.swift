// SPDX-License-Identifier: MIT

internal import Wire

/// What is said about a scene: the line above the table, the line below it, and the panel on it.
struct SceneText {
  let scene: Scene
  let glyphs: Glyphs
  let inks: TextInks

  /// Table, phase and run on the left; sensor and tilt on the right.
  var top: StatusLine {
    var line = StatusLine()
    line.add(scene.table?.title ?? scene.table?.name ?? "balld", inks.bright, rank: 4)
    if let invitation = scene.invitation {
      line.add(invitation, inks.bright, rank: 8)
    } else if let phase = scene.phase {
      line.add(words(for: phase), inks.plain, rank: 6)
    }
    let run = RunText(scene: scene)
    line.add(run.score, inks.plain, rank: 8)
    line.add(run.balls, inks.plain, rank: 7)
    line.add(run.clock, inks.plain, rank: 9)
    line.add(source, hasSensorTrouble ? inks.bright : inks.dim, rank: 3, isRight: true)
    // Three places whether there are two digits or one, so that what stands before it keeps still.
    let degrees = TiltText.degrees(scene.tilt)
    let arrow = TiltText.arrow(scene.tilt, glyphs: glyphs)
    let unit = glyphs == .ascii ? "deg" : "°"
    let padding = degrees < 10 ? " " : ""
    if scene.phase != nil {
      line.add("\(padding)\(arrow) \(degrees)\(unit)", inks.plain, rank: 5, isRight: true)
    }
    return line
  }

  /// A notice, else the keys.
  var bottom: StatusLine {
    var line = StatusLine()
    if let notice = scene.notice { line.add(notice, inks.bright, rank: 9) }
    switch scene.link {
    case .control:
      let arrows = glyphs == .ascii ? "arrows" : "←↑↓→"
      line.add("tilt", inks.dim, rank: 6, key: arrows)
      line.add(
        scene.phase == .paused ? "go on" : "pause", inks.dim, rank: 4, key: "space")
      line.add("restart", inks.dim, rank: 3, key: "r")
      line.add("menu", inks.dim, rank: 4, key: "m")
      line.add("next", inks.dim, rank: 2, key: "n")
      if scene.table?.game == "maze", scene.table?.blocks != nil {
        line.add("clear", inks.dim, rank: 1, key: "c")
      }
      if scene.driver == .keys { line.add("give back", inks.dim, rank: 3, key: "x") }
    case .view where scene.notice == nil:
      line.add("watching only", inks.plain, rank: 6)
    case .view: break
    case .connecting, .lost: break
    }
    line.add("help", inks.dim, rank: 7, isRight: true, key: "?")
    line.add("quit", inks.dim, rank: 5, isRight: true, key: "q")
    return line
  }

  /// What stands on the table until it is no longer so; nil if there is nothing to say.
  var panel: Panel? {
    if let menu = scene.menu { return MenuText(menu: menu, scene: scene, glyphs: glyphs).panel }
    if scene.showsHelp { return HelpText(scene: scene, glyphs: glyphs).panel }
    switch scene.link {
    case .connecting: return Panel("waiting for balld", [])
    case .lost(let reason): return Panel(reason, ["trying again every second"])
    case .control, .view: break
    }
    if scene.isUnanswered { return Panel("balld doesn't answer", ["waiting for it"]) }
    guard scene.table != nil else { return Panel("waiting for the table", []) }
    // Whoever comes plays another run than the one that is seen.
    let canDrive = scene.link == .control && !scene.isDemo
    switch scene.phase {
    case .noSensor?:
      let goal = scene.table?.flag == nil ? [] : [scene.goal?.sentence].compactMap { $0 }
      return Panel(
        scene.sensor?.isClient == true ? "nobody tilts the table yet" : "no sensor yet",
        known + (canDrive ? ["the arrow keys tilt the table"] + goal : []))
    case .paused? where scene.isMenuElsewhere:
      return Panel(
        "paused",
        ["the menu is open on another display"] + (canDrive ? ["space goes on all the same"] : []))
    case .paused?: return Panel("paused", canDrive ? ["space goes on"] : [])
    case .stalled?:
      return Panel("the sensor is silent", known.isEmpty ? ["waiting for it"] : known)
    case .finished?:
      return Panel(
        "the recording is over",
        canDrive ? ["r plays it again", "the arrow keys tilt the table"] : [])
    default: return RunText(scene: scene).panel(canDrive: canDrive)
    }
  }

  /// What the daemon knows about a sensor that is missing or silent, and what can be done about it.
  private var known: [String] {
    [scene.sensor?.message, scene.sensor?.hint].compactMap { $0 }.filter { !$0.isEmpty }
  }

  private var hasSensorTrouble: Bool {
    guard let health = scene.sensor?.health else { return false }
    return health != .ok && health != .ended
  }

  private var source: String {
    if scene.driver == .keys { return "your keys" }
    if scene.driver == .other { return "somebody else" }
    guard let sensor = scene.sensor else { return "" }
    let name = sensor.isRecording ? "recording \(sensor.name)" : sensor.name
    switch sensor.health {
    case .ok:
      guard let rate = sensor.rate, !sensor.isRecording else { return name }
      return "\(name) \(Int(rate.rounded())) Hz"
    case .ended: return name
    case .waiting where sensor.isClient: return "nobody tilts yet"
    case .waiting: return "\(name): waiting"
    case .noData: return "\(name): no data"
    default: return "\(name): \(sensor.health.rawValue)"
    }
  }

  private func words(for phase: Phase) -> String {
    switch phase {
    case .noSensor where scene.sensor?.isClient == true: "waiting"
    case .noSensor: "no sensor"
    case .stalled: "waiting"
    case .captured: "caught"
    case .countdown: "get ready"
    default: phase.rawValue
    }
  }
}
