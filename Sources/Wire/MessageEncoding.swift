// SPDX-License-Identifier: MIT

extension Message {
  /// The `class` on the wire.
  public var name: String {
    switch self {
    case .hello: "hello"
    case .sensor: "sensor"
    case .table: "table"
    case .tables: "tables"
    case .runs: "runs"
    case .status: "status"
    case .state: "state"
    case .event: "event"
    case .error: "error"
    case .ok: "ok"
    case .record: "record"
    }
  }

  /// The message as one line of JSON, with its `\n`.
  public var line: [UInt8] {
    var line: [UInt8] = []
    encode(into: &line)
    return line
  }

  /// Appends the message to `buffer` as one line of JSON, with its `\n`.
  ///
  /// Numbers read back as the same doubles. A required number that isn't finite traps: the caller
  /// has a fault. An optional one is left out.
  public func encode(into buffer: inout [UInt8]) {
    // The buffer moves through the writer, so that its memory is used again.
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    var writer = LineWriter(appendingTo: taken)
    writer.open()
    switch self {
    case .hello(let hello): hello.write(to: &writer)
    case .sensor(let sensor): sensor.write(to: &writer)
    case .table(let table): table.write(to: &writer)
    case .tables(let list): list.write(to: &writer)
    case .runs(let list): list.write(to: &writer)
    case .status(let status): status.write(to: &writer)
    case .state(let state): state.write(to: &writer)
    case .event(let event): event.write(to: &writer)
    case .error(let error): error.write(to: &writer)
    case .ok(let confirmation): confirmation.write(to: &writer)
    case .record(let piece): piece.write(to: &writer)
    }
    writer.close()
    buffer = writer.finish()
  }
}

extension State {
  /// Puts `skipped` into the line of an encoded state that has none, as its last member.
  ///
  /// A state is encoded once for all clients; only this field differs between them.
  public static func insert(skipped: Int64, intoLine line: inout [UInt8]) {
    precondition(line.suffix(2).elementsEqual("}\n".utf8), "not the line of a message")
    line.removeLast(2)
    line.append(contentsOf: ",\"skipped\":".utf8)
    line.append(contentsOf: skipped.description.utf8)
    line.append(contentsOf: "}\n".utf8)
  }

  func write(to writer: inout LineWriter) {
    writer.member("class", "state")
    writer.member("seq", seq)
    writer.member("t", t)
    writer.member("phase", phase.rawValue)
    if isDemo { writer.member("demo", true) }
    writer.key("balls")
    writer.openArray()
    for ball in balls {
      writer.openElement()
      writer.member("x", ball.x)
      writer.member("y", ball.y)
      writer.member("vx", ball.vx)
      writer.member("vy", ball.vy)
      if ball.isOff { writer.member("off", true) }
      writer.close()
    }
    writer.closeArray()
    writer.key("tilt")
    writer.openArray()
    writer.element(tilt.x)
    writer.element(tilt.y)
    writer.closeArray()
    if let up { writer.member("up", up) }
    writer.member("score", score)
    writer.member("ballsLeft", ballsLeft)
    writer.member("holesAngle", holesAngle)
    writer.member("time", time)
    writer.member("countdown", countdown)
    writer.member("age", age)
    if let quality {
      writer.object("quality") { writer in
        quality.write(to: &writer)
      }
    }
    writer.member("driver", driver)
    writer.member("menu", menu)
    writer.member("skipped", skipped)
  }
}

extension Hello {
  func write(to writer: inout LineWriter) {
    writer.member("class", "hello")
    writer.member("server", server)
    writer.member("protocol", protocolVersion)
    writer.member("session", session)
    writer.member("client", client)
  }
}

extension SensorReport {
  func write(to writer: inout LineWriter) {
    writer.member("class", "sensor")
    writeFields(to: &writer)
  }

  /// Writes what the message has beside its class, into an object that is open.
  func writeFields(to writer: inout LineWriter) {
    writer.member("source", source)
    writer.member("name", name)
    writer.member("id", id)
    writer.member("mode", mode)
    writer.member("rate", rate)
    writer.member("odr", odr)
    writer.member("gyro", gyro)
    writer.key("mount")
    writer.openArray()
    for element in mount { writer.element(element) }
    writer.closeArray()
    writer.member("mountFrom", mountFrom)
    if let level { writer.member("level", level) }
    if let accelerometerBias { writer.member("accelerometerBias", accelerometerBias) }
    if let gyroBias { writer.member("gyroBias", gyroBias) }
    if isHalfCalibrated { writer.member("halfCalibrated", true) }
    writer.member("health", health.rawValue)
    writer.member("reason", reason)
    writer.member("code", code)
    writer.member("message", message)
    writer.member("hint", hint)
  }
}

extension Event {
  func write(to writer: inout LineWriter) {
    writer.member("class", "event")
    writer.member("event", kind.name)
    writer.member("t", t)
    switch kind {
    case .impact(let impact):
      writer.member("ball", Int64(impact.ball))
      writer.member("x", impact.x)
      writer.member("y", impact.y)
      writer.member("speed", impact.speed)
    case .takeover(let by), .released(let by):
      writer.member("by", by)
    case .captured(let capture):
      writer.member("ball", Int64(capture.ball))
      writer.member("hole", Int64(capture.hole))
      writer.member("x", capture.x)
      writer.member("y", capture.y)
    case .flag(let flag):
      writer.member("ball", flag.ball.map(Int64.init))
      writer.member("time", flag.time)
      writer.member("score", flag.score)
    case .lost(let loss): writer.member("reason", loss.rawValue)
    case .block(let column, let row, let isBlock):
      writer.member("column", Int64(column))
      writer.member("row", Int64(row))
      writer.member("block", isBlock)
    case .table(let name): writer.member("name", name)
    case .best(let table, let best):
      writer.member("table", table)
      best.write(to: &writer)
    case .button(let button):
      writer.member("button", button.name)
      writer.member("action", button.action)
    case .demo(let isOver): writer.member("over", isOver)
    case .paused, .resumed, .restarted, .finished, .won, .cleared, .other:
      break
    }
  }
}

extension ErrorReport {
  func write(to writer: inout LineWriter) {
    writer.member("class", "error")
    writer.member("code", code.rawValue)
    writer.member("field", field)
    writer.member("message", message)
    writer.member("hint", hint)
    writer.member("id", id)
  }
}

extension RecordPiece {
  func write(to writer: inout LineWriter) {
    writer.member("class", "record")
    writer.member("text", whole: text)
  }
}

extension Confirmation {
  func write(to writer: inout LineWriter) {
    writer.member("class", "ok")
    writer.member("do", command)
    writer.member("id", id)
  }
}

extension LineWriter {
  mutating func member(_ name: StaticString, _ value: XYZ) {
    key(name)
    openArray()
    element(value.x)
    element(value.y)
    element(value.z)
    closeArray()
  }
}
