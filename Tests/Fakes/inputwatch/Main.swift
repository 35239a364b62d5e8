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
      for argument in CommandLine.arguments.dropFirst() {
        let value = argument.drop { $0 != "=" && $0 != ":" }.dropFirst()
        switch argument.prefix(while: { $0 != "=" && $0 != ":" }) {
        case "accelerometer": request.selector = .accelerometer
        case "stick": request.selector = .stick
        case "any": request.selector = .any
        case "name": request.selector = .named(String(value))
        case "buttons": request.selector = nil
        case "list": return list()
        case "grab": request.grabs = true
        case "counts": request.countsPerG = parseDecimal(value)
        case "map": request.buttons = try ButtonMap(String(value))
        default: return print("inputwatch: what is \(argument)?")
        }
      }
      try follow(request)
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

  private static func follow(_ request: EvdevSource.Request) throws {
    var source = try EvdevSource(request)
    var status = SourceStatus()
    var drops = 0
    var samples: [Sample] = []
    var last: Sample?
    var positions: [StickPosition] = []
    var presses: [InputPress] = []
    while case .descriptor(let number) = source.wait {
      var awaited = [Awaited(number)]
      try poll(&awaited, until: source.nextCheck)
      source.read(now: monotonicNow(), into: &samples)
      source.takePositions(into: &positions)
      source.takePresses(into: &presses)
      source.check(now: monotonicNow())
      if source.status != status {
        status = source.status
        last = nil
        print(describe(status, isStick: source.isStick))
      }
      if source.kernelLosses != drops {
        drops = source.kernelLosses
        print("drops \(drops)")
      }
      for sample in samples {
        // A reading that stands is given again and again.
        if sample.acceleration == last?.acceleration,
          sample.angularVelocity == last?.angularVelocity
        {
          continue
        }
        last = sample
        print(describe(sample))
      }
      for position in positions {
        print("position \(position.x) \(position.y)")
      }
      for press in presses {
        print("press \(press.control.name) \(press.action?.rawValue ?? "-")")
      }
      samples.removeAll(keepingCapacity: true)
      positions.removeAll(keepingCapacity: true)
      presses.removeAll(keepingCapacity: true)
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
