// SPDX-License-Identifier: MIT

internal import Posix

/// The file of `--record`, in which the beginning stands; whoever writes the rest takes it over.
///
/// A number until then: an owner that may or may not be there can't be handed on in Swift 6.0.
struct NewRecording {
  private let path: String
  private let number: Int32
  private let size: Int64
  private let limit: Int64

  /// Makes the file, which may get `largest` MB, and writes the beginning.
  init(_ path: String, beginning: String, largest: Double) throws(Failure) {
    self.path = path
    limit = Int64(largest * 1e6)
    (number, size) = try DirectRecording.make(path, beginning: beginning)
  }

  /// Hands it over to be written at once; to be called once.
  func direct() -> DirectRecording {
    DirectRecording(
      consuming: Descriptor(consuming: number), path: path, size: size, limit: limit)
  }

  /// Hands it over to a thread that writes; to be called once.
  func threaded() throws(Errno) -> RecordingFile {
    try RecordingFile(
      consuming: Descriptor(consuming: number), path: path, size: size, limit: limit)
  }
}
