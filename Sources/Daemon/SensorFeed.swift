// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Sensors

/// A live source in the event loop: reads it when it rings, notices when it is silent, and says in
/// the log what changes.
final class SensorFeed<Source: LiveSource> {
  var source: Source
  private let log: Log
  private let onStatus: (SourceStatus) -> Void
  private let onSamples: ([Sample]) -> Void
  private let onMore: () -> Void
  private var registration: EventLoop.Registration?
  private var timer: EventLoop.Registration?
  private var bell: (any PlugBell)?
  /// Kept, so that a sample costs no memory.
  private var samples: [Sample] = []
  private var told = SourceStatus()
  private var isChangeAllowed = true

  /// Puts `source` into the loop; it looks again whenever the bell that `makeBell` makes rings.
  ///
  /// - Parameters:
  ///   - source: What is read.
  ///   - loop: Where it waits.
  ///   - log: Who is told what changes.
  ///   - makeBell: What rings when a device is plugged in.
  ///   - onStatus: Is called when its status has changed.
  ///   - onSamples: Is called with the samples that came.
  ///   - onMore: Is called after each reading, for what a source gives besides samples.
  /// - Throws: What the loop can't wait for.
  init(
    _ source: Source, on loop: EventLoop, log: Log, bell makeBell: PlugBellMaker,
    onStatus: @escaping (SourceStatus) -> Void, onSamples: @escaping ([Sample]) -> Void,
    onMore: @escaping () -> Void = {}
  ) throws(Errno) {
    self.source = source
    self.log = log
    self.onStatus = onStatus
    self.onSamples = onSamples
    self.onMore = onMore
    samples.reserveCapacity(1024)
    if case .descriptor(let number) = source.wait {
      registration = try loop.onReadable(number) { [unowned self] _ in read() }
    }
    timer = try loop.onTime { [unowned self] in
      self.source.check(now: monotonicNow())
      follow()
    }
    // Without udev nothing rings; then the source looks by itself, now and then.
    bell = try? makeBell(loop) { [unowned self] in self.source.lookAgain() }
  }

  deinit {
    if source.samplesRead > 0 {
      let losses = source.kernelLosses
      log(
        .info,
        "read \(source.samplesRead) samples, \(source.samplesDropped) dropped"
          + (losses == 0
            ? "" : "; the kernel lost events \(losses == 1 ? "once" : "\(losses) times")"))
    }
    source.close()
  }

  /// How it was told to be.
  var status: SourceStatus { told }

  /// Whether a better sensor may take this one's place; no more than a comparison while it stays so.
  func allowChange(_ isAllowed: Bool) {
    guard isAllowed != isChangeAllowed else { return }
    isChangeAllowed = isAllowed
    source.allowChange(isAllowed)
  }

  /// Takes what the source has.
  func read() {
    samples.removeAll(keepingCapacity: true)
    source.read(now: monotonicNow(), into: &samples)
    follow()
    if !samples.isEmpty { onSamples(samples) }
    onMore()
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
      } else if let sensor = status.sensor, sensor.stableID == old.sensor?.stableID {
        // Another one that has taken its place was never ill.
        log(.info, "\(sensor.name) is well again")
      }
    }
  }
}
