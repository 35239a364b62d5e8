// SPDX-License-Identifier: MIT

internal import Elementary
internal import Wire

/// Draws scenes on 8×8 lamps: the floor dark, blocks dim, holes red and breathing, the flag green
/// with some blue and steady, the ball white and the brightest by far.
///
/// At about a third of what the lamps can do: they are glaring.
struct LampPainter {
  private var window: LampWindow?
  private var table: Scene.Table?

  private static let block = LampFrame.Lamp(1, 1, 2)
  private static let flag = LampFrame.Lamp(0, 4, 2)
  /// All of a ball's light: white, amber, magenta, blue, for up to four balls.
  private static let balls = [
    LampFrame.Lamp(20, 20, 20), LampFrame.Lamp(24, 16, 0), LampFrame.Lamp(22, 3, 16),
    LampFrame.Lamp(3, 12, 28),
  ]
  /// Of an area that it must cover for a lamp to show a block or the flag.
  private static let leastShare = 0.4

  /// Draws a scene; the holes breathe once a second of `time`, in ns.
  mutating func paint(_ scene: Scene, at time: Int64) -> LampFrame {
    var frame = LampFrame()
    if let table = scene.table { paint(scene, table, at: time, into: &frame) }
    if let sign = LampSign.sign(of: scene) {
      for (y, row) in sign.dots.enumerated() {
        for (x, dot) in row.utf8.enumerated() {
          frame[x, y] = dot == UInt8(ascii: "#") ? sign.light : LampFrame.Lamp()
        }
      }
    }
    return frame
  }

  /// Whether something in a scene moves by itself, as holes do that breathe.
  static func breathes(_ scene: Scene) -> Bool {
    !(scene.table?.holes.isEmpty ?? true) && LampSign.sign(of: scene) == nil
  }

  private mutating func paint(
    _ scene: Scene, _ table: Scene.Table, at time: Int64, into frame: inout LampFrame
  ) {
    // Blocks come and go while it's the same table: then the window stays.
    if self.table?.name != table.name || self.table?.blocks == nil || window == nil {
      window = LampWindow(table)
    }
    self.table = table
    guard var window else { return }
    if let ball = scene.balls.first(where: { !$0.isOff }) ?? scene.balls.first {
      window.follow(ball)
    }
    self.window = window
    let holes = scene.turnedHoles
    let breath = 0.65 + 0.35 * sine(Double(time % 1_000_000_000) * 1e-9 * 2 * Double.pi)
    for y in 0..<LampFrame.side {
      for x in 0..<LampFrame.side {
        frame[x, y] = ground(x, y, table, holes, window, breath)
      }
    }
    for (number, ball) in scene.balls.enumerated() where !ball.isOff {
      paint(ball, number, table, window, into: &frame)
    }
  }

  /// What a lamp shows without balls: a hole before the flag before a block.
  private func ground(
    _ x: Int, _ y: Int, _ table: Scene.Table, _ holes: [Scene.Table.Hole], _ window: LampWindow,
    _ breath: Double
  ) -> LampFrame.Lamp {
    let samples = 4
    var (hole, flag, block) = (0, 0, 0)
    for sampleY in 0..<samples {
      for sampleX in 0..<samples {
        let tableX = window.x + (Double(x) + (Double(sampleX) + 0.5) / 4) * window.pitch
        let tableY = window.y + (Double(y) + (Double(sampleY) + 0.5) / 4) * window.pitch
        let isInside =
          tableX >= 0 && tableY >= 0 && tableX < table.width && tableY < table.height
        // Around a table that isn't square stands its frame.
        guard isInside else {
          block += 1
          continue
        }
        if let blocks = table.blocks {
          let column = Int(tableX / table.width * Double(blocks.columns))
          let row = Int(tableY / table.height * Double(blocks.rows))
          if blocks[column, row] {
            block += 1
            continue
          }
        }
        let isHole = holes.contains { place in
          let (dx, dy) = (tableX - place.x, tableY - place.y)
          return dx * dx + dy * dy < place.radius * place.radius
        }
        if isHole { hole += 1 }
        if let area = table.flag, tableX >= area.x, tableY >= area.y,
          tableX < area.x + area.width, tableY < area.y + area.height
        {
          flag += 1
        }
      }
    }
    func share(_ count: Int) -> Double { Double(count) / Double(samples * samples) }
    if share(hole) >= 0.25 {
      return LampFrame.Lamp(Int((1 + 8 * share(hole) * breath).rounded()), 0, 0)
    }
    // A flag that is smaller than a lamp has to be seen as well.
    if flag > 0, share(flag) >= min(Self.leastShare, flagShare(table, window) / 2) {
      return Self.flag
    }
    return share(block) >= Self.leastShare ? Self.block : LampFrame.Lamp()
  }

  /// The area of the flag, in lamps.
  private func flagShare(_ table: Scene.Table, _ window: LampWindow) -> Double {
    guard let flag = table.flag else { return 0 }
    return flag.width * flag.height / (window.pitch * window.pitch)
  }

  private func paint(
    _ ball: Scene.Ball, _ number: Int, _ table: Scene.Table, _ window: LampWindow,
    into frame: inout LampFrame
  ) {
    let place = window.place(ball.x, ball.y)
    guard place.x > -2, place.y > -2, place.x < 10, place.y < 10 else { return }
    let shares = LampBall(x: place.x, y: place.y, radius: table.ballRadius / window.pitch).shares
    let light = Self.balls[number % Self.balls.count]
    let red = LampBall.apportion(light.red, by: shares)
    let green = LampBall.apportion(light.green, by: shares)
    let blue = LampBall.apportion(light.blue, by: shares)
    for y in 0..<LampFrame.side {
      for x in 0..<LampFrame.side {
        let index = y * LampFrame.side + x
        guard shares[index] > 0 else { continue }
        // What it covers of the ground is dark below it.
        let covered = min(1, shares[index] * 1.5)
        frame[x, y] =
          frame[x, y].scaled(1 - covered) + LampFrame.Lamp(red[index], green[index], blue[index])
      }
    }
  }
}
