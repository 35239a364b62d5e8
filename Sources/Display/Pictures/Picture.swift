// SPDX-License-Identifier: MIT

internal import CCairo

/// A picture in memory with Cairo's pen on it: 4 bytes a pixel, red, green and blue from bit 16, 8
/// and 0 on, row after row without a gap.
///
/// In pixels, x to the right, y down.
///
/// Cairo never fails a call: out of memory it draws no more. The built-in font is asked for by name
/// (`@cairo:`): no file and no setting of the machine decides how a letter looks.
public final class Picture {
  /// Pixels a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The pixels; they live as long as the picture.
  public let pixels: UnsafeMutablePointer<UInt32>
  private let surface: OpaquePointer?
  private let pen: OpaquePointer?

  /// The longest side that a picture can have.
  public static let longestSide = 16384

  /// Makes a black picture; sides are clamped to 1…`longestSide`.
  public init(width: Int, height: Int) {
    let (columns, rows) = (
      min(max(1, width), Self.longestSide), min(max(1, height), Self.longestSide)
    )
    let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: columns * rows)
    pixels.initialize(repeating: 0, count: columns * rows)
    surface = pixels.withMemoryRebound(to: UInt8.self, capacity: 4 * columns * rows) {
      cairo_image_surface_create_for_data(
        $0, CAIRO_FORMAT_RGB24, Int32(columns), Int32(rows), Int32(4 * columns))
    }
    (self.width, self.height, self.pixels) = (columns, rows, pixels)
    pen = cairo_create(surface)
    cairo_select_font_face(
      pen, "@cairo:", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(pen, options)
    cairo_font_options_destroy(options)
  }

  deinit {
    cairo_destroy(pen)
    cairo_surface_destroy(surface)
    pixels.deallocate()
  }

  /// The whole picture.
  public var bounds: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }

  /// The pixel at a place inside of the picture.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Tells Cairo that pixels were written past its back.
  func pixelsChanged() { cairo_surface_mark_dirty(surface) }

  /// Makes Cairo finish what it has begun, before pixels are read or written past its back.
  func finishDrawing() { cairo_surface_flush(surface) }

  /// Copies a box of a picture of the same size.
  func copy(_ box: PixelBox, from other: Picture) {
    let box = box.intersection(bounds)
    guard !box.isEmpty, other.width == width, other.height == height else { return }
    for row in box.rows {
      let start = row * width + box.columns.lowerBound
      (pixels + start).update(from: other.pixels + start, count: box.width)
    }
    pixelsChanged()
  }

  /// The picture as a PNG file.
  public func png() -> [UInt8] {
    let bytes = ByteSink()
    finishDrawing()
    cairo_surface_write_to_png_stream(
      surface,
      { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes += UnsafeBufferPointer(start: data, count: Int(count))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(bytes).toOpaque())
    return bytes.bytes
  }

  private final class ByteSink {
    var bytes: [UInt8] = []
  }
}

/// What Cairo calls a path, built step by step and then filled, stroked or clipped to.
extension Picture {
  /// Runs a few steps, after which clip, transformation and line are as before.
  func isolated(_ steps: () -> Void) {
    cairo_save(pen)
    steps()
    cairo_restore(pen)
  }

  func move(to point: Point) { cairo_move_to(pen, point.x, point.y) }
  func line(to point: Point) { cairo_line_to(pen, point.x, point.y) }
  func curve(_ first: Point, _ second: Point, to end: Point) {
    cairo_curve_to(pen, first.x, first.y, second.x, second.y, end.x, end.y)
  }
  func closePath() { cairo_close_path(pen) }

  func circle(_ center: Point, radius: Double) {
    cairo_new_sub_path(pen)
    cairo_arc(pen, center.x, center.y, radius, 0, 2 * Double.pi)
    cairo_close_path(pen)
  }

