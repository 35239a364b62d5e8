// SPDX-License-Identifier: MIT

internal import Support

/// Everything that a run has measured: what `--json` prints, and what the tables are made of.
struct Report: Encodable {
  var machine: Machine
  var sanity: [Sanity] = []
  var steps: [StepResult] = []
  var elasticBox: [ElasticBoxResult] = []
  var seams: [SeamResult] = []
  var hour: [HourResult] = []
  var instructions: InstructionReport?

  /// Bars that were missed; nil where nothing with a bar was measured.
  var missed: Int {
    steps.count { $0.isPassed == false } + hour.count { !$0.isPassed }
      + (instructions.map { $0.isPassed ? 0 : 1 } ?? 0)
  }
}

/// What a figure is of: figures of different machines can't be compared.
struct Machine: Encodable {
  var processor: String
  var processors: Int
}

/// The middle of some figures, and their ends.
struct Spread: Encodable {
  let median: Double
  let least: Double
  let most: Double

  /// The spread of at least one figure.
  init(_ figures: [Double]) {
    let sorted = figures.sorted()
    median = Support.median(figures)
    least = sorted[0]
    most = sorted[sorted.count - 1]
  }
}
