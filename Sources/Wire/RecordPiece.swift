// SPDX-License-Identifier: MIT

/// `{"class":"record",…}`: whole lines of a recording, one piece after the other.
///
/// Whoever writes the texts one behind the other into a file has a recording that balld plays.
public struct RecordPiece: Hashable, Sendable {
  /// The lines, each with its end.
  public var text: String

  /// Makes a piece.
  public init(_ text: String) { self.text = text }

  /// Lines in pieces of whole lines that keep to `Limits.messageLine`, but for a table's.
  public static func pieces(of lines: String) -> [RecordPiece] {
    var pieces: [RecordPiece] = []
    var piece = ""
    for line in lines.split(separator: "\n", omittingEmptySubsequences: true) {
      if !piece.isEmpty, piece.utf8.count + line.utf8.count > size {
        pieces.append(RecordPiece(piece))
        piece = ""
      }
      piece += line
      piece += "\n"
    }
    if !piece.isEmpty { pieces.append(RecordPiece(piece)) }
    return pieces
  }

  /// What fits into a message's line even if each newline counts twice: no line of a recording is
  /// shorter than 6 bytes.
  private static let size = 3072
}
