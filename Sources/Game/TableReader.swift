// SPDX-License-Identifier: MIT

public import KeyValue
internal import Physics

extension Table {
  /// The longest table file that is read, bytes: the largest map takes a quarter of it.
  public static let maximumFileLength = 256 * 1024

  /// Reads the text of a table file; docs/tables.md describes it.
  ///
  /// - Parameters:
  ///   - bytes: the file's contents.
  ///   - file: the file's name, for errors.
  ///   - name: the name under which the table is known.
  /// - Returns: the table, which can be played on.
  /// - Throws: the first error, with the file and line, what was found and what was expected.
  public static func parse(
    _ bytes: [UInt8], file: String, name: String
  ) throws(KeyValueError) -> Table {
    try TableReader(bytes, file: file).table(name: name)
  }

  /// Reads a text that is a string already.
  public static func parse(
    text: String, file: String, name: String
  ) throws(KeyValueError) -> Table {
    try parse(Array(text.utf8), file: file, name: name)
  }
}

/// Puts a table together from the lines of its file.
private struct TableReader {
  private let file: String
  private let entries: [String: [Entry]]
  private let map: TableMap?
  /// The line that an error names which is about the file as a whole.
  private let lastLine: Int

  /// The word of `capture`.
  private enum Capture: String, CaseIterable { case centre, speed, pull }

  /// A line that a start or a hole comes from.
  private struct Line {
    var number: Int
    /// The entry there; nil in the map.
    var entry: Entry?

    init(number: Int) { self.number = number }

    init(_ entry: Entry) {
      number = entry.line
      self.entry = entry
    }
  }

  private static let keys = [
    "title", "game", "cell", "width", "height", "ball-radius", "restitution", "rebound",
    "resistance", "acceleration", "capture", "pull", "brake", "hole-radius", "hole", "pivot",
    "turn-rate", "turn-step", "start", "flag", "balls", "time", "goal",
  ]

  init(_ bytes: [UInt8], file: String) throws(KeyValueError) {
    self.file = file
    func failure(_ line: Int, _ found: String, _ expected: String) -> KeyValueError {
      KeyValueError(file: file, line: line, reason: ValueError(found: found, expected: expected))
    }
    guard bytes.count <= Table.maximumFileLength else {
      throw failure(1, "\(bytes.count) bytes", "at most \(Table.maximumFileLength)")
    }
    let text = try Self.read(bytes, file: file)
    var entries: [String: [Entry]] = [:]
    for entry in text.entries {
      guard Self.keys.contains(entry.key) else {
        let nearest = nearest(to: entry.key, among: Self.keys)
        let question = nearest.map { " (did you mean `\($0)`?)" } ?? ""
        throw failure(
          entry.line, "the key \(quoted(entry.key))\(question)",
          "one of \(Self.keys.joined(separator: ", "))")
      }
      entries[entry.key, default: []].append(entry)
    }
    self.entries = entries
    lastLine = text.markerLine ?? text.entries.last?.line ?? 1
    if let line = text.markerLine {
      map = try TableMap(text.rest, file: file, markerLine: line)
    } else {
      map = nil
    }
  }

  /// Splits the file into its entries and the map's lines.
  private static func read(
    _ bytes: [UInt8], file: String
  ) throws(KeyValueError) -> KeyValueText {
    let stray = strayHeader(in: bytes, file: file)
    let text: KeyValueText
    do throws(KeyValueError) {
      text = try KeyValueText(
        bytes, file: file, marker: TableMap.marker, repeatable: ["hole", "start"])
    } catch {
      if let stray, stray.line <= error.line { throw stray }
      // A line without a `=` is most often a row of a map.
      let form = "`key = value`"
      guard error.reason.expected == form else { throw error }
      throw KeyValueError(
        file: file, line: error.line,
        reason: ValueError(
          found: error.reason.found, expected: "\(form), or `\(TableMap.marker)` above the map"))
    }
    if let stray { throw stray }
    return text
  }

