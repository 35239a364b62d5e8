// SPDX-License-Identifier: MIT

/// The lines of the grid along one axis, and where a ball's centre is when the ball touches them.
///
/// Each place is computed once, here: a ball that lies against a face has the face's number to the
/// bit, whichever block or wall the face is of.
struct Axis: Equatable, Sendable {
  /// The number of cells.
  let count: Int
  /// Where each line is, m: `count` + 1 of them.
  let lines: [Double]
  /// Where the centre of a ball is that touches a face on this line from above, m.
  let aboveLine: [Double]
  /// Where the centre of a ball is that touches a face on this line from below, m.
  let belowLine: [Double]
  /// How many cells make a corridor exactly as wide as the ball, if any number does.
  let corridor: Int?

  /// The length of a cell, m.
  let cellLength: Double

  private let cellsPerMetre: Double

  /// The lines of so many cells over a length, for balls whose centres stay in this range.
  init(count: Int, length: Double, radius: Double, range: ClosedRange<Double>) {
    self.count = count
    cellsPerMetre = Double(count) / length
    let cell = length / Double(count)
    cellLength = cell
    let lines = (0...count).map { $0 == count ? length : Double($0) * cell }
    self.lines = lines
    let cells = Int(2 * radius / cell + 0.5)
    let excess = Double(cells) * cell - 2 * radius
    let isExact = cells >= 1 && cells <= count && excess.magnitude <= Constants.cornerRelief
    let corridor = isExact ? cells : nil
    self.corridor = corridor
    // In a corridor exactly as wide as the ball the two faces have one number for the centre.
    let above = (0...count).map { index in
      index == 0
        ? range.lowerBound
        : index + (corridor ?? -count) == count ? range.upperBound : lines[index] + radius
    }
    aboveLine = above
    belowLine = (0...count).map { index in
      if index == count { return range.upperBound }
      if let corridor, index >= corridor { return above[index - corridor] }
      return lines[index] - radius
    }
  }

  /// The cell in which a place is, or the nearest one.
  @inline(__always)
  func cell(at place: Double) -> Int {
    let cell = place * cellsPerMetre
    return cell <= 0 ? 0 : cell >= Double(count) ? count - 1 : Int(cell)
  }
}
