// SPDX-License-Identifier: MIT

internal import Glibc

/// The scenes of the timing: boards of one size, each with another pattern and another start.
struct StepScene {
  /// As it is printed.
  let name: String
  /// What is laid out, board by board.
  let boards: [Board]

  /// A scene and the tilt of each of its milliseconds.
  struct Board {
    let scene: Scene
    let drives: [Drive]
  }

  /// Several boards, since a single ball may happen to lie in a pocket.
  static let boardCount = 8
  /// Simulated seconds a board.
  static let seconds = 25

  init(size: Int, balls: Int) {
    name = "\(size)x\(size)" + (balls == 1 ? "" : ", \(balls) balls")
    boards = (1...UInt64(Self.boardCount)).map { seed in
      Board(
        scene: Scene.random(size: size, balls: balls, seed: seed),
        drives: Drive.turning(steps: 1000 * Self.seconds, seed: seed))
    }
  }

  static var all: [StepScene] {
    [
      StepScene(size: 12, balls: 1), StepScene(size: 64, balls: 1),
      StepScene(size: 256, balls: 1), StepScene(size: 12, balls: 4),
    ]
  }
}

/// How long a contender takes in one scene.
struct StepResult: Encodable {
  let scene: String
  let contender: String
  /// Steps a simulated second.
  let rate: Int
  /// ns a step.
  let step: Spread
  /// µs a simulated second.
  let second: Double
  /// balld's time by this one's, round by round, for the same simulated time.
  let ratio: Spread
  let bar: Double?
  /// nil where there is no bar.
  let isPassed: Bool?
}

/// Times the steps of all entrants.
enum StepBenchmark {
  static let rounds = 5

  /// One warm-up, which isn't counted, and five rounds in each of which every entrant takes a turn.
  static func measure(_ scene: StepScene) throws -> [StepResult] {
    var seconds = Array(repeating: [Double](), count: Entrant.all.count)
    for round in 0...rounds {
      for (index, entrant) in Entrant.all.enumerated() {
        let time = try time(entrant, scene)
        if round > 0 { seconds[index].append(time) }
      }
    }
    let simulated = Double(StepScene.boardCount * StepScene.seconds)
    return zip(Entrant.all, seconds).map { entrant, times in
      let ratio = Spread(zip(seconds[0], times).map { $0 / $1 })
      return StepResult(
        scene: scene.name, contender: entrant.name, rate: entrant.rate,
        step: Spread(times.map { $0 / simulated / Double(entrant.rate) * 1e9 }),
        second: Spread(times).median / simulated * 1e6, ratio: ratio, bar: entrant.bar,
        isPassed: entrant.bar.map { ratio.median <= $0 })
    }
  }

  /// Seconds for all the steps of all boards; laying them out isn't counted.
  private static func time(_ entrant: Entrant, _ scene: StepScene) throws -> Double {
    var total = 0.0
    for board in scene.boards {
      let contender = try entrant.make(board.scene, false)
      total += time(contender, board.drives, rate: entrant.rate)
    }
    return total
  }

  /// Generic, so that each contender's loop is compiled for it, without calls in between.
  private static func time(
    _ contender: some Contender, _ drives: [Drive], rate: Int
  ) -> Double {
    var contender = contender
    let begin = processorTime()
    roll(&contender, drives, rate: rate)
    return processorTime() - begin
  }

  /// Seconds that this process has computed: unlike the time of day, other processes don't count.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Runs through the tilts at this many steps a second, each step under the tilt at its begin.
  static func roll<Kind: Contender>(_ contender: inout Kind, _ drives: [Drive], rate: Int) {
    let duration = 1 / Double(rate)
    let steps = drives.count * rate / 1000
    for step in 0..<steps {
      contender.advance(by: duration, under: drives[step * 1000 / rate])
    }
  }
}
