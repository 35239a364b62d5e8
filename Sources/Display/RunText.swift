// SPDX-License-Identifier: MIT

internal import Wire

/// What is said about a run: its clock, its score, its balls, and how it ended.
struct RunText {
  let scene: Scene

  /// The run's clock with its limit: `12.3/60 s`; empty if there is none.
  var clock: String {
    guard let time = scene.runTime, let clock = RunTime.running(time) else { return "" }
    let limit = scene.table.flatMap(Self.limit).map { "/\($0)" } ?? ""
    return "\(clock)\(limit) s"
  }

  /// The score with its goal; empty if the game counts none.
  var score: String {
    guard let score = scene.score else { return "" }
    return scene.table?.goal.map { "score \(score)/\($0)" } ?? "score \(score)"
  }

  /// The balls that are left; empty if the game counts none.
  var balls: String {
    guard let balls = scene.ballsLeft else { return "" }
    return balls == 1 ? "1 ball" : "\(balls) balls"
  }

  /// What stands on the table at a turn of the run; nil while it goes on.
  func panel(canDrive: Bool) -> Panel? {
    switch scene.phase {
    case .countdown?: return Panel("get ready", scene.countdown.map { ["\($0)"] } ?? [])
    case .captured?: return Panel("a hole took the ball", ballsLeft.map { [$0] } ?? [])
    case .won?: return won(canDrive: canDrive)
    case .lost?:
      let reason = scene.ballsLeft == 0 ? "no balls left" : (isOutOfTime ? "the time is over" : "")
      return Panel(
        "GAME OVER",
        [reason, score, next("a new run begins"), canDrive ? "r plays again" : ""]
          .filter { !$0.isEmpty })
    default: return nil
    }
  }

  /// Whether the run goes on by itself after a flag: in a game of many, until they are enough.
  var goesOn: Bool {
    guard let score = scene.score else { return false }
    return scene.table?.goal.map { score < $0 } ?? true
  }

  private func won(canDrive: Bool) -> Panel {
    let time = scene.runTime.flatMap(RunTime.result).map { " in \($0) s" } ?? ""
    if goesOn { return Panel("flag reached", [self.score]) }
    let keys = canDrive ? ["r plays again", "n next table"] : []
    return Panel(
      "flag reached\(time)", ([score, next("it goes on")] + keys).filter { !$0.isEmpty })
  }

  /// What comes by itself, and when; empty where nothing does.
  private func next(_ what: String) -> String {
    // Whoever comes plays another run than the one that is seen.
    if scene.isDemo { return "" }
    return scene.countdown.map { "\(what) in \($0) s" } ?? ""
  }

  private var ballsLeft: String? {
    scene.ballsLeft.map { $0 == 1 ? "1 ball left" : "\($0) balls left" }
  }

  private var isOutOfTime: Bool {
    guard let time = scene.runTime, let limit = scene.table?.timeLimit else { return false }
    return time >= limit
  }

  /// How many seconds a run may take, in words; nil where it may take any.
  static func limit(of table: Scene.Table) -> String? { table.timeLimit.flatMap(seconds) }

  /// A limit in s, whole where it is.
  private static func seconds(_ time: Double) -> String? {
    time == time.rounded() && time < 1e6 ? "\(Int(time))" : RunTime.running(time)
  }
}
