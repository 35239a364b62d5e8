// SPDX-License-Identifier: MIT

import Testing

@testable import Sensors

@Suite("which sensor is taken") struct DiscoveryTests {
  /// A device with three axes of each quantity.
  private func device(
    _ number: Int, _ name: String?, _ quantities: [IIOChannel.Quantity] = [.acceleration],
    scale: String? = "0.0006", label: String? = nil
  ) -> IIODevice {
    var device = IIODevice(id: "iio:device\(number)", name: name, label: label)
    for quantity in quantities {
      for axis in IIOChannel.Axis.allCases {
        let word = quantity == .acceleration ? "accel" : "anglvel"
        var channel = IIOChannel(
          id: "\(word)_\(axis)", quantity: quantity, axis: axis,
          rawFile: "in_\(word)_\(axis)_raw")
        channel.attributes["scale"] = scale
        device.channels.append(channel)
      }
    }
    return device
  }

  private func discover(
    _ devices: [IIODevice], _ selector: IIOSelector = .any,
    surroundings: [String: DeviceSurroundings] = [:]
  ) -> Discovery {
    Discovery(devices, selector: selector) { surroundings[$0.id] ?? DeviceSurroundings() }
  }

  @Test("the display's comes before one of no place, and that before the keyboard's")
  func location() {
    let base = device(0, "bosc0200", label: "accel-base")
    let plain = device(1, "kxcj9")
    let display = device(2, "bosc0200", label: "accel-display")
    let all = discover([base, plain, display])
    #expect(all.choice?.device.id == "iio:device2")
    #expect(all.reason == "its location is accel-display")
    let two = discover([base, plain])
    #expect(two.choice?.device.id == "iio:device1")
    #expect(two.reason == "the only one that isn't in a base")
    let same = discover([device(10, "a"), device(9, "b")])
    #expect(same.choice?.device.id == "iio:device9" && same.reason == "the first of 2")
    let byUdev = discover(
      [device(0, "a"), device(1, "b")],
      surroundings: ["iio:device1": DeviceSurroundings(location: "display")])
    #expect(byUdev.choice?.device.id == "iio:device1")
  }

  @Test("a sensor can be pinned by name, label, number or stable id, and then no other is taken")
  func pinned() {
    let devices = [device(0, "kxcj9"), device(1, "lis3dh", label: "accel-base")]
    let surroundings = ["iio:device1": DeviceSurroundings(parent: "1-0018")]
    for name in ["lis3dh", "accel-base", "iio:device1", "lis3dh@1-0018"] {
      let found = discover(devices, .named(name), surroundings: surroundings)
      #expect(found.choice?.device.id == "iio:device1", "\(name)")
      #expect(found.reason == "named \(name)")
    }
    let orders = "kxcj9\u{1b}[2J\nballd: error: all is lost"
    for name in ["kxcj9", orders] {
      let found = discover([device(0, orders)], .named(name))
      #expect((found.choice != nil) == (name == orders))
      #expect(found.reason.contains("kxcj9\u{fffd}[2J\u{fffd}balld"), "\(found.reason)")
      #expect(!found.reason.contains("\n") && !found.reason.contains("\u{1b}"))
    }
    let none = discover(devices, .named("mpu6050"))
    #expect(none.choice == nil)
    #expect(none.reason.contains("mpu6050") && none.reason.contains("kxcj9"))
  }

  @Test("a sensor that names no axes is listed with why it can't be used, and never taken")
  func nameless() {
    let channels = [
      IIOChannel(
        id: "accel", quantity: .acceleration, attributes: ["scale": "1"], rawFile: "in_accel_raw")
    ]
    let found = discover([IIODevice(id: "iio:device0", name: "pedometer", channels: channels)])
    #expect(found.candidates.count == 1 && found.choice == nil)
    #expect(found.candidates.first?.fault?.code == .noSensor)
    #expect(found.reason.contains("pedometer doesn't say which axes"), "\(found.reason)")
  }

