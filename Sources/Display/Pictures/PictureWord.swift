// SPDX-License-Identifier: MIT

/// A word beside or above the table, or a row of small balls for those that are left.
struct PictureWord: Hashable {
  let content: Content
  /// Its left end, on the line that letters stand on.
  let origin: Point
  /// The letters' size in pixels.
  let size: Double
  let color: Color
  /// The pixels in which it may be.
  let box: PixelBox

  /// What is shown.
  enum Content: Hashable {
    case text(String)
    case balls(Int)
  }

  /// How many small balls are drawn; more are a number.
  private static let mostBalls = 6

  /// Places a word with its left end at `x`, or, if `isRight`, its right one.
  init(
    _ content: Content, x: Double, baseline: Double, size: Double, color: Color,
    isRight: Bool = false, measuredBy picture: Picture
  ) {
    let content = Self.readable(content)
    let width = Self.width(of: content, size: size, measuredBy: picture)
    self.content = content
    self.size = size
    self.color = color
    origin = Point(isRight ? x - width : x, baseline)
    box = PixelBox(
      around: origin.x + width / 2, baseline - size * 0.3, reachX: width / 2 + 2,
      reachY: size * 0.75)
  }

  /// How wide a word of this size is, in pixels.
  static func width(of content: Content, size: Double, measuredBy picture: Picture) -> Double {
    switch readable(content) {
    case .text(let text): picture.textWidth(text, size: size)
    case .balls(let count): Double(count) * size * 0.75
    }
  }

  private static func readable(_ content: Content) -> Content {
    switch content {
    case .text(let text): .text(plainLetters(text))
    case .balls(let count) where count > mostBalls: .text("\(count) balls")
    case .balls(let count): .balls(max(0, count))
    }
  }

  /// Writes it where the clip allows.
  func paint(on picture: Picture) {
    switch content {
    case .text(let text):
      picture.write(text, at: origin, size: size, color: color, weight: size / 26)
    case .balls(let count):
      for number in 0..<count {
        let center = Point(
          origin.x + (Double(number) + 0.5) * size * 0.75, origin.y - size * 0.33)
        picture.circle(center, radius: size * 0.29)
        picture.fillRadial(
          from: Point(center.x - size * 0.1, center.y - size * 0.1), 0, to: center, size * 0.29,
          stops: [(0, Color(250, 250, 250), 1), (1, Color(120, 118, 116), 1)])
      }
    }
  }
}
