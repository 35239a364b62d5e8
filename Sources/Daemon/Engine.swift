// SPDX-License-Identifier: MIT

internal import Game
internal import Physics
internal import Sensors

/// All that decides the states: a session, the filters before it, and a recording's samples.
///
/// A pure value without a clock: the table, the settings, the recording and the list of
/// (step, input) give every state to the bit, at whatever speed and in whatever pieces it is run.
struct Engine {
  private(set) var session: Session
  private var sourcePipeline: TiltPipeline
  private var clientPipeline: TiltPipeline
  private var player: RecordingPlayer?

  /// What can enter from outside.
  enum Input: Equatable {
    /// A sample of a client's own sensor, which takes the table over.
    case clientSample(Sample, client: Int)
    /// Anything that enters the session as it is.
    case session(Game.Input)
  }

  /// An engine on `table` whose source is `recording`, or none.
  init(table: Table, pipeline: TiltPipeline, recording: Recording?) throws {
    session = try Session(table: table)
    sourcePipeline = pipeline
    clientPipeline = pipeline
    player = recording.map { RecordingPlayer($0) }
    var events: [Game.Event] = []
    if player != nil { session.enter(.source(.present), events: &events) }
    enterWhatIsDue(events: &events)
  }

  /// The unit vector "up" in the device frame, if a sensor that is in force tells it.
  var up: Vector3? {
    session.drivingClient == nil ? sourcePipeline.up : clientPipeline.up
  }

  /// The step before which the recording's next sample or its end enters.
  var nextStepOfSource: Int64? { player?.nextStep }

  /// Lets an input enter before the next step.
  mutating func enter(_ input: Input, events: inout [Game.Event]) {
    switch input {
    case .clientSample(let sample, let client):
      if session.drivingClient != client { clientPipeline.reset() }
      let tilt = Physics.Tilt(clientPipeline.enter(sample))
      session.enter(.clientTilt(tilt, client: client), events: &events)
    case .session(let input):
      // A tilt that is no sample says nothing about "up".
      if case .clientTilt = input { clientPipeline.reset() }
      // A restart at the end of a recording plays it again.
      if input == .restart, session.source == .finished {
        player?.playAgain(from: session.step)
        sourcePipeline.reset()
        session.enter(.source(.present), events: &events)
      }
      session.enter(input, events: &events)
      enterWhatIsDue(events: &events)
    }
  }

  /// Runs the steps up to (not including) number `target`, with the samples that enter on the way,
  /// those before step `target` included.
  mutating func advance(to target: Int64, events: inout [Game.Event]) {
    while let next = player?.nextStep, next <= target {
      session.advance(to: next, events: &events)
      enterWhatIsDue(events: &events)
    }
    session.advance(to: target, events: &events)
  }

  private mutating func enterWhatIsDue(events: inout [Game.Event]) {
    while let next = player?.nextStep, next <= session.step {
      switch player?.takeNext() {
      case .sample(let sample, let time):
        let tilt = Physics.Tilt(sourcePipeline.enter(sample))
        session.enter(.sourceTilt(tilt, time: time), events: &events)
      case .end:
        session.enter(.source(.finished), events: &events)
      case nil:
        return
      }
    }
  }
}

extension Physics.Tilt {
  /// The same tilt, over the border between sensors and physics.
  init(_ tilt: Sensors.Tilt) { self.init(x: tilt.x, y: tilt.y, z: tilt.z) }
}
