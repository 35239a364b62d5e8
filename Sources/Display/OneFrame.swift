// SPDX-License-Identifier: MIT

internal import Glibc
internal import Options
internal import Posix
internal import Wire

/// One frame, as text or as a picture, and no more: `--once` and `--png`.
///
/// It is of the daemon's next state; or, where standard input is a pipe or a file with the lines of a
/// daemon (`balld --print`), of the last state in them.
struct OneFrame {
  let options: ViewOptions
  let capabilities: Capabilities

  /// Why there is no frame.
  struct Failure: Error {
    let code: ExitCode
    let message: String
  }

  /// How long the daemon may take for its first state, and standard input for its first byte, in ns.
  private static let patience: Int64 = 5_000_000_000
  /// The size of a picture, if none is asked for.
  private static let pictureSize = ViewOptions.Size(columns: 800, rows: 480)

  /// Makes the frame and writes it where it belongs.
  func write() throws(Failure) {
    let player = try player()
    if let path = options.picture {
      try write(picture: player.scene, to: path)
    } else {
      let size = options.size ?? Self.textSize
      var painter = CellPainter(capabilities)
      let grid = painter.paint(player.scene, columns: size.columns, rows: size.rows)
      try write(Array(TextFrame.lines(of: grid).utf8), to: STDOUT_FILENO, "standard output")
    }
  }

  private func write(picture scene: Scene, to path: String) throws(Failure) {
    let size = options.size ?? Self.pictureSize
    let isTurned = options.rotation.isSideways
    let painter = PicturePainter(
      width: isTurned ? size.rows : size.columns, height: isTurned ? size.columns : size.rows)
    _ = painter.paint(scene)
    let bytes = painter.picture.turned(by: options.rotation).png()
    if path == "-" {
      try write(bytes, to: STDOUT_FILENO, "standard output")
      return
    }
    let file: Descriptor
    do throws(Errno) {
      file = try Descriptor.open(path, .replacing(mode: 0o666))
    } catch {
      throw Failure(code: .inputOutput, message: "cannot write to \(path): \(error)")
    }
    try write(bytes, to: file.number, path)
  }

  private func write(_ bytes: [UInt8], to number: Int32, _ name: String) throws(Failure) {
    do throws(Errno) {
      try writeAll(bytes, to: number)
    } catch .brokenPipe {
      // Who read it has seen enough.
    } catch {
      throw Failure(code: .inputOutput, message: "cannot write to \(name): \(error)")
    }
  }

  // MARK: Where the state comes from

  private func player() throws(Failure) -> Player {
    if let player = try recordedPlayer() { return player }
    let connection: Connection
    do throws(ConnectionError) {
      connection = try Connection.open(directory: options.runtimeDirectory)
    } catch {
      throw Failure(code: ViewProgram.code(of: error), message: error.description)
    }
    var player = Player(rate: Double(options.framesPerSecond))
    let deadline = monotonicNow() + Self.patience
    do {
      for case .send(let command) in player.opened(mayControl: connection.mayControl) {
        try connection.send(Request(command))
      }
      while !player.hasPicture {
        var awaited = [Awaited(connection.descriptor)]
        try poll(&awaited, until: deadline)
        if monotonicNow() >= deadline {
          throw Failure(
            code: .unavailable,
            message: "balld at \(connection.path) sent no state within 5 s")
        }
        for message in try connection.nextMessages() {
          // What follows from it is for those who stay.
          _ = player.take(message, at: monotonicNow())
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as ConnectionError {
      throw Failure(code: .unavailable, message: error.description)
    } catch {
      throw Failure(
        code: .system, message: "cannot wait for \(connection.path): \(error)")
    }
    return player
  }

  /// The state at the end of the lines on standard input; nil if there are none, so that the daemon
  /// is asked.
  private func recordedPlayer() throws(Failure) -> Player? {
    guard Process.isPipeOrFile(STDIN_FILENO) else { return nil }
    do throws(Errno) {
      // Under ssh or a supervisor, standard input may be a pipe that stays empty.
      var awaited = [Awaited(STDIN_FILENO)]
      try poll(&awaited, until: monotonicNow() + Self.patience)
      guard awaited[0].isReadable else { return nil }
    } catch {
      throw Failure(code: .system, message: "cannot wait for standard input: \(error)")
    }
    var lines = RecordedLines()
    while let bytes = try Self.nextInput() {
      do throws(RecordedLines.Malformed) {
        try lines.take(bytes)
      } catch {
        throw Failure(code: .notUnderstood, message: error.description)
      }
    }
    do throws(RecordedLines.Malformed) {
      return try lines.finish()
    } catch {
      throw Failure(code: .notUnderstood, message: error.description)
    }
  }

  /// The next bytes of standard input; nil at its end.
  private static func nextInput() throws(Failure) -> ArraySlice<UInt8>? {
    var block = [UInt8](repeating: 0, count: 64 << 10)
    let outcome = block.withUnsafeMutableBytes { buffer -> Result<Int, Errno> in
      do throws(Errno) {
        return .success(try Posix.read(into: buffer, from: STDIN_FILENO))
      } catch {
        return .failure(error)
      }
    }
    do throws(Errno) {
      let count = try outcome.get()
      return count == 0 ? nil : block[..<count]
    } catch {
      throw Failure(code: .inputOutput, message: "cannot read standard input: \(error)")
    }
  }

  /// The terminal's size less the prompt's line, wherever a terminal is found; else COLUMNS and
  /// LINES; else 80x24.
  private static var textSize: ViewOptions.Size {
    for number in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      if let size = Terminal.size(of: number) {
        return ViewOptions.Size(columns: size.columns, rows: max(1, size.rows - 1))
      }
    }
    return .environment
  }
}
