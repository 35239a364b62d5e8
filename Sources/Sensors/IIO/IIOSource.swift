// SPDX-License-Identifier: MIT

public import Posix

/// An accelerometer that Linux knows by IIO, read on a thread of its own.
///
/// The thread looks for the sensor, opens and reads it, and looks again when it is gone; what can
/// block, blocks there. Here are the event loop's ends: the queue, and the judgement of what comes.
public struct IIOSource: LiveSource {
  /// What is wanted of a sensor.
  public struct Request: Equatable, Sendable {
    /// Where it is.
    public var place: IIOPlace
    /// Which one it is.
    public var selector: IIOSelector
    /// How it sits in the device, if that is configured.
    public var mounting: Mounting?
    /// In which sign a mount matrix of the system's is.
    public var sign: MountSign
    /// How many samples a second are wanted, Hz.
    public var rate: Double
    /// How often to look for a sensor while there is none and nobody rings, ns.
    public var rescan: Int64

    /// A request; by default for any local sensor at 100 Hz, with the system's mount matrix.
    public init(
      place: IIOPlace = .local, selector: IIOSelector = .any, mounting: Mounting? = nil,
      sign: MountSign = .auto, rate: Double = 100, rescan: Int64 = 3_000_000_000
    ) {
      self.place = place
      self.selector = selector
      self.mounting = mounting
      self.sign = sign
      self.rate = rate
      self.rescan = rescan
    }
  }

  /// How it is.
  public private(set) var status = SourceStatus()
  /// How many samples it gave.
  public private(set) var samplesRead = 0
  /// How many samples the loop was too late for.
  public private(set) var samplesDropped = 0

  private let worker: IIOWorker
  private let queue: SensorQueue
  private var monitor = HealthMonitor()
  private var meter = RateMeter()
  private var news: [SensorNews] = []
  private var isOpen = true
  /// When the newest sample arrived, ns.
  private var lastArrival: Int64 = 0

  /// Starts to look for a sensor.
  public init(_ request: Request) throws(Errno) {
    queue = try SensorQueue()
    worker = try IIOWorker(request, queue: queue)
    try worker.start()
  }

  /// An IIO device.
  public var kind: SourceKind { .iio }
  /// The driver's name for the sensor, or nothing while there is none.
  public var name: String { status.sensor?.name ?? "" }
  /// The queue's descriptor.
  public var wait: SourceWait { isOpen ? .descriptor(queue.descriptor) : .ended }

  /// Appends what has come; `now` is CLOCK_MONOTONIC.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    guard isOpen else { return }
    let before = samples.count
    samplesDropped += queue.take(news: &news, samples: &samples)
    for item in news { take(item, now: now) }
    news.removeAll(keepingCapacity: true)
    guard status.condition != .waiting else {
      // The last ones of a sensor that is gone.
      samples.removeSubrange(before...)
      return
    }
    guard samples.count > before else { return }
    samplesRead += samples.count - before
    for index in before..<samples.count {
      monitor.take(samples[index])
      meter.take(samples[index].time)
    }
    lastArrival = now
    if status.rate != meter.published { status.rate = meter.published }
    judge()
    // A ball doesn't roll by what is no measurement.
    if status.condition == .stalled { samples.removeSubrange(before...) }
  }

  /// Notices that samples no longer come.
  public mutating func check(now: Int64) {
    guard let nextCheck, now >= nextCheck else { return }
    status.condition = .stalled
    status.fault = SensorFault(
      .noData, "\(name) gives no data",
      hint: "it is tried again by itself; if it stays so, reload its driver")
  }

  /// When silence becomes a stall.
  public var nextCheck: Int64? {
    guard isOpen, status.condition == .running else { return nil }
    return lastArrival + silence
  }

  /// Looks for the sensor at once, or for a better one.
  public func lookAgain() { worker.lookAgain() }

  /// Leaves the sensor and opens what is wanted from now on, be it the same one in another way.
  public func begin(with request: Request) { worker.begin(with: request) }

  /// Whether it may leave its sensor for a better one.
  public func allowChange(_ isAllowed: Bool) { worker.allowChange(isAllowed) }

  /// Ends the thread, as soon as it notices; nobody waits for it.
  public mutating func close() {
    isOpen = false
    worker.stop()
    status = SourceStatus()
  }

  private mutating func take(_ item: SensorNews, now: Int64) {
    switch item {
    case .opened(let sensor):
      status = SourceStatus(
        condition: .running, sensor: sensor, fault: sensor.note ?? sensor.mounting.fault)
      monitor = HealthMonitor()
      meter = RateMeter()
      lastArrival = now
    case .changed(let sensor):
      status.sensor = sensor
      judge()
    case .lost(let fault):
      status = SourceStatus(fault: fault)
    }
  }

  /// Sets the status by what the newest samples show.
  private mutating func judge() {
    guard let sensor = status.sensor else { return }
    status.condition = monitor.finding.isTrustworthy ? .running : .stalled
    status.fault =
      monitor.finding.fault(of: sensor.name) ?? sensor.note ?? sensor.mounting.fault
  }

  /// How long there may be no sample, ns: 250 ms, or five periods of a slow sensor.
  private var silence: Int64 {
    let period = meter.period ?? status.sensor?.deviceRate.map { 1 / max($0, 0.001) } ?? 0
    return max(250_000_000, Int64(min(5 * period, 60) * 1e9))
  }
}
