// SPDX-License-Identifier: MIT

/// A few sentences in a box in the middle of a picture.
struct PicturePanel: Hashable {
  /// The lines as they are written, the first one as a heading.
  let lines: [String]
  /// The letters' size in pixels.
  let size: Double
  let box: PixelBox

  /// The heading's size by that of the lines: a countdown's number is read from afar.
  private let headingScale: Double
  /// How many of the lines are the heading's.
  private let headingCount: Int
  private static let lineHeight = 1.45

  /// Breaks a title and lines so that they fit into a part of a picture.
  init(_ title: String, _ texts: [String], in bounds: PixelBox, measuredBy picture: Picture) {
    self.init(
      title, texts, in: bounds, letters: Self.letters(in: bounds), measuredBy: picture)
  }

  /// A sentence by itself, in the lower part of the middle.
  init(notice: String, in bounds: PixelBox, measuredBy picture: Picture) {
    let lower = PixelBox(
      columns: bounds.columns,
      rows: bounds.rows.lowerBound + bounds.height * 2 / 3..<bounds.rows.upperBound)
    self.init("", [notice], in: lower, letters: Self.letters(in: bounds), measuredBy: picture)
  }

  private static func letters(in bounds: PixelBox) -> Double {
    max(9, min(Double(bounds.height) * 0.052, Double(bounds.width) * 0.05))
  }

  private init(
    _ title: String, _ texts: [String], in bounds: PixelBox, letters: Double,
    measuredBy picture: Picture
  ) {
    var size = letters
    let headingScale = title.utf8.count <= 2 ? 3 : 1.4
    self.headingScale = headingScale
    var lines: [String] = []
    var headings = 0
    var width = 0.0
    var height = 0.0
    // Smaller until it fits; at the least size the last lines may be cut off.
    while true {
      let room = Double(bounds.width) * 0.86 - 2 * size
      lines = Self.wrapped(title, size * headingScale, room, picture)
      headings = lines.count
      for text in texts { lines += Self.wrapped(text, size, room, picture) }
      width = 0
      for (index, line) in lines.enumerated() {
        let scale = index < headings ? headingScale : 1
        width = max(width, picture.textWidth(line, size: size * scale))
      }
      height =
        size * Self.lineHeight
        * (Double(lines.count) + (headingScale / 1.4 * 1.5 - 1) * Double(headings))
      if height + size <= Double(bounds.height) * 0.94 || size <= 6 { break }
      size *= 0.85
    }
    self.lines = lines
    self.size = size
    headingCount = headings
    box = PixelBox(
      around: bounds.centerX, bounds.centerY, reachX: width / 2 + 1.3 * size,
      reachY: height / 2 + 0.7 * size
    ).intersection(bounds)
  }

  /// Breaks a text between words into lines that are no wider than there is room, and through a word
  /// that is wider by itself.
  static func wrapped(
    _ text: String, _ size: Double, _ room: Double, _ picture: Picture
  ) -> [String] {
    var lines: [String] = []
    for word in plainLetters(text).split(separator: " ") {
      if let last = lines.last, picture.textWidth("\(last) \(word)", size: size) <= room {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines += broken(word, size, room, picture)
      }
    }
    return lines
  }

  /// A word in pieces for which there is room, of a letter at least.
  private static func broken(
    _ word: Substring, _ size: Double, _ room: Double, _ picture: Picture
  ) -> [String] {
    var pieces: [String] = []
    // As much of it as is looked at in one go: a message may be a single word of 4 KiB.
    var rest = word.prefix(500)
    while rest.count > 1 {
      let width = picture.textWidth(String(rest), size: size)
      guard width > room else { break }
      var count = max(1, min(rest.count - 1, Int(Double(rest.count) * max(0, room) / width) + 1))
      while count > 1, picture.textWidth(String(rest.prefix(count)), size: size) > room {
        count -= 1
      }
      pieces.append(String(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces + [String(rest)]
  }

  /// Paints what lies behind letters of a size.
  static func paintBox(_ box: PixelBox, letters size: Double, on picture: Picture) {
    let radius = min(size * 0.7, Double(min(box.width, box.height)) / 3)
    picture.roundedRectangle(box, inset: 0.5, radius: radius)
    picture.fill(PictureTheme.panel, opacity: 0.88)
    picture.roundedRectangle(box, inset: 1.2, radius: radius)
    picture.stroke(PictureTheme.block, width: max(1, size / 12), opacity: 0.8)
  }

  /// Paints it where the clip allows.
  func paint(on picture: Picture) {
    Self.paintBox(box, letters: size, on: picture)
    var baseline = Double(box.rows.lowerBound) + 0.7 * size
    for (index, line) in lines.enumerated() {
      let isHeading = index < headingCount
      let size = isHeading ? size * headingScale : size
      baseline += self.size * Self.lineHeight * (isHeading ? headingScale / 1.4 * 1.25 : 1)
      let width = picture.textWidth(line, size: size)
      picture.write(
        line, at: Point(box.centerX - width / 2, baseline - 0.35 * size), size: size,
        color: isHeading ? PictureTheme.bright : PictureTheme.text, weight: size / 26)
    }
  }
}
