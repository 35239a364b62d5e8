// SPDX-License-Identifier: MIT

internal import KeyValue

/// Between any Codable value and the lines of a state.
extension StateTree {
  /// The lines of a value that is part of a state.
  static func lines(of value: some Encodable) -> String {
    let tree = StateTree()
    do {
      try value.encode(to: StateEncoder(tree: tree))
    } catch {
      // No type in a state writes by other means than the encoder, which never fails.
      preconditionFailure("a state that can't be written: \(error)")
    }
    var text = ""
    tree.write(to: &text)
    return text
  }

  /// Reads the lines of a value, which anybody may have written.
  ///
  /// - Throws: what can't be, with its line.
  static func value<Value: Decodable>(ofLines text: String) throws(StateRefusal) -> Value {
    let tree = StateTree()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
      do throws(ValueError) {
        try tree.take(String(line), line: index + 1)
      } catch {
        throw StateRefusal(line: index + 1, reason: "\(error)")
      }
    }
    tree.markUnread()
    return try tree.decoded()
  }

  /// Reads the value that this is the tree of.
  ///
  /// - Throws: what can't be, with the block's line; 0 where it is none in particular.
  func decoded<Value: Decodable>() throws(StateRefusal) -> Value {
    let value: Value
    do {
      value = try Value(from: StateDecoder(self))
    } catch let error as StateDecoder.Refusal {
      throw StateRefusal(line: error.line, reason: error.reason)
    } catch let error as DecodingError {
      throw StateRefusal(line: 0, reason: Self.reason(of: error))
    } catch {
      throw StateRefusal(line: 0, reason: "\(error)")
    }
    // What nobody has asked for belongs to a state of another version of balld.
    if let (path, line) = firstUnread() {
      throw StateRefusal(
        line: line,
        reason: "found \(path), expected no such name in a state: "
          + "it was written by another version of balld")
    }
    return value
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
