// SPDX-License-Identifier: MIT

internal import Game
internal import Physics
internal import Sensors

/// Attract mode: what is played for an exhibition's visitors while none of them plays.
///
/// It decides nothing that a recording of the session would have to know: what it does enters as
/// inputs like all others (`beginDemo`, `demoTilt`, `endDemo`), so that a replay needs neither the
/// recordings nor these settings.
struct Attract {
  /// What is played, and when.
  struct Program {
    /// How long nobody must have touched anything, in steps.
    var idleSteps: Int64
    /// The recordings, in turn; at least one.
    var demos: [Demo]
    /// The tables, in turn; with none the demo is played on the table of whoever comes.
    var tables: [Table] = []
  }

  /// A recording, and the way from its samples to a tilt.
  struct Demo {
    var recording: Recording
    /// The recording's own: where its sensor sat, its level and its feel, not those of the sensor that
    /// is there.
    var pipeline: TiltPipeline
  }

  private let program: Program
  /// How many parts have been played; decides which recording and which table come next.
  private var parts = 0
  private var source: RecordingSource?
  private var pipeline = TiltPipeline()
  /// The step before which the part that is played began.
  private var begin: Int64 = 0

  /// Plays `program`, whose first part comes first.
  init(_ program: Program) { self.program = program }

  /// Why the recording that is played, or was last, couldn't be read to its end.
  private(set) var failure: RecordingError?

  /// The step before which a demo begins or its next tilt or its end enters.
  ///
  /// - Parameters:
  ///   - session: the session as it is.
  ///   - lastTouch: the step before which somebody did something for the last time.
  /// - Returns: that step's number.
  func nextStep(in session: Session, lastTouch: Int64) -> Int64 {
    guard session.isDemo else {
      let (step, overflow) = lastTouch.addingReportingOverflow(program.idleSteps)
      return overflow ? .max : max(step, session.step)
    }
    guard case .time(let time)? = source?.wait else { return session.step }
    return (time + nanosecondsPerStep - 1) / nanosecondsPerStep
  }

  /// Begins the next part before a step.
  ///
  /// Returns what it is played on; nil for the table of whoever comes.
  mutating func beginPart(before step: Int64) -> Table? {
    let demo = program.demos[parts % program.demos.count]
    let table = program.tables.isEmpty ? nil : program.tables[parts % program.tables.count]
    source = RecordingSource(demo.recording, startingAt: step * nanosecondsPerStep)
    pipeline = demo.pipeline
    pipeline.reset()
    begin = step
    parts += 1
    return table
  }

  /// Takes the samples of the part that are due before a step into `samples`, whose memory is kept.
  mutating func read(before step: Int64, into samples: inout [Sample]) {
    samples.removeAll(keepingCapacity: true)
    source?.read(now: step * nanosecondsPerStep, into: &samples)
  }

  /// The tilt that comes of a sample.
  mutating func tilt(of sample: Sample) -> Physics.Tilt {
    Physics.Tilt(pipeline.enter(sample))
  }

  /// How the part that is played stands.
  enum Progress {
    /// Further samples come.
    case goesOn
    /// It has been played.
    case over
    /// It ended as soon as it began: there is nothing to be seen.
    case empty
  }

  /// How the part stands before a step; one that couldn't be read to its end leaves its `failure`.
  mutating func progress(before step: Int64) -> Progress {
    guard let source, source.wait == .ended else { return source == nil ? .over : .goesOn }
    if let reason = source.failure { failure = reason }
    return step > begin ? .over : .empty
  }
}
