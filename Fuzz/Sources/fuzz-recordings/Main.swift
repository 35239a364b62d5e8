// SPDX-License-Identifier: MIT

internal import CFuzzer
internal import Daemon
internal import Glibc
internal import Sensors

/// One reader of recordings under libFuzzer; `BALLD_FUZZ` names it.
///
/// What the readers tell apart by the first line is put in front, so that every input reaches the
/// reader that is meant.
enum Target: String, CaseIterable {
  /// The CSV of loggers; a byte 1 cuts it into two files.
  case csv
  /// Recordings of evemu.
  case evemu
  /// Version 1 of balld's own.
  case own
  /// Recorded sessions, with state and inputs.
  case session

  /// The one that was asked for.
  static let chosen: Target = {
    let name = getenv("BALLD_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      print("fuzz-recordings: set BALLD_FUZZ to one of \(names)")
      exit(64)
    }
    return target
  }()

  private var beginning: String {
    switch self {
    case .csv: ""
    case .evemu: "# EVEMU 1.3\n"
    case .own: "balld-recording 1\n"
    case .session: "balld-recording 2\n"
    }
  }

  /// Reads and plays; traps where a promise isn't kept.
  func run(_ bytes: [UInt8]) {
    let whole = Array(beginning.utf8) + bytes
    if self == .session {
      SessionProbe.replay(whole, steps: 2000)
      return
    }
    do throws(RecordingError) {
      let recording: Recording
      if self == .csv, let cut = bytes.firstIndex(of: 1) {
        recording = try Recording.load(
          bytes: Array(bytes[..<cut]), file: "a", gyroBytes: Array(bytes[(cut + 1)...]),
          gyroFile: "b")
      } else {
        recording = try Recording.load(bytes: whole, file: "a", blockSize: bytes.count % 97 + 1)
      }
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
