// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Options
internal import Sensors

/// A recorded session: the state in which it began, and all that entered it from then on.
///
/// Opening one reads the whole file once, in bounded memory: what can't be replayed is refused before
/// anything moves.
struct SessionRecording: Sendable {
  /// What it is called: the file's name without folder and ending.
  let name: String
  /// What it says about itself.
  let header: RecordingHeader
  /// The state in which it began.
  let start: EngineState
  /// The step at which it ends: one behind the last that is known to have come, unless the source
  /// ended there.
  let endStep: Int64
  /// The largest number of a client in it; those of today must have larger ones.
  let largestClient: Int
  /// The last line that was cut off while it was written: 0 or 1.
  let truncatedLines: Int
  /// The source's samples alone; nil if there aren't enough to play them without the rest.
  let samples: Recording?
  private let content: RecordingContent

  /// Opens the recorded session in `content`; nil if it is a recording of another kind.
  init?(_ content: RecordingContent, blockSize: Int = 1 << 16) throws(RecordingError) {
    guard content.begins(with: SessionFormat.firstLine) else { return nil }
    self.content = content
    var reader = SessionReader(content, blockSize: blockSize)
    var beginning = Beginning(file: content.file)
    var entries: [SessionReader.Entry] = []
    try reader.readWindow(into: &entries) { line, isState throws(RecordingError) in
      try beginning.take(line, isState: isState)
    }
    (header, start) = try beginning.finish()
    let first = start.session.step
    var last = first
    var largest = start.session.drivingClient ?? 0
    var isFirst = true
    var hasFinished = false
    while true {
      for entry in entries {
        if isFirst, entry.step < first {
          throw RecordingError(
            kind: .notUnderstood, file: content.file, line: nil,
            reason: "found an input before step \(entry.step), expected none before step \(first), "
              + "that of the state")
        }
        isFirst = false
        if case .input(let input) = entry.line {
          largest = max(largest, input.client ?? 0)
          hasFinished = input == .session(.source(.finished))
        } else if entry.step > last {
          hasFinished = false
        }
        last = entry.step
      }
      if reader.isAtEnd { break }
      try reader.readWindow(into: &entries)
    }
    // A source that had come to its end ends in the same step again.
    endStep = hasFinished ? last : last + 1
    largestClient = largest
    truncatedLines = reader.truncatedLines
    samples = try? Recording.load(content, blockSize: blockSize)
    name = samples?.name ?? Recording.name(of: content.file)
  }

  /// The state in which the recorded session in `content` began; nil if it is a recording of another
  /// kind.
  ///
  /// Reads the beginning alone.
  static func start(of content: RecordingContent) throws(RecordingError) -> EngineState? {
    guard content.begins(with: SessionFormat.firstLine) else { return nil }
    var reader = SessionReader(content)
    var beginning = Beginning(file: content.file)
    var entries: [SessionReader.Entry] = []
    try reader.readWindow(into: &entries) { line, isState throws(RecordingError) in
      try beginning.take(line, isState: isState)
    }
    return try beginning.finish().1
  }

  /// What entered, from the first.
  var replay: SessionReplay { SessionReplay(SessionReader(content), endStep: endStep) }

  /// What stands before the inputs, taken line by line.
  private struct Beginning {
    let file: String
    private var parser: KeyValueParser
    private let tree = StateTree()
    private var size = 0

    init(file: String) {
      self.file = file
      parser = KeyValueParser(file: file)
    }

    mutating func take(_ line: TextLine, isState: Bool) throws(RecordingError) {
      size += line.bytes.count
      guard size <= SessionReader.largestBeginning else {
        throw error(
          line.number, "found more than \(SessionReader.largestBeginning) bytes before the inputs")
      }
      if isState {
        do throws(ValueError) {
          try tree.take(String(decoding: line.bytes, as: UTF8.self), line: line.number)
        } catch let reason {
          throw error(line.number, reason.description)
        }
      } else {
        do throws(KeyValueError) {
          try parser.take(line)
        } catch let reason {
          throw error(reason.line, reason.reason.description)
        }
      }
    }

    func finish() throws(RecordingError) -> (RecordingHeader, EngineState) {
      tree.markUnread()
      let header = try RecordingHeader(session: parser.entries, file: file)
      do throws(StateRefusal) {
        return (header, try EngineState(tree))
      } catch let refusal {
        throw error(
          refusal.line == 0 ? nil : refusal.line, refusal.reason + Self.remark(on: header.writer))
      }
    }

    /// Which balld the recording needs, where that is another one.
    private static func remark(on writer: String) -> String {
      writer.isEmpty || writer == balldVersion
        ? "" : "; balld \(quoted(writer)) wrote it, and this is \(balldVersion)"
    }

    private func error(_ line: Int?, _ reason: String) -> RecordingError {
      RecordingError(kind: .notUnderstood, file: file, line: line, reason: reason)
    }
  }
}

extension Engine.Input {
  /// The number of the client that it names.
  fileprivate var client: Int? {
    switch self {
    case .clientSample(_, let client), .session(.clientTilt(_, let client)),
      .session(.release(let client)):
      client
    default: nil
    }
  }
}
