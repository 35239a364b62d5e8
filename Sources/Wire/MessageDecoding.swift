// SPDX-License-Identifier: MIT

/// Why a line from a server can't be read as a message: a fault of the server's.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the line.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Message {
  /// Reads a line from the daemon, with or without its `\n`; nil for a class of a newer server.
  ///
  /// Unknown fields are ignored, and nothing that a server can send traps.
  public static func decode(_ line: [UInt8]) throws(MessageError) -> Message? {
    let document: JSONDocument
    do throws(JSONDocument.Refusal) {
      document = try JSONDocument(parsing: line)
    } catch {
      throw MessageError("the line isn't JSON: \(error.message)")
    }
    return try document.withObject { object throws(MessageError) in
      guard let object else { throw MessageError("the line is no JSON object") }
      guard let name = object["class"]?.string else { throw MessageError("the line has no class") }
      return try MessageFields(object: object, name: name).message()
    }
  }
}

/// The fields of one message.
struct MessageFields {
  let object: JSONObject
  let name: String

  func message() throws(MessageError) -> Message? {
    switch name {
    case "hello": .hello(try hello())
    case "sensor": .sensor(try sensor())
    case "table": .table(try table())
    case "tables": .tables(try tableList())
    case "runs": .runs(try runList())
    case "status": .status(try status())
    case "state": .state(try state())
    case "event": .event(try event())
    case "error": .error(try error())
    case "ok": .ok(try confirmation())
    case "record": .record(RecordPiece(try required("text", \.string)))
    default: nil
    }
  }

  func hello() throws(MessageError) -> Hello {
    Hello(
      server: try required("server", \.string),
      protocolVersion: try required("protocol", \.string),
      session: try optional("session", \.string),
      client: try optional("client", \.string))
  }

  func sensor() throws(MessageError) -> SensorReport {
    let mount = try numbers(try required("mount", \.array), "mount")
    guard mount.count == 9 else { throw wrong("mount") }
    return SensorReport(
      source: try required("source", \.string),
      name: try optional("name", \.string),
      id: try optional("id", \.string),
      mode: try optional("mode", \.string),
      rate: try optional("rate", \.number),
      odr: try optional("odr", \.number),
      gyro: try required("gyro", \.boolean),
      mount: mount,
      mountFrom: try required("mountFrom", \.string),
      level: try vector(object["level"], "level"),
      accelerometerBias: try vector(object["accelerometerBias"], "accelerometerBias"),
      gyroBias: try vector(object["gyroBias"], "gyroBias"),
      isHalfCalibrated: try optional("halfCalibrated", \.boolean) ?? false,
      health: SensorReport.Health(rawValue: try required("health", \.string)),
      reason: try optional("reason", \.string),
      code: try optional("code", \.string),
      message: try optional("message", \.string),
      hint: try optional("hint", \.string))
  }

  func state() throws(MessageError) -> State {
    var balls: [State.Ball] = []
    for element in try required("balls", \.array) {
      guard let x = element.object?["x"]?.number, let y = element.object?["y"]?.number,
        let vx = element.object?["vx"]?.number, let vy = element.object?["vy"]?.number
      else { throw wrong("balls") }
      let off = element.object?["off"]
      guard off == nil || off?.boolean != nil else { throw wrong("balls") }
      balls.append(State.Ball(x: x, y: y, vx: vx, vy: vy, isOff: off?.boolean ?? false))
    }
    let tilt = try numbers(try required("tilt", \.array), "tilt")
    guard tilt.count == 2 else { throw wrong("tilt") }
    return State(
      seq: try required("seq", \.integer),
      t: try required("t", \.number),
      phase: Phase(rawValue: try required("phase", \.string)),
      balls: balls,
      tilt: XY(x: tilt[0], y: tilt[1]),
      up: try vector(object["up"], "up"),
      score: try optional("score", \.integer),
      ballsLeft: try optional("ballsLeft", \.integer),
      holesAngle: try optional("holesAngle", \.number),
      time: try optional("time", \.number),
      countdown: try optional("countdown", \.number),
      age: try optional("age", \.number),
      quality: try quality(),
      isDemo: try optional("demo", \.boolean) ?? false,
      driver: try optional("driver", \.string),
      menu: try optional("menu", \.string),
      skipped: try optional("skipped", \.integer))
  }

  func error() throws(MessageError) -> ErrorReport {
    ErrorReport(
      code: ErrorReport.Code(rawValue: try required("code", \.string)),
      field: try optional("field", \.string),
      message: try required("message", \.string),
      hint: try optional("hint", \.string),
      id: try optional("id", \.integer))
  }

  func confirmation() throws(MessageError) -> Confirmation {
    Confirmation(command: try required("do", \.string), id: try required("id", \.integer))
  }

  func required<Value>(
    _ field: String, _ value: (JSONValue) -> Value?
  ) throws(MessageError) -> Value {
    guard let found = try optional(field, value) else {
      throw MessageError("a message of class \(name) has no field '\(field)'")
    }
    return found
  }

  func optional<Value>(
    _ field: String, _ value: (JSONValue) -> Value?
  ) throws(MessageError) -> Value? {
    guard let found = object[field] else { return nil }
    guard let value = value(found) else { throw wrong(field) }
    return value
  }

  func numbers(_ elements: [JSONValue], _ field: String) throws(MessageError) -> [Double] {
    let numbers = elements.compactMap(\.number)
    guard numbers.count == elements.count else { throw wrong(field) }
    return numbers
  }

  func wrong(_ field: String) -> MessageError {
    MessageError("in a message of class \(name), the field '\(field)' has the wrong type")
  }
}

extension JSONValue {
  /// A whole number that every reader of JSON takes exactly.
  var integer: Int64? {
    guard let number, number == number.rounded(), abs(number) <= Double(Limits.integer) else {
      return nil
    }
    return Int64(number)
  }
}