  @Test("the place on a bus is told without the count of pluggings")
  func place() {
    for (name, place) in [
      ("HID-SENSOR-200073.2.auto", "HID-SENSOR-200073"), ("1-0018", "1-0018"), (".auto", ".auto"),
      ("a.b.auto", "a.b.auto"), ("spi0.0", "spi0.0"), ("x.7.auto", "x"),
    ] { #expect(DeviceSurroundings.withoutCount(name) == place) }
  }

  @Test("the gyro is the device's own, or that of the same package's other device")
  func gyro() {
    let both: [IIOChannel.Quantity] = [.acceleration, .angularVelocity]
    for (devices, id) in [
      ([device(0, "mpu6050", both)], "iio:device0"),
      ([device(1, "lsm6dsl_accel"), device(0, "lsm6dsl_gyro", [.angularVelocity])], "iio:device0"),
      ([device(0, "accel_3d"), device(1, "gyro_3d", [.angularVelocity])], "iio:device1"),
      ([device(0, "kxcj9"), device(1, "l3gd20_gyro", [.angularVelocity])], nil),
      ([device(0, nil), device(1, nil, [.angularVelocity])], nil),
    ] as [([IIODevice], String?)] {
      #expect(discover(devices).choice?.accelerometer?.gyroDevice?.id == id)
    }
    // Two packages of a kind: the same place on the bus.
    let twins = [
      device(0, "lsm6dsl_gyro", [.angularVelocity]), device(1, "lsm6dsl_gyro", [.angularVelocity]),
      device(2, "lsm6dsl_accel"),
    ]
    let places = ["0": "1-006a", "1": "1-006b", "2": "1-006b"]
    let found = Discovery(twins, selector: .any) {
      DeviceSurroundings(parent: places[String($0.id.suffix(1))])
    }
    #expect(found.choice?.accelerometer?.gyroDevice?.id == "iio:device1")
    #expect(discover(twins).choice?.accelerometer?.gyroDevice == nil)
  }

  @Test("a scale of its own, of its type, or of the device; none is refused, not ×0 and not ×1")
  func scales() throws {
    var perAxis = device(0, "a")
    for (index, scale) in ["0.001", "0.002", "0.003"].enumerated() {
      perAxis.channels[index].attributes["scale"] = scale
    }
    let axes = try #require(discover([perAxis]).choice?.accelerometer?.axes)
    #expect([axes.x.scale, axes.y.scale, axes.z.scale] == [0.001, 0.002, 0.003])

    for name in ["scale", "in_scale"] {
      var shared = device(0, "a", scale: nil)
      shared.attributes[name] = "0.009806"
      #expect(discover([shared]).choice?.accelerometer?.axes.z.scale == 0.009806)
    }
    for text in [nil, "0", "0.000000", "nan", "much", ""] as [String?] {
      let found = discover([device(0, "a", scale: text)])
      #expect(found.choice == nil)
      #expect(found.candidates.first?.fault?.code == .noScale)
      #expect(found.reason.contains("no scale for accel_x"))
    }
  }

  @Test("an offset is added before the scale")
  func offset() throws {
    var shifted = device(0, "a", scale: "0.5")
    for index in 0..<3 { shifted.channels[index].attributes["offset"] = "-8" }
    let axes = try #require(discover([shifted]).choice?.accelerometer?.axes)
    #expect(axes.x.value(10) == 1)
  }

  @Test("one that can be used comes before one that can't, and the reason names what is wrong")
  func unusable() {
    var flat = device(0, "flat")
    flat.channels.removeLast()
    let found = discover([flat, device(1, "whole")])
    #expect(found.choice?.device.name == "whole")
    #expect(found.candidates.count == 2)
    #expect(discover([flat]).reason.contains("no axis z"))
    #expect(discover([]).reason == "no IIO accelerometer is there")
    let trigger = IIODevice(id: "trigger0", name: "t1", isTrigger: true)
    let light = IIODevice(id: "iio:device0", name: "als")
    #expect(discover([trigger, light]).others == ["als"])
  }

  @Test("one that was tried in vain comes after those that weren't, unless it is named or alone")
  func passedOver() {
    let devices = [device(0, "broken", label: "accel-display"), device(1, "whole")]
    func found(
      _ ids: Set<String>, _ devices: [IIODevice], _ selector: IIOSelector = .any
    ) -> Discovery {
      Discovery(devices, selector: selector, passingOver: ids) { _ in DeviceSurroundings() }
    }
    let other = found(["iio:device0"], devices)
    #expect(other.choice?.device.name == "whole" && other.reason == "broken can't be read")
    #expect(found(["iio:device0"], devices, .named("broken")).choice?.device.name == "broken")
    let alone = found(["iio:device0"], [devices[0]])
    #expect(alone.choice?.device.name == "broken" && alone.reason == "the only accelerometer")
    let all = found(["iio:device0", "iio:device1"], devices)
    #expect(all.choice?.device.name == "broken" && all.reason == "its location is accel-display")
    // One that is worse by its place was no choice anyhow.
    #expect(found(["iio:device1"], devices).reason == "its location is accel-display")
  }

  @Test("better is a better place, not a lower number")
  func better() throws {
    func candidate(_ number: Int, _ label: String?) throws -> Discovery.Candidate {
      try #require(discover([device(number, "a", label: label)]).choice)
    }
    let places = [
      try candidate(2, "accel-display"), try candidate(1, nil), try candidate(0, "accel-base"),
    ]
    for (first, one) in places.enumerated() {
      for (second, other) in places.enumerated() {
        #expect(one.isBetter(than: other) == (first < second))
      }
    }
    #expect(try !candidate(0, nil).isBetter(than: candidate(5, nil)))
  }
}
