// SPDX-License-Identifier: MIT

import Support
import Wire

extension SplitMix64 {
  mutating func best() -> BestRun {
    BestRun(time: double(), score: maybe { $0.integer() })
  }

  mutating func run() -> RunList.Entry {
    RunList.Entry(
      number: maybe { $0.integer() }, table: text(), hash: text(), game: text(), outcome: text(),
      time: double(), score: maybe { $0.integer() }, impacts: integer(), source: text(),
      isChanged: next() % 2 == 0, isBest: next() % 2 == 0, ended: maybe { $0.integer() })
  }

  mutating func xyz() -> XYZ { XYZ(x: double(), y: double(), z: double()) }

  mutating func hole() -> TableReport.Hole {
    TableReport.Hole(x: double(), y: double(), radius: double())
  }

  mutating func flag() -> TableReport.Flag {
    TableReport.Flag(x: double(), y: double(), width: double(), height: double())
  }

  /// A grid of any size that is small, or the largest one, with blocks at random.
  mutating func blocks() -> BlockGrid? {
    let size = next() % 64 == 0 ? 256 : Int(1 + next() % 8)
    var grid = BlockGrid(columns: size, rows: 1 + Int(next() % UInt64(size)))
    guard let (columns, rows) = grid.map({ ($0.columns, $0.rows) }) else { return nil }
    for row in 0..<rows {
      for column in 0..<columns { grid?[column, row] = next() % 3 == 0 }
    }
    return grid
  }

  /// One message of each class, at random.
  mutating func messages() -> [Message] {
    let kinds: [Event.Kind] = [
      .impact(Event.Impact(ball: Int(next() % 4), x: double(), y: double(), speed: double())),
      .paused, .resumed, .restarted, .finished, .takeover(by: text()), .released(by: text()),
      .captured(
        Event.Capture(ball: Int(next() % 4), hole: Int(next() % 256), x: double(), y: double())),
      .flag(
        Event.Flag(
          ball: maybe { Int($0.next() % 4) }, time: maybe { $0.double() },
          score: maybe { $0.integer() })),
      .won, .lost(Event.Loss(rawValue: text())),
      .block(column: Int(next() % 256), row: Int(next() % 256), isBlock: next() % 2 == 0),
      .cleared, .table(name: text()), .best(table: text(), best()), .other("bumped"),
    ]
    return [
      .hello(Hello(server: text(), protocolVersion: text(), session: text(), client: text())),
      .sensor(
        SensorReport(
          source: text(), name: maybe { $0.text() }, id: maybe { $0.text() },
          mode: maybe { $0.text() }, rate: maybe { $0.double() }, odr: maybe { $0.double() },
          gyro: next() % 2 == 0, mount: (0..<9).map { _ in double() }, mountFrom: text(),
          level: maybe { $0.xyz() }, accelerometerBias: maybe { $0.xyz() },
          gyroBias: maybe { $0.xyz() }, isHalfCalibrated: next() % 2 == 0,
          health: SensorReport.Health(rawValue: text()))),
      .table(
        TableReport(
          name: text(), hash: text(), game: text(), width: double(), height: double(),
          ballRadius: double(), title: maybe { $0.text() }, time: maybe { $0.double() },
          balls: maybe { $0.integer() }, goal: maybe { $0.integer() },
          blocks: next() % 2 == 0 ? blocks() : nil,
          holes: maybe { random in (0..<random.next() % 4).map { _ in random.hole() } },
          pivot: maybe { XY(x: $0.double(), y: $0.double()) },
          flag: maybe { $0.flag() }, best: maybe { $0.best() })),
      .tables(
        TableList(
          tables: (0..<next() % 4).map { _ in
            TableList.Entry(
              name: text(), title: maybe { $0.text() }, game: text(), best: maybe { $0.best() },
              file: maybe { $0.text() })
          },
          broken: (0..<next() % 3).map { _ in TableList.Broken(name: text(), message: text()) })),
      .runs(
        RunList(
          runs: (0..<next() % 4).map { _ in run() },
          storage: RunList.Storage(
            runs: maybe { $0.integer() }, free: maybe { $0.integer() },
            lastSync: maybe { $0.double() }, fault: maybe { $0.text() }))),
      .state(
        State(
          seq: integer(), t: double(), phase: Phase(rawValue: text()),
          balls: (0..<next() % 5).map { _ in
            State.Ball(
              x: double(), y: double(), vx: double(), vy: double(), isOff: next() % 2 == 0)
          }, tilt: XY(x: double(), y: double()), up: maybe { $0.xyz() },
          score: maybe { $0.integer() }, ballsLeft: maybe { $0.integer() },
          holesAngle: maybe { $0.double() }, time: maybe { $0.double() },
          countdown: maybe { $0.double() }, age: maybe { $0.double() },
          quality: maybe { random in
            TiltQuality(
              uncertaintyDegrees: random.double(), isResting: random.next() % 2 == 0,
              gyroBias: random.maybe { $0.xyz() }, rejected: random.integer())
          }, isDemo: next() % 2 == 0, driver: maybe { $0.text() }, menu: maybe { $0.text() },
          skipped: maybe { $0.integer() })),
      .event(Event(t: double(), kinds[Int(next() % UInt64(kinds.count))])),
      .error(
        ErrorReport(
          code: ErrorReport.Code(rawValue: text()), field: maybe { $0.text() }, message: text(),
          hint: maybe { $0.text() }, id: maybe { $0.integer() })),
      .ok(Confirmation(command: text(), id: integer())),
    ]
  }
}
