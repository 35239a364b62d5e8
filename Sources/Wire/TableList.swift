// SPDX-License-Identifier: MIT

/// `{"class":"tables",…}`: the tables that can be asked for, in the order of the playlist.
///
/// The answer to the request `tables`; it comes before that request's `ok`.
public struct TableList: Hashable, Sendable {
  /// The tables.
  public var tables: [Entry]
  /// The files beside them that are no tables, though they are called so.
  public var broken: [Broken]

  /// Makes a list.
  public init(tables: [Entry], broken: [Broken] = []) {
    self.tables = tables
    self.broken = broken
  }

  /// A table file that can't be played.
  public struct Broken: Hashable, Sendable {
    /// What the table would be called.
    public var name: String
    /// What is wrong, with the file and, where it is known, the line.
    public var message: String

    /// Makes an entry.
    public init(name: String, message: String) {
      self.name = name
      self.message = message
    }
  }

  /// What there is to know of a table before it is played.
  public struct Entry: Hashable, Sendable {
    /// The name, as the request `table` takes it.
    public var name: String
    /// What people call it, if it has a title.
    public var title: String?
    /// The rules, such as `maze`.
    public var game: String
    /// The best run so far.
    public var best: BestRun?
    /// The file that it is read from, unless it came with the daemon.
    public var file: String?

    /// Makes an entry.
    public init(
      name: String, title: String? = nil, game: String, best: BestRun? = nil, file: String? = nil
    ) {
      self.name = name
      self.title = title
      self.game = game
      self.best = best
      self.file = file
    }
  }
}
