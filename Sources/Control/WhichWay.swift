// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Asks for each edge of the screen in turn to be lowered, and prints the mount matrix to configure.
  func whichWay(_ session: Session, from input: Int32, on output: Output) throws(Failure) {
    var probe = UpProbe(session: session)
    try probe.begin()
    var dialogue = Dialogue(input: input, output: output)
    try output.tell(
      "Hold the screen as it will be used, facing up. At each question lower one edge of it by a\n"
        + "hand's breadth, hold still, and press Enter.\n")
    var readings: [MountFinder.Vector] = []
    for edge: StaticString in ["right", "left", "top", "bottom"] {
      try dialogue.ask(
        "the \(edge) edge: ", about: edge, orElse: "the input ended before the last edge")
      readings.append(try probe.up())
    }
    let rows: [MountFinder.Vector]
    do throws(MountFinder.Trouble) {
      rows = try MountFinder.find(
        MountFinder.Readings(
          right: readings[0], left: readings[1], top: readings[2], bottom: readings[3]))
    } catch .tooLittle {
      throw Failure(
        exitCode: .notUnderstood, message: "the board was hardly tilted",
        hint: "lower each edge by at least ten degrees, and hold it until the next question")
    } catch {
      throw Failure(
        exitCode: .notUnderstood, message: "the edges contradict each other",
        hint: "one was mistaken for another, or the screen faced down; try once more")
    }
    let matrix = rows.flatMap { $0 }
    try output.tell(line: Array("{\"class\":\"mount\",\"matrix\":[\(numbersText(matrix))]}".utf8))
    try output.tell(
      "\nPut this into the configuration, in its section [sensor]:\n\n"
        + "mount-matrix = \(matrixText(matrix))\n")
  }
}

/// What the sensor calls "up", in its own axes.
private struct UpProbe {
  private let session: Session
  /// The mount matrix in force, row by row.
  private var mount: [Double] = []

  /// How long up is listened to, ns: the mean of it takes off the hand's tremor.
  private static let duration: Int64 = 600_000_000

  init(session: Session) { self.session = session }

  /// Learns which sensor it is, and that it tells which way is up: before anybody is asked to tilt it.
  mutating func begin() throws(Failure) {
    let deadline = monotonicNow() + Session.patience
    try session.send(Request(.watch(rate: nil)))
    var sensor: SensorReport?
    while true {
      let received = try session.receive(until: deadline)
      if received.isEmpty { throw session.unanswered }
      for message in received.compactMap(\.message) {
        switch message {
        case .sensor(let report):
          sensor = report
          mount = report.mount
        case .state(let state):
          guard let sensor else { continue }
          if state.up == nil { throw Self.unknown(sensor) }
          return
        default: continue
        }
      }
    }
  }

  private static func unknown(_ sensor: SensorReport?) -> Failure {
    Failure(
      exitCode: .unavailable,
      message: "nothing tells which way is up: balld has no sensor, or a client tilts its table",
      hint: sensor?.message ?? "`ballctl status` says how it is")
  }

  /// The mean of up over the next moment.
  mutating func up() throws(Failure) -> MountFinder.Vector {
    // Forgets what came while the question stood, and asks for the state as it is now.
    _ = try session.receiveNow()
    try session.send(Request(.watch(rate: nil)))
    let deadline = monotonicNow() + Self.duration
    var sum = [0.0, 0.0, 0.0]
    var count = 0.0
    while monotonicNow() < deadline {
      for message in try session.receive(until: deadline).compactMap(\.message) {
        if case .sensor(let sensor) = message { mount = sensor.mount }
        guard case .state(let state) = message, let up = state.up else { continue }
        // Back from device axes: by the transposed matrix.
        for axis in 0..<3 {
          sum[axis] += mount[axis] * up.x + mount[3 + axis] * up.y + mount[6 + axis] * up.z
        }
        count += 1
      }
    }
    guard count > 0 else { throw Self.unknown(nil) }
    return sum.map { $0 / count }
  }
}
