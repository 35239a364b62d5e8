// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("mount matrices of the system's") struct MountMatrixTests {
  private func device(_ attributes: [String: String] = [:], mount: String? = nil) -> IIODevice {
    var device = IIODevice(id: "iio:device0", name: "lis3dh", attributes: attributes)
    if let mount {
      device.channels = [IIOChannel(id: "mount", quantity: .other, attributes: ["matrix": mount])]
    }
    return device
  }

  private func axis(_ matrix: String?) -> IIOChannel {
    var axis = IIOChannel(id: "accel_x", quantity: .acceleration, axis: .x)
    axis.attributes["mount_matrix"] = matrix
    return axis
  }

  private let quarter = "0, -1, 0; 1, 0, 0; 0, 0, 1"

  @Test("the three spellings in sysfs are taken as they are, the most particular first")
  func spellings() throws {
    let wanted = try Mounting(quarter)
    let half = "-1, 0, 0; 0, -1, 0; 0, 0, 1"
    for (found, origin) in [
      (
        Mounting.find(device: device(), axis: axis(quarter), udev: nil, sign: .auto),
        "sysfs in_accel_mount_matrix"
      ),
      (
        Mounting.find(
          device: device(["mount_matrix": quarter], mount: half), axis: axis(nil), udev: nil,
          sign: .auto), "sysfs mount_matrix"
      ),
      (
        Mounting.find(device: device(mount: quarter), axis: nil, udev: nil, sign: .auto),
        "sysfs in_mount_matrix"
      ),
      (
        Mounting.find(
          device: device(["mount_matrix": half]), axis: axis(quarter), udev: nil, sign: .auto),
        "sysfs in_accel_mount_matrix"
      ),
    ] {
      #expect(found == FoundMounting(mounting: wanted, origin: origin, fault: nil))
    }
    let nothing = Mounting.find(device: device(), axis: axis(nil), udev: nil, sign: .auto)
    #expect(nothing == FoundMounting(mounting: .identity, origin: "identity", fault: nil))
  }

  @Test("udev's comes first, its x and y rows turned, its third row made anew")
  func udev() throws {
    // Lines of Debian 12's 60-sensor.hwdb: some mirror (their third row is careless), some don't.
    for (text, wanted) in [
      ("1, 0, 0; 0, 1, 0; 0, 0, 1", "-1, 0, 0; 0, -1, 0; 0, 0, 1"),
      ("-1, 0, 0; 0, -1, 0; 0, 0, 1", "1, 0, 0; 0, 1, 0; 0, 0, 1"),
      ("0, 1, 0; 1, 0, 0; 0, 0, 1", "0, -1, 0; -1, 0, 0; 0, 0, -1"),
      ("0, -1, 0; -1, 0, 0; 0, 0, 1", "0, 1, 0; 1, 0, 0; 0, 0, -1"),
      ("0, 1, 0; -1, 0, 0; 0, 0, 1", "0, -1, 0; 1, 0, 0; 0, 0, 1"),
      ("1, 0, 0; 0, 0, 1; 0, 1, 0", "-1, 0, 0; 0, 0, -1; 0, -1, 0"),
    ] {
      let found = Mounting.find(
        device: device(["mount_matrix": quarter]), axis: axis(quarter), udev: text, sign: .auto)
      #expect(found.origin == "udev (sign turned)")
      let mounting = try Mounting(wanted)
      #expect(found.mounting == mounting, "\(text)")
    }
  }

  @Test("mount-sign overrides the origin's sign, either way")
  func overridden() throws {
    let kernel = Mounting.find(device: device(), axis: nil, udev: quarter, sign: .kernel)
    let asItIs = try Mounting(quarter)
    #expect(kernel == FoundMounting(mounting: asItIs, origin: "udev", fault: nil))
    let proxy = Mounting.find(device: device(), axis: axis(quarter), udev: nil, sign: .proxy)
    let turned = try Mounting("0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(proxy.mounting == turned)
    #expect(proxy.origin == "sysfs in_accel_mount_matrix (sign turned)")
  }

  @Test("what is no rotation is refused, naming the row, and the next one is taken")
  func refused() {
    for (text, row) in [
      ("0, 0, 0; 0, 1, 0; 0, 0, 1", "row 1"), ("1, 0, 0; 0, 2, 0; 0, 0, 1", "row 2"),
      ("1, 0, 0; 1, 0, 0; 0, 0, 1", "rows 1 and 2"), ("1, 0, 0; 0, 1, 0; 0, 0, -1", "row 3"),
      ("1 0 0", "nine numbers"), ("nan, 0, 0; 0, 1, 0; 0, 0, 1", "nine numbers"), ("", "nine"),
    ] {
      let found = Mounting.find(device: device(), axis: axis(text), udev: nil, sign: .auto)
      #expect(found.mounting == .identity && found.origin == "identity")
      #expect(found.fault?.code == .badMatrix)
      #expect(found.fault?.message.contains(row) == true, "\(found.fault?.message ?? "")")
    }
    let parallel = Mounting.find(
      device: device(["mount_matrix": quarter]), axis: nil, udev: "1, 0, 0; 1, 0, 0; 0, 0, 1",
      sign: .auto)
    #expect(parallel.origin == "sysfs mount_matrix" && parallel.fault?.code == .badMatrix)
  }
}
