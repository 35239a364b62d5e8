// SPDX-License-Identifier: MIT

internal import KeyValue

/// Files that people take for recordings, and that aren't text which balld reads.
enum ForeignFile {
  /// What a file's first line gives away; nil when it may be CSV.
  static func reason(_ line: TextLine) -> String? {
    guard line.number == 1 else { return nil }
    return kinds.first { line.bytes.starts(with: $0.start) }?.reason
  }

  private static let kinds: [(start: [UInt8], reason: String)] = [
    // The first bytes: ZIP's local header, RFC 1952, and sense_rec's magic (sense_emu/common.py).
    (
      [0x50, 0x4B, 0x03, 0x04],
      "found a ZIP archive (or a spreadsheet), expected text: unpack it, or export it as CSV"
    ),
    ([0x1F, 0x8B], "found a gzip archive, expected text: unpack it"),
    (
      Array("SENSEHAT".utf8),
      "found a binary recording of sense_rec's, expected text: convert it with sense_csv"
    ),
    (
      Array("# libinput record".utf8),
      "found a recording of libinput's, expected evemu's: record anew with evemu-record"
    ),
    (Array("{".utf8), "found JSON, expected CSV: export it as CSV"),
    (Array("[".utf8), "found JSON, expected CSV: export it as CSV"),
    ([0xFF, 0xFE], "found text in UTF-16, expected UTF-8: save it as CSV in UTF-8"),
    ([0xFE, 0xFF], "found text in UTF-16, expected UTF-8: save it as CSV in UTF-8"),
  ]
}
