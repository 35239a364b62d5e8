// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Sensors

/// The devices of this computer in the event loop: the one that tilts the table, and all that have
/// buttons.
///
/// With `--source auto` it lets `AutoChoice` say which one that is, and carries it out. Others stay
/// open or are looked for, and what they give is passed over.
final class LiveSensors {
  /// What the devices give, to whom it concerns.
  struct Receiver {
    /// The device that tilts the table, or none, is so; and of which kind it is.
    var status: (SourceStatus, SourceKind) -> Void
    /// An accelerometer has measured this.
    var samples: ([Sample]) -> Void
    /// A stick was pushed so far.
    var positions: ([StickPosition]) -> Void
    /// These buttons were pushed.
    var presses: ([InputPress]) -> Void
  }

  private let loop: EventLoop
  private let log: Log
  private let receiver: Receiver
  private let tilt: Bool
  private var iio: SensorFeed<IIOSource>?
  private var input: SensorFeed<EvdevSource>?
  private var choice: AutoChoice?
  private var timer: EventLoop.Registration?
  private var deferred: AutoChoice.Kind?
  private var mayChange = true
  /// Kept, so that a position costs no memory.
  private var positions: [StickPosition] = []
  private var presses: [InputPress] = []

  /// Looks for what is asked for.
  init(
    _ requests: SensorRequests, on loop: EventLoop, log: Log, receiver: Receiver
  ) throws(Errno) {
    self.loop = loop
    self.log = log
    self.receiver = receiver
    tilt = requests.tilt
    if requests.isAuto {
      choice = AutoChoice(now: monotonicNow())
      timer = try loop.onTime { [unowned self] in decide() }
    }
    if let request = requests.iio {
      iio = try SensorFeed(
        IIOSource(request), on: loop, log: log, bell: Self.bell(of: "iio"),
        onStatus: { [unowned self] status in
          choice?.note(status.condition != .waiting, of: .iio, now: monotonicNow())
          followed(.iio)
        },
        onSamples: { [unowned self] samples in if drives(.iio) { receiver.samples(samples) } })
    }
    if let request = requests.input { input = try feed(of: request) }
  }

  private func feed(of request: EvdevSource.Request) throws(Errno) -> SensorFeed<EvdevSource> {
    try SensorFeed(
      EvdevSource(request), on: loop, log: log, bell: Self.bell(of: "input"),
      onStatus: { [unowned self] _ in followed(.evdev) },
      onSamples: { [unowned self] samples in if drives(.evdev) { receiver.samples(samples) } },
      onMore: { [unowned self] in takeMore() })
  }

  /// Opens the devices anew, as is wanted from now on; `requests` are of the same source.
  ///
  /// The threads that have them do it, each when it has closed its own.
  func begin(with requests: SensorRequests) throws(Errno) {
    if let request = requests.iio { iio?.source.begin(with: request) }
    guard let request = requests.input else {
      // There were buttons, and none is to do anything any more.
      input = nil
      return
    }
    if let input { input.source.begin(with: request) } else { input = try feed(of: request) }
  }

  /// What rings when a device of this kernel subsystem is plugged in.
  private static func bell(of subsystem: String) -> PlugBellMaker {
    { (loop, ring) throws(Errno) in try DeviceMonitor(of: subsystem, on: loop, ring) }
  }

  /// Tells how it is from the start, if one of the devices is to tilt the table.
  func begin() { tell() }

  /// Whether another device may tilt the table from now on; no more than a comparison while it stays
  /// so.
  func allowChange(_ isAllowed: Bool) {
    guard isAllowed != mayChange else { return }
    mayChange = isAllowed
    choice?.isRunInProgress = !isAllowed
    iio?.allowChange(isAllowed)
    decide()
  }

  /// Takes what input devices give besides samples.
  private func takeMore() {
    positions.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    input?.source.takePositions(into: &positions)
    input?.source.takePresses(into: &presses)
    if let inventory = input?.source.inventory { note(inventory) }
    if !positions.isEmpty, drives(.evdev) { receiver.positions(positions) }
    if !presses.isEmpty { receiver.presses(presses) }
  }

  // MARK: Which one

  private var inventory: InputInventory?

  private func note(_ inventory: InputInventory) {
    guard inventory != self.inventory else { return }
    self.inventory = inventory
    let now = monotonicNow()
    choice?.note(inventory.hasAccelerometer, of: .accelerometer, now: now)
    choice?.note(inventory.hasStick, of: .stick, now: now)
    decide()
    if choice != nil, choice?.taken == nil { tell() }
  }

  /// Whether devices of this kind tilt the table now.
  private func drives(_ kind: SourceKind) -> Bool { driver == kind }

  private var driver: SourceKind? {
    guard tilt else { return nil }
    guard let choice else { return iio == nil ? .evdev : .iio }
    return choice.taken.map { $0 == .iio ? .iio : .evdev }
  }

  private func followed(_ kind: SourceKind) {
    decide()
    if driver == kind || driver == nil { tell() }
  }

  private func decide() {
    let now = monotonicNow()
    let old = choice?.taken
    let isChange = choice?.decide(now: now) ?? false
    timer?.setTime(choice?.nextDecision(after: now))
    if choice?.deferred != deferred {
      deferred = choice?.deferred
      if let deferred { log(.info, "\(deferred) is there: it is taken when the run is over") }
    }
    guard isChange, let taken = choice?.taken else { return }
    log(.info, "taking \(taken)\(old.map { " in place of \($0)" } ?? "")")
    switch taken {
    case .iio: input?.source.select(nil)
    case .accelerometer: input?.source.select(.accelerometer)
    case .stick: input?.source.select(.stick)
    }
    tell()
  }

  // MARK: How it is

  private func tell() {
    guard tilt else { return }
    switch driver {
    case .iio?: if let iio { receiver.status(iio.status, .iio) }
    case .evdev?: if let input { receiver.status(explained(input.status), .evdev) }
    default: receiver.status(SourceStatus(fault: absence), .iio)
    }
  }

  /// With why no better one was taken.
  private func explained(_ status: SourceStatus) -> SourceStatus {
    var status = status
    guard let reason = status.sensor?.reason else { return status }
    switch choice?.taken {
    case .accelerometer?: status.sensor?.reason = "no IIO sensor; \(reason)"
    case .stick?: status.sensor?.reason = "no accelerometer for 10 s; \(reason)"
    default: break
    }
    return status
  }

  /// Why there is nothing, once that is known.
  private var absence: SensorFault? {
    guard let fault = iio?.status.fault, let inventory else { return nil }
    if fault.code != .noSensor { return fault }
    if let fault = inventory.fault { return fault }
    return SensorFault(
      .noSensor, "\(fault.message); no input device is an accelerometer", hint: fault.hint)
  }
}

extension AutoChoice.Kind: CustomStringConvertible {
  var description: String {
    switch self {
    case .iio: "an IIO accelerometer"
    case .accelerometer: "an accelerometer among the input devices"
    case .stick: "a stick"
    }
  }
}
