// SPDX-License-Identifier: MIT

internal import Posix

/// Looks, while a sensor is read on its thread, whether to open another or the same one differently
/// would be better.
///
/// A look costs next to nothing as long as nothing has changed: the names in one directory, or one
/// open(2).
struct Lookout {
  private let request: IIOSource.Request
  private let control: WorkerControl
  private let current: Discovery.Candidate
  /// Whether it could be another sensor: only where none is named, and in this computer.
  private let isFree: Bool
  /// The devices that were there at the last look.
  private var devices: [String]
  private var nextLook: Int64
  private var isBetterThere = false

  /// When to try the buffer again that can't be used now; nil while there is nothing to try.
  private var bufferDue: Int64?
  /// Its node, where that tells whether somebody else uses it.
  private var busyNode: String?
  /// What was learnt so far.
  var experience: Experience

  /// What one opening of a sensor learns for the next.
  struct Experience {
    /// Sensors that were tried in vain.
    var passedOver: Set<String> = []
    /// How long udev was waited for.
    var patience = UdevPatience()
    /// How long to wait for a buffer that can't be used: up to a minute, since each try costs samples.
    var bufferBackoff = Backoff(longest: 60_000_000_000)
  }

  /// Begins to look, while `current` is read.
  init(
    _ request: IIOSource.Request, besides current: Discovery.Candidate, knowing: Experience,
    isLocal: Bool, control: WorkerControl
  ) {
    self.request = request
    self.control = control
    self.current = current
    experience = knowing
    isFree = request.selector == .any && isLocal
    devices = isFree ? Self.devices() : []
    nextLook = monotonicNow() + request.rescan
  }

  /// The buffer of `device` can't be used because of `fault`: looks from now on whether it can.
  ///
  /// Only where nobody would ring when that ends, as of another computer nobody ever does. A buffer
  /// without data takes long to be tried.
  mutating func awaitBuffer(of device: IIODevice, after fault: SensorFault, isLocal: Bool) {
    switch fault.code {
    case .busy: busyNode = isLocal ? "/dev/\(device.id)" : nil
    case .inputOutput, .timeout: break
    default: if isLocal { return }
    }
    bufferDue = monotonicNow() + experience.bufferBackoff.next()
  }

  /// The buffer works: nobody else uses it.
  mutating func noteBufferWorks() { experience.bufferBackoff.reset() }

  /// Whether it is better to begin anew; `isRung` when somebody says that something was plugged.
  mutating func isBetterAhead(isRung: Bool) -> Bool {
    let now = monotonicNow()
    if isFree, isRung || now >= nextLook {
      nextLook = now + request.rescan
      look(isRung: isRung)
    }
    return isBetterThere && control.mayChange || isBufferWorthATry(now, isRung: isRung)
  }

  private mutating func look(isRung: Bool) {
    let devices = Self.devices()
    guard isRung || devices != self.devices else { return }
    self.devices = devices
    guard let context = try? IIOContext(.local) else { return }
    let survey = IIOSurvey(
      context.devices(), isLocal: true, selector: .any, sign: request.sign,
      passingOver: experience.passedOver)
    isBetterThere = survey.discovery.choice.map { $0.isBetter(than: current) } ?? false
  }

  /// Asks the node itself, if it can: while somebody has it open, nobody else can open it.
  private mutating func isBufferWorthATry(_ now: Int64, isRung: Bool) -> Bool {
    guard let due = bufferDue, isRung || now >= due else { return false }
    guard let busyNode else { return true }
    bufferDue = now + experience.bufferBackoff.next()
    do throws(Errno) {
      _ = try Descriptor.open(busyNode, .reading)
      return true
    } catch {
      return error != .busy
    }
  }

  private static func devices() -> [String] {
    (try? Directory.names(in: "/sys/bus/iio/devices")) ?? []
  }
}
