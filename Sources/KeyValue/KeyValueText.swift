// SPDX-License-Identifier: MIT

/// A whole text of `key = value` lines, and what follows them.
public struct KeyValueText: Sendable {
  /// A line behind the marker, as it stands in the file.
  public struct RestLine: Equatable, Sendable {
    /// The line's number in the file; the first is 1.
    public let number: Int
    /// The line, its blanks included, its ending not.
    public let text: String
  }

  /// The file's name, for errors.
  public let file: String
  /// The entries before the marker, in the file's order.
  public let entries: [Entry]
  /// The marker's line; nil when there is none.
  public let markerLine: Int?
  /// The lines behind the marker.
  public let rest: [RestLine]

  /// The longest line that is read, bytes, its ending included.
  public static let maximumLineLength = 4096

  /// Reads a text.
  ///
  /// A line that is `marker` and nothing else (a `[map]`, say) ends the entries; what follows is
  /// handed over as it is. Throws at the first line that can't be understood.
  public init(
    _ bytes: [UInt8], file: String, marker: String? = nil, repeatable: Set<String> = []
  ) throws(KeyValueError) {
    var parser = KeyValueParser(file: file, repeatable: repeatable)
    var markerLine: Int?
    var rest: [RestLine] = []
    let outcome = bytes.withUnsafeBufferPointer { buffer -> Result<Void, KeyValueError> in
      do throws(KeyValueError) {
        try forEachLine(of: buffer, file: file) { line throws(KeyValueError) in
          if markerLine != nil {
            let text = try validatedText(line, file: file)
            rest.append(RestLine(number: line.number, text: text))
          } else if let marker, isMarker(line, marker) {
            markerLine = line.number
          } else {
            try parser.take(line)
          }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
    self.file = file
    entries = parser.entries
    self.markerLine = markerLine
    self.rest = rest
  }

  /// Reads a text that is a string already.
  public init(
    _ text: String, file: String, marker: String? = nil, repeatable: Set<String> = []
  ) throws(KeyValueError) {
    try self.init(Array(text.utf8), file: file, marker: marker, repeatable: repeatable)
  }

  /// The entries of a text, without the lines that can't be understood: these are told.
  ///
  /// A line that is too long ends it.
  public static func entries(
    _ bytes: [UInt8], file: String, onError: (KeyValueError) -> Void
  ) -> [Entry] {
    var parser = KeyValueParser(file: file)
    bytes.withUnsafeBufferPointer { buffer in
      do throws(KeyValueError) {
        try forEachLine(of: buffer, file: file) { line throws(KeyValueError) in
          do throws(KeyValueError) {
            try parser.take(line)
          } catch {
            onError(error)
          }
        }
      } catch {
        onError(error)
      }
    }
    return parser.entries
  }

  /// The first entry of this key in this section (empty: before the first section).
  public func entry(_ key: String, section: String = "") -> Entry? {
    entries.first { $0.key == key && $0.section == section }
  }
}

private func isMarker(_ line: TextLine, _ marker: String) -> Bool {
  trimmed(String(decoding: line.bytes, as: UTF8.self)[...]) == marker
}

private func forEachLine(
  of buffer: UnsafeBufferPointer<UInt8>, file: String,
  _ body: (TextLine) throws(KeyValueError) -> Void
) throws(KeyValueError) {
  var splitter = LineSplitter(maximumLength: KeyValueText.maximumLineLength)
  var block = buffer
  while true {
    let line: TextLine?
    do throws(LineTooLong) {
      line = try splitter.next(from: &block)
    } catch {
      throw KeyValueError(
        file: file, line: error.line,
        reason: ValueError(
          found: "a longer line", expected: "at most \(error.maximumLength) bytes a line"))
    }
    guard let line else { break }
    try body(line)
  }
  if let line = splitter.last() { try body(line) }
}
