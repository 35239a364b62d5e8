// SPDX-License-Identifier: MIT

extension Request {
  /// Reads a line from a client, with or without its `\n`.
  ///
  /// Nothing that a client can send traps. Unknown fields are ignored. What is refused is thrown as
  /// the report that answers it.
  public static func decode(_ line: [UInt8]) throws(ErrorReport) -> Request {
    guard line.count <= Limits.requestLine else { throw .lineTooLong }
    let document: JSONDocument
    do throws(JSONDocument.Refusal) {
      document = try JSONDocument(parsing: line)
    } catch {
      throw ErrorReport(
        code: error.isOverflow ? .outOfRange : .badJSON,
        message: "the line can't be read as JSON: \(error.message)",
        hint: "send one JSON object a line, such as {\"do\":\"watch\"}")
    }
    return try document.withObject { object throws(ErrorReport) in
      guard let object else {
        throw ErrorReport(
          code: .notAnObject, message: "the line is JSON, but no object",
          hint: "send one JSON object a line, such as {\"do\":\"watch\"}")
      }
      var fields = RequestFields(object: object, id: nil)
      fields.id = try fields.identifier()
      return Request(try fields.command(), id: fields.id)
    }
  }
}

extension ErrorReport {
  /// The answer to a line that was longer than `Limits.requestLine` and has been skipped.
  public static var lineTooLong: ErrorReport {
    ErrorReport(
      code: .lineTooLong,
      message: "the line is longer than \(Limits.requestLine) bytes and was skipped",
      hint: "send one JSON object a line")
  }
}

/// The fields of a request, each read with its type and its limits.
private struct RequestFields {
  let object: JSONObject
  var id: Int64?

  func identifier() throws(ErrorReport) -> Int64? {
    guard let value = object["id"] else { return nil }
    guard let number = value.number, number == number.rounded() else {
      throw refusal(.badType, "id", "id must be a whole number")
    }
    guard abs(number) <= Double(Limits.integer) else {
      throw refusal(.outOfRange, "id", "id must lie within ±\(Limits.integer)")
    }
    return Int64(number)
  }

  func command() throws(ErrorReport) -> Request.Command {
    guard let value = object["do"] else {
      throw refusal(
        .missingField, "do", "do is missing: the name of a command", hint: Self.commands)
    }
    guard let name = value.string else {
      throw refusal(.badType, "do", "do must be the name of a command", hint: Self.commands)
    }
    switch name {
    case "watch": return .watch(rate: try rate())
    case "restart": return .restart
    case "pause": return .pause
    case "resume": return .resume
    case "tilt": return .tilt(try tilt())
    case "sample": return .sample(try sample())
    case "release": return .release
    case "toggle":
      return .toggle(column: try index("column"), row: try index("row"))
    case "clear": return .clear
    case "table": return .table(try tableName())
    case "next": return .next
    case "previous": return .previous
    case "tables": return .tables
    case "runs": return .runs(table: try runsTable(), best: try bestOnly(), limit: try runsLimit())
    case "status": return .status
    case "level": return .level(reset: try isReset())
    case "calibrate": return .calibrate(try calibrationStep())
    case "menu": return .menu(isOpen: try boolean("open"))
    case "record": return .record
    default:
      throw refusal(
        .unknownCommand, "do", "there is no command '\(name.prefix(40))'", hint: Self.commands)
    }
  }

  private static let commands =
    "the commands are watch, restart, pause, resume, tilt, sample, release, toggle, clear, table, "
    + "next, previous, tables, runs, status, level, calibrate, menu and record"

  private func rate() throws(ErrorReport) -> Double? {
    guard let value = object["rate"] else { return nil }
    guard let rate = value.number else {
      throw refusal(
        .badType, "rate", "rate must be a number of states a second",
        hint: "leave rate out to get a state at every advance")
    }
    guard Limits.rate.contains(rate) else {
      throw refusal(
        .outOfRange, "rate",
        "rate must lie between \(Limits.rate.lowerBound) and \(Limits.rate.upperBound) Hz",
        hint: "leave rate out to get a state at every advance")
    }
    return rate
  }

  private func tilt() throws(ErrorReport) -> XY {
    XY(
      x: try number("x", within: Limits.acceleration, "m/s²"),
      y: try number("y", within: Limits.acceleration, "m/s²"))
  }

  private func sample() throws(ErrorReport) -> ClientSample {
    guard let acceleration = try vector("acceleration", within: Limits.acceleration, "m/s²") else {
      throw missing("acceleration", "three numbers in m/s²")
    }
    let angularVelocity = try vector("angularVelocity", within: Limits.angularVelocity, "rad/s")
    var t: Double?
    if object["t"] != nil { t = try number("t", within: Limits.time, "s") }
    return ClientSample(acceleration: acceleration, angularVelocity: angularVelocity, t: t)
  }

