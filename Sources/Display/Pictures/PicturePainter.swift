// SPDX-License-Identifier: MIT

internal import Wire

/// Draws scenes as pictures, and says which pixels changed since the last one.
///
/// What seldom changes is painted once (`TableBackdrop`); on it lie figures: holes, balls, words. A
/// frame restores the boxes of those figures that changed, and draws again what touches these boxes.
/// What a frame looks like depends on its scene alone, never on the frames before it.
public final class PicturePainter {
  /// The last frame.
  public let picture: Picture
  private let still: Picture
  private var backdrop: TableBackdrop?
  /// Nothing is painted yet.
  private var isBlank = true
  private var figures: [Figure] = []

  /// A painter for pictures of one size, in pixels.
  public init(width: Int, height: Int) {
    picture = Picture(width: width, height: height)
    still = Picture(width: width, height: height)
  }

  /// Something that lies on the backdrop; the later ones lie on the earlier.
  private enum Figure: Hashable {
    case hole(PictureHole)
    case shadow(PictureBall)
    case ball(PictureBall)
    case word(PictureWord)
    case panel(PicturePanel)
    case menu(PictureMenu)
    case symbol(PictureSymbol)

    var box: PixelBox {
      switch self {
      case .hole(let hole): hole.box
      case .shadow(let ball), .ball(let ball): ball.box
      case .word(let word): word.box
      case .panel(let panel): panel.box
      case .menu(let menu): menu.box
      case .symbol(let symbol): symbol.box
      }
    }
  }

  /// Draws a scene, and returns boxes that hold all pixels that changed; none overlaps another.
  public func paint(_ scene: Scene) -> [PixelBox] {
    let layout = scene.table.map {
      PictureLayout(table: $0, width: picture.width, height: picture.height)
    }
    let needed = scene.table.flatMap { table in layout.map { TableBackdrop(table, layout: $0) } }
    let latest = figures(of: scene, layout)
    var changed: [PixelBox]
    if isBlank || needed != backdrop {
      if let needed {
        needed.paint(on: still)
      } else {
        still.rectangle(still.bounds)
        still.fill(PictureTheme.surround)
      }
      still.finishDrawing()
      backdrop = needed
      isBlank = false
      changed = [picture.bounds]
    } else {
      changed = Self.merged(difference(latest).map { $0.intersection(picture.bounds) })
    }
    figures = latest
    for box in changed { compose(box, scene.table, layout) }
    picture.finishDrawing()
    return changed
  }

  private func figures(of scene: Scene, _ layout: PictureLayout?) -> [Figure] {
    var figures: [Figure] = []
    if let table = scene.table, let layout {
      figures += scene.turnedHoles.map { .hole(PictureHole($0, of: table, layout: layout)) }
      let balls = scene.balls.enumerated().compactMap { number, ball in
        ball.isOff
          ? nil
          : PictureBall(
            ball, number: number, of: table, layout: layout, isNumbered: scene.balls.count > 1)
      }
      figures += balls.map { .shadow($0) }
      figures += balls.map { .ball($0) }
      if let strip = layout.strip {
        figures += PictureWords(scene: scene, strip: strip, picture: picture).words.map {
          .word($0)
        }
      }
    }
    let middle = layout?.area ?? picture.bounds
    if min(picture.width, picture.height) < PictureLayout.leastReadable {
      if let symbol = PictureSymbol(scene, in: middle) { figures.append(.symbol(symbol)) }
      return figures
    }
    if let menu = scene.menu {
      let text = MenuText(menu: menu, scene: scene, glyphs: .ascii)
      figures.append(.menu(PictureMenu(text, in: middle, measuredBy: picture)))
    } else if let panel = SceneText.picturePanel(scene) {
      figures.append(
        .panel(PicturePanel(panel.title, panel.lines, in: middle, measuredBy: picture)))
    }
    if let notice = scene.notice {
      figures.append(.panel(PicturePanel(notice: notice, in: middle, measuredBy: picture)))
    }
    return figures
  }

  /// The boxes of the figures that are in one of two frames and not in the other.
  private func difference(_ latest: [Figure]) -> [PixelBox] {
    let (before, after) = (Set(figures), Set(latest))
    return before.symmetricDifference(after).map(\.box)
  }

  /// Boxes that don't overlap and hold all that these hold.
  private static func merged(_ boxes: [PixelBox]) -> [PixelBox] {
    var merged: [PixelBox] = []
    // In an order of their own: that of a set differs from run to run.
    let sorted = boxes.filter { !$0.isEmpty }.sorted {
      ($0.rows.lowerBound, $0.columns.lowerBound, $0.rows.upperBound, $0.columns.upperBound)
        < ($1.rows.lowerBound, $1.columns.lowerBound, $1.rows.upperBound, $1.columns.upperBound)
    }
    for var box in sorted {
      while let index = merged.firstIndex(where: { $0.overlaps(box) }) {
        box = box.union(merged.remove(at: index))
      }
      merged.append(box)
    }
    return merged
  }

  private func compose(_ box: PixelBox, _ table: Scene.Table?, _ layout: PictureLayout?) {
    picture.finishDrawing()
    picture.copy(box, from: still)
    picture.isolated {
      picture.rectangle(box)
      picture.clip()
      for figure in figures where figure.box.overlaps(box) {
        switch figure {
        case .hole(let hole):
          onFloor(hole.box, table, layout) { hole.paint(on: picture) }
        case .shadow(let ball):
          onFloor(ball.box, table, layout) { ball.paintShadow(on: picture) }
        case .ball(let ball): ball.paint(on: picture, within: box)
        case .word(let word): word.paint(on: picture)
        case .panel(let panel): panel.paint(on: picture)
        case .menu(let menu): menu.paint(on: picture)
        case .symbol(let symbol): symbol.paint(on: picture)
        }
      }
    }
  }

  /// Paints where no block is, inside of the playing area alone.
  private func onFloor(
    _ box: PixelBox, _ table: Scene.Table?, _ layout: PictureLayout?, _ paint: () -> Void
  ) {
    guard let table, let layout else { return }
    picture.isolated {
      picture.rectangle(layout.area.intersection(box))
      if let blocks = table.blocks {
        let scale = layout.scale(of: table)
        let (cellX, cellY) = (
          table.width / Double(blocks.columns) * scale.x,
          table.height / Double(blocks.rows) * scale.y
        )
        let left = Double(layout.area.columns.lowerBound)
        let top = Double(layout.area.rows.lowerBound)
        // The cells that the box touches.
        let columns = cells(box.columns, from: left, size: cellX, count: blocks.columns)
        let rows = cells(box.rows, from: top, size: cellY, count: blocks.rows)
        for row in rows {
          for column in columns where blocks[column, row] {
            picture.rectangle(
              left + Double(column) * cellX, top + Double(row) * cellY, cellX, cellY)
          }
        }
        picture.clipEvenOdd()
      } else {
        picture.clip()
      }
      paint()
    }
  }

  private func cells(
    _ pixels: Range<Int>, from start: Double, size: Double, count: Int
  ) -> Range<Int> {
    let first = Int(((Double(pixels.lowerBound) - start) / size).rounded(.down))
    let last = Int(((Double(pixels.upperBound) - start) / size).rounded(.up))
    return (first..<max(first, last)).clamped(to: 0..<count)
  }
}
