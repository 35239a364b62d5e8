// SPDX-License-Identifier: MIT

internal import Sensors

/// What `compare.py` runs.
///
/// `estimate FILE` prints "up" and its uncertainty (rad) after each sample, a line each;
/// `time FILE` what a sample costs, ns, in the estimator and in each tilt mode.
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: TiltBenchmark estimate|time FILE")
      return
    }
    let samples = try Recording.load(path: arguments[2]).samples
    switch arguments[1] {
    case "estimate": estimate(samples)
    default: try time(samples)
    }
  }

  private static func estimate(_ samples: [Sample]) {
    var estimator = GravityEstimator()
    for sample in samples {
      estimator.enter(sample)
      let up = estimator.up ?? Vector3(0, 0, 0)
      print(up.x, up.y, up.z, estimator.quality.uncertainty ?? 0)
    }
  }

  private static func time(_ samples: [Sample]) throws {
    report("estimator", samples.count) {
      var estimator = GravityEstimator()
      for sample in samples { estimator.enter(sample) }
      return estimator.up?.x ?? 0
    }
    for mode in TiltMode.allCases {
      let settings = try TiltSettings(mode: mode)
      report(mode.rawValue, samples.count) {
        var pipeline = TiltPipeline(settings: settings)
        var sum = 0.0
        for sample in samples { sum += pipeline.enter(sample).x }
        return sum
      }
    }
  }

  /// The shortest of twenty runs.
  private static func report(_ name: String, _ count: Int, _ run: () -> Double) {
    let clock = ContinuousClock()
    var best = Duration.seconds(1_000_000)
    var sum = 0.0
    for _ in 0..<20 {
      let took = clock.measure { sum += run() }
      best = min(best, took)
    }
    let (seconds, attoseconds) = best.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    // The sum keeps the work from being left out.
    print(name, nanoseconds / Double(count), sum.isFinite ? "" : "not finite")
  }
}
