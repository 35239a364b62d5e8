// SPDX-License-Identifier: MIT

internal import Posix

/// Reads a sensor from its kernel buffer, on the sensor's thread.
struct BufferedCapture {
  private let reader: ScanReader
  /// The gyro's, when it is a device of its own.
  private let gyroReader: ScanReader?
  private let name: String
  private let queue: SensorQueue
  private let control: WorkerControl

  /// Whether the samples carry an angular velocity.
  let hasGyro: Bool

  /// A gyro's newest reading counts for so long, ns.
  private static let gyroMemory: Int64 = 100_000_000
  /// How long the first sample may take, ns.
  private static let firstDeadline: Int64 = 2_000_000_000
  /// Silent for so long, the sensor is opened anew, ns.
  private static let longestSilence: Int64 = 5_000_000_000
  /// How often a silent sensor is asked whether it is still there, ns: poll(2) doesn't tell.
  private static let inquiry: Int64 = 100_000_000

  /// Opens the buffers.
  init(
    _ sensor: Accelerometer, in context: IIOContext, queue: SensorQueue, control: WorkerControl
  ) throws(SensorFault) {
    name = sensor.device.title
    self.queue = queue
    self.control = control
    let isOneDevice = sensor.gyroDevice?.id == sensor.device.id
    let gyroAxes = sensor.gyroAxes.flatMap { $0.areBuffered ? $0 : nil }
    reader = try ScanReader(
      sensor.device, sensor.axes, second: isOneDevice ? gyroAxes : nil, in: context)
    // Two buffers of a remote computer can't be waited for at once; and a gyro that can't be opened
    // is no reason to do without the accelerometer.
    if !isOneDevice, context.isLocal, let device = sensor.gyroDevice, let gyroAxes {
      gyroReader = try? ScanReader(device, gyroAxes, second: nil, in: context)
    } else {
      gyroReader = nil
    }
    hasGyro = gyroReader != nil || isOneDevice && gyroAxes != nil
  }

  /// Reads until the thread is to end or the lookout sees something better, or throws what went
  /// wrong.
  ///
  /// Throws `.noData` when nothing ever came. `firstSample` is called before the first sample.
  func run(_ lookout: inout Lookout, firstSample: () -> Void) throws(SensorFault) {
    do throws(Errno) {
      if reader.descriptor == nil { return try runBlocking(firstSample) }
      if try runWaiting(&lookout, firstSample) == .isToEnd { return }
    } catch {
      throw SensorFault(error, doing: "read \(name)")
    }
    throw SensorFault(
      .noData, "\(name) gives no data from its buffer",
      hint: "its interrupt or trigger doesn't come: look at the wiring and the overlay")
  }

  /// Why reading ended without an error.
  private enum End {
    case isToEnd
    case silence
  }

  // MARK: Local

  private func runWaiting(
    _ lookout: inout Lookout, _ firstSample: () -> Void
  ) throws(Errno) -> End {
    var awaited = [
      Awaited(control.descriptor), Awaited(reader.descriptor ?? -1),
      Awaited(gyroReader?.descriptor ?? -1),
    ]
    var gyro: ScanReader.Scan?
    var hasBegun = false
    var lastData = monotonicNow()
    while true {
      try poll(&awaited, until: monotonicNow() + Self.inquiry)
      let isRung = awaited[0].isReadable && control.takeRequest()
      if control.isStopped || lookout.isBetterAhead(isRung: isRung) { return .isToEnd }
      // A gyro that fails is done without, until the sensor is opened anew.
      while let gyroReader, awaited[2].number >= 0 {
        do {
          guard let scan = try gyroReader.next(arrival: monotonicNow) else { break }
          gyro = scan
        } catch {
          awaited[2].number = -1
        }
      }
      // Also when poll(2) says nothing: of an unplugged device it doesn't.
      while let scan = try reader.next(arrival: monotonicNow) {
        if !hasBegun { firstSample() }
        hasBegun = true
        lastData = monotonicNow()
        queue.put(sample(scan, gyro: gyro))
      }
      let silence = monotonicNow() - lastData
      if silence > (hasBegun ? Self.longestSilence : Self.firstDeadline) { return .silence }
    }
  }

  // MARK: Remote

  private func runBlocking(_ firstSample: () -> Void) throws(Errno) {
    control.setCancellation(reader.cancellation)
    defer { control.setCancellation(nil) }
    var hasBegun = false
    while !control.isStopped {
      do {
        guard let scan = try reader.next(arrival: monotonicNow) else { continue }
        if !hasBegun { firstSample() }
        hasBegun = true
        queue.put(sample(scan, gyro: nil))
      } catch {
        if control.isStopped { return }
        throw error
      }
    }
  }

  private func sample(_ scan: ScanReader.Scan, gyro: ScanReader.Scan?) -> Sample {
    var angularVelocity = scan.second
    if let gyro, abs(scan.time - gyro.time) < Self.gyroMemory { angularVelocity = gyro.main }
    return Sample(time: scan.time, acceleration: scan.main, angularVelocity: angularVelocity)
  }
}
