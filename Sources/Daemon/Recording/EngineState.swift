// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Sensors

/// All of an engine that decides its future: the state block of a recording.
struct EngineState: Codable, Equatable, Sendable {
  /// The session, with its tables.
  var session: Session
  /// What is before the session, for the samples of the source.
  var sourcePipeline: TiltPipeline
  /// The same for those of a client.
  var clientPipeline: TiltPipeline
  /// What is known of the board's motion.
  var gestures: Gestures
  /// The poses of a calibration that isn't complete yet.
  var calibrationPoses: CalibrationPoses?

  /// The lines of the block.
  var text: String {
    let tree = StateTree()
    do {
      try encode(to: StateEncoder(tree: tree))
    } catch {
      // No type in a state writes by other means than the encoder, which never fails.
      preconditionFailure("a state that can't be written: \(error)")
    }
    var text = ""
    tree.write(to: &text)
    return text
  }

  /// Reads a block's lines, which anybody may have written.
  ///
  /// - Throws: what can't be, with the block's line; 0 where it is none in particular.
  init(_ tree: StateTree) throws(StateRefusal) {
    do {
      try self.init(from: StateDecoder(tree))
    } catch let error as StateDecoder.Refusal {
      throw StateRefusal(line: error.line, reason: error.reason)
    } catch let error as DecodingError {
      throw StateRefusal(line: 0, reason: Self.reason(of: error))
    } catch {
      throw StateRefusal(line: 0, reason: "\(error)")
    }
    // What nobody has asked for belongs to a state of another version of balld.
    if let (path, line) = tree.firstUnread() {
      throw StateRefusal(
        line: line,
        reason: "found \(path), expected no such name in a state: "
          + "it was written by another version of balld")
    }
  }

  init(
    session: Session, sourcePipeline: TiltPipeline, clientPipeline: TiltPipeline,
    gestures: Gestures = Gestures(), calibrationPoses: CalibrationPoses? = nil
  ) {
    self.session = session
    self.sourcePipeline = sourcePipeline
    self.clientPipeline = clientPipeline
    self.gestures = gestures
    self.calibrationPoses = calibrationPoses
  }

  private static func reason(of error: DecodingError) -> String {
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(_, let found): context = found
    @unknown default: return "\(error)"
    }
    return context.codingPath.map(\.stringValue).joined(separator: ".")
      + ": \(context.debugDescription)"
  }
}

/// Why a state block can't be read.
struct StateRefusal: Error, Equatable {
  /// The line of the file; 0 where it is none in particular.
  var line: Int
  /// What was found and what was expected.
  var reason: String
}
