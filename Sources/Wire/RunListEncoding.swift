// SPDX-License-Identifier: MIT

extension RunList {
  func write(to writer: inout LineWriter) {
    writer.member("class", "runs")
    writer.key("runs")
    writer.openArray()
    for run in runs {
      writer.openElement()
      run.write(to: &writer)
      writer.close()
    }
    writer.closeArray()
    writer.object("storage") { writer in
      storage.write(to: &writer)
    }
  }
}

extension RunList.Storage {
  /// Writes the fields, into an object that is open.
  func write(to writer: inout LineWriter) {
    writer.member("directory", directory)
    writer.member("runs", runs)
    writer.member("free", free)
    writer.member("lastSync", lastSync)
    writer.member("syncAge", syncAge)
    writer.member("fault", fault)
  }
}

extension RunList.Entry {
  fileprivate func write(to writer: inout LineWriter) {
    writer.member("number", number)
    writer.member("table", table)
    writer.member("hash", hash)
    writer.member("game", game)
    writer.member("outcome", outcome)
    writer.member("time", time)
    writer.member("score", score)
    writer.member("impacts", impacts)
    writer.member("source", source)
    if isChanged { writer.member("changed", true) }
    if isBest { writer.member("best", true) }
    writer.member("ended", ended)
  }
}

extension BestRun {
  /// Writes the fields, into an object that is open.
  func write(to writer: inout LineWriter) {
    writer.member("time", time)
    writer.member("score", score)
  }
}

extension LineWriter {
  mutating func member(_ name: StaticString, _ best: BestRun?) {
    guard let best else { return }
    key(name)
    open()
    best.write(to: &self)
    close()
  }
}
