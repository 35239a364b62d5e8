// SPDX-License-Identifier: MIT

import Game
import KeyValue
import Physics
import Sensors
import Support
import Testing

@testable import Daemon

@Suite("inputs as they stand in a recording") struct InputTextTests {
  private func read(_ text: String) throws(ValueError) -> (Int64, InputText.Line) {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer {
      buffer -> Result<(Int64, InputText.Line), ValueError>
      in
      do throws(ValueError) {
        return .success(try InputText.read(buffer))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Each kind of input once.
  ///
  /// Whoever adds one finds that `name` below doesn't compile without it.
  private static func inputs() throws -> [Engine.Input] {
    let library = TableLibrary(directories: ["\(packageRoot)/tables"])
    let awkward = Physics.Tilt(x: -0.0, y: .leastNonzeroMagnitude, z: 0.1 + 0.2)
    return [
      .clientSample(
        Sample(
          time: -5, acceleration: Sensors.Vector3(0.1, -0.0, 1e-300),
          angularVelocity: Sensors.Vector3(1.0 / 3, -70, 0)), client: 3),
      .sourceSample(Sample(time: 17_000_000_001, acceleration: Sensors.Vector3(1, 2, 3))),
      .sourceSample(
        Sample(
          time: 0, acceleration: Sensors.Vector3(.infinity, -.infinity, .greatestFiniteMagnitude))
      ),
      .sourceOpened(
        try Mounting(
          rows: Sensors.Vector3(0, 1, 0), Sensors.Vector3(-1, 0, 0), Sensors.Vector3(0, 0, 1)),
        SensorMemory(
          level: try #require(Level(up: Sensors.Vector3(0.1, -0.2, 0.9))),
          calibration: try Calibration(
            accelerationBias: Sensors.Vector3(0.1 + 0.2, -0.3, 1e-9),
            angularVelocityBias: Sensors.Vector3(0.01, 1.0 / 3, -0.02)))),
      .sourceOpened(.identity, SensorMemory()),
      .settings(
        EngineSettings(
          tilt: try TiltSettings(
            mode: .gravity, timeConstant: 1.0 / 3, screenRotation: .left,
            axes: TableAxes(areSwapped: true, isXInverted: false, isYInverted: true),
            feel: .gentle),
          pausesUntouched: false, restartsWhenShaken: true, restartSteps: 15_000,
          playlist: [
            try library.table(named: "classic-holes"), try library.table(named: "maze:3x4:5"),
          ])),
      .settings(
        EngineSettings(
          tilt: TiltSettings(), pausesUntouched: true, restartsWhenShaken: false, restartSteps: nil,
          playlist: nil)),
      .sourceBegins, .level(isReset: false), .level(isReset: true),
      .calibrate(.first), .calibrate(.second), .calibrate(.gyro), .calibrate(.reset),
      .session(.sourceTilt(awkward, time: 12_000_000)),
      .session(.clientTilt(awkward, client: 12)), .session(.release(client: 1)),
      .session(.source(.absent)), .session(.source(.present)), .session(.source(.stalled)),
      .session(.source(.finished)), .session(.pause), .session(.untouched), .session(.countDown),
      .session(.resume), .session(.restart),
      .session(.toggle(column: 255, row: 0)), .session(.clear), .session(.next),
      .session(.previous), .session(.table(try library.table(named: "classic-holes"))),
      .session(.table(try library.table(named: "maze:3x4:5"))),
      .session(.beginDemo(nil)), .session(.beginDemo(try library.table(named: "mill"))),
      .session(.demoTilt(awkward, time: 12_000_000)), .session(.endDemo),
    ]
  }

  private func name(_ input: Engine.Input) -> String {
    switch input {
    case .clientSample: "client-sample"
    case .sourceSample: "sample"
    case .sourceOpened: "opened"
    case .level(let isReset): isReset ? "level-reset" : "level"
    case .calibrate: "calibrate"
    case .sourceBegins: "begin"
    case .settings: "settings"
    case .session(let input):
      switch input {
      case .sourceTilt: "source-tilt"
      case .clientTilt: "client-tilt"
      case .release: "release"
      case .source: "source"
      case .pause: "pause"
      case .untouched: "untouched"
      case .countDown: "count-down"
      case .resume: "resume"
      case .restart: "restart"
      case .toggle: "toggle"
      case .clear: "clear"
      case .table: "table"
      case .next: "next"
      case .previous: "previous"
      case .beginDemo: "demo"
      case .demoTilt: "demo-tilt"
      case .endDemo: "demo-end"
      }
    }
  }

  @Test("each kind reads back to the same input, to the last bit, and is on one line")
  func roundTrip() throws {
    var names: Set<String> = []
    for (index, input) in try Self.inputs().enumerated() {
      let step = Int64(index * 1000 + 12)
      var text = ""
      InputText.write(input, step: step, to: &text)
      #expect(text.hasPrefix("\(step) \(name(input))"))
      #expect(text.filter { $0 == "\n" }.count == 1 && text.hasSuffix("\n"))
      let (found, line) = try read(String(text.dropLast()))
      #expect(found == step)
      #expect(line == .input(input), "\(text)")
      names.insert(name(input))
    }
    #expect(names.count == 25)
  }

  @Test("marks and the end are understood, with whatever reason")
  func marks() throws {
    #expect(try read("17 mark").1 == .mark)
    #expect(try read("17 end the daemon has ended").1 == .mark)
    #expect(try read("17 end").1 == .mark)
  }

  @Test(
    "a line that is no input is refused",
    arguments: [
      "", " ", "17", "17 ", "17 jump", "-1 pause", "1.5 pause", "1e3 pause", "17 pause now",
      "17  pause",
      "99999999999999999999 pause", "9000000000001 mark", "17 toggle 1", "17 toggle 1 2 3",
      "17 toggle 1.5 2", "17 sample 0.1 1 2", "17 sample 0.1 1 2 3 4", "17 sample -0.1 1 2 3",
      "17 sample x 1 2 3", "17 sample 9e99 1 2 3", "17 client-tilt 1 2e6 0 9",
      "17 client-tilt 1 0 0 -1",
      "17 client-tilt 1 nan 0 9", "17 client-tilt -1 0 0 9", "17 release", "17 release 1e400",
      "17 release 9007199254740993000", "17 source gone", "17 source-tilt 99000000 0 0 9",
      "17 source-tilt -1 0 0 9", "17 opened 1 0 0 0 1 0 0 0 2 \"version = 1\\n\"",
      "17 opened 1 0 0", "17 opened 1 0 0 0 1 0 0 0 1",
      "17 opened 1 0 0 0 1 0 0 0 1 \"version = 2\\n\"", "17 calibrate third", "17 calibrate",
      "17 level-reset now",
      "17 table x", "17 table x \"game = marble", "17 table x \"game = chess\"", "17 table",
      "17 client-tilt 1 0x7ff0000000000000 0 9", "17 mark\u{0}", "17 begin 1", "17 demo x",
      "17 demo-tilt 0 0 9", "17 demo-tilt 99000000 0 0 9", "17 demo-end 1",
    ])
  func refused(_ line: String) {
    #expect(throws: ValueError.self) { try read(line) }
  }
}
