// SPDX-License-Identifier: MIT

extension Table {
  /// The names of the tables that are shipped, in the order in which they are listed.
  ///
  /// First those without an aim, then from a child's ten seconds to an adult's minutes, then the
  /// classic ones. Each is a file NAME.table in tables/, which the daemon finds and reads.
  public static let shippedNames =
    ["marble", "bounce"] + shippedPlaylist + ["classic-maze", "classic-holes", "classic-bounce"]

  /// The shipped tables with a flag, from the easiest to the hardest: a playlist as it is.
  public static let shippedPlaylist = [
    "first-roll", "meander", "slalom", "snail", "twins", "garden", "trio", "bridges", "fast-lane",
    "mill", "quartet", "carousel", "labyrinth", "grand-maze",
  ]
}
