// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Posix
internal import Sensors
internal import Store

/// The level and the calibration of each sensor that was ever levelled or calibrated, by the name
/// that it keeps when it is plugged in again.
///
/// Read once, at the start, so that a sensor that appears has its own from its first sample on;
/// written by a thread of its own. What can't be written is said once, and holds until balld ends.
final class SensorStore {
  private let directory: StateDirectory?
  private let log: Log
  /// Begun with the first thing to keep.
  private var writer: Writer<FileWork>?
  private var loop: EventLoop?
  private var memories: [String: SensorMemory] = [:]
  private var registration: EventLoop.Registration?
  /// Whether the log was told that something can't be kept, and it hasn't been kept since.
  private var hasComplained = false

  /// The most sensors that are remembered, and the longest file, bytes.
  private static let limit = (sensors: 1000, file: 16 << 10)
  private static let suffix = ".sensor"

  init(in directory: StateDirectory?, log: Log) {
    self.directory = directory
    self.log = log
    if let directory { read(directory.sensors) }
  }

  /// Hears in `loop` how writing went.
  func attach(to loop: EventLoop) { self.loop = loop }

  /// What is known of the sensor of this name; nothing, if it was never levelled nor calibrated.
  func memory(of id: String) -> SensorMemory { memories[Self.file(of: id)] ?? SensorMemory() }

  /// Keeps what is known of a sensor from now on.
  func keep(_ memory: SensorMemory, of id: String) {
    let file = Self.file(of: id)
    guard memories[file, default: SensorMemory()] != memory else { return }
    // Those that are known stay: a device that comes with ever new names must not push them out.
    if memories[file] == nil, memories.count >= Self.limit.sensors {
      return complain(
        "\(Self.limit.sensors) sensors' levels and calibrations are kept already: this one's hold "
          + "until it is unplugged; remove files of sensors that you don't have any more")
    }
    memories[file] = memory
    guard let directory else {
      return complain(
        "no directory to keep the sensor's level and calibration in: name one with "
          + "--state-dir; until balld ends they hold")
    }
    let job = FileWork.Job(
      path: "\(directory.sensors)/\(file)", content: Array(memory.text.utf8))
    do throws(Errno) {
      if try !begunWriter().submit(job) {
        complain("the disk doesn't answer: the sensor's level and calibration aren't kept")
      }
    } catch {
      complain("cannot start a thread to keep the sensor's level and calibration: \(error)")
    }
  }

  private func begunWriter() throws(Errno) -> Writer<FileWork> {
    if let writer { return writer }
    let begun = try Writer<FileWork>("balld-sensors", FileWork.Setup())
    registration = try loop?.onReadable(begun.descriptor) { [unowned self] _ in hear() }
    writer = begun
    return begun
  }

  /// Waits for what is being written, at the daemon's end, until `deadline` (ns of CLOCK_MONOTONIC)
  /// at the most.
  func finish(until deadline: Int64) {
    registration = nil
    if let writer, !writer.close(within: max(0, deadline - monotonicNow())) {
      log(.warning, "the disk is too slow: the sensor's level and calibration may not be kept")
    }
    hear()
    writer = nil
  }

  /// The name of a sensor's file: letters, digits and a few signs stay, others become %XX.
  static func file(of id: String) -> String {
    var name = ""
    for byte in id.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-_@:".unicodeScalars.contains(scalar)
        || (scalar == "." && !name.isEmpty)
      name += isPlain ? String(scalar) : hexadecimal(byte)
    }
    // Names of files have at most 255 bytes; what tells two sensors apart stands at the end.
    let end = name.suffix(200).drop { $0 == "." }
    return (end.isEmpty ? "%" : end) + suffix
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
  }

  private func read(_ path: String) {
    let names: [String]
    do throws(Errno) {
      names = try Directory.names(in: path)
    } catch .noSuchFile {
      return
    } catch {
      return log(
        .warning, "cannot read what is kept of the sensors in \(path): \(error), ignoring it")
    }
    for name in names.filter({ $0.hasSuffix(Self.suffix) }).prefix(Self.limit.sensors) {
      read(file: name, in: path)
    }
  }

  private func read(file name: String, in directory: String) {
    let path = "\(directory)/\(name)"
    do throws(Errno) {
      // A FIFO would keep the start waiting for as long as it likes.
      let bytes = try Descriptor.openFile(path).readAll(atMost: Self.limit.file)
      do throws(KeyValueError) {
        memories[name] = try SensorMemory(bytes, file: path)
      } catch {
        log(.warning, "\(error); ignoring it until the sensor is levelled or calibrated anew")
      }
    } catch {
      log(.warning, "cannot read what is kept of a sensor in \(path): \(error), ignoring it")
    }
  }

  private func hear() {
    for outcome in writer?.takeOutcomes() ?? [] {
      if let error = outcome.error {
        complain(
          "cannot keep the sensor's level and calibration in \(outcome.path): \(error); "
            + "until balld ends they hold")
      } else {
        hasComplained = false
      }
    }
  }

  private func complain(_ text: String) {
    if !hasComplained { log(.warning, text) }
    hasComplained = true
  }
}
