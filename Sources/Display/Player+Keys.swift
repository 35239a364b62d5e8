// SPDX-License-Identifier: MIT

internal import Wire

/// What keys, clicks and the menu do.
///
/// The four letters of vi tilt, so `l` is to the right and can't mean "level": that is `v`.
extension Player {
  /// A key was struck or let go; clicks go to `click`.
  public mutating func press(_ key: Key, at now: Int64) -> [Action] {
    switch key {
    case .released(let direction):
      driving.release(direction, at: now)
      return []
    case .control("C"): return [.quit]
    case .control("Z"): return [.suspend]
    case .control("L"): return [.repaint]
    default: break
    }
    if scene.menu != nil { return pressInMenu(key, at: now) }
    switch key {
    case .arrow(let direction): return drive(direction, at: now)
    case .escape:
      if scene.showsHelp {
        scene.showsHelp = false
        return []
      }
      return release()
    case .character(let scalar): return press(scalar.properties.lowercaseMapping, at: now)
    case .control, .released, .click: return []
    }
  }

  private mutating func press(_ letter: String, at now: Int64) -> [Action] {
    if let direction = Self.direction(of: letter) { return drive(direction, at: now) }
    switch letter {
    case " ": return control(scene.phase == .paused ? .resume : .pause, at: now)
    case "r": return control(.restart, at: now)
    case "n": return control(.next, at: now)
    case "p": return control(.previous, at: now)
    case "c": return clear(at: now)
    case "v": return control(.level(reset: false), at: now)
    case "m": return openMenu(at: now, isByKey: true)
    case "x": return release()
    case "?": scene.showsHelp.toggle()
    case "q": return [.quit]
    default: break
    }
    return []
  }

  private static func direction(of letter: String) -> Key.Direction? {
    switch letter {
    case "w", "k": .up
    case "a", "h": .left
    case "s", "j": .down
    case "d", "l": .right
    default: nil
    }
  }

  private mutating func control(_ command: Request.Command, at now: Int64) -> [Action] {
    isObeyed(at: now) ? [.send(command)] : []
  }

  /// Whether the daemon obeys; who may only watch is told so.
  mutating func isObeyed(at now: Int64) -> Bool {
    if scene.link == .view { say("watching only: ? says why", at: now) }
    return scene.link == .control
  }

  private mutating func drive(_ direction: Key.Direction, at now: Int64) -> [Action] {
    guard isObeyed(at: now), let tilt = driving.press(direction, at: now) else { return [] }
    scene.driver = .keys
    return [.send(.tilt(tilt))]
  }

  private mutating func release() -> [Action] {
    guard driving.isOn, scene.link == .control else { return [] }
    driving.end()
    scene.driver = .source
    return [.send(.release)]
  }

  // MARK: The mouse

  /// The left button of the mouse went down over something.
  public mutating func click(_ target: ClickTarget, at now: Int64) -> [Action] {
    scene.showsHelp = false
    switch target {
    case .entry(let place): return work(.pick(place), at: now)
    case .cell(let column, let row):
      if scene.menu != nil { return work(.back, at: now) }
      guard scene.table?.game == "maze" else { return click(.floor, at: now) }
      return control(.toggle(column: column, row: row), at: now)
    case .floor:
      if scene.menu != nil { return work(.back, at: now) }
      if isObeyed(at: now) { say("this table has no blocks to move", at: now) }
      return []
    case .bar:
      return scene.menu == nil ? openMenu(at: now, isByKey: true) : work(.back, at: now)
    case .nothing: return scene.menu == nil ? [] : work(.back, at: now)
    }
  }

  // MARK: The menu

