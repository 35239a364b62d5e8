// SPDX-License-Identifier: MIT

internal import CIIO
internal import Glibc
internal import Posix

// All that balld asks of libiio stands in this file, and none of its names leaves it: libiio 1.x
// has another API. Written against 0.24 (Debian 12) and 0.26 (Debian 13).

/// Where IIO devices are.
public enum IIOPlace: Equatable, Sendable {
  /// In this computer.
  case local
  /// Behind a URI of libiio's, such as `ip:raspberrypi`.
  case uri(String)
}

/// A view of the IIO devices at one place: libiio's context.
///
/// The list is a snapshot of the moment in which it was made: after a plug or unplug, make another.
/// Making it, and every call of its, can block; used by one thread at a time.
final class IIOContext {
  fileprivate let handle: OpaquePointer
  /// Whether the devices are this computer's own.
  let isLocal: Bool

  /// How long a remote computer may take to answer, ms.
  private static let patience: UInt32 = 2000

  /// Looks at what is there now.
  ///
  /// Throws `.noSuchFile` when the kernel has no IIO at all.
  init(_ place: IIOPlace) throws(Errno) {
    Self.keepXMLToItself()
    let made: OpaquePointer?
    switch place {
    case .local:
      // Not the default context, which may follow $IIOD_REMOTE to another computer.
      made = iio_create_local_context()
      isLocal = true
    case .uri(let uri):
      // libiio writes into the text that it is given.
      var text = Array(uri.utf8CString)
      made = text.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.flatMap { iio_create_context_from_uri($0) }
      }
      isLocal = uri.hasPrefix("local:")
    }
    guard let made else { throw Errno.current == Errno(rawValue: 0) ? .noSuchDevice : .current }
    handle = made
    if !isLocal { _ = iio_context_set_timeout(made, Self.patience) }
  }

  deinit { iio_context_destroy(handle) }

  /// Keeps libxml2, by which libiio reads what another computer says of its devices, from opening files
  /// that this names, and from writing its complaints to standard error.
  ///
  /// Looked up by name: libiio brings the library along, or was built without. The first holds for the
  /// process, the second for this thread.
  private static func keepXMLToItself() {
    typealias Loader =
      @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, OpaquePointer?) ->
      OpaquePointer?
    typealias Listener = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void
    typealias SetLoader = @convention(c) (Loader?) -> Void
    typealias SetListener = @convention(c) (UnsafeMutableRawPointer?, Listener?) -> Void
    if let symbol = dlsym(nil, "xmlSetExternalEntityLoader") {
      // Reason: the function of this name has this type in each version of libxml2.
      unsafeBitCast(symbol, to: SetLoader.self)({ _, _, _ in nil })
    }
    if let symbol = dlsym(nil, "xmlSetStructuredErrorFunc") {
      // Reason: as above; the error is handed over as const or not, which is all the same here.
      unsafeBitCast(symbol, to: SetListener.self)(nil, { _, _ in })
    }
  }

  /// Every device, triggers included.
  func devices() -> [IIODevice] {
    (0..<iio_context_get_devices_count(handle)).compactMap { number in
      iio_context_get_device(handle, number).map { describe($0) }
    }
  }

  // MARK: Attributes

  /// Writes an attribute of a device.
  func write(_ value: String, to name: String, of device: IIODevice) throws(Errno) {
    let found = try find(device)
    try check(Int(iio_device_attr_write(found, name, value)))
  }

  /// Writes an attribute of a channel.
  func write(
    _ value: String, to name: String, of channel: IIOChannel, in device: IIODevice
  ) throws(Errno) {
    let found = try find(channel, in: try find(device))
    try check(Int(iio_channel_attr_write(found, name, value)))
  }

  /// Reads an attribute of a device.
  func read(_ name: String, of device: IIODevice) throws(Errno) -> String {
    let found = try find(device)
    return try text { iio_device_attr_read(found, name, $0, $1) }
  }

  /// Reads an attribute of a channel.
  func read(
    _ name: String, of channel: IIOChannel, in device: IIODevice
  ) throws(Errno) -> String {
    let found = try find(channel, in: try find(device))
    return try text { iio_channel_attr_read(found, name, $0, $1) }
  }

  /// Reads a channel's raw number, into memory of the caller's.
  func readRaw(
    of channel: IIOChannel, in device: IIODevice, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    let found = try find(channel, in: try find(device))
    let bytes = buffer.assumingMemoryBound(to: CChar.self)
    return try check(Int(iio_channel_attr_read(found, "raw", bytes.baseAddress, bytes.count)))
  }

  /// The file behind a channel's raw number, when the device is this computer's.
  func rawPath(of channel: IIOChannel, in device: IIODevice) -> String? {
    guard isLocal, let file = channel.rawFile else { return nil }
    return "/sys/bus/iio/devices/\(device.id)/\(file)"
  }

  /// Lets the trigger of this id (`trigger0`) make `device` measure.
  func setTrigger(_ trigger: IIODevice, of device: IIODevice) throws(Errno) {
    let found = try find(device)
    try check(Int(iio_device_set_trigger(found, try find(trigger))))
  }

  // MARK: Buffers

  /// Opens the buffer of a device for these channels and no others, one scan at a time.
  func openBuffer(of device: IIODevice, channels: [IIOChannel]) throws(Errno) -> IIOBuffer {
    let found = try find(device)
    for number in 0..<iio_device_get_channels_count(found) {
      iio_channel_disable(iio_device_get_channel(found, number))
    }
    for channel in channels { iio_channel_enable(try find(channel, in: found)) }
    // One scan is the watermark, so that none waits for the next; the kernel's queue is longer, so
    // that none is lost while this thread waits for its turn. libiio 0.x takes that number for it.
    _ = iio_device_set_kernel_buffers_count(found, 128)
    guard let made = iio_device_create_buffer(found, 1, false) else { throw Errno.current }
    return IIOBuffer(made, of: self, channels: channels.compactMap { try? find($0, in: found) })
  }

  // MARK: Finding

  private func find(_ device: IIODevice) throws(Errno) -> OpaquePointer {
    // By number, which is unique: libiio would take the first thing that has the name.
    for number in 0..<iio_context_get_devices_count(handle) {
      guard let found = iio_context_get_device(handle, number) else { continue }
      if text(iio_device_get_id(found)) == device.id { return found }
    }
    throw Errno.noSuchDevice
  }

  private func find(
    _ channel: IIOChannel, in device: OpaquePointer
  ) throws(Errno) -> OpaquePointer {
    guard let found = iio_device_find_channel(device, channel.id, false) else {
      throw Errno.noSuchDevice
    }
    return found
  }

  // MARK: Describing

  /// The attributes that balld looks at.
  ///
  /// Others are not even read: some drivers take seconds to answer for a raw value.
  private static let deviceAttributes = [
    "current_timestamp_clock", "in_mount_matrix", "in_scale", "location", "mount_matrix", "offset",
    "sampling_frequency", "sampling_frequency_available", "scale",
  ]
  private static let channelAttributes = [
    "matrix", "mount_matrix", "offset", "sampling_frequency", "sampling_frequency_available",
    "scale",
  ]

  /// Those of them that say what a number means: one that is there and can't be read isn't one that is
  /// missing, as if the sensor sat straight and began at zero.
  private static let decisive: Set = [
    "in_mount_matrix", "in_scale", "matrix", "mount_matrix", "offset", "scale",
  ]

  /// What an attribute says; nil, with the reason noted if it matters, where it can't be read.
  private func attribute(
    _ name: String, of device: inout IIODevice,
    _ read: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) -> String? {
    do throws(Errno) {
      return try text(read)
    } catch .invalidArgument {
      // The driver's own word for what it doesn't have.
      return nil
    } catch {
      if Self.decisive.contains(name), device.fault == nil {
        device.fault = SensorFault(error, doing: "read the \(name) of \(device.title)")
      }
      return nil
    }
  }

  private func describe(_ device: OpaquePointer) -> IIODevice {
    var described = IIODevice(id: text(iio_device_get_id(device)) ?? "")
    described.name = text(iio_device_get_name(device)).map(Self.word)
    described.label = text(iio_device_get_label(device)).map(Self.word)
    described.isTrigger = iio_device_is_trigger(device)
    for name in Self.deviceAttributes where iio_device_find_attr(device, name) != nil {
      described.attributes[name] = attribute(name, of: &described) {
        iio_device_attr_read(device, name, $0, $1)
      }
    }
    for number in 0..<iio_device_get_channels_count(device) {
      guard let channel = iio_device_get_channel(device, number), !iio_channel_is_output(channel)
      else { continue }
      described.channels.append(describe(channel: channel, of: &described))
    }
    if !described.isTrigger { described.trigger = trigger(of: device) }
    return described
  }

  private func describe(channel: OpaquePointer, of device: inout IIODevice) -> IIOChannel {
    var described = IIOChannel(id: text(iio_channel_get_id(channel)) ?? "", quantity: .other)
    switch iio_channel_get_type(channel) {
    case IIO_ACCEL: described.quantity = .acceleration
    case IIO_ANGL_VEL: described.quantity = .angularVelocity
    case IIO_TIMESTAMP: described.quantity = .timestamp
    default: break
    }
    switch iio_channel_get_modifier(channel) {
    case IIO_MOD_X: described.axis = .x
    case IIO_MOD_Y: described.axis = .y
    case IIO_MOD_Z: described.axis = .z
    default: break
    }
    let names = described.quantity == .other ? ["matrix"] : Self.channelAttributes
    for name in names where iio_channel_find_attr(channel, name) != nil {
      described.attributes[name] = attribute(name, of: &device) {
        iio_channel_attr_read(channel, name, $0, $1)
      }
    }
    if iio_channel_find_attr(channel, "raw") != nil {
      described.rawFile = text(iio_channel_attr_get_filename(channel, "raw"))
    }
    described.scan = scan(of: channel)
    return described
  }

  private func scan(of channel: OpaquePointer) -> IIOChannel.Scan? {
    guard iio_channel_is_scan_element(channel),
      let format = iio_channel_get_data_format(channel)?.pointee
    else { return nil }
    let index = iio_channel_get_index(channel)
    guard (0...Self.largestIndex).contains(index) else { return nil }
    return ElementFormat(
      isBigEndian: format.is_be, isSigned: format.is_signed, bits: Int(format.bits),
      storageBits: Int(format.length), shift: Int(format.shift), count: Int(max(1, format.repeat))
    ).map { IIOChannel.Scan(index: index, format: $0) }
  }

  private func trigger(of device: OpaquePointer) -> IIODevice.Trigger {
    var trigger: OpaquePointer?
    // ENOENT: there is no such thing as a trigger of this device. EIO is what an empty attribute
    // gives with the real kernel; ENXIO one that names a trigger which is gone.
    let result = iio_device_get_trigger(device, &trigger)
    if result == -ENOENT { return .unneeded }
    guard result == 0, let trigger, let name = text(iio_device_get_name(trigger)) else {
      return .unset
    }
    return .named(Self.word(name))
  }

  /// No scan has so many elements.
  private static let largestIndex = 10_000

  // MARK: C texts

  /// A name as it may stand in a line: bounded, and nothing in it that moves a terminal's cursor.
  ///
  /// Names are no handles here: devices are found by their numbers.
  static func word(_ text: String) -> String { SensorFault.printable(text, atMost: 64) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func text(
    _ read: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws(Errno) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = try check(buffer.withUnsafeMutableBufferPointer { read($0.baseAddress, $0.count) })
    return Self.attribute(buffer.prefix(min(count, buffer.count)).map { UInt8(bitPattern: $0) })
  }

  /// An attribute's value without the blanks, newlines and NULs at its ends, as it may stand in a line.
  static func attribute(_ bytes: [UInt8]) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0a || byte == 0x09 }
    let content = bytes.prefix { $0 != 0 }.map { isBlank($0) ? 0x20 : $0 }
    let start = content.firstIndex { !isBlank($0) } ?? content.endIndex
    let end = content.lastIndex { !isBlank($0) } ?? start
    if start == content.endIndex { return "" }
    return SensorFault.printable(
      String(decoding: content[start...end], as: UTF8.self), atMost: bytes.count)
  }
}

