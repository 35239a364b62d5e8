// SPDX-License-Identifier: MIT

internal import Posix

/// The thread of an IIO sensor: finds, opens and reads it, and begins again when it is gone.
final class IIOWorker: Sendable {
  private let wanted: Lock<IIOSource.Request>
  private let queue: SensorQueue
  private let control: WorkerControl

  /// A capture that lasted so long was no failure: the next try comes soon, ns.
  private static let success: Int64 = 3_000_000_000

  init(_ request: IIOSource.Request, queue: SensorQueue) throws(Errno) {
    wanted = Lock(request)
    self.queue = queue
    control = try WorkerControl()
  }

  /// Starts the thread, which ends by itself after `stop`.
  func start() throws(Errno) {
    try Thread.start("balld-iio") {
      repeat { self.run(self.wanted.withLock { $0 }) } while self.control.takeNewBeginning()
    }
  }

  /// Lets the thread leave its sensor, and look for what is wanted now.
  func begin(with request: IIOSource.Request) {
    wanted.withLock { $0 = request }
    control.beginAnew()
  }

  /// Lets the thread end.
  func stop() { control.stop() }

  /// Lets the thread look for its sensor at once.
  func lookAgain() { control.lookAgain() }

  /// Whether the thread may leave the sensor that it reads for a better one.
  func allowChange(_ isAllowed: Bool) { control.mayChange = isAllowed }

  private func run(_ request: IIOSource.Request) {
    var backoff = Backoff()
    var experience = Lookout.Experience()
    while !control.isStopped {
      let begin = monotonicNow()
      let pause: Int64
      do throws(SensorFault) {
        try findAndRead(request, &experience)
        // To end, or to look again at once.
        continue
      } catch {
        if control.isStopped { return }
        experience.patience.reset()
        queue.put(.lost(error))
        if monotonicNow() - begin > Self.success { backoff.reset() }
        switch error.code {
        // Gone or not there yet: looking costs little, and nothing is tried in vain.
        case .noSensor: pause = request.rescan
        case .unplugged: pause = min(request.rescan, Backoff.shortest)
        default: pause = backoff.next()
        }
      }
      if control.wait(until: monotonicNow() + pause) {
        backoff.reset()
        experience = Lookout.Experience()
      }
    }
  }

  /// Returns when it is to end or to look again, throws when there is no sensor (any more).
  ///
  /// A sensor that can't be read is passed over next time, if there is another.
  private func findAndRead(
    _ request: IIOSource.Request, _ experience: inout Lookout.Experience
  ) throws(SensorFault) {
    let context = try IIOContext.open(request.place)
    let devices = context.devices()
    let survey = IIOSurvey(
      devices, isLocal: context.isLocal, selector: request.selector, sign: request.sign,
      passingOver: experience.passedOver)
    guard let choice = survey.discovery.choice, let sensor = choice.accelerometer else {
      throw missing(survey.discovery)
    }
    let mounting =
      request.mounting.map { FoundMounting(mounting: $0, origin: "configuration", fault: nil) }
      ?? survey.mounting(of: choice)
    let reading = SensorReading(
      sensor: sensor, context: context, devices: devices, request: request, queue: queue,
      control: control)
    var lookout = Lookout(
      request, besides: choice, knowing: experience, isLocal: context.isLocal, control: control)
    var hasBegun = false
    defer {
      experience.bufferBackoff = lookout.experience.bufferBackoff
      experience.patience = lookout.experience.patience
    }
    do throws(SensorFault) {
      try reading.run(
        SensorDescription(
          name: sensor.device.title, stableID: sensor.stableID, mode: .buffered, deviceRate: nil,
          hasGyro: false, mounting: mounting, reason: survey.discovery.reason, note: nil),
        &lookout, hasBegun: &hasBegun)
    } catch {
      // When all that are there were tried, it begins with the first.
      let usable = survey.discovery.candidates.filter { $0.accelerometer != nil }
      if usable.allSatisfy({ experience.passedOver.contains($0.device.id) }) {
        experience.passedOver.removeAll()
      }
      if !hasBegun, Self.isOfTheSensor(error) { experience.passedOver.insert(choice.device.id) }
      throw error
    }
  }

