// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Sensors

/// What `--list-sensors` prints: the sensors that are there, and what balld would make of them; or
/// why there are none.
struct ListSensors {
  private let survey: IIOSurvey?
  private let fault: SensorFault?
  private let wanted: String

  /// Looks at what is there now, for the source named `wanted`.
  init(_ place: IIOPlace, _ selector: IIOSelector, sign: MountSign, wanted: String) {
    self.wanted = wanted
    do throws(SensorFault) {
      survey = try IIOSurvey(at: place, selector: selector, sign: sign)
      fault = nil
    } catch {
      survey = nil
      fault = error
    }
  }

  /// A list of what was found already.
  init(_ survey: IIOSurvey, wanted: String) {
    self.survey = survey
    self.wanted = wanted
    fault = nil
  }

  /// Whether there is any accelerometer, usable or not.
  var isEmpty: Bool { survey?.discovery.candidates.isEmpty ?? true }
  /// Whether balld would take one.
  var takesOne: Bool { survey?.discovery.choice != nil }

  /// The list, for people.
  var text: String {
    guard let survey else {
      guard let fault, fault.code != .noSensor else {
        return "no accelerometer: " + explanation([])
      }
      return "\(fault)\n"
    }
    let discovery = survey.discovery
    if discovery.candidates.isEmpty { return "no accelerometer: " + explanation(discovery.others) }
    var text = ""
    for candidate in discovery.candidates {
      text += block(of: candidate, in: survey, isTaken: candidate == discovery.choice)
    }
    if discovery.choice == nil { text += "balld takes none for \(wanted): \(discovery.reason)\n" }
    if !discovery.others.isEmpty {
      text += "besides, no accelerometers: \(discovery.others.joined(separator: ", "))\n"
    }
    return text
  }

  private func block(
    of candidate: Discovery.Candidate, in survey: IIOSurvey, isTaken: Bool
  ) -> String {
    let device = candidate.device
    var text = "\(isTaken ? "*" : " ") \(device.title)  (\(device.id))\n"
    func line(_ name: String, _ value: String) { text += DeviceList.line(name, value) }
    if let accelerometer = candidate.accelerometer {
      line("id", accelerometer.stableID)
      if let location = accelerometer.location { line("location", location) }
      line("scale", scale(of: accelerometer.axes))
      line("rate", rate(of: accelerometer))
      line("gyro", accelerometer.gyroDevice.map { "\($0.title) (\($0.id))" } ?? "none")
      if let obstacle = survey.obstacle(toBufferOf: candidate) {
        line("reading", "polled: \(obstacle)")
      } else {
        line("reading", "buffered, \(trigger(of: device))")
      }
      let found = survey.mounting(of: candidate)
      line("mount", "\(Report.text(of: found.mounting))  from \(found.origin)")
      if let fault = found.fault { line("", "\(fault)") }
    }
    if let fault = candidate.fault { line("unusable", "\(fault)") }
    if isTaken { line("taken", survey.discovery.reason) }
    return text
  }

  private func scale(of axes: SensorAxes) -> String {
    let scales = [axes.x.scale, axes.y.scale, axes.z.scale]
    let isShared = scales.allSatisfy { $0 == scales[0] }
    let text = isShared ? "\(scales[0])" : scales.map { "\($0)" }.joined(separator: ", ")
    return "\(text) m/s² a count"
  }

  private func rate(of accelerometer: Accelerometer) -> String {
    let device = accelerometer.device
    let channel = accelerometer.axes.x.channel
    func value(_ name: String) -> String? { device.attributes[name] ?? channel.attributes[name] }
    guard let now = value("sampling_frequency") else { return "unknown, by its driver" }
    guard let list = value("sampling_frequency_available") else { return "\(now) Hz now" }
    return "\(now) Hz now, of \(list)"
  }

  private func trigger(of device: IIODevice) -> String {
    switch device.trigger {
    case .unneeded: "without a trigger"
    case .unset: "if a trigger is found"
    case .named(let name): "triggered by \(name)"
    }
  }

  // MARK: An empty list

  /// Why there is no accelerometer, as far as the machine tells, and what to do.
  private func explanation(_ others: [String]) -> String {
    var lines: [String] = []
    if survey == nil {
      lines.append("the kernel has no IIO device at all: no driver has found a sensor.")
    } else if others.isEmpty {
      lines.append("the kernel knows IIO, but no driver has found a sensor.")
    } else {
      lines.append(
        "there are IIO devices, but none of them is one: \(others.joined(separator: ", ")).")
    }
    if let hat = Self.property("hat/product") {
      lines.append("A hat tells its name: \(hat).")
      if hat.hasPrefix("Sense HAT") {
        lines.append(
          "Its own overlay names a chip that no driver claims. Put `dtoverlay=balld-sense-hat` into"
        )
        lines.append("/boot/firmware/config.txt and reboot. If it is there already, this kernel")
        lines.append("lacks the driver (`modinfo st_lsm6dsx_i2c`); docs/hats.md says which has it.")
      } else {
        lines.append("docs/hats.md lists the config.txt line that each hat's sensor needs.")
      }
    }
    let buses = (0..<32).filter { isAccessible("/dev/i2c-\($0)") }
    if buses.isEmpty {
      lines.append("No I2C bus is open to you: on a Raspberry Pi, `dtparam=i2c_arm=on` in")
      lines.append("/boot/firmware/config.txt and `modprobe i2c-dev` make one.")
    } else {
      let names = buses.map { "/dev/i2c-\($0)" }.joined(separator: ", ")
      lines.append(
        "There is an I2C bus (\(names)), so probably only the sensor's overlay is missing:")
      lines.append("`i2cdetect -y \(buses[0])` shows the chip, docs/hats.md the line for it.")
    }
    lines.append("Until then the arrow keys of ballview tilt the table.")
    return lines.joined(separator: "\n  ") + "\n"
  }

  /// A text of the device tree, which ends with a NUL.
  private static func property(_ name: String) -> String? {
    guard
      let bytes = try? Descriptor.open("/proc/device-tree/\(name)", .reading).readAll(atMost: 256)
    else { return nil }
    let printable = bytes.prefix { $0 != 0 && $0 != 0x0a }.filter { (0x20..<0x7f).contains($0) }
    return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
  }
}
