// SPDX-License-Identifier: MIT

public import KeyValue
internal import Physics

/// A random maze in which every place can be reached from every other in exactly one way.
///
/// Named by `maze:COLUMNSxROWS:SEED`; columns and rows count rooms. A room is 2 by 2 cells of the
/// grid and the walls are one cell thick, so that the corridors are twice as wide as the walls. The
/// start is at the one end of the longest way, the flag at the other.
public struct RandomMaze: Equatable, Sendable {
  /// Rooms in x.
  public let columns: Int
  /// Rooms in y.
  public let rows: Int
  /// Which of the mazes of this size.
  public let seed: UInt64

  /// How many rooms there may be in a row and in a column.
  ///
  /// One room has no longest way; 85 rooms of 3 cells fill the largest grid.
  public static let sides = 2...85

  /// What the name of such a table begins with.
  public static let prefix = "maze:"

  /// Reads a name; nil if it doesn't begin as one of a random maze.
  ///
  /// - Throws: `ValueError` if it begins so and goes on otherwise.
  public init?(name: String) throws(ValueError) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    let parts = name.dropFirst(Self.prefix.count).split(
      separator: ":", omittingEmptySubsequences: false)
    let sizes = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, sizes.count == 2, let columns = Self.number(sizes[0]),
      let rows = Self.number(sizes[1]), let seed = Self.number(parts[1]),
      let width = Int(exactly: columns), let height = Int(exactly: rows),
      Self.sides.contains(width), Self.sides.contains(height)
    else {
      throw ValueError(
        found: quoted(name),
        expected: "`maze:COLUMNSxROWS:SEED`, such as `maze:12x8:1`, with \(Self.sides.lowerBound) "
          + "to \(Self.sides.upperBound) columns and rows and a seed below 2⁶⁴")
    }
    self.init(columns: width, rows: height, seed: seed)
  }

  private init(columns: Int, rows: Int, seed: UInt64) {
    self.columns = columns
    self.rows = rows
    self.seed = seed
  }

  /// The name that gives this maze.
  public var name: String { "\(Self.prefix)\(columns)x\(rows):\(seed)" }

  /// A number in its only spelling: digits, without a zero before them.
  private static func number(_ text: Substring) -> UInt64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      text == "0" || text.first != "0"
    else { return nil }
    return UInt64(text)
  }

  // MARK: The table

  /// The smallest cell, m: the ball has a radius of 2.1 mm then.
  private static let smallestCell = 0.003
  /// The largest ball, m, as on the other tables.
  private static let largestRadius = 0.008
  /// How many seconds a player has for each room on the way.
  private static let secondsPerRoom = 3

  /// The maze as a table.
  public var table: Table {
    let passages = passages()
    let (start, end, length) = longestWay(through: passages)
    let (width, height) = (3 * columns - 1, 3 * rows - 1)
    let cell = max(Self.smallestCell, min(0.32 / Double(width), 0.2 / Double(height)))
    func rectangle(_ room: Int) -> Rectangle {
      Rectangle(
        x: Double(3 * (room % columns)) * cell, y: Double(3 * (room / columns)) * cell,
        width: 2 * cell, height: 2 * cell)
    }
    do {
      let blocks = try Blocks(columns: width, rows: height) { column, row in
        let passage = passages[row / 3 * columns + column / 3]
        return switch (column % 3 == 2, row % 3 == 2) {
        case (true, true): true
        case (true, false): !passage.right
        case (false, true): !passage.down
        case (false, false): false
        }
      }
      let surface = try Surface(
        width: Double(width) * cell, height: Double(height) * cell,
        ballRadius: min(0.7 * cell, Self.largestRadius), restitution: 0.4)
      return try Table(
        name: name, title: "Random maze, \(columns) by \(rows)", rules: .maze, surface: surface,
        blocks: blocks, start: [Ball(position: rectangle(start).centre)], flag: rectangle(end),
        timeLimit: Int64(1000 * (20 + Self.secondsPerRoom * length)))
    } catch {
      preconditionFailure("a maze of bounded size that can't be: \(error)")
    }
  }

  /// Which ways lead out of a room, to the right and down.
  private struct Passages {
    var right = false
    var down = false
  }

  /// Makes a spanning tree of the rooms by a depth-first walk that turns at random.
  ///
  /// From each room on to one that wasn't visited yet, back when there is none: long winding
  /// corridors with few forks.
  private func passages() -> [Passages] {
    var random = SplitMix64(seed: seed)
    var passages = Array(repeating: Passages(), count: columns * rows)
    var isVisited = Array(repeating: false, count: columns * rows)
    var way = [random.next(below: columns * rows)]
    isVisited[way[0]] = true
    while let room = way.last {
      let next = neighbours(of: room, where: { !isVisited[$0] })
      guard next.count > 0 else {
        way.removeLast()
        continue
      }
      let chosen = next[random.next(below: next.count)]
      switch chosen - room {
      case 1: passages[room].right = true
      case -1: passages[chosen].right = true
      default: passages[min(room, chosen)].down = true
      }
      isVisited[chosen] = true
      way.append(chosen)
    }
    return passages
  }

  /// At most four rooms, without memory of their own.
  private struct Neighbours {
    private var rooms = (0, 0, 0, 0)
    private(set) var count = 0

    subscript(index: Int) -> Int {
      switch index {
      case 0: rooms.0
      case 1: rooms.1
      case 2: rooms.2
      default: rooms.3
      }
    }

    mutating func append(_ room: Int) {
      switch count {
      case 0: rooms.0 = room
      case 1: rooms.1 = room
      case 2: rooms.2 = room
      default: rooms.3 = room
      }
      count += 1
    }
  }

  /// Those of the rooms beside this one that are wanted: left, right, above, below.
  private func neighbours(of room: Int, where isWanted: (Int) -> Bool) -> Neighbours {
    let column = room % columns
    var beside = Neighbours()
    if column > 0, isWanted(room - 1) { beside.append(room - 1) }
    if column + 1 < columns, isWanted(room + 1) { beside.append(room + 1) }
    if room >= columns, isWanted(room - columns) { beside.append(room - columns) }
    if room + columns < columns * rows, isWanted(room + columns) { beside.append(room + columns) }
    return beside
  }

  /// The two ends of the longest way, and how many rooms it goes through after the first.
  ///
  /// In a tree the room that is furthest from any room is an end of a longest way, and the one that
  /// is furthest from it the other end.
  private func longestWay(through passages: [Passages]) -> (start: Int, end: Int, length: Int) {
    let (end, _) = furthest(from: 0, through: passages)
    let (start, length) = furthest(from: end, through: passages)
    return (min(start, end), max(start, end), length)
  }

  private func furthest(from first: Int, through passages: [Passages]) -> (room: Int, length: Int) {
    var distances = Array(repeating: -1, count: columns * rows)
    distances[first] = 0
    var rooms = [first]
    var index = 0
    while index < rooms.count {
      let room = rooms[index]
      index += 1
      let open = neighbours(of: room) { other in
        let upper = passages[min(room, other)]
        let isOpen = other - room == 1 || room - other == 1 ? upper.right : upper.down
        return isOpen && distances[other] < 0
      }
      for index in 0..<open.count {
        distances[open[index]] = distances[room] + 1
        rooms.append(open[index])
      }
    }
    let last = rooms[rooms.count - 1]
    return (last, distances[last])
  }
}
