// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Writes what balld sends of its session into a new file, until interrupted or balld ends.
  func record(_ session: Session, into path: String, on output: Output) throws(Failure) {
    // Blocked before balld is asked: an interrupt then ends the recording, and not the program.
    Process.block([.interrupt, .terminate])
    let id = Limits.integer
    try session.send(Request(.record, id: id))
    var recording: RecordedFile?
    do throws(Failure) {
      let signals = try Self.signals()
      while true {
        for received in try next(session, signals, until: recording?.deadline) {
          switch received.message {
          case .error(let report): throw Failure(report)
          case .ok: try output.tell(line: received.line)
          case .record(let piece):
            // Not before: what balld refuses leaves no file behind.
            if recording == nil { recording = try RecordedFile(path) }
            try recording?.write(piece.text, until: signals)
          default: break
          }
        }
        try recording?.synchronizeIfDue()
        // Also while more comes: a server that sends without pause must not keep the end off.
        try endIfToldTo(signals)
      }
    } catch .interrupted {
      try recording?.synchronize()
      if recording?.breaksOff == true {
        warn("nobody empties \(path): the last line in it breaks off")
      }
    } catch {
      try? recording?.synchronize()
      // A daemon that ends says so in the last line, and goes.
      if recording?.hasEnded == true, error.exitCode == ExitCode.unavailable.rawValue { return }
      throw error
    }
  }

  private static func signals() throws(Failure) -> Descriptor {
    do throws(Errno) {
      return try Process.signalDescriptor(for: [.interrupt, .terminate])
    } catch {
      throw Failure(exitCode: .inputOutput, message: "cannot wait for signals: \(error)")
    }
  }

  /// Waits for lines; none at the deadline (CLOCK_MONOTONIC, ns).
  private func next(
    _ session: Session, _ signals: borrowing Descriptor, until deadline: Int64?
  ) throws(Failure) -> [Session.Received] {
    let received = try session.receiveNow()
    if !received.isEmpty { return received }
    var awaited = [Awaited(session.connection.descriptor), Awaited(signals.number)]
    do throws(Errno) {
      try poll(&awaited, until: deadline)
    } catch {
      throw Failure(exitCode: .inputOutput, message: "cannot wait for balld: \(error)")
    }
    if awaited[1].isReadable { throw .interrupted }
    return []
  }

  private func endIfToldTo(_ signals: borrowing Descriptor) throws(Failure) {
    var awaited = Awaited(signals.number)
    do throws(Errno) {
      try poll(&awaited, until: 0)
    } catch {
      throw Failure(exitCode: .inputOutput, message: "cannot look for signals: \(error)")
    }
    if awaited.isReadable { throw .interrupted }
  }
}

extension Failure {
  /// Somebody has ended the program, which is what it waits for.
  fileprivate static let interrupted = Failure(endingWith: 0, message: "interrupted")
}

/// The file into which a session is recorded.
private final class RecordedFile {
  private let path: String
  private let file: Descriptor
  private var lastSync = monotonicNow()
  private var isUnsafe = false
  private var size = 0
  /// Whether its beginning is written.
  private var isPlayable = false
  /// Whether the last line says that nothing follows.
  private(set) var hasEnded = false
  /// Whether the last line stands there in part.
  private(set) var breaksOff = false

  /// So often what was written is made safe against a power cut, ns: as often as by `balld --record`.
  private static let interval: Int64 = 500_000_000

  init(_ path: String) throws(Failure) {
    self.path = path
    do throws(Errno) {
      file = try Descriptor.create(path, mode: 0o644, waitsForRoom: false)
    } catch .fileExists {
      throw Failure(
        exitCode: .cannotCreate, message: "\(path) exists already",
        hint: "remove it, or name another file")
    } catch {
      throw Failure(
        exitCode: error == .permissionDenied ? .permission : .cannotCreate,
        message: "cannot make \(path): \(error)")
    }
  }

  /// When to synchronize though nothing comes, ns of CLOCK_MONOTONIC; nil for not at all.
  var deadline: Int64? { isUnsafe ? lastSync + Self.interval : nil }

  /// The largest that a recording gets, bytes: hours of a hundred samples a second.
  ///
  /// A server that sends without end doesn't fill the disk.
  private static let largest = 256 << 20

  /// Writes a text.
  ///
  /// A pipe that is full is waited for until one of the signals comes: that throws `interrupted`.
  func write(_ text: String, until signals: borrowing Descriptor) throws(Failure) {
    size += text.utf8.count
    guard size <= Self.largest else {
      throw Failure(
        exitCode: .inputOutput,
        message: "\(path) has reached \(Self.largest >> 20) MiB: it ends here",
        hint: "record on into another file")
    }
    isUnsafe = true
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      do throws(Errno) {
        let outcome = rest.withUnsafeBytes { bytes in
          Result { () throws(Errno) in try file.write(bytes) }
        }
        rest = rest.dropFirst(try outcome.get())
      } catch .wouldBlock {
        breaksOff = true
        try waitForRoom(until: signals)
      } catch {
        // What is there of the state that a recording begins with is of no use, and in the way.
        if !isPlayable { file.empty() }
        throw failure(error)
      }
    }
    breaksOff = false
    isPlayable = true
    let last = text.split(separator: "\n").last ?? ""
    hasEnded = last.split(separator: " ").dropFirst().first == "end"
  }

  private func waitForRoom(until signals: borrowing Descriptor) throws(Failure) {
    var awaited = [
      Awaited(file.number, reading: false, writing: true), Awaited(signals.number),
    ]
    do throws(Errno) {
      try poll(&awaited, until: nil)
    } catch {
      throw failure(error)
    }
    if awaited[1].isReadable { throw .interrupted }
  }

  func synchronizeIfDue() throws(Failure) {
    if let deadline, deadline <= monotonicNow() { try synchronize() }
  }

  func synchronize() throws(Failure) {
    do throws(Errno) {
      try file.synchronizeData()
    } catch {
      throw failure(error)
    }
    isUnsafe = false
    lastSync = monotonicNow()
  }

  private func failure(_ error: Errno) -> Failure {
    Failure(
      exitCode: .inputOutput, message: "cannot write \(path): \(error)",
      hint: isPlayable ? "what is in it until here can be played" : nil)
  }
}
