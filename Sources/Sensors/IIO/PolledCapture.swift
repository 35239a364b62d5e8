// SPDX-License-Identifier: MIT

internal import Posix

/// Asks a sensor for its axes one by one, on the sensor's thread.
struct PolledCapture {
  private let axes: [RawReader]
  private var gyro: [RawReader]?
  private let name: String
  private let period: Int64
  private let isLocal: Bool
  private let queue: SensorQueue
  private let control: WorkerControl

  /// Whether the samples carry an angular velocity; can become false while it runs.
  var hasGyro: Bool { gyro != nil }

  /// Below this rate the gyro is dropped when that doubles it, ns a sample.
  private static let slow: Int64 = 20_000_000
  /// After so many samples it is known what they take.
  private static let trial = 8
  /// Readings that fail for so long end the capture, ns.
  private static let longestFailure: Int64 = 1_000_000_000

  /// Opens what is to be read; `rate` samples a second are wanted.
  init(
    _ sensor: Accelerometer, in context: IIOContext, rate: Double, queue: SensorQueue,
    control: WorkerControl
  ) throws(SensorFault) {
    name = sensor.device.title
    period = Int64(1e9 / rate)
    isLocal = context.isLocal
    self.queue = queue
    self.control = control
    do throws(Errno) {
      axes = try Self.readers(sensor.axes, sensor.device, context)
    } catch {
      throw SensorFault(error, doing: "read \(sensor.device.title)")
    }
    gyro = nil
    if let device = sensor.gyroDevice, let gyroAxes = sensor.gyroAxes, gyroAxes.arePolled {
      gyro = try? Self.readers(gyroAxes, device, context)
    }
  }

  private static func readers(
    _ axes: SensorAxes, _ device: IIODevice, _ context: IIOContext
  ) throws(Errno) -> [RawReader] {
    [
      try RawReader(axes.x, of: device, in: context),
      try RawReader(axes.y, of: device, in: context),
      try RawReader(axes.z, of: device, in: context),
    ]
  }

  /// Reads until the thread is to end or the lookout sees something better, or throws what went
  /// wrong.
  ///
  /// With `isSecondBest` it ends as well when somebody rings: a right, or a trigger, may have come.
  /// `firstSample` is called before the first sample, `gyroDropped` when it is done without.
  mutating func run(
    isSecondBest: Bool, _ lookout: inout Lookout, firstSample: () -> Void, gyroDropped: () -> Void
  ) throws(SensorFault) {
    var count = 0
    var lastSuccess = monotonicNow()
    var due = lastSuccess
    var spent = (axes: Int64(0), gyro: Int64(0))
    while !control.isStopped {
      let begin = monotonicNow()
      do throws(Errno) {
        let acceleration = try vector(axes)
        let middle = monotonicNow()
        let angularVelocity = try readGyro()
        let end = monotonicNow()
        if count == 0 { firstSample() }
        queue.put(
          Sample(
            time: begin + (middle - begin) / 2, acceleration: acceleration,
            angularVelocity: angularVelocity))
        lastSuccess = end
        count += 1
        spent.axes += middle - begin
        spent.gyro += end - middle
        if count == Self.trial, gyro != nil, isWorthDropping(spent) {
          gyro = nil
          gyroDropped()
        }
      } catch {
        try judge(error, failingFor: monotonicNow() - lastSuccess)
      }
      // At the rate that is wanted; a slower sensor sets its own pace.
      due = max(due + period, monotonicNow())
      let isRung = control.wait(until: due)
      if isRung && isSecondBest || lookout.isBetterAhead(isRung: isRung) { return }
    }
  }

  private func vector(_ readers: [RawReader]) throws(Errno) -> Vector3 {
    Vector3(try readers[0].value(), try readers[1].value(), try readers[2].value())
  }

  /// A gyro that fails is done without for this sample.
  private func readGyro() throws(Errno) -> Vector3? {
    guard let gyro else { return nil }
    return try? vector(gyro)
  }

  private func isWorthDropping(_ spent: (axes: Int64, gyro: Int64)) -> Bool {
    let all = (spent.axes + spent.gyro) / Int64(Self.trial)
    return all > Self.slow && spent.axes + spent.gyro >= 2 * spent.axes
  }

  /// Throws when it is no use to go on; a single failure only costs its sample.
  private func judge(_ error: Errno, failingFor time: Int64) throws(SensorFault) {
    let isGone = error == .noSuchDevice || error == .noSuchFile || error == .badDescriptor
    if isGone || !isLocal || time > Self.longestFailure {
      throw SensorFault(error, doing: "read \(name)")
    }
  }
}
