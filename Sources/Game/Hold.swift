// SPDX-License-Identifier: MIT

/// What holds a session although somebody gives a tilt.
enum Hold: Codable, Equatable {
  /// Somebody has paused the game, and somebody has to let it go on.
  case paused
  /// The client that drove is gone: the next one that drives goes on.
  case withoutDriver
  /// The board lies untouched: when somebody picks it up, it goes on after a countdown.
  case untouched
  /// It goes on by itself after so many steps.
  case countdown(stepsLeft: Int64)

  /// How long a countdown is: three seconds.
  static let countdownSteps: Int64 = 3000

  /// How many steps are left of a countdown; nil where none goes on.
  var stepsLeft: Int64? {
    if case .countdown(let steps) = self { steps } else { nil }
  }

  /// Whether it ends as soon as another client takes the table over: that one has it in hand.
  var endsWithTakeover: Bool {
    switch self {
    case .paused: false
    case .withoutDriver, .untouched, .countdown: true
    }
  }
}
