// SPDX-License-Identifier: MIT

extension MessageFields {
  func runList() throws(MessageError) -> RunList {
    var runs: [RunList.Entry] = []
    for element in try required("runs", \.array) {
      guard let object = element.object else { throw wrong("runs") }
      runs.append(try MessageFields(object: object, name: name).run())
    }
    let storage = try required("storage", \.object)
    return RunList(runs: runs, storage: try MessageFields(object: storage, name: name).storage())
  }

  /// The best run in the field `best`.
  func best() throws(MessageError) -> BestRun? {
    try optional("best") { BestRun($0.object) }
  }

  private func run() throws(MessageError) -> RunList.Entry {
    RunList.Entry(
      number: try optional("number", \.integer),
      table: try required("table", \.string),
      hash: try required("hash", \.string),
      game: try required("game", \.string),
      outcome: try required("outcome", \.string),
      time: try required("time", \.number),
      score: try optional("score", \.integer),
      impacts: try required("impacts", \.integer),
      source: try required("source", \.string),
      isChanged: try optional("changed", \.boolean) ?? false,
      isBest: try optional("best", \.boolean) ?? false,
      ended: try optional("ended", \.integer))
  }

  func storage() throws(MessageError) -> RunList.Storage {
    RunList.Storage(
      directory: try optional("directory", \.string),
      runs: try optional("runs", \.integer),
      free: try optional("free", \.integer),
      lastSync: try optional("lastSync", \.number),
      syncAge: try optional("syncAge", \.number),
      fault: try optional("fault", \.string))
  }
}

extension BestRun {
  /// The best run that an object tells; nil if it tells none.
  init?(_ object: JSONObject?) {
    guard let time = object?["time"]?.number else { return nil }
    let score = object?["score"]
    guard score == nil || score?.integer != nil else { return nil }
    self.init(time: time, score: score?.integer)
  }
}
