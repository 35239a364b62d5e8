// SPDX-License-Identifier: MIT

/// `{"class":"tables",…}`: the tables that can be asked for, in the order of the playlist.
///
/// The answer to the request `tables`; it comes before that request's `ok`.
public struct TableList: Hashable, Sendable {
  /// The tables.
  public var tables: [Entry]

  /// Makes a list.
  public init(tables: [Entry]) { self.tables = tables }

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

    /// Makes an entry.
    public init(name: String, title: String? = nil, game: String, best: BestRun? = nil) {
      self.name = name
      self.title = title
      self.game = game
      self.best = best
    }
  }
}
