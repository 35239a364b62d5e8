// SPDX-License-Identifier: MIT

internal import KeyValue

@testable internal import Sensors

/// An IIO device that is described by lines of an input.
struct ProbedDevice {
  private(set) var device: IIODevice
  private(set) var surroundings = DeviceSurroundings()
  /// What is read of a channel, by its id.
  private(set) var raw: [String: [Double]] = [:]

  private static let attributes: Set = [
    "current_timestamp_clock", "in_mount_matrix", "in_scale", "location", "mount_matrix", "offset",
    "sampling_frequency", "sampling_frequency_available", "scale",
  ]

  init(_ bytes: [UInt8], number: Int) {
    device = IIODevice(id: "iio:device\(number)")
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(80) {
      let parts = line.split(
        separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
      // What libiio hands on and `IIOContext` takes over.
      let value = IIOContext.attribute(parts.count > 1 ? Array(parts[1].prefix(300)) : [])
      take(String(decoding: parts[0].prefix(40), as: UTF8.self), value)
    }
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "name": device.name = IIOContext.word(value)
    case "label": device.label = IIOContext.word(value)
    case "istrigger": device.isTrigger = value == "1"
    case "trigger":
      device.trigger = value.isEmpty ? .unset : .named(IIOContext.word(value))
    // As udev's database has it, which is a file of lines.
    case "udev": surroundings.mountMatrix = value
    case "place": surroundings.location = value
    case "parent": surroundings.parent = value
    case _ where Self.attributes.contains(key): device.attributes[key] = value
    default:
      let words = key.split(separator: ".", maxSplits: 1)
      if words.count == 2 { take(String(words[1]), value, ofChannel: String(words[0])) }
    }
  }

  private mutating func take(_ attribute: String, _ value: String, ofChannel id: String) {
    let place = place(ofChannel: id)
    switch attribute {
    case "raw":
      device.channels[place].rawFile = "in_\(id)_raw"
      let numbers = value.split(separator: " ").prefix(40).compactMap { parseDecimal(String($0)) }
      raw[id, default: []] += numbers
    case "index":
      device.channels[place].scan?.index = Int(value) ?? 0
    case "type":
      device.channels[place].scan = Self.format(value).map {
        IIOChannel.Scan(index: place, format: $0)
      }
    default: device.channels[place].attributes[attribute] = value
    }
  }

  private mutating func place(ofChannel id: String) -> Int {
    if let place = device.channels.firstIndex(where: { $0.id == id }) { return place }
    var channel = IIOChannel(id: id, quantity: .other)
    if id.hasPrefix("accel") { channel.quantity = .acceleration }
    if id.hasPrefix("anglvel") { channel.quantity = .angularVelocity }
    if id.hasPrefix("timestamp") { channel.quantity = .timestamp }
    channel.axis =
      id.hasSuffix("_x") ? .x : id.hasSuffix("_y") ? .y : id.hasSuffix("_z") ? .z : nil
    device.channels.append(channel)
    return device.channels.count - 1
  }

  /// Reads `le:s12/16X2>>4` as libiio's sscanf(3) does, which wraps its numbers to 32 bits.
  private static func format(_ text: String) -> ElementFormat? {
    let numbers = text.split { !("0"..."9").contains($0) }.map {
      Int(UInt32(truncatingIfNeeded: UInt64($0) ?? .max))
    }
    let isRepeated = text.contains("X")
    guard numbers.count == (isRepeated ? 4 : 3) else { return nil }
    return ElementFormat(
      isBigEndian: text.hasPrefix("be"), isSigned: text.contains(":s") || text.contains(":S"),
      bits: numbers[0], storageBits: numbers[1], shift: numbers[isRepeated ? 3 : 2],
      count: isRepeated ? max(1, numbers[2]) : 1)
  }
}
