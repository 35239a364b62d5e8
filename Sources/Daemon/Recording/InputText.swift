// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Physics
internal import Sensors

/// What entered a session, as it stands in a recording: a line each, `STEP WORD …`.
///
/// The one place that knows how an input is written. A new kind of input is a case in `write` (the
/// compiler asks for it) and one in `input`; the test that reads all back asks for that.
enum InputText {
  /// A line among the inputs.
  enum Line: Equatable {
    /// Something enters before the step.
    case input(Engine.Input)
    /// The session had come to the step.
    case mark
  }

  /// Appends the line of an input that enters before step number `step`.
  static func write(_ input: Engine.Input, step: Int64, to text: inout String) {
    text += "\(step) "
    switch input {
    case .sourceSample(let sample):
      text += "\(SessionFormat.sampleWord) "
      SampleText.write(sample, to: &text)
    case .clientSample(let sample, let client):
      text += "client-sample \(client) "
      SampleText.write(sample, to: &text)
    case .sourceOpened(let mounting, let memory):
      text += "opened"
      for row in [mounting.x, mounting.y, mounting.z] { write([row.x, row.y, row.z], to: &text) }
      text += " \(StateValue.text(quoting: memory.text))"
    case .level(let isReset): text += isReset ? "level-reset" : "level"
    case .calibrate(let step): text += "calibrate \(step.rawValue)"
    case .sourceBegins: text += "begin"
    case .settings(let settings):
      text += "settings \(StateValue.text(quoting: StateTree.lines(of: settings)))"
    case .session(let input): write(input, to: &text)
    }
    text += "\n"
  }

  private static func write(_ input: Game.Input, to text: inout String) {
    switch input {
    case .sourceTilt(let tilt, let time):
      text += "source-tilt \(time)"
      write([tilt.x, tilt.y, tilt.z], to: &text)
    case .clientTilt(let tilt, let client):
      text += "client-tilt \(client)"
      write([tilt.x, tilt.y, tilt.z], to: &text)
    case .release(let client): text += "release \(client)"
    case .source(let condition): text += "source \(condition.rawValue)"
    case .pause: text += "pause"
    case .untouched: text += "untouched"
    case .countDown: text += "count-down"
    case .resume: text += "resume"
    case .restart: text += "restart"
    case .toggle(let column, let row): text += "toggle \(column) \(row)"
    case .clear: text += "clear"
    case .next: text += "next"
    case .previous: text += "previous"
    case .table(let table): text += "table \(table.name) \(StateValue.text(quoting: table.text))"
    case .beginDemo(let table):
      text += "demo"
      if let table { text += " \(table.name) \(StateValue.text(quoting: table.text))" }
    case .demoTilt(let tilt, let time):
      text += "demo-tilt \(time)"
      write([tilt.x, tilt.y, tilt.z], to: &text)
    case .endDemo: text += "demo-end"
    }
  }

  /// Appends a line that says how far the session had come.
  static func writeMark(step: Int64, to text: inout String) { text += "\(step) mark\n" }

  /// Appends the last line, which says why nothing follows.
  static func writeEnd(_ reason: String, step: Int64, to text: inout String) {
    text += "\(step) end \(reason)\n"
  }

  private static func write(_ numbers: [Double], to text: inout String) {
    for number in numbers {
      text += " "
      SampleText.write(number, to: &text)
    }
  }

  // MARK: Reading

