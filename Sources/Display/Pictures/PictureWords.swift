// SPDX-License-Identifier: MIT

internal import Wire

/// What stands beside or above the table: its title and the run's numbers.
struct PictureWords {
  let scene: Scene
  let strip: PictureLayout.Strip
  /// Measures letters.
  let picture: Picture

  /// The words in their places.
  var words: [PictureWord] { strip.isColumn ? column : row }

  private struct Item {
    let content: PictureWord.Content
    let color: Color
    /// The higher, the longer it stays where there is little room.
    let rank: Int
    var isRight = true
  }

  private var items: [Item] {
    let run = RunText(scene: scene)
    var items = [
      Item(
        content: .text(scene.table?.title ?? scene.table?.name ?? "balld"),
        color: PictureTheme.bright, rank: 2, isRight: false)
    ]
    if scene.isDemo {
      items += ["demo", scene.sensor?.health == .ok ? scene.wayIn : nil].compactMap { words in
        words.map {
          Item(content: .text($0), color: PictureTheme.bright, rank: 6, isRight: false)
        }
      }
    } else if let trouble {
      items.append(Item(content: .text(trouble), color: PictureTheme.text, rank: 1, isRight: false))
    }
    if !run.score.isEmpty {
      items.append(Item(content: .text(run.score), color: PictureTheme.text, rank: 3))
    }
    if let balls = scene.ballsLeft, balls >= 0 {
      items.append(
        Item(content: .balls(Int(clamping: balls)), color: PictureTheme.text, rank: 4))
    }
    if let clock {
      items.append(Item(content: .text(clock), color: PictureTheme.text, rank: 5))
    }
    return items
  }

  /// The run's clock: in tenths while it stands, in whole seconds while it runs.
  ///
  /// Small screens on a slow bus take long to show what lies far from the ball, and nobody reads running
  /// tenths.
  private var clock: String? {
    guard let time = scene.runTime, time >= 0, time < 1e6 else { return nil }
    if scene.phase != .rolling { return RunText(scene: scene).clock }
    let limit = scene.table?.timeLimit.map { "/\(Int($0))" } ?? ""
    return "\(Int(time))\(limit) s"
  }

  private var trouble: String? {
    guard let sensor = scene.sensor, sensor.health != .ok, sensor.health != .ended else {
      return nil
    }
    if sensor.isClient { return nil }
    guard sensor.health == .waiting else { return "sensor: \(sensor.health.rawValue)" }
    // Where the ball rolls without, somebody's keys tilt the table.
    return scene.phase == .rolling ? nil : "no sensor"
  }

  private var row: [PictureWord] {
    let box = strip.box
    let size = Double(box.height) * 0.62
    let baseline = Double(box.rows.lowerBound) + Double(box.height) * 0.72
    let gap = size * 0.8
    func width(_ item: Item) -> Double {
      PictureWord.width(of: item.content, size: size, measuredBy: picture) + gap
    }
    var kept = items
    while kept.count > 1, kept.reduce(0, { $0 + width($1) }) > Double(box.width) {
      guard let least = kept.indices.min(by: { kept[$0].rank < kept[$1].rank }) else { break }
      kept.remove(at: least)
    }
    var words: [PictureWord] = []
    var x = Double(box.columns.lowerBound) + gap / 2
    for item in kept where !item.isRight {
      words.append(
        PictureWord(
          item.content, x: x, baseline: baseline, size: size, color: item.color,
          measuredBy: picture))
      x += width(item)
    }
    x = Double(box.columns.upperBound) - gap / 2
    for item in kept.reversed() where item.isRight {
      words.append(
        PictureWord(
          item.content, x: x, baseline: baseline, size: size, color: item.color, isRight: true,
          measuredBy: picture))
      x -= width(item)
    }
    return words
  }

  /// One below the other, each as large as the column's width allows.
  private var column: [PictureWord] {
    let box = strip.box
    let largest = Double(box.height) * 0.07
    let margin = Double(box.width) * 0.09
    let room = Double(box.width) - 2 * margin
    var words: [PictureWord] = []
    var baseline = Double(box.rows.lowerBound) + largest * 1.5
    for item in items {
      let unit = PictureWord.width(of: item.content, size: 100, measuredBy: picture) / 100
      let size = min(largest, room / max(0.1, unit))
      if size < 5 { continue }
      words.append(
        PictureWord(
          item.content, x: Double(box.columns.lowerBound) + margin, baseline: baseline, size: size,
          color: item.color, measuredBy: picture))
      baseline += largest * 1.7
    }
    return words
  }
}
