// SPDX-License-Identifier: MIT

/// The way from one state to the next, on the display's own clock: so a stream of 30 states a second
/// moves as smoothly as one of 60.
///
/// From the arrival of a state on, the balls go in a straight line from where they are shown to
/// where it has them, in the time that there was between the last two states. What is shown so
/// is one interval old. To look ahead by the velocity instead would cost no time, but would roll balls
/// into walls before every bounce. A straight line is off by a·dt²/8 at most: 1 mm at 30 states a second.
/// Where states come as often as frames are drawn, they are shown as they are, at once.
public struct Motion: Sendable {
  /// The time between two frames, in ns.
  private let frameInterval: Int64
  private var start = Scene()
  private var end = Scene()
  private var arrival: Int64?
  /// The time between two states, averaged, in ns.
  private var interval: Int64?

  /// States that are further apart than this, in ns, are no stream.
  private static let longestInterval: Int64 = 250_000_000

  /// A motion for a display that draws so many frames a second.
  public init(framesPerSecond: Int) {
    frameInterval = 1_000_000_000 / Int64(max(1, framesPerSecond))
  }

  /// Takes in what is known now; the state in it may be a new one or the same as before.
  public mutating func take(_ scene: Scene, at now: Int64) {
    guard scene.time != end.time || scene.table != end.table else {
      // Words changed, or blocks: they are shown at once.
      end = scene
      return
    }
    start = self.scene(at: now)
    if let arrival, now - arrival < Self.longestInterval, now > arrival {
      let latest = now - arrival
      interval = interval.map { $0 + (latest - $0) / 4 } ?? latest
    } else {
      interval = nil
    }
    arrival = now
    let reach = (scene.table?.fastest ?? 0) * (scene.time - end.time)
    if scene.table != end.table || !Self.canFollow(start, scene, reach: reach) { start = scene }
    end = scene
  }

  /// Whether balls are still on their way at this time, so that there is a further frame to draw.
  public func isMoving(at now: Int64) -> Bool { share(at: now) < 1 && start != end }

  /// What is to be shown at this time.
  public func scene(at now: Int64) -> Scene {
    let share = share(at: now)
    guard share < 1, start.balls.count == end.balls.count else { return end }
    var shown = end
    shown.holesAngle = start.holesAngle + (end.holesAngle - start.holesAngle) * share
    for (number, goal) in end.balls.enumerated() where !goal.isOff {
      var ball = start.balls[number]
      let (x, y) = (ball.x + (goal.x - ball.x) * share, ball.y + (goal.y - ball.y) * share)
      ball.move(
        toX: x, y: y, isOff: goal.isOff, reach: .infinity, radius: end.table?.ballRadius)
      shown.balls[number] = ball
    }
    return shown
  }

  private func share(at now: Int64) -> Double {
    guard let arrival, let interval, 4 * interval > 5 * frameInterval, now >= arrival else {
      return 1
    }
    return min(1, Double(now - arrival) / Double(interval))
  }

  private static func canFollow(_ start: Scene, _ end: Scene, reach: Double) -> Bool {
    guard start.balls.count == end.balls.count else { return false }
    // What is shown may be behind by as much again; time that runs backwards is another session's.
    let reach = 2 * max(0, reach)
    return zip(start.balls, end.balls).allSatisfy { from, to in
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      return from.isOff == to.isOff && dx * dx + dy * dy <= reach * reach
    }
  }
}
