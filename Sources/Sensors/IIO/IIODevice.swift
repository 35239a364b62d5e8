// SPDX-License-Identifier: MIT

/// What Linux says of one IIO device at one moment: a snapshot without a handle.
public struct IIODevice: Equatable, Sendable {
  /// The kernel's number for it, which changes from boot to boot: `iio:device0`.
  public var id: String
  /// The driver's name for it: `lis3dh`.
  public var name: String?
  /// What the firmware calls it: `accel-display`.
  public var label: String?
  /// Its own attributes, as far as balld looks at them.
  public var attributes: [String: String]
  /// What it measures.
  public var channels: [IIOChannel]
  /// Whether it makes other devices measure, and nothing else.
  public var isTrigger: Bool
  /// What makes it measure into its buffer.
  public var trigger: Trigger
  /// Why something can't be read that says what its numbers mean; nil if nothing is amiss.
  public var fault: SensorFault?

  /// Whether, and by what, a device is triggered.
  public enum Trigger: Equatable, Sendable {
    /// It needs none, or has no buffer.
    case unneeded
    /// None is chosen yet.
    case unset
    /// The trigger of this name is chosen.
    case named(String)
  }

  /// Puts a device together.
  public init(
    id: String, name: String? = nil, label: String? = nil, attributes: [String: String] = [:],
    channels: [IIOChannel] = [], isTrigger: Bool = false, trigger: Trigger = .unneeded
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.attributes = attributes
    self.channels = channels
    self.isTrigger = isTrigger
    self.trigger = trigger
  }

  /// The name, or without one the number.
  public var title: String { name ?? id }

  /// The channel that dates a scan.
  var timestamp: IIOChannel? { channels.first { $0.quantity == .timestamp && $0.scan != nil } }
}

/// One thing that a device measures.
public struct IIOChannel: Equatable, Sendable {
  /// What it measures.
  public enum Quantity: Equatable, Sendable {
    /// Specific force along an axis, in m/s² once scaled.
    case acceleration
    /// Angular velocity about an axis, in rad/s once scaled.
    case angularVelocity
    /// When a scan was taken.
    case timestamp
    /// Anything else.
    case other
  }

  /// An axis of the sensor.
  public enum Axis: Int, CaseIterable, Sendable {
    /// The first.
    case x
    /// The second.
    case y
    /// The third.
    case z
  }

  /// Its place in a scan.
  public struct Scan: Equatable, Sendable {
    /// Its rank among the elements.
    public var index: Int
    /// How it is written.
    public var format: ElementFormat

    /// Makes a place.
    public init(index: Int, format: ElementFormat) {
      self.index = index
      self.format = format
    }
  }

  /// libiio's name for it: `accel_x`.
  public var id: String
  /// What it measures.
  public var quantity: Quantity
  /// Along or about which axis.
  public var axis: Axis?
  /// Its place in a scan; nil when it can't be buffered.
  public var scan: Scan?
  /// Its attributes, as far as balld looks at them.
  public var attributes: [String: String]
  /// The file from which it can be polled, such as `in_accel_x_raw`.
  public var rawFile: String?

  /// Puts a channel together.
  public init(
    id: String, quantity: Quantity, axis: Axis? = nil, scan: Scan? = nil,
    attributes: [String: String] = [:], rawFile: String? = nil
  ) {
    self.id = id
    self.quantity = quantity
    self.axis = axis
    self.scan = scan
    self.attributes = attributes
    self.rawFile = rawFile
  }
}
