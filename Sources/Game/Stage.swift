// SPDX-License-Identifier: MIT

/// How far a run has come.
///
/// The pauses are states that count their steps down, so that nothing ever waits; a pause that
/// somebody makes stops the count.
enum Stage: Codable, Equatable {
  /// The balls roll.
  case rolling
  /// A hole has taken a ball, and everything stands.
  case captured(stepsLeft: Int64)
  /// A flag was reached in a game that goes on, and everything stands.
  case scored(stepsLeft: Int64)
  /// The run is won. When the steps are up, the playlist's next table comes, or else another run.
  case won(stepsLeft: Int64?)
  /// The run is lost. When the steps are up another one begins; without, with a restart.
  case lost(stepsLeft: Int64?)

  /// How long everything stands after a capture, and after a flag in a game that goes on: 1 s, as
  /// in the classic game.
  static let standingSteps: Int64 = 1000
  /// How long a won table stays before the next one of the playlist: 3 s.
  static let wonSteps: Int64 = 3000
  /// How long a run that is over is seen in a demo: 3 s.
  static let demoSteps: Int64 = 3000

  /// Whether the run is lost.
  var isLost: Bool {
    if case .lost = self { true } else { false }
  }

  var phase: Phase {
    switch self {
    case .rolling: .rolling
    case .captured: .captured
    case .scored, .won: .won
    case .lost: .lost
    }
  }

  /// How many steps this stage still lasts by itself; nil if it has no end of its own.
  var stepsLeft: Int64? {
    switch self {
    case .captured(let steps), .scored(let steps): steps
    case .won(let steps), .lost(let steps): steps
    case .rolling: nil
    }
  }

  /// The same stage after so many of its steps, which it must have left.
  func after(steps: Int64) -> Stage {
    switch self {
    case .captured(let left): .captured(stepsLeft: left - steps)
    case .scored(let left): .scored(stepsLeft: left - steps)
    case .won(let left): .won(stepsLeft: left.map { $0 - steps })
    case .lost(let left): .lost(stepsLeft: left.map { $0 - steps })
    case .rolling: self
    }
  }
}