  /// The first line above the map that begins with a bracket.
  ///
  /// A section without entries would go unseen, and rows of blocks behind it pass for comments.
  private static func strayHeader(in bytes: [UInt8], file: String) -> KeyValueError? {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var content = line.drop(while: blanks.contains)
      guard content.first == UInt8(ascii: "[") else { continue }
      while let last = content.last, blanks.contains(last) { content.removeLast() }
      let header = String(decoding: content, as: UTF8.self)
      if header == TableMap.marker { return nil }
      let isMisspelt = header.lowercased() == TableMap.marker
      return KeyValueError(
        file: file, line: index + 1,
        reason: ValueError(
          found: quoted(header),
          expected: (isMisspelt ? "" : "`key = value` or ")
            + "`\(TableMap.marker)`, alone in its line"))
    }
    return nil
  }

  func table(name: String) throws(KeyValueError) -> Table {
    let rules = try required("game").word(Table.Rules.self)
    let surface = try surface()
    let (holes, holeLines) = try holes(on: surface)
    let starts = try starts(on: surface)
    let flag = try flag(on: surface)
    let timeLimit = try steps("time")
    let turnRate = try quantity("turn-rate", .angularVelocity) ?? 0
    let turnStep = try quantity("turn-step", .angularVelocity) ?? 0
    let ballLimit = try entry("balls")?.count()
    let goal = try entry("goal")?.count()
    do throws(TableError) {
      return try Table(
        name: name, title: entry("title")?.value ?? "", rules: rules, surface: surface,
        blocks: map?.blocks ?? .none, holes: holes, start: starts.map(\.ball), flag: flag,
        turnRate: turnRate, turnStep: turnStep, ballLimit: ballLimit, timeLimit: timeLimit,
        goal: goal)
    } catch {
      let lines = error.key == "hole" ? holeLines : starts.map(\.line)
      throw failure(error, lines: lines)
    }
  }

  // MARK: Parts

  private func surface() throws(KeyValueError) -> Surface {
    let (width, height) = try size()
    let rebound = try entry("rebound")?.word(Rebound.self) ?? .game
    let ballRadius = try TableMeasure.length.value(of: required("ball-radius"))
    let restitution = try quantity("restitution", .number) ?? Self.defaultRestitution
    let resistance = try quantity("resistance", .number) ?? Constants.defaultResistance
    let factor =
      try quantity("acceleration", .accelerationPerGravity)
      ?? Constants.defaultAccelerationFactor
    do throws(OutOfRange) {
      return try Surface(
        width: width, height: height, ballRadius: ballRadius, restitution: restitution,
        resistance: resistance, accelerationFactor: factor,
        rebound: rebound)
    } catch {
      throw failure(TableError(error))
    }
  }

  private func size() throws(KeyValueError) -> (Double, Double) {
    guard let cell = entry("cell") else {
      return (
        try TableMeasure.length.value(of: required("width")),
        try TableMeasure.length.value(of: required("height"))
      )
    }
    for key in ["width", "height"] {
      if let surplus = entry(key) {
        throw surplus.error(
          ValueError(
            found: "`\(key)` beside `cell`", expected: "the one or the other, not both"))
      }
    }
    guard let map else { throw needs("cell", "a map") }
    let side = try TableMeasure.length.value(of: cell)
    return (side * Double(map.blocks.columns), side * Double(map.blocks.rows))
  }

  private func holes(
    on surface: Surface
  ) throws(KeyValueError) -> (holes: Holes, lines: [Line]) {
    var pattern: [Hole] = []
    var lines: [Line] = []
    if let map, let first = map.holes.first {
      guard let entry = entry("hole-radius") else {
        throw failure(
          map.lines[first.row], found: "an `O` in the map",
          expected: "a `hole-radius = 10 mm` or the like above it")
      }
      let radius = try TableMeasure.length.value(of: entry)
      pattern = map.holes.map { Hole(centre: centre(of: $0, on: surface), radius: radius) }
      lines = map.holes.map { Line(number: map.lines[$0.row]) }
    } else if entry("hole-radius") != nil {
      throw needs("hole-radius", "an `O` in the map")
    }
    for entry in entries["hole"] ?? [] {
      let numbers = try TableMeasure.length.values(
        3, of: entry, form: "x, y and radius, such as `40 60 10 mm`")
      pattern.append(Hole(centre: Vector2(numbers[0], numbers[1]), radius: numbers[2]))
      lines.append(Line(entry))
    }
    if pattern.isEmpty {
      for key in ["capture", "pivot", "turn-rate", "turn-step"] where entry(key) != nil {
        throw needs(key, "a hole")
      }
    }
    let rule = try captureRule()
    var pivot = Vector2(surface.width / 2, surface.height / 2)
    if let entry = entry("pivot") {
      let numbers = try TableMeasure.length.values(
        2, of: entry, form: "x and y, such as `160 100 mm`")
      pivot = Vector2(numbers[0], numbers[1])
    }
    do throws(OutOfRange) {
      let holes = try pattern.isEmpty ? .none : Holes(pattern, pivot: pivot, rule: rule)
      return (holes, lines)
    } catch {
      throw failure(TableError(error), lines: lines)
    }
  }

  private func captureRule() throws(KeyValueError) -> CaptureRule {
    let capture = try entry("capture")?.word(Capture.self) ?? .centre
    if capture == .pull {
      return .pull(
        atRim: try TableMeasure.acceleration.value(of: required("pull")),
        brake: try TableMeasure.rate.value(of: required("brake")))
    }
    for key in ["pull", "brake"] where entry(key) != nil {
      throw needs(key, "`capture = pull`")
    }
    return capture == .speed ? .speed : .centre
  }

  private func starts(on surface: Surface) throws(KeyValueError) -> [(ball: Ball, line: Line)] {
    var starts: [(ball: Ball, line: Line)] = []
    if let map {
      starts = map.starts.map {
        (Ball(position: centre(of: $0, on: surface)), Line(number: map.lines[$0.row]))
      }
    }
    let form = "x and y, such as `40 60 mm`, and maybe a velocity, such as `0.1 0.2 m/s`"
    for entry in entries["start"] ?? [] {
      var words = entry.value.split { $0 == " " || $0 == "\t" }[...]
      let place = try TableMeasure.length.take(2, from: &words, of: entry, form: form)
      var velocity = Vector2.zero
      if !words.isEmpty {
        let numbers = try TableMeasure.speed.take(2, from: &words, of: entry, form: form)
        velocity = Vector2(numbers[0], numbers[1])
      }
      guard words.isEmpty else { throw entry.error(expected: form) }
      let ball = Ball(position: Vector2(place[0], place[1]), velocity: velocity)
      starts.append((ball, Line(entry)))
    }
    guard 1...Constants.ballLimit ~= starts.count else {
      throw failure(
        starts.isEmpty ? lastLine : starts[Constants.ballLimit].line.number,
        found: starts.isEmpty ? "no start" : "\(starts.count) starts",
        expected: "1 to \(Constants.ballLimit): an `S` in the map, or `start = x y mm`")
    }
    return starts
  }

  private func flag(on surface: Surface) throws(KeyValueError) -> Rectangle? {
    if let entry = entry("flag") {
      if map?.flag != nil {
        throw entry.error(
          ValueError(found: "`flag` beside an `F` in the map", expected: "one flag"))
      }
      let numbers = try TableMeasure.length.values(
        4, of: entry, form: "x, y, width and height, such as `0 0 40 40 mm`")
      return Rectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    guard let map, let flag = map.flag else { return nil }
    let cellWidth = surface.width / Double(map.blocks.columns)
    let cellHeight = surface.height / Double(map.blocks.rows)
    return Rectangle(
      x: Double(flag.columns.lowerBound) * cellWidth, y: Double(flag.rows.lowerBound) * cellHeight,
      width: Double(flag.columns.count) * cellWidth, height: Double(flag.rows.count) * cellHeight)
  }

  private func centre(of cell: TableMap.Cell, on surface: Surface) -> Vector2 {
    guard let map else { return .zero }
    return Vector2(
      (Double(cell.column) + 0.5) * surface.width / Double(map.blocks.columns),
      (Double(cell.row) + 0.5) * surface.height / Double(map.blocks.rows))
  }

  // MARK: Entries

  /// The restitution where a file names none: a steel ball at a wooden wall.
  private static let defaultRestitution = 0.4

  private func entry(_ key: String) -> Entry? { entries[key]?.first }

  private func required(_ key: String) throws(KeyValueError) -> Entry {
    if let entry = entry(key) { return entry }
    throw failure(lastLine, found: "no `\(key)`", expected: "one above here")
  }

  private func quantity(
    _ key: String, _ measure: TableMeasure
  ) throws(KeyValueError) -> Double? {
    guard let entry = entry(key) else { return nil }
    return try measure.value(of: entry)
  }

  private func steps(_ key: String) throws(KeyValueError) -> Int64? {
    guard let entry = entry(key) else { return nil }
    let milliseconds = try TableMeasure.time.value(of: entry) * 1000
    let limits = Table.timeLimits
    let range = Double(limits.lowerBound)...Double(limits.upperBound)
    guard range.contains(milliseconds) else {
      throw entry.error(expected: "a time of 1 ms to a day")
    }
    return Int64(milliseconds.rounded())
  }

  // MARK: Errors

  private func needs(_ key: String, _ what: String) -> KeyValueError {
    failure(
      entry(key)?.line ?? lastLine, found: "`\(key)`", expected: "it only together with \(what)")
  }

  private func failure(_ line: Int, found: String, expected: String) -> KeyValueError {
    KeyValueError(file: file, line: line, reason: ValueError(found: found, expected: expected))
  }

  /// The error at the line that the property comes from.
  ///
  /// `lines` are those of the starts or the holes, if it is about one of them.
  private func failure(_ error: TableError, lines: [Line] = []) -> KeyValueError {
    let line =
      error.index.flatMap { lines.indices.contains($0) ? lines[$0] : nil } ?? line(of: error.key)
    var found = error.found
    if let entry = line.entry {
      let isShown = error.isValue && entry.key == error.key
      found = "`\(entry.key)` = \(quoted(entry.value))" + (isShown ? "" : " (\(found))")
    }
    return failure(line.number, found: found, expected: error.expected)
  }

  /// Where a property comes from that isn't one of several starts or holes.
  private func line(of key: String) -> Line {
    if let entry = entry(key) { return Line(entry) }
    // The map gives the size by its cells.
    if key == "width" || key == "height", let cell = entry("cell") { return Line(cell) }
    if key == "flag", let map, let flag = map.flag {
      return Line(number: map.lines[flag.rows.lowerBound])
    }
    return Line(number: lastLine)
  }
}
