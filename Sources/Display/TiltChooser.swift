// SPDX-License-Identifier: MIT

internal import Wire

/// Works a menu by the board itself: lowering its far or near edge moves the mark, holding it still
/// selects.
///
/// The board has to lie level once before anything counts, since a menu may open while it is
/// steep. Then the mark moves once for each time an edge is lowered, and again and again while it
/// stays down. Stillness selects only where somebody has moved the mark by tilting: a board that
/// merely lies on a desk while keys work the menu chooses nothing.
struct TiltChooser: Hashable, Sendable {
  /// A stick's tilt (m/s²) from which on an edge counts as lowered: 3 degrees, of 5 to 8 that it can be.
  static let lowered = 0.51
  /// The tilt below which it counts as level, since hands are never still.
  static let level = 0.26
  /// The sine of 8 degrees, at which a board that is held counts as lowered.
  static let loweredSine = 0.13917310096006544
  /// How long the board must be level to select, in ns.
  static let stillTime: Int64 = 1_500_000_000
  /// The time between two moves while an edge stays lowered, in ns.
  static let moveInterval: Int64 = 600_000_000

  private enum Position: Hashable {
    /// Not level since the menu was opened.
    case unknown
    /// Level since this time.
    case still(since: Int64)
    /// Neither level nor lowered.
    case between
    /// An edge is lowered: the next move is due then.
    case lowered(Menu.Input, next: Int64)
    /// Level, and what was marked has been selected.
    case done
    /// The board works another menu.
    case ended
  }

  private var position = Position.unknown
  private var hasMoved = false

  /// When `advance` wants to be called next.
  var deadline: Int64? {
    switch position {
    case .still(let since) where hasMoved:
      // Ten times on the way, for those who watch.
      since + Self.stillTime / 10 * Int64(min(9, lastTenths) + 1)
    case .lowered(_, let next): next
    default: nil
    }
  }

  private var lastTenths = 0

  /// How much of the time that selects the board has been still, in tenths; nil if it isn't.
  var stillness: Int? {
    if case .still = position, hasMoved { lastTenths } else { nil }
  }

  /// The tilt of a board whose angle from level has this cosine, by which it chooses: in the table's
  /// direction, but as large as the hand makes it.
  ///
  /// How much the table makes of the hand's angle is a setting. With the gentlest, 22 degrees of the hand are
  /// 3 of the table, which nobody would find.
  static func tilt(_ tilt: XY, cosine: Double) -> XY {
    let size = (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot()
    guard size > 0, size.isFinite else { return XY(x: 0, y: 0) }
    let sine = cosine > 0 ? max(0, 1 - cosine * cosine).squareRoot() : 1
    let scale = lowered * sine / loweredSine / size
    return XY(x: tilt.x * scale, y: tilt.y * scale)
  }

  /// Other hands work the menu: tilting has to begin anew.
  mutating func rest() { hasMoved = false }

  /// The board works another menu: here it has no effect any more.
  mutating func end() {
    position = .ended
    hasMoved = false
  }

  /// The board's tilt as of a state.
  mutating func take(_ tilt: XY, at now: Int64) -> Menu.Input? {
    if position == .ended { return nil }
    let size = (tilt.x * tilt.x + tilt.y * tilt.y).squareRoot()
    if size <= Self.level {
      switch position {
      case .still, .done: break
      default:
        position = .still(since: now)
        lastTenths = 0
      }
      return nil
    }
    if position == .unknown { return nil }
    // Along the other axis there is nothing to choose from.
    guard abs(tilt.y) >= Self.lowered, abs(tilt.y) > abs(tilt.x) else {
      if case .lowered = position, abs(tilt.y) > Self.level { return nil }
      position = .between
      return nil
    }
    let input = tilt.y < 0 ? Menu.Input.up : .down
    if case .lowered(input, _) = position { return nil }
    position = .lowered(input, next: now + Self.moveInterval)
    hasMoved = true
    return input
  }

  /// Time has passed.
  mutating func advance(to now: Int64) -> Menu.Input? {
    switch position {
    case .lowered(let input, let next) where now >= next:
      position = .lowered(input, next: now + Self.moveInterval)
      return input
    case .still(let since) where hasMoved:
      lastTenths = Int(max(0, min(10, (now - since) / (Self.stillTime / 10))))
      guard lastTenths == 10 else { return nil }
      position = .done
      hasMoved = false
      return .select
    default: return nil
    }
  }
}
