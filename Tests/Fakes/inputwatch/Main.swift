// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Posix
internal import Sensors

/// Prints what input devices give, line by line, until it is killed: what the daemon would get.
///
///     inputwatch accelerometer|stick|any|buttons|name:NAME [grab] [counts=N] [map=TEXT]
///     inputwatch list
@main
enum Main {
  static func main() {
    do {
      var request = EvdevSource.Request(
        selector: .any, buttons: try ButtonMap(ButtonMap.defaultText), rescan: 50_000_000)
      var watchesButtonsOnly = false
      for argument in CommandLine.arguments.dropFirst() {
        let value = argument.drop { $0 != "=" && $0 != ":" }.dropFirst()
        switch argument.prefix(while: { $0 != "=" && $0 != ":" }) {
        case "accelerometer": request.selector = .accelerometer
        case "stick": request.selector = .stick
        case "any": request.selector = .any
        case "name": request.selector = .named(String(value))
        case "buttons": watchesButtonsOnly = true
        case "list": return list()
        case "grab": request.grabs = true
        case "counts": request.countsPerG = parseDecimal(value)
        case "map": request.buttons = try ButtonMap(String(value))
        default: return print("inputwatch: what is \(argument)?")
        }
      }
      if watchesButtonsOnly { try watch(request) } else { try follow(request) }
    } catch {
      print("inputwatch: \(error)")
    }
  }

  private static func list() {
    let (survey, faults) = InputSurvey.now()
    for candidate in survey.candidates { print("\(candidate.device.stableID)") }
    print("takes \(survey.choice?.device.path ?? "none"): \(survey.reason)")
    for fault in faults { print("\(fault.code.rawValue): \(fault.message)") }
  }

  private static func watch(_ request: EvdevSource.Request) throws {
    let buttons = try ButtonWatch(request.buttons, grabs: request.grabs, rescan: request.rescan)
    var actions: [InputAction] = []
    while true {
      var awaited = [Awaited(buttons.descriptor)]
      try poll(&awaited, until: nil)
      buttons.read(into: &actions)
      for action in actions { print("action \(action.rawValue)") }
      actions.removeAll()
    }
  }

  private static func follow(_ request: EvdevSource.Request) throws {
    var source = try EvdevSource(request)
    var status = SourceStatus()
    var drops = 0
    var samples: [Sample] = []
    var positions: [StickPosition] = []
    var actions: [InputAction] = []
    while case .descriptor(let number) = source.wait {
      var awaited = [Awaited(number)]
      try poll(&awaited, until: source.nextCheck)
      source.read(now: monotonicNow(), into: &samples)
      source.takePositions(into: &positions)
      source.takeActions(into: &actions)
      source.check(now: monotonicNow())
      if source.status != status {
        status = source.status
        print(describe(status, isStick: source.isStick))
      }
      if source.drops != drops {
        drops = source.drops
        print("drops \(drops)")
      }
      for sample in samples { print(describe(sample)) }
      for position in positions {
        print("position \(position.x) \(position.y)")
      }
      for action in actions { print("action \(action.rawValue)") }
      samples.removeAll(keepingCapacity: true)
      positions.removeAll(keepingCapacity: true)
      actions.removeAll(keepingCapacity: true)
    }
  }

  private static func describe(_ status: SourceStatus, isStick: Bool) -> String {
    var words = "\(status.condition)"
    if let sensor = status.sensor {
      words += " [\(sensor.stableID)] \(isStick ? "stick" : "accelerometer")"
      words += "\(sensor.hasGyro ? " with gyro" : "") mount from \(sensor.mounting.origin);"
      words += " \(sensor.reason)"
    }
    if let fault = status.fault { words += " (\(fault.code.rawValue): \(fault.message))" }
    return words
  }

  private static func describe(_ sample: Sample) -> String {
    func text(_ vector: Vector3) -> String { "\(vector.x) \(vector.y) \(vector.z)" }
    let turning = sample.angularVelocity.map { " turning \(text($0))" } ?? ""
    return "sample \(text(sample.acceleration))\(turning) at \(sample.time)"
  }

  /// To standard error, which isn't buffered.
  private static func print(_ line: String) { try? writeAll("\(line)\n", to: 2) }
}
