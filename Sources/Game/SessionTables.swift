// SPDX-License-Identifier: MIT

internal import Physics

/// Laying out: runs, tables and blocks.
extension Session {
  /// Tells what came of the run, which ends now.
  ///
  /// A demo's run is nobody's.
  func endRun(_ ending: RunResult.Ending, events: inout [Event]) {
    if !isDemo, let result = run.result(ending, on: table, score: referee.score) {
      note(.runOver(result), in: &events)
    }
  }

  /// Tells what came of the run, unless it is over already or has hardly begun: another one begins.
  func leaveRun(events: inout [Event]) {
    guard let steps = run.steps, steps >= Self.leastStepsLeft else { return }
    switch stage {
    case .rolling, .captured, .scored: endRun(.left, events: &events)
    case .won, .lost: break
    }
  }

  /// A run that was left before this was none: 1 s.
  private static let leastStepsLeft: Int64 = 1000

  /// Begins a run on the table as it lies.
  mutating func beginRun() {
    for index in table.start.indices { world.takeOff(index) }
    for (index, ball) in table.start.enumerated() { world.place(ball, at: index) }
    world.turn(to: 0)
    world.turn(at: table.turnRate)
    stage = .rolling
    run = Run(on: table, isOriginal: world.blocks == table.blocks)
    referee = Referee(for: table)
    isDue = Array(repeating: false, count: table.start.count)
  }

  /// Lays out another table, which is at `position` of the playlist.
  mutating func layOut(_ table: Table, position: Int?, events: inout [Event]) {
    leaveRun(events: &events)
    let step = world.step
    self.table = table
    self.position = position
    world = table.world()
    world.pass(steps: step)
    blocksRevision += 1
    beginRun()
    note(.tableChanged, in: &events)
  }

  /// Lays out the table that is `offset` away in the playlist.
  ///
  /// - Returns: whether there is one, and another unless it `mayBeSame`.
  @discardableResult
  mutating func layOutNeighbour(
    _ offset: Int, mayBeSame: Bool = false, events: inout [Event]
  ) -> Bool {
    let count = playlist.count
    guard count > 0 else { return false }
    let beside = position ?? (offset > 0 ? -1 : count)
    let next = (beside + offset + count) % count
    if next == position && !mayBeSame { return false }
    layOut(playlist[next], position: next, events: &events)
    return true
  }

  /// Puts a block down, or takes it away.
  mutating func toggle(column: Int, row: Int, events: inout [Event]) -> Refusal? {
    guard referee.movesBlocks else { return .blocksAreFixed(table.rules) }
    let blocks = world.blocks
    guard blocks.columns * blocks.rows > 1 else { return .noGrid }
    guard blocks.contains(column: column, row: row) else {
      return .noSuchCell(column: column, row: row, columns: blocks.columns, rows: blocks.rows)
    }
    let isBlock = !blocks[column, row]
    let cell = table.cell(column: column, row: row)
    let radius = table.surface.ballRadius
    if isBlock, table.start.contains(where: { cell.overlaps(discAt: $0.position, radius: radius) })
    {
      return .startThere(column: column, row: row)
    }
    if isBlock, let flag = table.flag, flag.overlaps(cell) {
      return .flagThere(column: column, row: row)
    }
    guard world.setBlock(column: column, row: row, to: isBlock) else {
      return .ballThere(column: column, row: row)
    }
    blocksChanged()
    note(.block(column: column, row: row, isBlock: isBlock), in: &events)
    return nil
  }

  /// Takes all blocks away.
  mutating func clear(events: inout [Event]) -> Refusal? {
    guard referee.movesBlocks else { return .blocksAreFixed(table.rules) }
    let blocks = world.blocks
    guard blocks.columns * blocks.rows > 1 else { return .noGrid }
    for row in 0..<blocks.rows {
      for column in 0..<blocks.columns where blocks[column, row] {
        _ = world.setBlock(column: column, row: row, to: false)
      }
    }
    blocksChanged()
    note(.cleared, in: &events)
    return nil
  }

  private mutating func blocksChanged() {
    blocksRevision += 1
    run.isOriginal = false
  }
}
