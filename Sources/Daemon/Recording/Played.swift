// SPDX-License-Identifier: MIT

internal import Options
internal import Sensors

/// What `--source=log:FILE` has opened: a recorded session, or samples, or neither for a live source.
struct Played {
  /// A session to replay.
  private(set) var session: SessionRecording?
  /// Samples to play on a table that is laid out anew.
  private(set) var samples: Recording?

  /// Opens what the specification names, if it names a recording.
  ///
  /// What was mended is said in `log`. With `asSamples` only the samples of a recorded session are
  /// wanted.
  init(
    _ source: SourceSpecification, asSamples: Bool, log: Log
  ) throws(Failure) {
    guard case .recording(let path) = source else { return }
    do throws(RecordingError) {
      // Opened once: what comes through a pipe is gone when it is opened again.
      let content = try? RecordingContent(path: path)
      if !asSamples, let session = try Self.session(in: content) {
        if session.truncatedLines > 0 {
          log(.notice, "\(path): 1 × last line breaks off: left out")
        }
        self.session = session
        return
      }
      let recording = try Recording.load(named: path, opened: content)
      for line in recording.report.lines { log(.notice, "\(path): \(line)") }
      samples = recording
    } catch {
      throw Failure(error)
    }
  }

  private static func session(
    in content: RecordingContent?
  ) throws(RecordingError) -> SessionRecording? {
    guard let content else { return nil }
    return try SessionRecording(content)
  }

  /// The step before which it ends; nil for a live source.
  var endStep: Int64? { session?.endStep ?? samples?.endStep }
  /// What it is called.
  var name: String? { session?.name ?? samples?.name }
  /// What it says about itself; nil for a live source and for foreign formats.
  var header: RecordingHeader? { session?.header ?? samples?.header }
  /// Its samples, to be played or to be described.
  var described: Recording? { session?.samples ?? samples }
}

extension Failure {
  /// The failure of a recording, with the exit code of its kind.
  init(_ error: RecordingError) {
    let code: Code =
      switch error.kind {
      case .notUnderstood: .notUnderstood
      case .missing: .notFound
      case .inputOutput: .inputOutput
      case .permission: .permission
      }
    self.init(code, "\(error)")
  }
}
