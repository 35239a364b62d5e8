// SPDX-License-Identifier: MIT

internal import Foundation

/// Instructions that balld takes for a step, as callgrind counts them.
struct InstructionReport: Encodable {
  let counts: [Count]
  /// The same maze shut in by 256x256 cells, by the maze alone.
  let ratio: Double
  let bar: Double
  let isPassed: Bool

  struct Count: Encodable {
    let scene: String
    /// Instructions a step.
    let step: Double
  }

  /// Both directions: more than a tenth fewer would be a riddle as well.
  private static let bar = 0.1

  /// Runs this program's `trace` under callgrind.
  ///
  /// What a step takes depends on what the ball meets, and in a larger maze it meets other things.
  /// So besides mazes of three sizes the small one is laid into a corner of larger grids: the same
  /// motion, in which only the grid has grown. The bar is for that.
  static func measure(program: String) throws -> InstructionReport {
    let counts = try withTemporaryDirectory { directory in
      try Trace.all.map { trace in
        let full = try total(program, trace, steps: Trace.steps, in: directory)
        let none = try total(program, trace, steps: 0, in: directory)
        let steps = Trace.steps * StepScene.boardCount
        return Count(scene: trace.name, step: Double(full - none) / Double(steps))
      }
    }
    let ratio = counts[counts.count - 1].step / counts[0].step
    return InstructionReport(
      counts: counts, ratio: ratio, bar: bar, isPassed: abs(ratio - 1) <= bar)
  }

  private static func total(
    _ program: String, _ trace: Trace, steps: Int, in directory: String
  ) throws -> Int {
    let file = "\(directory)/callgrind"
    let arguments = ["--tool=callgrind", "--callgrind-out-file=\(file)", program]
    let child = try Child("valgrind", arguments + trace.arguments(steps: steps), isQuiet: true)
    try child.finish(named: "valgrind")
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
      let count = Int(line.dropFirst("totals: ".count))
    else { throw Failure("callgrind gave no totals") }
    return count
  }
}

/// A run of balld's steps and nothing else, for callgrind.
struct Trace: Sendable {
  /// Steps a board.
  static let steps = 10_000

  /// Cells of the maze, in x and in y.
  let maze: Int
  /// Cells of the grid in whose corner the maze lies.
  let grid: Int
  var balls = 1

  static let all = [
    Trace(maze: 12, grid: 12), Trace(maze: 64, grid: 64), Trace(maze: 256, grid: 256),
    Trace(maze: 12, grid: 12, balls: 4), Trace(maze: 12, grid: 64), Trace(maze: 12, grid: 256),
  ]

  var name: String {
    "\(maze)x\(maze)" + (balls == 1 ? "" : ", \(balls) balls")
      + (grid == maze ? "" : " in \(grid)x\(grid)")
  }

  func arguments(steps: Int) -> [String] {
    ["trace", "\(maze)", "\(grid)", "\(balls)", "\(steps)"]
  }

  /// Rolls `steps` steps on each board.
  func run(steps: Int) throws {
    for board in StepScene(size: maze, balls: balls).boards {
      let scene = grid == maze ? board.scene : board.scene.inside(size: grid)
      var world = try Balld(scene, resistance: 0.005)
      StepBenchmark.roll(&world, Array(board.drives.prefix(steps)), rate: 1000)
    }
  }
}
