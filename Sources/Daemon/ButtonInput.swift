// SPDX-License-Identifier: MIT

internal import Game
internal import Sensors

extension InputPress {
  /// What it is for a session as it is now; nil for what displays alone make something of.
  ///
  /// Whoever pushes any button while a demo plays wants to play.
  func input(in session: Session) -> Engine.Input? {
    session.isDemo ? .session(.restart) : action?.input(in: session)
  }
}

extension InputAction {
  /// What it is for a session as it is now; nil for what displays alone make something of.
  func input(in session: Session) -> Engine.Input? {
    switch self {
    case .restart: .session(.restart)
    case .pause: .session(session.phase == .paused ? .resume : .pause)
    case .nextTable: .session(.next)
    case .previousTable: .session(.previous)
    case .level: .level(isReset: false)
    case .select: nil
    }
  }
}
