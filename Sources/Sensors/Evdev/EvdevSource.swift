// SPDX-License-Identifier: MIT

public import Posix

/// An input device that tilts the table: an accelerometer, or a stick, a pad or arrow keys.
///
/// An accelerometer gives samples; a stick gives positions, which `takePositions` hands over and
/// which are no samples, since mounting and screen rotation don't apply to them. The buttons of
/// every gamepad, and of the Sense HAT's joystick, are told besides, also while no device is wanted
/// for the tilt.
///
/// A thread of its own finds, opens and reads the devices. On change: the last value stands as long
/// as the device is open, which is asked every second; silence means nothing, since the kernel tells
/// only what has changed by more than the fuzz.
public struct EvdevSource: LiveSource {
  /// What is wanted.
  public struct Request: Equatable, Sendable {
    /// Which device tilts the table; nil for none: buttons only.
    public var selector: InputSelector?
    /// What buttons do.
    public var buttons: ButtonMap
    /// Whether other programs are kept from the devices that are in use.
    public var grabs: Bool
    /// The configuration's mount matrix, if it has one.
    public var mounting: Mounting?
    /// In which sign udev's matrix is.
    public var sign: MountSign
    /// How many counts are 1 g, for drivers that don't say.
    public var countsPerG: Double?
    /// How often the nodes are looked through although nothing rings, ns.
    public var rescan: Int64

    /// A request; by default for any device, with no buttons that do anything.
    public init(
      selector: InputSelector? = .any, buttons: ButtonMap = ButtonMap([:]), grabs: Bool = false,
      mounting: Mounting? = nil, sign: MountSign = .auto, countsPerG: Double? = nil,
      rescan: Int64 = 3_000_000_000
    ) {
      self.selector = selector
      self.buttons = buttons
      self.grabs = grabs
      self.mounting = mounting
      self.sign = sign
      self.countsPerG = countsPerG
      self.rescan = rescan
    }
  }

  /// How it is.
  public private(set) var status = SourceStatus()
  /// Whether the device that is open gives positions, and no samples.
  public private(set) var isStick = false
  /// How many samples it gave.
  public private(set) var samplesRead = 0
  /// How many samples and positions the loop was too late for.
  public private(set) var samplesDropped = 0
  /// How often the kernel lost events (SYN_DROPPED).
  public private(set) var kernelLosses = 0
  /// What there is among the input devices; nil before the first look.
  public private(set) var inventory: InputInventory?

  private let worker: InputWorker
  private let queue: InputQueue
  private var health = StandingHealth()
  private var isOpen = true
  private var positions: [StickPosition] = []
  private var presses: [InputPress] = []

  /// Starts to look for a device.
  public init(_ request: Request) throws(Errno) {
    queue = try InputQueue()
    worker = try InputWorker(request, queue: queue)
    try worker.start()
  }

  /// An input device.
  public var kind: SourceKind { .evdev }
  /// The driver's name for the device, or nothing while there is none.
  public var name: String { status.sensor?.name ?? "" }
  /// The queue's descriptor.
  public var wait: SourceWait { isOpen ? .descriptor(queue.descriptor) : .ended }

  /// Appends the samples that have come; `now` is CLOCK_MONOTONIC.
  ///
  /// What else has come is had from `takePositions` and `takePresses`, whose readers call this
  /// first.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    guard isOpen else { return }
    var news: [InputNews] = []
    let before = samples.count
    queue.take { content in
      samples.append(contentsOf: content.samples)
      positions.append(contentsOf: content.positions)
      presses.append(contentsOf: content.presses)
      news = content.news
      samplesDropped += content.dropped
      kernelLosses = content.drops
      content.samples.removeAll(keepingCapacity: true)
      content.positions.removeAll(keepingCapacity: true)
      content.presses.removeAll(keepingCapacity: true)
      content.news.removeAll(keepingCapacity: true)
      content.dropped = 0
    }
    for item in news { take(item) }
    guard status.condition != .waiting else {
      // The last ones of a device that is gone.
      samples.removeSubrange(before...)
      positions.removeAll(keepingCapacity: true)
      return
    }
    guard samples.count > before else { return }
    samplesRead += samples.count - before
    for index in before..<samples.count { health.take(samples[index], now: now) }
    judge()
    // A ball doesn't roll by what is no measurement.
    if status.condition == .stalled { samples.removeSubrange(before...) }
  }

  /// Moves the positions that `read` found, in order of time, to the end of `positions`.
  public mutating func takePositions(into positions: inout [StickPosition]) {
    positions.append(contentsOf: self.positions)
    self.positions.removeAll(keepingCapacity: true)
  }

  /// Moves the presses of buttons that `read` found, in order, to the end of `presses`.
  public mutating func takePresses(into presses: inout [InputPress]) {
    presses.append(contentsOf: self.presses)
    self.presses.removeAll(keepingCapacity: true)
  }

  /// When a silent device is to be judged.
  public var nextCheck: Int64? { isOpen ? health.nextJudgement : nil }

  /// Judges a silent device by the reading that stands.
  public mutating func check(now: Int64) {
    if isOpen, health.check(now: now) { judge() }
  }

  /// Looks for devices at once.
  public func lookAgain() { worker.lookAgain() }

  /// Leaves all devices and opens what is wanted from now on; but what tilts the table stays as
  /// `select` has it.
  public func begin(with request: Request) { worker.begin(with: request) }

  /// Lets another device tilt the table, or none: the one in use is left at once.
  public func select(_ selector: InputSelector?) { worker.select(selector) }

  /// Ends the thread, as soon as it notices; nobody waits for it.
  public mutating func close() {
    isOpen = false
    worker.stop()
    status = SourceStatus()
    health = StandingHealth()
    positions.removeAll()
    presses.removeAll()
  }

  private mutating func take(_ item: InputNews) {
    switch item {
    case .inventory(let inventory):
      self.inventory = inventory
      return
    case .opened(let sensor, let isStick):
      status = SourceStatus(
        condition: .running, sensor: sensor, fault: sensor.note ?? sensor.mounting.fault)
      self.isStick = isStick
    case .lost(let fault):
      status = SourceStatus(fault: fault)
      isStick = false
    case .left:
      status = SourceStatus()
      isStick = false
    }
    health = StandingHealth()
  }

  /// Sets the status by what the newest samples show.
  private mutating func judge() {
    guard let sensor = status.sensor else { return }
    status.condition = health.finding.isTrustworthy ? .running : .stalled
    status.fault =
      health.finding.fault(of: sensor.name) ?? sensor.note ?? sensor.mounting.fault
  }
}
