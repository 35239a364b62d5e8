// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

extension Engine {
  /// Why an input that somebody asked for wasn't carried out; it has changed nothing, but
  /// for ending a demo.
  enum Refusal: Equatable {
    /// The rules of the game.
    case rules(Game.Refusal)
    /// The pose can't be level.
    case level(LevelRefusal)
    /// The sensor can't be calibrated like this.
    case calibration(CalibrationRefusal)

    /// A stable word, for messages.
    var code: String {
      switch self {
      case .rules: "refused"
      case .level(let refusal): refusal.code
      case .calibration(let refusal): refusal.code
      }
    }

    /// What stood in the way.
    var message: String {
      switch self {
      case .rules(let refusal): refusal.description
      case .level(let refusal): refusal.description
      case .calibration(let refusal): refusal.description
      }
    }

    /// What to do about it; nil where the message says all.
    var hint: String? {
      switch self {
      case .rules(let refusal): refusal.hint
      case .level(let refusal): refusal.hint
      case .calibration(let refusal): refusal.hint
      }
    }
  }
}