  /// A column or a row, counted from 0; whether the table has so many is for the daemon to say.
  private func index(_ field: String) throws(ErrorReport) -> Int {
    guard let value = object[field] else { throw missing(field, "a whole number, counted from 0") }
    guard let number = value.number, number == number.rounded() else {
      throw refusal(.badType, field, "\(field) must be a whole number, counted from 0")
    }
    guard number >= 0, number < Double(Limits.grid) else {
      throw refusal(.outOfRange, field, "\(field) must lie between 0 and \(Limits.grid - 1)")
    }
    return Int(number)
  }

  private func isReset() throws(ErrorReport) -> Bool {
    guard let value = object["reset"] else { return false }
    guard let isReset = value.boolean else {
      throw refusal(
        .badType, "reset", "reset must be true or false",
        hint: "leave reset out to take the present pose as level")
    }
    return isReset
  }

  private func calibrationStep() throws(ErrorReport) -> CalibrationStep {
    let words = CalibrationStep.allCases.map(\.rawValue).joined(separator: ", ")
    guard let value = object["step"] else { throw missing("step", "one of \(words)") }
    guard let word = value.string else {
      throw refusal(.badType, "step", "step must be one of \(words)")
    }
    guard let step = CalibrationStep(rawValue: word) else {
      throw refusal(.outOfRange, "step", "step must be one of \(words)")
    }
    return step
  }

  private func boolean(_ field: String) throws(ErrorReport) -> Bool {
    guard let value = object[field] else { throw missing(field, "true or false") }
    guard let boolean = value.boolean else {
      throw refusal(.badType, field, "\(field) must be true or false")
    }
    return boolean
  }

  private func tableName() throws(ErrorReport) -> TableName {
    guard let value = object["name"] else { throw missing("name", "a table's name") }
    guard let text = value.string else {
      throw refusal(.badType, "name", "name must be a table's name")
    }
    guard let name = TableName(text) else {
      throw refusal(
        .noSuchTable, "name", "'\(text.prefix(40))' can't be the name of a table",
        hint: "a name has letters, digits, '.', '_' and '-', or is maze:COLUMNSxROWS:SEED, "
          + "such as \(TableName.exampleMaze); the command tables lists them")
    }
    return name
  }

  private func runsTable() throws(ErrorReport) -> TableName? {
    guard let value = object["table"] else { return nil }
    guard let text = value.string, let name = TableName(text) else {
      throw refusal(
        .badType, "table", "table must be a table's name",
        hint: "leave table out to get the runs of all")
    }
    return name
  }

  private func bestOnly() throws(ErrorReport) -> Bool {
    guard let value = object["best"] else { return false }
    guard let isBestOnly = value.boolean else {
      throw refusal(.badType, "best", "best must be true or false")
    }
    return isBestOnly
  }

  private func runsLimit() throws(ErrorReport) -> Int? {
    guard let value = object["limit"] else { return nil }
    guard let number = value.number, number == number.rounded() else {
      throw refusal(.badType, "limit", "limit must be a whole number of runs")
    }
    guard number >= 0, number <= Double(Limits.runs) else {
      throw refusal(.outOfRange, "limit", "limit must lie between 0 and \(Limits.runs)")
    }
    return Int(number)
  }

  private func number(
    _ field: String, within limit: Double, _ unit: String
  ) throws(ErrorReport) -> Double {
    guard let value = object[field] else { throw missing(field, "a number in \(unit)") }
    guard let number = value.number else {
      throw refusal(.badType, field, "\(field) must be a number in \(unit)")
    }
    guard abs(number) <= limit else { throw outOfRange(field, limit, unit) }
    return number
  }

  private func vector(
    _ field: String, within limit: Double, _ unit: String
  ) throws(ErrorReport) -> XYZ? {
    guard let value = object[field] else { return nil }
    guard let elements = value.array, elements.count == 3,
      let x = elements[0].number, let y = elements[1].number, let z = elements[2].number
    else { throw refusal(.badType, field, "\(field) must be an array of three numbers in \(unit)") }
    guard abs(x) <= limit, abs(y) <= limit, abs(z) <= limit else {
      throw outOfRange(field, limit, unit)
    }
    return XYZ(x: x, y: y, z: z)
  }

  private func missing(_ field: String, _ what: String) -> ErrorReport {
    refusal(.missingField, field, "\(field) is missing: \(what)")
  }

  private func outOfRange(_ field: String, _ limit: Double, _ unit: String) -> ErrorReport {
    refusal(
      .outOfRange, field, "\(field) lies beyond ±\(limit) \(unit), more than any sensor reads",
      hint: "check the unit: \(unit)")
  }

  private func refusal(
    _ code: ErrorReport.Code, _ field: String, _ message: String, hint: String? = nil
  ) -> ErrorReport {
    ErrorReport(code: code, field: field, message: message, hint: hint, id: id)
  }
}
