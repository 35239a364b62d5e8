// SPDX-License-Identifier: MIT

public import Wire

/// The menu over the table: inputs go in, wishes come out.
///
/// Four inputs work it, so that arrow keys, a mouse, a joystick's buttons or the board itself
/// (`TiltChooser`) can.
public struct Menu: Hashable, Sendable {
  /// What works the menu.
  public enum Input: Hashable, Sendable {
    /// To the entry above.
    case up
    /// To the entry below.
    case down
    /// The marked entry.
    case select
    /// This entry, by its place in `entries`.
    case pick(Int)
    /// Out of the list of tables, or out of the menu.
    case back
  }

  /// What an entry stands for.
  public enum Entry: Hashable, Sendable {
    /// Close the menu and go on.
    case goOn
    /// The balls back to the start.
    case restart
    /// The list of tables.
    case tables
    /// The present pose of the board becomes level.
    case level
    /// All blocks away.
    case clear
    /// The keys' help.
    case help
    /// End the program.
    case quit
    /// Back from the list of tables.
    case back
    /// A table of that list.
    case table(TableList.Entry)
  }

  /// What somebody has chosen.
  public enum Choice: Hashable, Sendable {
    /// Nothing that leaves the menu.
    case none
    /// The menu is closed; the entry says what for.
    case close(Entry)
  }

  /// The entries of the list that is open, from the top.
  public private(set) var entries: [Entry]
  /// The marked one's place.
  public private(set) var marked = 0
  /// How long the board has been held still, in tenths of the time that selects; nil if it isn't.
  public internal(set) var stillness: Int?
  /// Whether the list of tables is open.
  public private(set) var showsTables = false

  private let main: [Entry]
  private var tables: [TableList.Entry] = []
  /// The table that is played: marked when the list opens.
  private let current: String?

  /// A menu of what can be done now.
  ///
  /// - Parameters:
  ///   - mayControl: Whether the daemon obeys this display.
  ///   - hasKeys: Whether the display has keys, to be explained and to start the program again.
  ///   - hasMovableBlocks: Whether blocks can be taken away.
  ///   - hasUp: Whether there is a board whose pose can be made level.
  ///   - current: The name of the table that is played.
  public init(
    mayControl: Bool, hasKeys: Bool = true, hasMovableBlocks: Bool = false, hasUp: Bool = true,
    current: String? = nil
  ) {
    let commands: [Entry] =
      [.restart, .tables] + (hasUp ? [.level] : []) + (hasMovableBlocks ? [.clear] : [])
    main = [.goOn] + (mayControl ? commands : []) + (hasKeys ? [.help, .quit] : [])
    entries = main
    self.current = current
  }

  /// The tables that there are, as the daemon tells.
  public mutating func take(_ list: TableList) {
    // As many as a person can look through: more would be a mistake.
    tables = Array(list.tables.prefix(1000))
    if showsTables { openTables() }
  }

  /// Something was done to the menu.
  public mutating func take(_ input: Input) -> Choice {
    switch input {
    case .up: marked = (marked + entries.count - 1) % entries.count
    case .down: marked = (marked + 1) % entries.count
    case .select: return choose(entries[marked])
    case .pick(let place):
      guard entries.indices.contains(place) else { return .none }
      marked = place
      return choose(entries[place])
    case .back:
      if !showsTables { return .close(.goOn) }
      closeTables()
    }
    return .none
  }

  private mutating func choose(_ entry: Entry) -> Choice {
    switch entry {
    case .tables: openTables()
    case .back: closeTables()
    default: return .close(entry)
    }
    return .none
  }

  private mutating func openTables() {
    // A list that comes late keeps the mark where it is.
    let before = showsTables ? entries[marked] : nil
    showsTables = true
    entries = [.back] + tables.map { .table($0) }
    marked =
      entries.firstIndex { before != .back && $0 == before }
      ?? tables.firstIndex { $0.name == current }.map { $0 + 1 } ?? 0
  }

  private mutating func closeTables() {
    showsTables = false
    entries = main
    marked = main.firstIndex(of: .tables) ?? 0
  }
}
