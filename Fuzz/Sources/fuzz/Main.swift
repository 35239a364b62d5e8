// SPDX-License-Identifier: MIT

internal import CFuzzer
internal import Daemon
internal import Glibc
internal import Sensors
internal import Wire

/// What takes something from outside, under libFuzzer; `BALLD_FUZZ` names it.
///
/// What the readers of recordings tell apart by the first line is put in front, so that every input
/// reaches the reader that is meant.
enum Target: String, CaseIterable {
  /// The CSV of loggers; a byte 1 cuts it into two files.
  case csv
  /// Recordings of evemu.
  case evemu
  /// Version 1 of balld's own.
  case own
  /// Recorded sessions, with state and inputs.
  case session
  /// The lines of the socket: requests and messages.
  case lines
  /// What clients ask a server for, and the samples in between.
  case commands
  /// Configuration files.
  case configuration
  /// Table files.
  case tables

  /// The one that was asked for.
  static let chosen: Target = {
    let name = getenv("BALLD_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      print("fuzz: set BALLD_FUZZ to one of \(names)")
      exit(64)
    }
    return target
  }()

  private static let commandProbe: CommandProbe = {
    do {
      return try CommandProbe(tables: "../tables")
    } catch {
      print("fuzz: \(error)")
      exit(66)
    }
  }()

  /// Most inputs aren't verified by a replay, which takes longer than all the rest: which ones are
  /// follows from their bytes (FNV-1a), so that what is found is found again.
  private static func verification(of bytes: [UInt8]) -> CommandProbe.Verification {
    let hash = bytes.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let die = (hash ^ hash >> 16) % 32
    return die == 0 ? .text : die < 5 ? .inputs : .none
  }

  /// Reads and plays; traps where a promise isn't kept.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .csv:
      play { () throws(RecordingError) in
        guard let cut = bytes.firstIndex(of: 1) else {
          return try Self.recording(bytes)
        }
        return try Recording.load(
          bytes: Array(bytes[..<cut]), file: "a", gyroBytes: Array(bytes[(cut + 1)...]),
          gyroFile: "b")
      }
    case .evemu:
      play { () throws(RecordingError) in try Self.recording(Array("# EVEMU 1.3\n".utf8) + bytes) }
    case .own:
      play { () throws(RecordingError) in
        try Self.recording(Array("balld-recording 1\n".utf8) + bytes)
      }
    case .session: SessionProbe.replay(Array("balld-recording 2\n".utf8) + bytes, steps: 2000)
    case .lines: LineProbe.read(bytes)
    case .commands:
      Self.commandProbe.carryOut(bytes, verification: Self.verification(of: bytes))
    case .configuration: ConfigurationProbe.read(bytes)
    case .tables: TableProbe.read(bytes)
    }
  }

  private static func recording(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    try Recording.load(bytes: bytes, file: "a", blockSize: bytes.count % 97 + 1)
  }

  private func play(_ open: () throws(RecordingError) -> Recording) {
    do throws(RecordingError) {
      let recording = try open()
      var source = RecordingSource(recording, startingAt: 0)
      var samples: [Sample] = []
      source.read(now: .max, into: &samples)
      precondition(source.failure == nil && source.wait == .ended)
      precondition(samples.count == recording.count)
      precondition(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
    } catch {
      precondition(!error.description.contains("\n"))
    }
  }
}

/// libFuzzer's callback.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  Target.chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

@main
struct Main {
  static func main() {
    _ = Target.chosen
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments) { testOneInput($0, $1) })
  }
}
