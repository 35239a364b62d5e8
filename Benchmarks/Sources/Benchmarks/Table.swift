// SPDX-License-Identifier: MIT

internal import Foundation

/// Rows of text in columns; the first column is flush left, the others right.
struct TextTable {
  private var rows: [[String]]

  init(_ heads: String...) { rows = [heads] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The lines, with a rule under the heads.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    lines.insert(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "), at: 1)
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A number with two digits that count.
func short(_ value: Double) -> String { String(format: "%.2g", value) }