  /// Reads a line: the step, and what enters before it.
  ///
  /// - Throws: what was found and what was expected.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueError) -> (Int64, Line) {
    var words = TextWords(bytes)
    guard let step = words.integer(), step >= 0, step <= World.lastStep,
      let line = try line(&words, step)
    else {
      throw ValueError(
        found: quoted(String(decoding: bytes, as: UTF8.self)),
        expected: "a step's number and an input, such as `17 sample 0.0169 0.1 0.2 9.8`")
    }
    return (step, line)
  }

  private static func line(
    _ words: inout TextWords, _ step: Int64
  ) throws(ValueError) -> Line? {
    let word = words.word()
    if word == "end" { return .mark }
    let line = word == "mark" ? .mark : try input(word, &words, step).map { Line.input($0) }
    return words.isEmpty ? line : nil
  }

  private static func input(
    _ word: String, _ words: inout TextWords, _ step: Int64
  ) throws(ValueError) -> Engine.Input? {
    switch word {
    case SessionFormat.sampleWord:
      // Session time begins with 0: an earlier sample is none of this session's.
      return SampleText.sample(&words).flatMap { $0.time < 0 ? nil : .sourceSample($0) }
    case "client-sample":
      guard let client = client(&words), let sample = SampleText.sample(&words) else { return nil }
      return .clientSample(sample, client: client)
    case "opened":
      guard let x = words.vector(), let y = words.vector(), let z = words.vector(),
        let text = StateValue.string(words.remainder())
      else { return nil }
      return .sourceOpened(try Mounting(rows: x, y, z), try memory(text))
    case "level": return .level(isReset: false)
    case "level-reset": return .level(isReset: true)
    case "calibrate": return Engine.CalibrationStep(rawValue: words.word()).map { .calibrate($0) }
    case "begin": return .sourceBegins
    case "settings":
      guard let text = StateValue.string(words.remainder()) else { return nil }
      return .settings(try settings(text))
    default: return try sessionInput(word, &words, step).map { .session($0) }
    }
  }

  private static func sessionInput(
    _ word: String, _ words: inout TextWords, _ step: Int64
  ) throws(ValueError) -> Game.Input? {
    switch word {
    case "source-tilt":
      return datedTilt(&words, step).map { .sourceTilt($0.tilt, time: $0.time) }
    case "client-tilt":
      guard let client = client(&words), let tilt = tilt(&words) else { return nil }
      return .clientTilt(tilt, client: client)
    case "release": return client(&words).map { .release(client: $0) }
    case "source": return SourceCondition(rawValue: words.word()).map { .source($0) }
    case "pause": return .pause
    case "untouched": return .untouched
    case "count-down": return .countDown
    case "resume": return .resume
    case "restart": return .restart
    case "toggle":
      guard let column = words.integer(), let row = words.integer() else { return nil }
      return .toggle(column: Int(column), row: Int(row))
    case "clear": return .clear
    case "next": return .next
    case "previous": return .previous
    case "table": return try table(&words).map { .table($0) }
    case "demo": return words.isEmpty ? .beginDemo(nil) : try table(&words).map { .beginDemo($0) }
    case "demo-tilt": return datedTilt(&words, step).map { .demoTilt($0.tilt, time: $0.time) }
    case "demo-end": return .endDemo
    default: return nil
    }
  }

  /// A tilt with a time that isn't later than the step's.
  private static func datedTilt(
    _ words: inout TextWords, _ step: Int64
  ) -> (tilt: Physics.Tilt, time: Int64)? {
    guard let time = words.integer(), (0...(step * nanosecondsPerStep)).contains(time),
      let tilt = tilt(&words)
    else { return nil }
    return (tilt, time)
  }

  private static func client(_ words: inout TextWords) -> Int? {
    words.integer().flatMap { (0...largestClient).contains($0) ? Int($0) : nil }
  }

  /// More clients than ever come, and still a number of which there are larger ones.
  private static let largestClient: Int64 = 1 << 53

  private static func tilt(_ words: inout TextWords) -> Physics.Tilt? {
    guard let vector = words.vector() else { return nil }
    let tilt = Physics.Tilt(x: vector.x, y: vector.y, z: vector.z)
    return tilt.isPossible ? tilt : nil
  }

  private static func settings(_ text: String) throws(ValueError) -> EngineSettings {
    do throws(StateRefusal) {
      return try StateTree.value(ofLines: text)
    } catch {
      throw ValueError(found: error.reason, expected: "settings that balld can have")
    }
  }

  private static func memory(_ text: String) throws(ValueError) -> SensorMemory {
    do throws(KeyValueError) {
      return try SensorMemory(Array(text.utf8), file: "what is kept of the sensor")
    } catch {
      throw ValueError(found: "\(error)", expected: "what is kept of a sensor")
    }
  }

  private static func table(_ words: inout TextWords) throws(ValueError) -> Table? {
    let name = words.word()
    guard let text = StateValue.string(words.remainder()) else { return nil }
    do throws(KeyValueError) {
      return try Table.parse(text: text, file: name, name: name)
    } catch {
      throw ValueError(found: "a table that can't be, \(error)", expected: "one that can be played")
    }
  }
}
