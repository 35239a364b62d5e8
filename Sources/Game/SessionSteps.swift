// SPDX-License-Identifier: MIT

internal import Physics

/// The steps of a session, and what the rules make of each.
extension Session {
  /// Whether every further step would change nothing but its number, until the next input.
  ///
  /// While the clock of a run goes on, time changes it even if the balls rest.
  public var isStill: Bool {
    guard let tilt = driving else { return hold?.stepsLeft == nil }
    guard stage == .rolling else { return stage.stepsLeft == nil }
    return !run.isTimed && world.isSettled(under: tilt)
  }

  /// Whether somebody is in the middle of an attempt that has a clock or a number of balls.
  public var isRunInProgress: Bool {
    let isOver =
      switch stage {
      case .won, .lost: true
      case .rolling, .captured, .scored: false
      }
    return !isOver && !isDemo && run.hasBegun && (run.steps != nil || run.ballsLeft != nil)
  }

  /// Runs the steps up to (not including) number `target`.
  ///
  /// What happened is appended to `events`.
  public mutating func advance(to target: Int64, events: inout [Event]) {
    while step < target {
      if let left = hold?.stepsLeft {
        countDown(min(left, target - step), of: left, events: &events)
        continue
      }
      guard let tilt = driving else {
        world.pass(steps: target - step)
        return
      }
      if stage == .rolling {
        roll(under: tilt, to: target, events: &events)
      } else if let left = stage.stepsLeft {
        let count = min(left, target - step)
        world.pass(steps: count)
        stage = stage.after(steps: count)
        if count == left { endStage(events: &events) }
      } else {
        world.pass(steps: target - step)
      }
    }
  }

  /// Passes steps of a countdown; with its last one the game goes on.
  private mutating func countDown(_ steps: Int64, of left: Int64, events: inout [Event]) {
    world.pass(steps: steps)
    hold = .countdown(stepsLeft: left - steps)
    if steps == left { resume(events: &events) }
  }

  /// Takes one step, or all that are left if no ball moves in them.
  private mutating func roll(under tilt: Tilt, to target: Int64, events: inout [Event]) {
    run.isDriven(byClient: drivingClient != nil)
    if world.isSettled(under: tilt) {
      let count = run.stepsWithinLimit(target - step)
      world.pass(steps: count)
      run.count(steps: count, moved: false)
      endIfOutOfTime(events: &events)
      return
    }
    world.advance(under: tilt)
    let first = events.count
    run.count(impacts: world.impacts.count)
    for impact in world.impacts {
      events.append(Event(kind: .impact(impact), time: impact.time))
    }
    // Balls that don't meet in a step are rolled one after the other.
    if world.balls.count > 1 && events.count > first + 1 {
      events[first...].sort { $0.time < $1.time }
    }
    run.count(steps: 1, moved: run.hasBegun || world.balls != table.start)
    for capture in world.captures { lose(capture, events: &events) }
    judgeFlags(events: &events)
    endIfOutOfTime(events: &events)
    if stage == .rolling { putBack() }
  }

  private mutating func lose(_ capture: Capture, events: inout [Event]) {
    events.append(Event(kind: .captured(capture), time: capture.time))
    isDue[capture.ball] = true
    guard !stage.isLost else { return }
    if run.loseBall() {
      stage = .lost(stepsLeft: stepsToRestart)
      note(.lost(.balls), in: &events)
      endRun(.lost, events: &events)
    } else {
      stage = .captured(stepsLeft: Stage.standingSteps)
    }
  }

  private mutating func judgeFlags(events: inout [Event]) {
    guard let flag = table.flag, !stage.isLost else { return }
    for (index, ball) in world.balls.enumerated()
    where world.isOnTable(index) && flag.contains(ball.position) {
      let ruling = referee.reachFlag(index)
      let reached = FlagReached(
        ball: index, runTime: Double(run.steps ?? 0) / 1000, score: referee.score,
        isWon: ruling == .won)
      note(.flag(reached), in: &events)
      switch ruling {
      case .home:
        world.takeOff(index)
      case .won:
        if table.rules == .maze { world.takeOff(index) }
        stage = .won(stepsLeft: position == nil ? stepsToRestart : Stage.wonSteps)
        endRun(.won, events: &events)
        return
      case .again:
        let limits = Table.turnRates
        let faster = world.turnRate + table.turnStep
        world.turn(at: min(max(faster, limits.lowerBound), limits.upperBound))
        isDue[index] = true
        if stage == .rolling { stage = .scored(stepsLeft: Stage.standingSteps) }
      }
    }
  }

  private mutating func endIfOutOfTime(events: inout [Event]) {
    guard run.isOutOfTime else { return }
    switch stage {
    case .rolling, .captured, .scored:
      stage = .lost(stepsLeft: stepsToRestart)
      note(.lost(.time), in: &events)
      endRun(.lost, events: &events)
    case .won, .lost: break
    }
  }

  /// How long a run that is over stays before another one begins by itself; nil if none does.
  private var stepsToRestart: Int64? { isDemo ? Stage.demoSteps : restartSteps }

  /// The pause is over.
  private mutating func endStage(events: inout [Event]) {
    switch stage {
    case .won where position != nil:
      layOutNeighbour(1, mayBeSame: true, events: &events)
    case .won, .lost:
      beginRun()
      note(.restarted, in: &events)
      // However the board is held just then, it needn't be level.
      if !isDemo { hold = .countdown(stepsLeft: Hold.countdownSteps) }
    case .rolling, .captured, .scored:
      stage = .rolling
      // A ball that has reached the flag stands there until now.
      for index in isDue.indices where isDue[index] { world.takeOff(index) }
      putBack()
    }
  }

  /// Puts the balls that are due back to their start, as far as there is room.
  private mutating func putBack() {
    for index in isDue.indices where isDue[index] {
      guard world.hasRoom(for: table.start[index], at: index) else { continue }
      world.place(table.start[index], at: index)
      isDue[index] = false
    }
  }
}
