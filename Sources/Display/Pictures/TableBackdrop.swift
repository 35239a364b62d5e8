// SPDX-License-Identifier: MIT

internal import Wire

/// What seldom changes of a picture: the table with its frame, blocks and flag, lit from the upper
/// left, and what surrounds it.
struct TableBackdrop: Hashable {
  let layout: PictureLayout
  /// The extent in m.
  let width: Double
  let height: Double
  let ballRadius: Double
  let blocks: BlockGrid?
  let flag: TableReport.Flag?

  /// The backdrop of a table.
  init(_ table: Scene.Table, layout: PictureLayout) {
    self.layout = layout
    width = table.width
    height = table.height
    ballRadius = table.ballRadius
    blocks = table.blocks
    flag = table.flag
  }

  /// Paints all of it.
  func paint(on picture: Picture) {
    let area = layout.area
    let outline = FloorOutline(blocks)
    picture.rectangle(picture.bounds)
    picture.fill(PictureTheme.surround)
    // Rings as wide on every picture, as seen: wood is seen from the same distance.
    let ring = max(2, Float(area.height) / 34)
    paintFrame(on: picture, ring: ring)
    let floor = WoodGrain(
      width: area.width, height: area.height, ringWidth: ring, color: PictureTheme.floor,
      plankHeight: isCoarse ? nil : max(6, (area.height + 5) / 6), seed: 11
    ).picture()
    picture.isolated {
      add(outline, to: picture)
      picture.clip()
      picture.rectangle(area)
      picture.fill(with: floor, stretchedTo: area)
      if !isCoarse { paintJoints(on: picture) }
      paintFlag(on: picture)
      paintShadow(of: outline, on: picture)
    }
    paintEdges(of: outline, on: picture)
  }

  /// The floor's path, moved by some pixels.
  private func add(_ outline: FloorOutline, to picture: Picture, by shift: Double = 0) {
    let (area, cell) = (layout.area, cell)
    outline.add(to: picture, radius: cornerRadius) { column, row in
      Point(
        Double(area.columns.lowerBound) + column * cell.x + shift,
        Double(area.rows.lowerBound) + row * cell.y + shift)
    }
  }

  /// The extent of a cell, pixels.
  private var cell: Point {
    Point(
      Double(layout.area.width) / Double(blocks?.columns ?? 1),
      Double(layout.area.height) / Double(blocks?.rows ?? 1))
  }

  /// How round corners are, pixels.
  ///
  /// Rounder than a ball, a corner would seem to stop it before it gets there. But none is sharp, though
  /// nobody sees the difference: where outlines touch by thousands of sharp corners, cairo's clip takes
  /// most of a minute.
  var cornerRadius: Double {
    let ball = ballRadius * Double(layout.area.width) / width
    return min(max(0.6 * ball, 0.25), 0.2 * min(cell.x, cell.y))
  }

  /// Whether there are too few pixels for anything but areas.
  private var isCoarse: Bool { min(layout.area.width, layout.area.height) < 100 }

  /// How wide an edge is that catches the light.
  private var edge: Double {
    let cell = blocks.map { Double(layout.area.width) / Double($0.columns) } ?? .infinity
    return min(max(1, Double(layout.area.height) / 220), cell / 5)
  }

  private func paintFrame(on picture: Picture, ring: Float) {
    let framed = layout.framed
    let wood = WoodGrain(
      width: framed.width, height: framed.height, ringWidth: ring * 1.4,
      color: PictureTheme.block, plankHeight: nil, seed: 5
    ).picture()
    picture.rectangle(framed)
    picture.fill(with: wood, stretchedTo: framed)
    guard layout.frame > 2 else { return }
    // The frame's own outer edge.
    let (left, top) = (Double(framed.columns.lowerBound), Double(framed.rows.lowerBound))
    let (right, bottom) = (Double(framed.columns.upperBound), Double(framed.rows.upperBound))
    picture.rectangle(left, bottom - edge, right - left, edge)
    picture.rectangle(right - edge, top, edge, bottom - top)
    picture.fill(PictureTheme.shaded, opacity: 0.8)
    picture.rectangle(left, top, right - left, edge)
    picture.rectangle(left, top, edge, bottom - top)
    picture.fill(PictureTheme.lit, opacity: 0.8)
  }

  private func paintJoints(on picture: Picture) {
    let area = layout.area
    let plank = max(6, (area.height + 5) / 6)
    let line = max(1, Double(area.height) / 400)
    for y in stride(from: plank, to: area.height, by: plank) {
      let top = Double(area.rows.lowerBound + y)
      picture.rectangle(Double(area.columns.lowerBound), top - line, Double(area.width), line)
      picture.fill(PictureTheme.joint, opacity: 0.85)
      picture.rectangle(Double(area.columns.lowerBound), top, Double(area.width), line)
      picture.fill(PictureTheme.lit, opacity: 0.16)
    }
  }

  private func paintFlag(on picture: Picture) {
    guard let flag else { return }
    let area = layout.area
    let scale = (x: Double(area.width) / width, y: Double(area.height) / height)
    let left = Double(area.columns.lowerBound) + flag.x * scale.x
    let top = Double(area.rows.lowerBound) + flag.y * scale.y
    // Two squares of one pixel at least.
    let (flagWidth, flagHeight) = (max(2, flag.width * scale.x), max(2, flag.height * scale.y))
    let count = max(2, min(6, Int(min(flagWidth, flagHeight) / 5) * 2))
    let side = max(1, min(flagWidth, flagHeight) / Double(count))
    picture.isolated {
      picture.rectangle(left, top, flagWidth, flagHeight)
      picture.fill(PictureTheme.flagLight)
      picture.rectangle(left, top, flagWidth, flagHeight)
      picture.clip()
      for row in 0...Int(flagHeight / side) {
        for column in 0...Int(flagWidth / side) where (row + column) % 2 == 1 {
          picture.rectangle(
            left + Double(column) * side, top + Double(row) * side, side, side)
        }
      }
      picture.fill(PictureTheme.flagDark)
      if side >= 3 {
        picture.rectangle(left, top, flagWidth, flagHeight)
        picture.stroke(PictureTheme.flagDark, width: side / 2)
      }
    }
  }

  /// The shadow that blocks and frame throw on the floor, which is clipped to: the outline moved away
  /// from the lamp in small steps, so that it ends softly.
  private func paintShadow(of outline: FloorOutline, on picture: Picture) {
    guard layout.frame > 0 else { return }
    let steps = isCoarse ? 1 : 6
    let reach = max(1, 0.019 * Double(layout.area.height))
    for step in 1...steps {
      picture.rectangle(layout.framed)
      add(outline, to: picture, by: reach * Double(step) / Double(steps))
      picture.fillEvenOdd(PictureTheme.shadow, opacity: isCoarse ? 0.3 : 0.16)
    }
  }

  /// The edges of blocks and frame: light where the floor is to the upper left, dark where it is to
  /// the lower right.
  private func paintEdges(of outline: FloorOutline, on picture: Picture) {
    guard layout.frame > 0 else { return }
    picture.isolated {
      picture.rectangle(layout.framed)
      add(outline, to: picture)
      picture.clipEvenOdd()
      add(outline, to: picture, by: -edge)
      picture.fill(PictureTheme.shaded, opacity: 0.75)
      add(outline, to: picture, by: edge)
      picture.fill(PictureTheme.lit, opacity: 0.9)
    }
  }
}