  func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_rectangle(pen, x, y, width, height)
  }

  func rectangle(_ box: PixelBox) {
    rectangle(
      Double(box.columns.lowerBound), Double(box.rows.lowerBound), Double(box.width),
      Double(box.height))
  }

  /// A rectangle with rounded corners.
  func roundedRectangle(_ box: PixelBox, inset: Double = 0, radius: Double) {
    let (left, top) = (Double(box.columns.lowerBound) + inset, Double(box.rows.lowerBound) + inset)
    let (right, bottom) = (
      Double(box.columns.upperBound) - inset, Double(box.rows.upperBound) - inset
    )
    let quarter = Double.pi / 2
    cairo_new_sub_path(pen)
    cairo_arc(pen, right - radius, top + radius, radius, -quarter, 0)
    cairo_arc(pen, right - radius, bottom - radius, radius, 0, quarter)
    cairo_arc(pen, left + radius, bottom - radius, radius, quarter, 2 * quarter)
    cairo_arc(pen, left + radius, top + radius, radius, 2 * quarter, 3 * quarter)
    cairo_close_path(pen)
  }

  /// Restricts what follows, until the end of `isolated`, to the path.
  func clip() { cairo_clip(pen) }

  /// As `clip`, for paths whose inner parts are holes in the outer ones.
  func clipEvenOdd() {
    cairo_set_fill_rule(pen, CAIRO_FILL_RULE_EVEN_ODD)
    cairo_clip(pen)
    cairo_set_fill_rule(pen, CAIRO_FILL_RULE_WINDING)
  }

  func fill(_ color: Color, opacity: Double = 1) {
    use(color, opacity)
    cairo_fill(pen)
  }

  /// As `fill`, for paths whose inner parts are holes in the outer ones.
  func fillEvenOdd(_ color: Color, opacity: Double = 1) {
    cairo_set_fill_rule(pen, CAIRO_FILL_RULE_EVEN_ODD)
    fill(color, opacity: opacity)
    cairo_set_fill_rule(pen, CAIRO_FILL_RULE_WINDING)
  }

  /// Fills the path with another picture, stretched to a box, whatever its own size.
  func fill(with texture: Picture, stretchedTo box: PixelBox) {
    let pattern = cairo_pattern_create_for_surface(texture.surface)
    var matrix = cairo_matrix_t()
    let (scaleX, scaleY) = (
      Double(texture.width) / Double(max(1, box.width)),
      Double(texture.height) / Double(max(1, box.height))
    )
    cairo_matrix_init(
      &matrix, scaleX, 0, 0, scaleY, -Double(box.columns.lowerBound) * scaleX,
      -Double(box.rows.lowerBound) * scaleY)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_set_source(pen, pattern)
    cairo_fill(pen)
    cairo_pattern_destroy(pattern)
  }

  /// Fills the path with a change of colour between two circles; stops go from 0, the first, to 1.
  func fillRadial(
    from first: Point, _ firstRadius: Double, to second: Point, _ secondRadius: Double,
    stops: [(at: Double, color: Color, opacity: Double)]
  ) {
    let pattern = cairo_pattern_create_radial(
      first.x, first.y, firstRadius, second.x, second.y, secondRadius)
    for stop in stops {
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.at, Double(stop.color.red) / 255, Double(stop.color.green) / 255,
        Double(stop.color.blue) / 255, stop.opacity)
    }
    cairo_set_source(pen, pattern)
    cairo_fill(pen)
    cairo_pattern_destroy(pattern)
  }

  func stroke(_ color: Color, width: Double, opacity: Double = 1) {
    use(color, opacity)
    cairo_set_line_width(pen, width)
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(pen)
  }

  private func use(_ color: Color, _ opacity: Double) {
    cairo_set_source_rgba(
      pen, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, opacity)
  }

  // MARK: Text

  /// How far a text of this size reaches to the right, in pixels.
  func textWidth(_ text: String, size: Double) -> Double {
    cairo_set_font_size(pen, size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(pen, text, &extents)
    return extents.x_advance
  }

  /// Writes ASCII with its baseline beginning at a point.
  ///
  /// The font's strokes are thin: `weight`, in pixels, is drawn around them.
  func write(_ text: String, at point: Point, size: Double, color: Color, weight: Double = 0) {
    cairo_set_font_size(pen, size)
    cairo_move_to(pen, point.x, point.y)
    cairo_text_path(pen, text)
    use(color, 1)
    if weight > 0 {
      cairo_set_line_width(pen, weight)
      cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke_preserve(pen)
    }
    cairo_fill(pen)
  }
}

/// A place in a picture, in pixels.
struct Point: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
