// SPDX-License-Identifier: MIT

/// Where the elements of a scan lie: by the order of their indices, each at its natural alignment.
///
/// After Linux' iio_compute_scan_bytes() (drivers/iio/industrialio-buffer.c): an element is aligned
/// to its own size, repetitions included, and the whole scan to the largest of them. In which order
/// a directory lists the elements means nothing.
public struct ScanLayout: Equatable, Sendable {
  /// The place of one element.
  public struct Place: Equatable, Sendable {
    /// Bytes from the scan's beginning.
    public let offset: Int
    /// How the element is written there.
    public let format: ElementFormat

    /// An element written so, that many bytes from the scan's beginning.
    init(offset: Int, format: ElementFormat) {
      self.offset = offset
      self.format = format
    }

    /// The same element elsewhere.
    func moved(to offset: Int) -> Place { Place(offset: offset, format: format) }

    /// Whether its first word lies within a scan of `size` bytes.
    func fits(in size: Int) -> Bool {
      offset >= 0 && size >= format.wordSize && offset <= size - format.wordSize
    }
  }

  /// The bytes from one scan to the next.
  public let size: Int
  private let places: [Int: Place]

  /// Lays out the elements that are enabled, each with its `…_index`.
  public init(_ elements: [(index: Int, format: ElementFormat)]) {
    var end = 0
    var largest = 1
    var places: [Int: Place] = [:]
    for element in elements.sorted(by: { $0.index < $1.index }) {
      let size = element.format.size
      // Channels of the same index are one element, read in several ways.
      if places[element.index] != nil { continue }
      end = Self.aligned(end, to: size)
      places[element.index] = Place(offset: end, format: element.format)
      end += size
      largest = max(largest, size)
    }
    size = Self.aligned(end, to: largest)
    self.places = places
  }

  /// The place of the element of this index, if it is enabled.
  public func place(ofIndex index: Int) -> Place? { places[index] }

  private static func aligned(_ offset: Int, to size: Int) -> Int {
    (offset + size - 1) / size * size
  }
}

extension ScanLayout.Place {
  /// The element's number in the scan that begins at `scan`.
  public func integer(in scan: UnsafeRawPointer) -> Int64 { format.integer(at: scan + offset) }
}