  /// Opens the menu and pauses the game behind it.
  ///
  /// One that was opened by a key stays when another display has a menu that the board and the buttons
  /// work; any other makes way, lest one press be taken twice.
  public mutating func openMenu(at now: Int64, isByKey: Bool = false) -> [Action] {
    scene.showsHelp = false
    switch scene.link {
    case .connecting, .lost: return []
    case .view:
      // Without keys there is nothing in it that a display could do which may only watch.
      if hasKeys { scene.menu = Menu(mayControl: false) } else { say("watching only", at: now) }
      return []
    case .control: break
    }
    scene.menu = Menu(
      mayControl: true, hasKeys: hasKeys,
      hasMovableBlocks: scene.table?.game == "maze" && scene.table?.blocks != nil,
      hasUp: scene.hasUp, current: scene.table?.name)
    isMenuByKey = isByKey
    chooser = TiltChooser()
    // A game that stands by itself goes on by itself.
    hasPaused = scene.phase == .rolling || scene.phase == .countdown
    return [.send(.menu(isOpen: true))] + (hasPaused ? [.send(.pause)] : []) + [.send(.tables)]
  }

  /// Another display's menu is open, and the board and the buttons work that one.
  mutating func leaveMenu(at now: Int64) -> [Action] {
    guard scene.menu != nil else { return [] }
    chooser.end()
    if isMenuByKey { return [] }
    scene.menu = nil
    // The game goes on when the other menu is closed.
    hasPaused = false
    say("the menu is open on another display", at: now)
    return [.send(.menu(isOpen: false))]
  }

  private mutating func pressInMenu(_ key: Key, at now: Int64) -> [Action] {
    chooser.rest()
    switch key {
    case .arrow(.up): return work(.up, at: now)
    case .arrow(.down): return work(.down, at: now)
    case .arrow(.right), .control("M"), .control("J"): return work(.select, at: now)
    case .arrow(.left), .escape: return work(.back, at: now)
    case .character(let scalar):
      switch scalar.properties.lowercaseMapping {
      case " ": return work(.select, at: now)
      case "m", "x": return close(for: .goOn, at: now)
      case "q": return [.quit]
      case "?": return close(for: .help, at: now)
      case let letter:
        guard let direction = Self.direction(of: letter) else { return [] }
        return pressInMenu(.arrow(direction), at: now)
      }
    case .control, .released, .click: return []
    }
  }

  /// An input to the menu, whatever it comes from; without a menu it has no effect.
  public mutating func work(_ input: Menu.Input, at now: Int64) -> [Action] {
    guard case .close(let entry)? = scene.menu?.take(input) else { return [] }
    return close(for: entry, at: now)
  }

  private mutating func close(for entry: Menu.Entry, at now: Int64) -> [Action] {
    scene.menu = nil
    // A game that somebody has paused stays paused; where there are no keys, this is how it goes on.
    let goesOn = hasPaused || (!hasKeys && scene.link == .control && scene.phase == .paused)
    let goOn: [Action] = goesOn ? [.send(.resume)] : []
    hasPaused = false
    return (scene.link == .control ? [.send(.menu(isOpen: false))] : [])
      + closed(for: entry, goOn, at: now)
  }

  private mutating func closed(
    for entry: Menu.Entry, _ goOn: [Action], at now: Int64
  ) -> [Action] {
    switch entry {
    case .goOn, .tables, .back: return goOn
    case .restart: return control(.restart, at: now)
    case .level: return control(.level(reset: false), at: now) + goOn
    case .clear: return control(.clear, at: now) + goOn
    case .help:
      scene.showsHelp = true
      return goOn
    case .quit: return goOn + [.quit]
    case .table(let table):
      // A name that the daemon itself has told.
      guard let name = TableName(table.name) else { return goOn }
      return control(.table(name), at: now)
    }
  }

  // MARK: Buttons

  /// A button of a joystick or gamepad was pushed: one for `select` opens the menu, in which the pad
  /// chooses.
  ///
  /// Where the menu isn't open, the daemon itself does what other buttons are for.
  mutating func take(_ button: Event.Button, at now: Int64) -> [Action] {
    guard scene.menu != nil else { return button.action == "select" ? openMenu(at: now) : [] }
    chooser.rest()
    switch (button.name, button.action) {
    case ("up", _): return work(.up, at: now)
    case ("down", _): return work(.down, at: now)
    case ("left", _), (_, "pause"): return work(.back, at: now)
    case ("right", _), (_, "select"): return work(.select, at: now)
    default: return []
    }
  }
}
