// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// What the board's motion asks of the game beside its tilt: a pause when nobody plays, a countdown
/// when somebody picks it up, a restart when it is shaken, a demo's end when it is moved.
///
/// A value without a clock, fed by the source's samples: it is part of what decides the states. Only
/// while the source drives: a client that does tells by itself when it no longer plays.
struct Gestures: Codable, Equatable {
  /// Whether the game is paused when nobody plays.
  var pausesUntouched: Bool
  /// Whether a shake of the board begins the run anew.
  var restartsWhenShaken: Bool

  private var autoPause = AutoPause()
  private var shake = Shake()
  private var pickUp = PickUp()

  /// What a sample has shown.
  struct Finding: Equatable {
    /// Whether somebody has the board in hand.
    var isMoved = false
    /// What is to enter the session before the same step, in this order.
    var inputs: [Game.Input] = []
  }

  init(pausesUntouched: Bool = true, restartsWhenShaken: Bool = false) {
    self.pausesUntouched = pausesUntouched
    self.restartsWhenShaken = restartsWhenShaken
  }

  /// Takes a sample that `pipeline` and `session` have taken.
  mutating func enter(_ sample: Sample, of pipeline: TiltPipeline, session: Session) -> Finding {
    guard session.drivingClient == nil else {
      reset()
      return Finding()
    }
    guard SampleLimits.allow(sample) else { return Finding() }
    // Still shaken when the run begins, the ball would be thrown about at once: so a countdown.
    if restartsWhenShaken, shake.enter(sample) {
      return Finding(isMoved: true, inputs: [.restart, .countDown])
    }
    let isResting = pipeline.isResting
    var finding = Finding()
    if pickUp.enter(time: sample.time, isBoardStill: isResting, up: pipeline.up) {
      finding.isMoved = true
      pickUp.reset()
    }
    if session.isDemo {
      // Whoever takes the board up wants to play, and has yet to hold it level.
      if finding.isMoved { finding.inputs = [.countDown] }
      return finding
    }
    guard pausesUntouched else { return finding }
    let action = autoPause.enter(
      time: sample.time, isBoardStill: isResting, up: pipeline.up,
      doesBallRest: session.phase == .rolling && session.areBallsAtRest,
      isPaused: session.isUntouched)
    switch action {
    case .pause: finding.inputs = [.untouched]
    case .countDown: finding.inputs = [.countDown]
    case nil: break
    }
    return finding
  }

  /// Begins to watch the board as it lies, for whoever ends a demo.
  mutating func watchAnew() { pickUp.reset() }

  /// Begins anew, as with another board.
  mutating func reset() {
    autoPause.reset()
    shake = Shake()
    pickUp.reset()
  }
}
