// SPDX-License-Identifier: MIT

internal import Glibc
internal import KeyValue
internal import Posix

/// Polls one axis.
///
/// A local one by its sysfs attribute, which is opened once: opening takes some drivers a second.
final class RawReader {
  private let axis: SensorAxes.Axis
  private let device: IIODevice
  private let context: IIOContext
  /// The open attribute; owned here, and nil for a remote device.
  private let file: Int32?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)

  /// Opens what is to be read.
  init(
    _ axis: SensorAxes.Axis, of device: IIODevice, in context: IIOContext
  ) throws(Errno) {
    self.axis = axis
    self.device = device
    self.context = context
    if let path = context.rawPath(of: axis.channel, in: device) {
      file = try Descriptor.open(path, .reading).release()
    } else {
      file = nil
    }
  }

  deinit {
    buffer.deallocate()
    if let file { _ = Descriptor(consuming: file) }
  }

  /// The axis' present value, in the unit of its scale.
  ///
  /// Can block for as long as the driver likes. What is no number is an error (EPROTO), not a value.
  func value() throws(Errno) -> Double {
    let count: Int
    if let file {
      count = try read(into: buffer, from: file, at: 0)
    } else {
      count = try context.readRaw(of: axis.channel, in: device, into: buffer)
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(min(count, buffer.count)))
    let number = bytes.withMemoryRebound(to: UInt8.self) { text -> Double? in
      let end = text.firstIndex { $0 <= 0x20 } ?? text.endIndex
      return parseDecimal(UnsafeBufferPointer(rebasing: text[..<end]))
    }
    guard let number else { throw Errno.protocolError }
    return axis.value(number)
  }
}
