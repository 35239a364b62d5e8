// SPDX-License-Identifier: MIT

extension StatusReport {
  func write(to writer: inout LineWriter) {
    writer.member("class", "status")
    writer.member("well", problems.isEmpty)
    writer.member("problems", problems)
    writer.member("notes", notes)
    writer.member("server", server)
    writer.member("uptime", uptime)
    writer.object("sensor") { writer in
      sensor.writeFields(to: &writer)
    }
    if let quality {
      writer.object("quality") { writer in
        quality.write(to: &writer)
      }
    }
    writer.member("phase", phase.rawValue)
    if isDemo { writer.member("demo", true) }
    writer.object("table") { writer in
      writer.member("name", table.name)
      writer.member("title", table.title)
      writer.member("game", table.game)
    }
    writer.member("time", time)
    writer.member("score", score)
    writer.member("ballsLeft", ballsLeft)
    writer.member("driver", driver)
    writeDaemon(to: &writer)
  }

  /// What only the daemon itself can know.
  private func writeDaemon(to writer: inout LineWriter) {
    if let clients {
      writer.object("clients") { writer in
        writer.member("connected", clients.connected)
        writer.member("limit", clients.limit)
      }
    }
    if let storage {
      writer.object("storage") { writer in
        storage.write(to: &writer)
      }
    }
    if let recording {
      writer.object("recording") { writer in
        writer.member("file", recording.file)
        writer.member("clients", recording.clients)
        writer.member("fault", recording.fault)
      }
    }
    if let configuration {
      writer.object("configuration") { writer in
        writer.key("warnings")
        writer.openArray()
        for warning in configuration.warnings { writer.element(warning) }
        writer.closeArray()
        writer.member("file", configuration.file)
        writer.member("fault", configuration.fault)
      }
    }
  }
}

extension LineWriter {
  fileprivate mutating func member(_ name: StaticString, _ remarks: [StatusReport.Remark]) {
    if remarks.isEmpty { return }
    key(name)
    openArray()
    for remark in remarks {
      openElement()
      member("code", remark.code)
      member("message", remark.message)
      member("hint", remark.hint)
      close()
    }
    closeArray()
  }
}

extension MessageFields {
  func status() throws(MessageError) -> StatusReport {
    let table = try required("table", \.object)
    let sensor = try required("sensor", \.object)
    var report = StatusReport(
      server: try required("server", \.string),
      uptime: try optional("uptime", \.number),
      sensor: try MessageFields(object: sensor, name: name).sensor(),
      quality: try quality(),
      phase: Phase(rawValue: try required("phase", \.string)),
      table: try MessageFields(object: table, name: name).tableNames(),
      time: try optional("time", \.number),
      score: try optional("score", \.integer),
      ballsLeft: try optional("ballsLeft", \.integer),
      isDemo: try optional("demo", \.boolean) ?? false,
      driver: try optional("driver", \.string))
    if let clients = try part("clients") {
      report.clients = StatusReport.Clients(
        connected: try clients.required("connected", \.integer),
        limit: try clients.required("limit", \.integer))
    }
    report.storage = try part("storage")?.storage()
    if let recording = try part("recording") {
      report.recording = StatusReport.Recording(
        file: try recording.optional("file", \.string),
        clients: try recording.required("clients", \.integer),
        fault: try recording.optional("fault", \.string))
    }
    if let configuration = try part("configuration") {
      let warnings = try configuration.optional("warnings", \.array) ?? []
      guard warnings.allSatisfy({ $0.string != nil }) else { throw wrong("configuration") }
      report.configuration = StatusReport.Configuration(
        warnings: warnings.compactMap(\.string),
        file: try configuration.optional("file", \.string),
        fault: try configuration.optional("fault", \.string))
    }
    report.problems = try remarks("problems")
    report.notes = try remarks("notes")
    return report
  }

  private func tableNames() throws(MessageError) -> StatusReport.Table {
    StatusReport.Table(
      name: try required("name", \.string), title: try optional("title", \.string),
      game: try required("game", \.string))
  }

  /// The fields of an object within the message; nil if it isn't there.
  private func part(_ field: String) throws(MessageError) -> MessageFields? {
    try optional(field, \.object).map { MessageFields(object: $0, name: name) }
  }

  private func remarks(_ field: String) throws(MessageError) -> [StatusReport.Remark] {
    var remarks: [StatusReport.Remark] = []
    for element in try optional(field, \.array) ?? [] {
      guard let object = element.object else { throw wrong(field) }
      let fields = MessageFields(object: object, name: name)
      remarks.append(
        StatusReport.Remark(
          code: try fields.required("code", \.string),
          message: try fields.required("message", \.string),
          hint: try fields.optional("hint", \.string)))
    }
    return remarks
  }
}
