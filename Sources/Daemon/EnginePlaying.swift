// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

/// What is played without anybody sending it: a recording, a recorded session, or a demo.
extension Engine {
  /// Begins to play a recording, with the samples that are due at once.
  mutating func begin(_ recording: Recording) {
    var events: [Game.Event] = []
    play(recording, events: &events)
  }

  /// Plays demos from now on while nobody plays; none without a program: whoever takes it away ends the
  /// demo that is under way.
  ///
  /// For a live source: a recording that is played is its own demo.
  mutating func attract(with program: Attract.Program?) {
    attract = program.map { Attract($0) }
    lastTouch = session.step
  }

  /// The largest number of a client in a recorded session that is replayed; today's have larger ones.
  var largestRecordedClient: Int {
    if case .session(_, let recording) = played { recording.largestClient } else { 0 }
  }

  /// Whether a recorded session is replayed, which nothing of today's is to disturb.
  var isReplaying: Bool { if case .session = played { true } else { false } }

  /// Why the recording ended before its end; nil as long as it can be read.
  var sourceFailure: RecordingError? {
    switch played {
    case .samples(let source): source.failure
    case .session(let replay, _): replay.failure
    case nil: attract?.failure
    }
  }

  /// The step before which the next sample, input or end enters of what is played: a recording, or a
  /// demo, whose beginning is one.
  var nextStepOfSource: Int64? {
    switch played {
    case .samples(let source):
      guard case .time(let time) = source.wait else { return nil }
      // Before the first step that doesn't begin before the sample's time: ⌈t / 1 ms⌉.
      return (time + nanosecondsPerStep - 1) / nanosecondsPerStep
    case .session(let replay, _): return replay.nextStep
    case nil: return attract?.nextStep(in: session, lastTouch: lastTouch)
    }
  }

  // MARK: Reading on

  /// What a restart at the end plays again: of a recorded session, the source's samples.
  var recording: Recording? {
    switch played {
    case .samples(let source): source.recording
    case .session(_, let recording): recording.samples
    case nil: nil
    }
  }

  /// Begins to play a recording before the next step, with the samples that are due at once.
  mutating func play(_ recording: Recording, events: inout [Game.Event]) {
    played = .samples(
      RecordingSource(recording, startingAt: session.step * nanosecondsPerStep))
    apply(.sourceBegins, events: &events)
    readSource(events: &events)
  }

  /// Lets what the recording has enter that is due before the next step, or its end.
  mutating func readSource(events: inout [Game.Event]) {
    switch played {
    case .samples(var source):
      // Handed over, so that the source is read on where it lies.
      played = nil
      samples.removeAll(keepingCapacity: true)
      source.read(now: session.step * nanosecondsPerStep, into: &samples)
      for sample in samples { apply(.sourceSample(sample), events: &events) }
      if source.wait == .ended { apply(.session(.source(.finished)), events: &events) }
      played = .samples(source)
    case .session(var replay, let recording):
      played = nil
      while let event = replay.take(before: session.step) {
        switch event {
        case .input(let input): apply(input, events: &events)
        case .end: endReplay(events: &events)
        }
      }
      if replay.failure != nil { endReplay(events: &events) }
      played = .session(replay, recording)
    case nil: playDemo(events: &events)
    }
  }

  /// Lets what a demo has enter that is due before the next step, its beginning or its end.
  private mutating func playDemo(events: inout [Game.Event]) {
    // Handed over, so that the recording is read on where it lies.
    guard var attract = attract.take() else { return }
    defer { self.attract = attract }
    if !session.isDemo || attract.progress(before: session.step) == .over {
      let table = attract.beginPart(before: session.step)
      apply(.session(.beginDemo(table)), events: &events)
    }
    attract.read(before: session.step, into: &samples)
    for sample in samples {
      let time = min(sample.time, session.step * nanosecondsPerStep)
      apply(.session(.demoTilt(attract.tilt(of: sample), time: time)), events: &events)
    }
    if attract.progress(before: session.step) == .empty {
      lastTouch = session.step
      apply(.session(.endDemo), events: &events)
    }
  }

  /// A client that drove in the recorded session isn't here to give the table back.
  private mutating func endReplay(events: inout [Game.Event]) {
    if session.isDemo { apply(.session(.endDemo), events: &events) }
    apply(.session(.source(.finished)), events: &events)
    if let client = session.drivingClient {
      apply(.session(.release(client: client)), events: &events)
    }
  }
}
