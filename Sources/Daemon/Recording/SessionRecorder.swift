// SPDX-License-Identifier: MIT

internal import Game
internal import Physics
internal import Posix
internal import Sensors
internal import Wire

/// Writes down what enters a running session: into a file, and for clients that asked for it.
///
/// The engine keeps the lines; four times a second they are handed over, the same to all. So a
/// client's stream is what a file would be that was begun at the same moment. What is to be sent is
/// returned: sending is the server's.
final class SessionRecorder {
  /// The numbers of the clients that record.
  private(set) var clients: [Int] = []
  private let log: Log
  private var file: RecordingFile?
  /// The beginning that was last sent, and its step: those who ask at once share it.
  private var newestBeginning: (step: Int64, line: [UInt8])?
  /// The step and the time (ns of CLOCK_MONOTONIC) of the last handing over.
  private var lastStep: Int64 = -1
  private var lastTime: Int64 = 0

  /// Lines are handed over at least so often while something happens, ns.
  ///
  /// With the writer's half second and the time that a sync takes, less than a second is lost when the
  /// plug is pulled.
  static let interval: Int64 = 250_000_000

  /// So many bytes of lines aren't kept any longer.
  private static let fullJournal = 16 << 10

  /// A recorder for clients, and for a file, in which the beginning stands already.
  ///
  /// Why a recording ends before its session is said in `log`.
  init(file: RecordingFile?, log: Log) {
    self.file = file
    self.log = log
  }

  /// Whether the line of an input fits into what is being recorded.
  func canTake(_ input: Engine.Input) -> Bool {
    guard isRecording else { return true }
    var line = ""
    InputText.write(input, step: World.lastStep, to: &line)
    guard line.utf8.count <= SessionFormat.maximumLineLength else { return false }
    return clients.isEmpty || Message.record(RecordPiece(line)).line.count <= Limits.recordLine
  }

  private var isRecording: Bool { file != nil || !clients.isEmpty }

  /// The file that is written; nil if none is.
  var path: String? { file?.path }
  /// Why the file has ended before the session; nil if it hasn't.
  private(set) var fault: String?

  /// Records for a client, from the next step on: after what the others get until then.
  ///
  /// - Throws: the error to tell it.
  /// - Returns: the line for the client alone.
  func begin(
    client: Int, _ engine: inout Engine, device: String
  ) throws(ErrorReport) -> [UInt8] {
    if clients.contains(client) {
      throw ErrorReport(
        code: .refused, field: "do", message: "this connection records already",
        hint: "read on, or open another connection")
    }
    // What entered while nobody recorded isn't in it.
    if !isRecording { newestBeginning = nil }
    let step = engine.session.step
    var line = newestBeginning.flatMap { $0.step == step ? $0.line : nil } ?? []
    if line.isEmpty {
      line = Message.record(RecordPiece(SessionText.beginning(of: engine, device: device))).line
      newestBeginning = (step, line)
    }
    guard line.count <= Limits.recordLine else {
      throw ErrorReport(
        code: .refused, field: "do",
        message:
          "the session's tables are too large for a stream: \(line.count) bytes, and at most "
          + "\(Limits.recordLine) fit",
        hint: "set a shorter daemon.playlist, or record with balld --record")
    }
    engine.beginJournal()
    clients.append(client)
    return line
  }

  /// A client is gone.
  func end(client: Int, _ engine: inout Engine) {
    clients.removeAll { $0 == client }
    if !isRecording { engine.endJournal() }
  }

  /// Looks at what has happened, and hands over what has waited for long enough.
  ///
  /// - Returns: the lines for all clients that record; and when to look again though nothing happens,
  ///   ns of CLOCK_MONOTONIC, nil if nothing waits.
  func follow(_ engine: inout Engine, now: Int64) -> (lines: [[UInt8]], due: Int64?) {
    let isNew = engine.session.step != lastStep || engine.journalSize > 0
    guard isRecording, isNew else { return ([], nil) }
    let due = lastTime + Self.interval
    if due > now && engine.journalSize < Self.fullJournal { return ([], due) }
    return (handOver(&engine, now: now), nil)
  }

  /// Hands over all lines, and how far the session has come.
  ///
  /// - Returns: the lines for all clients that record.
  func handOver(_ engine: inout Engine, now: Int64) -> [[UInt8]] {
    let step = engine.session.step
    guard isRecording, engine.journalSize > 0 || step != lastStep else { return [] }
    var lines = engine.takeJournal()
    InputText.writeMark(step: step, to: &lines)
    (lastStep, lastTime) = (step, now)
    newestBeginning = nil
    return give(lines, &engine)
  }

  /// Says why writing has failed, once.
  func hearFile(_ engine: inout Engine) {
    if let end = file?.takeFailure() { endFile(end, &engine) }
  }

  /// The daemon ends: hands over the last lines and waits for the disk, until `deadline` (ns of
  /// CLOCK_MONOTONIC) at the most.
  ///
  /// - Returns: the lines for all clients that record.
  func finish(_ engine: inout Engine, until deadline: Int64) -> [[UInt8]] {
    guard isRecording else { return [] }
    var lines = engine.takeJournal()
    InputText.writeEnd("the daemon has ended", step: engine.session.step, to: &lines)
    let messages = give(lines, &engine)
    if let file {
      let isSafe = file.close(until: deadline)
      hearFile(&engine)
      if !isSafe {
        log(.warning, "the recording \(file.path) isn't on the disk yet, not waiting for it")
      } else if self.file != nil {
        log(.info, "recorded \(file.path)")
      }
    }
    return messages
  }

  private func give(_ lines: String, _ engine: inout Engine) -> [[UInt8]] {
    if let end = file?.append(Array(lines.utf8)) { endFile(end, &engine) }
    return clients.isEmpty ? [] : RecordPiece.pieces(of: lines).map { Message.record($0).line }
  }

  private func endFile(_ end: RecordingFile.End, _ engine: inout Engine) {
    guard let file else { return }
    log(.warning, "the recording \(file.path) ends here: \(end)")
    fault = "\(file.path): \(end)"
    // Before the descriptor may be closed.
    file.registration = nil
    self.file = nil
    if !isRecording { engine.endJournal() }
  }
}