/// An open buffer of a device: scans come out of it, one at a time.
///
/// Used by the thread that opened it, but for `cancel`.
final class IIOBuffer {
  private let handle: OpaquePointer
  /// Kept alive: the buffer must go before its context.
  private let context: IIOContext
  private let channels: [OpaquePointer]
  /// The node to wait on; nil where only a blocking read can wait, as over the network.
  let descriptor: Int32?
  /// What another thread may use to end a wait in `refill`.
  let cancellation: Cancellation

  /// The bytes from one scan to the next.
  var step: Int { iio_buffer_step(handle) }

  fileprivate init(_ handle: OpaquePointer, of context: IIOContext, channels: [OpaquePointer]) {
    self.handle = handle
    self.context = context
    self.channels = channels
    cancellation = Cancellation(UInt(bitPattern: handle))
    let descriptor = iio_buffer_get_poll_fd(handle)
    self.descriptor =
      descriptor >= 0 && iio_buffer_set_blocking_mode(handle, false) == 0 ? descriptor : nil
  }

  deinit {
    cancellation.end()
    iio_buffer_destroy(handle)
  }

  /// Takes the next scan, which stays valid until the next call.
  ///
  /// Throws `.wouldBlock` when there is none; without a descriptor it waits for one.
  func refill() throws(Errno) -> UnsafeRawPointer {
    let count = try check(iio_buffer_refill(handle))
    guard count > 0, count >= step, let start = iio_buffer_start(handle) else {
      throw Errno.protocolError
    }
    return UnsafeRawPointer(start)
  }

  /// Where a channel's element lies in the scans as they come.
  ///
  /// For a remote device that another program reads as well: its scans carry more than was asked for.
  func offset(ofChannelNumber number: Int) -> Int? {
    guard channels.indices.contains(number), let start = iio_buffer_start(handle),
      let first = iio_buffer_first(handle, channels[number]), first >= start
    else { return nil }
    return first - start
  }

  /// Ends a wait in `refill` from another thread; afterwards that throws `.badDescriptor`.
  final class Cancellation: Sendable {
    /// The buffer's address while there is one.
    private let handle: Lock<UInt?>

    fileprivate init(_ handle: UInt) { self.handle = Lock(handle) }

    /// Ends the wait.
    func cancel() {
      handle.withLock {
        if let handle = $0 { iio_buffer_cancel(OpaquePointer(bitPattern: handle)) }
      }
    }

    fileprivate func end() { handle.withLock { $0 = nil } }
  }
}

/// libiio's calls return a negative errno.
@discardableResult
private func check(_ result: Int) throws(Errno) -> Int {
  if result < 0 { throw Errno(rawValue: Int32(clamping: -result)) }
  return result
}