  /// Whether another sensor might do better than the one with this fault.
  private static func isOfTheSensor(_ fault: SensorFault) -> Bool {
    switch fault.code {
    case .permission, .timeout, .inputOutput, .noTrigger, .noData: true
    default: false
    }
  }

  /// Why nothing can be taken: a fault of the one sensor that is there, if there is one.
  private func missing(_ discovery: Discovery) -> SensorFault {
    if let fault = discovery.candidates.lazy.compactMap(\.fault).first { return fault }
    return SensorFault(
      .noSensor, discovery.reason,
      hint: "`balld --list-sensors` tells what is there and what is missing")
  }
}

/// One opening of a sensor: buffered where that is possible, else polled.
private struct SensorReading {
  let sensor: Accelerometer
  let context: IIOContext
  let devices: [IIODevice]
  let request: IIOSource.Request
  let queue: SensorQueue
  let control: WorkerControl

  private var setup: DeviceSetup { DeviceSetup(context: context, devices: devices) }

  /// `hasBegun` becomes true with the first sample.
  func run(
    _ description: SensorDescription, _ lookout: inout Lookout, hasBegun: inout Bool
  ) throws(SensorFault) {
    guard sensor.axes.areBuffered else {
      return try runPolled(description, &lookout, hasBegun: &hasBegun)
    }
    var description = description
    do throws(SensorFault) {
      defer { if hasBegun { lookout.noteBufferWorks() } }
      try runBuffered(description, &lookout, hasBegun: &hasBegun)
      return
    } catch {
      if control.isStopped { return }
      if error.code == .permission, context.isLocal,
        let end = lookout.experience.patience.end(
          isNew: UdevPatience.isNew(sensor.device.id, of: "iio"), now: monotonicNow())
      {
        _ = control.wait(until: end)
        return
      }
      // A buffer that has worked is opened anew. Gone is gone. All else can be tried the other way.
      if hasBegun { throw error }
      let isHopeless = [.unplugged, .unreachable].contains(error.code) || !sensor.axes.arePolled
      if isHopeless { throw error }
      description.note = error
      lookout.awaitBuffer(of: sensor.device, after: error, isLocal: context.isLocal)
    }
    try runPolled(description, &lookout, hasBegun: &hasBegun)
  }

  private func runBuffered(
    _ description: SensorDescription, _ lookout: inout Lookout, hasBegun: inout Bool
  ) throws(SensorFault) {
    var description = description
    description.mode = .buffered
    let isPaced = setup.trigger(sensor.device, rate: request.rate)
    description.deviceRate = setup.setRate(of: sensor, to: request.rate, forPolling: isPaced)
    setup.useMonotonicClock(sensor)
    let capture = try BufferedCapture(sensor, in: context, queue: queue, control: control)
    description.hasGyro = capture.hasGyro
    try capture.run(&lookout) {
      hasBegun = true
      queue.put(.opened(description))
    }
  }

  private func runPolled(
    _ description: SensorDescription, _ lookout: inout Lookout, hasBegun: inout Bool
  ) throws(SensorFault) {
    var description = description
    description.mode = .polled
    // Somebody else's buffer keeps the rate that it was given.
    description.deviceRate =
      description.note?.code == .busy
      ? setup.rate(of: sensor) : setup.setRate(of: sensor, to: request.rate, forPolling: true)
    var capture = try PolledCapture(
      sensor, in: context, rate: request.rate, queue: queue, control: control)
    description.hasGyro = capture.hasGyro
    var withoutGyro = description
    withoutGyro.hasGyro = false
    try capture.run(
      isSecondBest: description.note.map { $0.code != .busy } ?? false, &lookout,
      firstSample: {
        hasBegun = true
        queue.put(.opened(description))
      },
      gyroDropped: { queue.put(.changed(withoutGyro)) })
  }
}
