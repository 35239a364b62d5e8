// SPDX-License-Identifier: MIT

internal import Wire

@testable internal import Display

/// Reads what a fuzzer or a test made up as the lines that a server sends to a display.
public enum MessageProbe {
  /// Takes a server's lines, which may be anything, with time and keys in between, and draws what they say.
  ///
  /// The first byte says on which surfaces and how large. A line that begins with `!` is what a person does:
  /// its bytes are keys, a blank is half a second. Traps where a promise isn't kept: whatever comes, each
  /// surface is drawn, a cell's picture fits its size, and no line gives a terminal an order of the server's.
  ///
  /// - Returns: how many messages were understood.
  @discardableResult
  public static func read(_ input: [UInt8]) -> Int {
    guard let mode = input.first else { return 0 }
    var display = ProbedDisplay(mode)
    var splitter = LineSplitter(limit: Limits.clientLine)
    splitter.append(input.dropFirst())
    var lines: [[UInt8]] = []
    while case .line(let line)? = splitter.next() { lines.append(line) }
    if case .line(let line)? = splitter.finish() { lines.append(line) }
    var count = 0
    for line in lines.prefix(60) {
      if line.first == UInt8(ascii: "!") {
        display.press(line.dropFirst().prefix(40))
        continue
      }
      do throws(MessageError) {
        guard let message = try Message.decode(line) else { continue }
        count += 1
        display.take(message)
      } catch {
        continue
      }
    }
    display.draw()
    readRecorded(Array(input.dropFirst()))
    return count
  }

  /// The same as a file, as `--once` and `--png` read it.
  private static func readRecorded(_ bytes: [UInt8]) {
    var lines = RecordedLines()
    do throws(RecordedLines.Malformed) {
      try lines.take(bytes[...])
      if let player = try lines.finish() { precondition(player.hasPicture) }
    } catch {
      requirePlain(error.description)
    }
  }
}

/// A display of all surfaces, whose time goes on with what comes.
private struct ProbedDisplay {
  private var player = Player(rate: 30)
  private var now: Int64 = 1 << 40
  private var painter: CellPainter
  private var encoder = TerminalEncoder(isSynchronized: true)
  private var grid: CellGrid?
  private var lamps = LampPainter()
  private let picture: PicturePainter?
  private let columns: Int
  private let rows: Int

  init(_ mode: UInt8) {
    let glyphs: Glyphs = mode & 1 == 0 ? .half : .ascii
    painter = CellPainter(
      Capabilities(depth: ColorDepth.allCases[Int(mode >> 1) & 3], glyphs: glyphs))
    columns = 20 + Int(mode >> 3 & 7) * 10
    rows = 6 + Int(mode >> 3 & 7) * 4
    // Pictures take a hundred times as long as all the rest.
    picture = mode & 0xc0 == 0xc0 ? PicturePainter(width: 64, height: 48) : nil
    _ = player.opened(mayControl: mode & 0x40 == 0)
  }

  mutating func take(_ message: Message) {
    now += 16_000_000
    if case .table = message { draw() }
    _ = player.take(message, at: now)
    _ = player.advance(to: now)
  }

  mutating func press(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      now += byte == UInt8(ascii: " ") ? 500_000_000 : 20_000_000
      _ = player.advance(to: now)
      var decoder = KeyDecoder()
      for key in decoder.feed([byte]) { _ = player.press(key, at: now) }
      if let deadline = player.deadline { precondition(deadline > 0) }
    }
    draw()
  }

  mutating func draw() {
    let new = painter.paint(player.scene, columns: columns, rows: rows)
    precondition(new.columns == columns && new.rows == rows)
    precondition(new.cells.allSatisfy { isPlain(String($0.glyph)) })
    precondition(!encoder.encode(from: grid, to: new).isEmpty || grid == new)
    grid = new
    _ = lamps.paint(player.scene, at: now).bytes(gamma: .standard, rotation: .right)
    _ = picture?.paint(player.scene)
  }
}
