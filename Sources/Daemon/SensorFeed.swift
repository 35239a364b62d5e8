// SPDX-License-Identifier: MIT

internal import Posix
internal import Sensors

/// A live source in the event loop: reads it when it rings, notices when it is silent, and says in
/// the log what changes.
final class SensorFeed {
  private var source: any LiveSource
  private let log: Log
  private let onStatus: (SourceStatus) -> Void
  private let onSamples: ([Sample]) -> Void
  private var registration: EventLoop.Registration?
  private var timer: EventLoop.Registration?
  private var monitor: DeviceMonitor?
  /// Kept, so that a sample costs no memory.
  private var samples: [Sample] = []
  private var told = SourceStatus()

  /// Puts `source` into the loop.
  init(
    _ source: any LiveSource, on loop: EventLoop, log: Log,
    onStatus: @escaping (SourceStatus) -> Void, onSamples: @escaping ([Sample]) -> Void
  ) throws(Errno) {
    self.source = source
    self.log = log
    self.onStatus = onStatus
    self.onSamples = onSamples
    samples.reserveCapacity(1024)
    if case .descriptor(let number) = source.wait {
      registration = try loop.onReadable(number) { [unowned self] _ in read() }
    }
    timer = try loop.onTime { [unowned self] in
      self.source.check(now: monotonicNow())
      follow()
    }
    // Without udev nothing rings; then the source looks by itself, now and then.
    monitor = try? DeviceMonitor(of: "iio", on: loop) { [unowned self] in
      self.source.lookAgain()
    }
  }

  deinit {
    if source.samplesRead > 0 {
      log(.info, "read \(source.samplesRead) samples, \(source.samplesDropped) dropped")
    }
    source.close()
  }

  /// Says how it is from the start.
  func begin() { onStatus(told) }

  private func read() {
    samples.removeAll(keepingCapacity: true)
    do throws(SourceError) {
      try source.read(now: monotonicNow(), into: &samples)
    } catch {
      log(.warning, "\(error), ignoring it")
    }
    follow()
    if !samples.isEmpty { onSamples(samples) }
  }

  /// Tells what has changed, and sets the time of the next look.
  private func follow() {
    timer?.setTime(source.nextCheck)
    let status = source.status
    guard status != told else { return }
    tell(status, after: told)
    told = status
    onStatus(status)
  }

  /// One line a change; none for the rate alone.
  private func tell(_ status: SourceStatus, after old: SourceStatus) {
    if let sensor = status.sensor, old.sensor?.stableID != sensor.stableID {
      log(.info, "reading \(sensor.name), \(sensor.mode.rawValue): \(sensor.reason)")
    }
    if status.fault != old.fault {
      if let fault = status.fault {
        log(fault.code == .noSensor ? .notice : .warning, fault.description)
      } else if let sensor = status.sensor, old.fault?.code != .noSensor {
        log(.info, "\(sensor.name) is well again")
      }
    }
  }
}
