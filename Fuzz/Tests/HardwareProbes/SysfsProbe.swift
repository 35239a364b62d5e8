// SPDX-License-Identifier: MIT

internal import Glibc
internal import Support

@testable internal import Daemon
@testable internal import Sensors

/// Looks at IIO devices by the real libiio, whose sysfs is made of files that an input describes.
///
/// Needs the shim, which leads the devices' paths to these files.
public enum SysfsProbe {
  /// Looks through devices whose files may hold anything, and reads one from its buffer.
  ///
  /// Each line is a file: its name within the device's directory, a blank, and its content; `--` begins
  /// another device, and a line `==` the bytes that come out of each node. Traps where a promise isn't kept:
  /// what is listed gives a terminal no order, and what is read is a number.
  ///
  /// - Returns: how many devices can be used.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Int {
    prepare
    let (described, scans) = cut(bytes)
    let fake = FakeIIO(in: "/dev/shm")
    setenv("BALLD_TEST_ROOT", fake.root, 1)
    for (number, part) in described.prefix(3).enumerated() {
      fake.plug(FakeIIO.Device(number: number, files: files(part), hasNode: true))
    }
    var usable = 0
    do throws(SensorFault) {
      let context = try IIOContext.open(.local)
      let survey = IIOSurvey(context.devices(), isLocal: true, selector: .any, sign: .auto)
      list(survey)
      for candidate in survey.discovery.candidates {
        if let accelerometer = candidate.accelerometer {
          usable += 1
          try read(accelerometer, scans, fake, context)
        }
      }
    } catch {
      verify(error.description)
    }
    return usable
  }

  private static let prepare: Void = {
    setenv("BALLD_TEST_WITHOUT_FAULTS", "1", 1)
    LibraryMessages.route { verify($0) }
  }()

  private static func verify(_ line: String) {
    precondition(
      !line.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
  }

  private static func list(_ survey: IIOSurvey) {
    for line in ListSensors(survey, wanted: "iio").text.split(separator: "\n") {
      verify(String(line))
    }
  }

  private static func cut(_ bytes: [UInt8]) -> (described: [[[UInt8]]], scans: [UInt8]) {
    var devices: [[[UInt8]]] = [[]]
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = Array(rest.prefix { $0 != UInt8(ascii: "\n") })
      rest = rest.dropFirst(line.count + 1)
      if line.elementsEqual("==".utf8) { return (devices, Array(rest)) }
      if line.elementsEqual("--".utf8) {
        devices.append([])
      } else {
        devices[devices.count - 1].append(line)
      }
    }
    return (devices, [])
  }

  private static func files(_ lines: [[UInt8]]) -> [String: String] {
    var files = ["name": "a"]
    for line in lines.prefix(60) {
      let parts = line.split(
        separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(decoding: parts[0], as: UTF8.self)
      guard isName(name) else { continue }
      files[name] = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    }
    return files
  }

  /// Whether it can be a file's name in the directory of a device.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isWord = parts.allSatisfy { part in
      (1...60).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: ".")
        && part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }
    guard isWord, !["scan_elements", "buffer"].contains(parts.last) else { return false }
    switch parts[0] {
    // The kernel gives these their names (iio_buffer_add_channel_sysfs, in_accel_x_en), and libiio 0.24
    // reads on at address 1 in others.
    case "scan_elements": return parts.count == 2 && isOfChannel(parts[1])
    case "buffer": return parts.count == 2
    default: return parts.count == 1
    }
  }

  private static func isOfChannel(_ name: Substring) -> Bool {
    let words = name.split(separator: "_", omittingEmptySubsequences: false)
    return words.count >= 3 && ["in", "out"].contains(words[0])
  }

  private static func read(
    _ sensor: Accelerometer, _ scans: [UInt8], _ fake: FakeIIO, _ context: IIOContext
  ) throws(SensorFault) {
    let setup = DeviceSetup(context: context, devices: [sensor.device])
    setup.useMonotonicClock(sensor)
    precondition(setup.setRate(of: sensor, to: 100, forPolling: false).map { $0 > 0 } ?? true)
    if sensor.axes.areBuffered {
      let isOneDevice = sensor.gyroDevice?.id == sensor.device.id
      let second = sensor.gyroAxes.flatMap { isOneDevice && $0.areBuffered ? $0 : nil }
      let reader = try ScanReader(sensor.device, sensor.axes, second: second, in: context)
      fake.write(Array(scans.prefix(4096)), to: Int(sensor.device.id.dropFirst(10)) ?? 0)
      for _ in 0..<20 {
        guard let scan = try? reader.next(arrival: { 1 << 50 }) else { break }
        precondition(scan.time <= 1 << 50 && !scan.main.x.isNaN)
      }
    }
    if sensor.axes.arePolled {
      for axis in sensor.axes.all {
        if let reader = try? RawReader(axis, of: sensor.device, in: context) {
          precondition((try? reader.value())?.isNaN != true)
        }
      }
    }
  }
}
