// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Physics

/// Reads what a fuzzer or a test made up as a table file.
public enum TableProbe {
  /// Reads a table file that may hold anything, and lets its balls roll for some milliseconds.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line; a table that was read is
  /// written to a text that reads back to an equal one; and its balls stay on it.
  ///
  /// - Returns: whether it could be read.
  @discardableResult
  public static func read(_ bytes: [UInt8], steps: Int64 = 200) -> Bool {
    let table: Table
    do throws(KeyValueError) {
      table = try Table.parse(bytes, file: "a", name: "a")
    } catch {
      precondition(!error.description.contains("\n"))
      return false
    }
    do throws(KeyValueError) {
      let again = try Table.parse(text: table.text, file: "b", name: "a")
      precondition(again == table)
    } catch {
      preconditionFailure("a table that was read can't be read back: \(error)")
    }
    var session = Session(table: table)
    var events: [Game.Event] = []
    _ = session.enter(.clientTilt(Tilt(x: 3, y: 2, z: 9), client: 1), events: &events)
    session.advance(to: steps, events: &events)
    precondition(session.snapshot.isOnTable(of: session.table))
    return true
  }
}

extension Snapshot {
  /// Whether each ball that isn't off the table lies within its edges.
  func isOnTable(of table: Table) -> Bool {
    let surface = table.surface
    return zip(balls, onTable).allSatisfy { ball, isOn in
      !isOn
        || (0...surface.width).contains(ball.position.x)
          && (0...surface.height).contains(ball.position.y)
          && ball.velocity.x.isFinite && ball.velocity.y.isFinite
    }
  }
}
