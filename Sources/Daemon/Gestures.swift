// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// What the board's motion asks of the game beside its tilt: a pause when nobody plays, a countdown
/// when somebody picks it up, a restart when it is shaken.
///
/// A value without a clock, fed by the source's samples: it is part of what decides the states. Only
/// while the source drives: a client that does tells by itself when it no longer plays.
struct Gestures: Codable, Equatable {
  /// Whether the game is paused when nobody plays.
  let pausesUntouched: Bool
  /// Whether a shake of the board begins the run anew.
  let restartsWhenShaken: Bool

  private var autoPause = AutoPause()
  private var shake = Shake()

  init(pausesUntouched: Bool = true, restartsWhenShaken: Bool = false) {
    self.pausesUntouched = pausesUntouched
    self.restartsWhenShaken = restartsWhenShaken
  }

  /// Takes a sample that `pipeline` and `session` have taken.
  ///
  /// - Returns: what is to enter the session before the same step, in this order.
  mutating func enter(
    _ sample: Sample, of pipeline: TiltPipeline, session: Session
  ) -> [Game.Input] {
    guard session.drivingClient == nil else {
      reset()
      return []
    }
    guard SampleLimits.allow(sample) else { return [] }
    // Still shaken when the run begins, the ball would be thrown about at once: so a countdown.
    if restartsWhenShaken, shake.enter(sample) { return [.restart, .countDown] }
    guard pausesUntouched else { return [] }
    let action = autoPause.enter(
      time: sample.time, isBoardStill: pipeline.isResting, up: pipeline.up,
      doesBallRest: session.phase == .rolling && session.areBallsAtRest,
      isPaused: session.isUntouched)
    switch action {
    case .pause: return [.untouched]
    case .countDown: return [.countDown]
    case nil: return []
    }
  }

  /// Begins anew, as with another board.
  mutating func reset() {
    autoPause.reset()
    shake = Shake()
  }
}
