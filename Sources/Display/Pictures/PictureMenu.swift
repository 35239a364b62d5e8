// SPDX-License-Identifier: MIT

/// The menu in the middle of a picture.
///
/// The marked entry lies in a light bar, with an arrow before it; while the board is held still to
/// select it, a second bar fills. Of more entries than there is room for, those about the marked one are shown.
struct PictureMenu: Hashable {
  let box: PixelBox
  private let title: Line
  private let entries: [Line]
  private let footer: [Line]
  /// The marked one, counted among those that are shown.
  private let marked: Int
  private let stillness: Int?
  /// Whether entries are left out above and below.
  private let hasMoreAbove: Bool
  private let hasMoreBelow: Bool
  private let size: Double

  /// A line of text, and where it begins.
  private struct Line: Hashable {
    let text: String
    let x: Double
    let baseline: Double
    let size: Double
  }

  private static let titleScale = 1.25
  private static let footerScale = 0.8
  private static let lineHeight = 1.5

  /// Lays a menu out in a part of a picture.
  init(_ text: MenuText, in bounds: PixelBox, measuredBy picture: Picture) {
    let (width, height) = (Double(bounds.width), Double(bounds.height))
    let labels = text.labels.map { plainLetters($0) }
    let size = max(9, min(height * 0.058, width * 0.055))
    let room = width * 0.92 - 3.6 * size
    let hint = PicturePanel.wrapped(
      text.hint, size * Self.footerScale, room + 1.8 * size, picture)
    let row = size * Self.lineHeight
    let heading = row * Self.titleScale
    let below = Double(hint.count) * row * Self.footerScale
    let most = max(1, Int((height * 0.94 - heading - below - 1.6 * size) / row))
    let count = min(labels.count, most)
    let first = min(labels.count - count, max(0, text.menu.marked - count / 2))
    let shown = labels[first..<first + count].map { Self.cut($0, size, room, picture) }
    let widest = shown.map { picture.textWidth($0, size: size) }.max() ?? 0
    let lines = hint.map { picture.textWidth($0, size: size * Self.footerScale) }
    let titleSize = size * Self.titleScale
    let titleWidth = picture.textWidth(text.title, size: titleSize)
    let inner = max(widest + 1.8 * size, titleWidth, lines.max() ?? 0, 8 * size)
    box = PixelBox(
      around: bounds.centerX, bounds.centerY, reachX: inner / 2 + 0.9 * size,
      reachY: (heading + Double(count) * row + below + 1.4 * size) / 2
    ).intersection(bounds)
    let left = bounds.centerX - inner / 2
    var y = Double(box.rows.lowerBound) + 0.5 * size + heading
    title = Line(
      text: text.title, x: bounds.centerX - titleWidth / 2, baseline: y - 0.4 * titleSize,
      size: titleSize)
    entries = shown.map { label in
      y += row
      return Line(text: label, x: left + 1.3 * size, baseline: y - 0.45 * size, size: size)
    }
    y += 0.35 * size
    footer = zip(hint, lines).map { text, width in
      y += row * Self.footerScale
      return Line(
        text: text, x: bounds.centerX - width / 2, baseline: y - 0.4 * size * Self.footerScale,
        size: size * Self.footerScale)
    }
    marked = text.menu.marked - first
    stillness = text.menu.stillness
    hasMoreAbove = first > 0
    hasMoreBelow = first + count < labels.count
    self.size = size
  }

  /// A label that is too long, cut off.
  private static func cut(
    _ text: String, _ size: Double, _ room: Double, _ picture: Picture
  ) -> String {
    if picture.textWidth(text, size: size) <= room { return text }
    var text = text
    while !text.isEmpty, picture.textWidth(text + "...", size: size) > room { text.removeLast() }
    return text + "..."
  }

  // MARK: Painting

  /// Paints it where the clip allows.
  func paint(on picture: Picture) {
    PicturePanel.paintBox(box, letters: size, on: picture)
    write(title, PictureTheme.bright, on: picture)
    for (index, line) in entries.enumerated() {
      if index == marked { paintBar(at: line, on: picture) }
      write(line, index == marked ? PictureTheme.panel : PictureTheme.text, on: picture)
    }
    for line in footer { write(line, PictureTheme.dim, on: picture) }
    if let first = entries.first, hasMoreAbove { paintMore(beside: first, up: true, on: picture) }
    if let last = entries.last, hasMoreBelow { paintMore(beside: last, up: false, on: picture) }
  }

  private func write(_ line: Line, _ color: Color, on picture: Picture) {
    picture.write(
      line.text, at: Point(line.x, line.baseline), size: line.size, color: color,
      weight: line.size / 26)
  }

  /// The bar behind the marked entry, with its arrow: the part that stillness has filled is lighter.
  private func paintBar(at line: Line, on picture: Picture) {
    let left = Double(box.columns.lowerBound) + 0.5 * size
    let width = Double(box.width) - size
    let (top, height) = (line.baseline - 1.03 * size, 1.42 * size)
    picture.rectangle(left, top, width, height)
    picture.fill(stillness == nil ? PictureTheme.bright : PictureTheme.block)
    if let stillness {
      picture.rectangle(left, top, width * Double(min(10, max(0, stillness))) / 10, height)
      picture.fill(PictureTheme.bright)
    }
    picture.move(to: Point(line.x - 0.8 * size, line.baseline - 0.72 * size))
    picture.line(to: Point(line.x - 0.3 * size, line.baseline - 0.34 * size))
    picture.line(to: Point(line.x - 0.8 * size, line.baseline + 0.04 * size))
    picture.stroke(PictureTheme.panel, width: max(1, size / 8))
  }

  /// A little arrow at the right, for entries that are left out.
  private func paintMore(beside line: Line, up: Bool, on picture: Picture) {
    let x = Double(box.columns.upperBound) - 1.1 * size
    let (middle, tip) = (line.baseline - 0.33 * size, up ? -0.25 * size : 0.25 * size)
    picture.move(to: Point(x - 0.3 * size, middle - tip / 2))
    picture.line(to: Point(x, middle + tip / 2))
    picture.line(to: Point(x + 0.3 * size, middle - tip / 2))
    let isMarked = entries.indices.contains(marked) && entries[marked] == line
    picture.stroke(isMarked ? PictureTheme.panel : PictureTheme.dim, width: max(1, size / 9))
  }
}
