// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Prints runs that are over, and how the place is where they are kept.
  func runs(of session: Session, _ query: RunsQuery, on output: Output) throws(Failure) {
    let request = Request.Command.runs(
      table: query.table, best: query.isForBests, limit: query.limit)
    for answer in try session.confirm(request) {
      guard case .runs(let list) = answer.message else { continue }
      if list.runs.isEmpty, let table = query.table { try verify(table, in: session) }
      try output.tell(line: answer.line)
      try output.tell(list.readable(of: query))
    }
  }

  /// Makes sure that there is a table of this name, of which no runs are known.
  private func verify(_ name: TableName, in session: Session) throws(Failure) {
    // Each random maze is a table.
    if name.description.hasPrefix("maze:") { return }
    for case .tables(let list) in try session.confirm(.tables).map(\.message)
    where list.tables.contains(where: { $0.name == name.description }) {
      return
    }
    throw Failure(
      ErrorReport(
        code: .noSuchTable, message: "there is no table '\(name)', and there are no runs on one",
        hint: "`ballctl tables` lists the tables"))
  }
}

/// Which runs the command line asks for.
struct RunsQuery: Equatable {
  var table: TableName?
  var isForBests: Bool
  var limit: Int?
}

extension RunList {
  /// A line a run, in columns, and one for the storage.
  func readable(of query: RunsQuery) -> String {
    var text = ""
    if runs.isEmpty {
      let place = query.table.map { " on \($0)" } ?? ""
      // Runs that were left or lost may be there, but none of them can be the best.
      text =
        query.limit == 0
        ? "" : query.isForBests ? "no run\(place) has been finished yet\n" : "no runs\(place) yet\n"
    } else {
      let rows = [["ended", "table", "how", "time", "points", "hits", "by", ""]] + runs.map(\.row)
      let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
      for row in rows {
        let cells = row.indices.map { column in
          let padding = String(repeating: " ", count: widths[column] - row[column].count)
          return (3...5).contains(column) ? padding + row[column] : row[column] + padding
        }
        text += cells.joined(separator: "  ").trimmedAtEnd + "\n"
      }
    }
    return text + storage.readable
  }
}

extension RunList.Entry {
  fileprivate var row: [String] {
    var remarks: [String] = []
    if isBest { remarks.append("best") }
    if isChanged { remarks.append("blocks changed") }
    if number == nil { remarks.append("not stored yet") }
    return [
      ended.flatMap(localTime) ?? "unknown", plainText(table), plainText(outcome),
      "\(RunTime.result(time) ?? "-") s",
      score.map(String.init) ?? "-", String(impacts), plainText(source),
      remarks.joined(separator: ", "),
    ]
  }
}

extension RunList.Storage {
  /// One line on how many there are and how the disk is, and one on what is wrong.
  fileprivate var readable: String {
    var parts: [String] = []
    if let runs { parts.append(runs == 1 ? "1 run is stored" : "\(runs) runs are stored") }
    if let free { parts.append("\(bytesText(free)) are free") }
    if let lastSync { parts.append("the disk took \(fixed(lastSync * 1000, 1)) ms for the last") }
    var text = parts.isEmpty ? "" : parts.joined(separator: ", ") + "\n"
    if let fault { text += "runs can't be stored: \(plainText(fault))\n" }
    return text
  }

}

extension String {
  /// The text without the blanks at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
