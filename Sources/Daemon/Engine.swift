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
  private(set) var sourcePipeline: TiltPipeline
  private var clientPipeline: TiltPipeline
  private var source: RecordingSource?
  /// What the source gave at once; kept, so that a sample costs no memory.
  private var samples: [Sample] = []

  /// What can enter from outside.
  enum Input: Equatable {
    /// A sample of a client's own sensor, which takes the table over.
    case clientSample(Sample, client: Int)
    /// A sample of the live source's, its time in session time.
    case sourceSample(Sample)
    /// A live source was opened whose sensor sits so in the device.
    case sourceMounting(Mounting)
    /// Anything that enters the session as it is.
    case session(Game.Input)
  }

  /// An engine on `table`, followed by the others of the playlist, whose source is `recording`, or
  /// none.
  init(table: Table, playlist: [Table] = [], pipeline: TiltPipeline, recording: Recording?) {
    session = Session(table: table, playlist: playlist)
    sourcePipeline = pipeline
    clientPipeline = pipeline
    var events: [Game.Event] = []
    if let recording { play(recording, events: &events) }
  }

  /// The unit vector "up" in the device frame, if a sensor that is in force tells it.
  var up: Vector3? {
    session.drivingClient == nil ? sourcePipeline.up : clientPipeline.up
  }

  /// Why the recording ended before its end; nil as long as it can be read.
  var sourceFailure: RecordingError? { source?.failure }

  /// The step before which the recording's next sample or its end enters.
  var nextStepOfSource: Int64? {
    guard case .time(let time) = source?.wait else { return nil }
    // Before the first step that doesn't begin before the sample's time: ⌈t / 1 ms⌉.
    return (time + nanosecondsPerStep - 1) / nanosecondsPerStep
  }

  /// Lets an input enter before the next step.
  ///
  /// - Returns: why it wasn't carried out; nil if it was.
  @discardableResult
  mutating func enter(_ input: Input, events: inout [Game.Event]) -> Refusal? {
    switch input {
    case .clientSample(let sample, let client):
      if session.drivingClient != client { clientPipeline.reset() }
      let tilt = Physics.Tilt(clientPipeline.enter(sample))
      return session.enter(.clientTilt(tilt, client: client), events: &events)
    case .sourceSample(let sample):
      let tilt = Physics.Tilt(sourcePipeline.enter(sample))
      _ = session.enter(.source(.present), events: &events)
      // A sample of the present millisecond enters before the step that begins it.
      let time = min(sample.time, session.step * nanosecondsPerStep)
      return session.enter(.sourceTilt(tilt, time: time), events: &events)
    case .sourceMounting(let mounting):
      sourcePipeline.settings.mounting = mounting
      sourcePipeline.reset()
      return nil
    case .session(let input):
      // A tilt that is no sample says nothing about "up".
      if case .clientTilt = input { clientPipeline.reset() }
      // A restart at the end of a recording plays it again.
      if input == .restart, session.source == .finished, let recording = source?.recording {
        play(recording, events: &events)
      }
      return session.enter(input, events: &events)
    }
  }

  /// Runs the steps up to (not including) number `target`, with the samples that enter on the way,
  /// those before step `target` included.
  mutating func advance(to target: Int64, events: inout [Game.Event]) {
    while let next = nextStepOfSource, next <= target {
      session.advance(to: next, events: &events)
      readSource(events: &events)
    }
    session.advance(to: target, events: &events)
  }

  /// Begins to play a recording before the next step, with the samples that are due at once.
  private mutating func play(_ recording: Recording, events: inout [Game.Event]) {
    source = RecordingSource(recording, startingAt: session.step * nanosecondsPerStep)
    sourcePipeline.reset()
    session.enter(.source(.present), events: &events)
    readSource(events: &events)
  }

  /// Lets the source's samples enter that are due before the next step, or its end.
  private mutating func readSource(events: inout [Game.Event]) {
    samples.removeAll(keepingCapacity: true)
    source?.read(now: session.step * nanosecondsPerStep, into: &samples)
    for sample in samples {
      let tilt = Physics.Tilt(sourcePipeline.enter(sample))
      session.enter(.sourceTilt(tilt, time: sample.time), events: &events)
    }
    if source?.wait == .ended { session.enter(.source(.finished), events: &events) }
  }
}

extension Physics.Tilt {
  /// The same tilt, over the border between sensors and physics.
  init(_ tilt: Sensors.Tilt) { self.init(x: tilt.x, y: tilt.y, z: tilt.z) }
}
