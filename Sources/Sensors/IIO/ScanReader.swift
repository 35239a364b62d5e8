// SPDX-License-Identifier: MIT

internal import Posix

/// Reads three axes out of scans.
struct AxesReader: Equatable {
  private var places: [ScanLayout.Place]
  private let axes: SensorAxes

  /// A reader of axes that are all in `layout`.
  init?(_ axes: SensorAxes, in layout: ScanLayout) {
    let places = axes.all.compactMap { axis in
      axis.channel.scan.flatMap { layout.place(ofIndex: $0.index) }
    }
    guard places.count == 3 else { return nil }
    self.places = places
    self.axes = axes
  }

  /// Reads the same elements at other offsets from now on.
  mutating func move(to offsets: [Int]) {
    for (index, offset) in offsets.enumerated() { places[index] = places[index].moved(to: offset) }
  }

  /// Whether all of it lies within a scan of `size` bytes.
  func fits(in size: Int) -> Bool { places.allSatisfy { $0.fits(in: size) } }

  /// The vector in the scan that begins at `scan`, in m/s² or rad/s.
  func vector(in scan: UnsafeRawPointer) -> Vector3 {
    Vector3(
      axes.x.value(Double(places[0].integer(in: scan))),
      axes.y.value(Double(places[1].integer(in: scan))),
      axes.z.value(Double(places[2].integer(in: scan))))
  }
}

/// An open buffer whose scans hold three axes or six, and perhaps a timestamp.
final class ScanReader {
  private let buffer: IIOBuffer
  private let layout: ScanLayout
  private var main: AxesReader
  private var second: AxesReader?
  private var stamp: ScanLayout.Place?
  private var clock = StampClock()
  /// The size that the places are for.
  private var step: Int

  /// The node to wait on; nil where only a blocking read can wait.
  var descriptor: Int32? { buffer.descriptor }
  /// What another thread may use to end a wait.
  var cancellation: IIOBuffer.Cancellation { buffer.cancellation }

  /// Opens the buffer of `device` for `axes`, and `second` in the same scans.
  init(
    _ device: IIODevice, _ axes: SensorAxes, second secondAxes: SensorAxes?, in context: IIOContext
  ) throws(SensorFault) {
    var channels = axes.all.map(\.channel) + (secondAxes?.all.map(\.channel) ?? [])
    if let timestamp = device.timestamp { channels.append(timestamp) }
    let elements = channels.compactMap { channel in channel.scan.map { ($0.index, $0.format) } }
    let layout = ScanLayout(elements)
    guard let main = AxesReader(axes, in: layout) else {
      throw SensorFault(
        .inputOutput, "\(device.title) can't be buffered", hint: "its driver lacks scan_elements")
    }
    self.layout = layout
    self.main = main
    second = secondAxes.flatMap { AxesReader($0, in: layout) }
    stamp = device.timestamp?.scan.flatMap { layout.place(ofIndex: $0.index) }
    step = layout.size
    do {
      buffer = try context.openBuffer(of: device, channels: channels)
    } catch {
      throw SensorFault(error, doing: "open the buffer of \(device.title)")
    }
  }

  /// One scan.
  struct Scan {
    var time: Int64
    var main: Vector3
    var second: Vector3?
  }

  /// The next scan, or nil when there is none yet; `now` is read when it has come.
  func next(arrival now: () -> Int64) throws(Errno) -> Scan? {
    let scan: UnsafeRawPointer
    do {
      scan = try buffer.refill()
    } catch .wouldBlock {
      return nil
    }
    if buffer.step != step { try adjust() }
    let arrival = now()
    let time = stamp.map { clock.date($0.integer(in: scan), arrival: arrival) } ?? arrival
    return Scan(time: time, main: main.vector(in: scan), second: second?.vector(in: scan))
  }

  /// Takes the places from libiio: another program reads further channels of the same device.
  private func adjust() throws(Errno) {
    let offsets = (0..<(second == nil ? 3 : 6) + (stamp == nil ? 0 : 1)).compactMap {
      buffer.offset(ofChannelNumber: $0)
    }
    guard offsets.count == (second == nil ? 3 : 6) + (stamp == nil ? 0 : 1) else {
      throw Errno.protocolError
    }
    main.move(to: Array(offsets[0..<3]))
    second?.move(to: Array(offsets[3..<6]))
    stamp = offsets.last.flatMap { stamp?.moved(to: $0) }
    step = buffer.step
    // A channel that isn't in these scans lies at their end.
    guard main.fits(in: step), second?.fits(in: step) ?? true, stamp?.fits(in: step) ?? true else {
      throw Errno.protocolError
    }
  }
}
