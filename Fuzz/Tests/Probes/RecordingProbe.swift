// SPDX-License-Identifier: MIT

internal import Sensors

/// Reads what a fuzzer or a test made up as recordings of samples.
public enum RecordingProbe {
  /// What its reader is known by.
  public enum Kind: String, CaseIterable, Sendable {
    /// The CSV of loggers; a byte 1 cuts it into two files.
    case csv
    /// Recordings of evemu.
    case evemu
    /// Version 1 of balld's own.
    case own

    /// What the readers are told apart by, which an input doesn't have.
    fileprivate var beginning: String {
      switch self {
      case .csv: ""
      case .evemu: "# EVEMU 1.3\n"
      case .own: "balld-recording 1\n"
      }
    }
  }

  /// Plays what follows on the beginning of a recording of this kind, in blocks of a size that its own
  /// size says.
  ///
  /// - Returns: whether it could be opened.
  @discardableResult
  public static func play(_ bytes: [UInt8], of kind: Kind) -> Bool {
    play(
      Array(kind.beginning.utf8) + bytes, blockSize: bytes.count % 97 + 1, isCut: kind == .csv)
  }

  /// Opens a recording that may be anything, in one file or, where a byte 1 cuts it, in two, and plays it.
  ///
  /// Traps where a promise isn't kept: as many samples as were counted, at times that never decrease, with
  /// no failure on the way; and what is refused is said in one line.
  ///
  /// - Parameters:
  ///   - bytes: The files' content.
  ///   - blockSize: How many bytes are read in one go.
  ///   - isCut: Whether a byte 1 begins a second file.
  /// - Returns: Whether it could be opened.
  @discardableResult
  public static func play(_ bytes: [UInt8], blockSize: Int, isCut: Bool) -> Bool {
    do throws(RecordingError) {
      let recording: Recording
      if isCut, let cut = bytes.firstIndex(of: 1) {
        recording = try Recording.load(
          bytes: Array(bytes[..<cut]), file: "a", gyroBytes: Array(bytes[(cut + 1)...]),
          gyroFile: "b", blockSize: blockSize)
      } else {
        recording = try Recording.load(bytes: bytes, file: "a", blockSize: blockSize)
      }
      var source = RecordingSource(recording, startingAt: 0)
      var samples: [Sample] = []
      source.read(now: .max, into: &samples)
      precondition(source.failure == nil && source.wait == .ended)
      precondition(samples.count == recording.count)
      precondition(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
      return true
    } catch {
      precondition(!error.description.contains("\n"))
      return false
    }
  }
}
