// SPDX-License-Identifier: MIT

/// What an input device is: a snapshot without a handle.
public struct InputDevice: Equatable, Sendable {
  /// An axis' bounds, by the kernel's `input_absinfo`.
  public struct Axis: Equatable, Sendable {
    /// The value when the device was opened.
    public var value: Int32
    /// The least value.
    public var minimum: Int32
    /// The greatest value.
    public var maximum: Int32
    /// Changes smaller than this are noise, and the kernel keeps them to itself.
    public var fuzz: Int32
    /// Within this of the centre a stick counts as let go.
    public var flat: Int32
    /// Counts a unit: per g or per °/s for an accelerometer; 0 when the driver doesn't say.
    public var resolution: Int32

    /// An axis of these bounds.
    public init(
      value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// The node, such as `/dev/input/event3`; the number changes from plug to plug.
  public var path: String
  /// The driver's name for it.
  public var name: String
  /// Where it is plugged in, by the driver; empty when it doesn't say.
  public var physicalPath: String
  /// The serial number or Bluetooth address; empty when there is none.
  public var unique: String
  /// The vendor's number.
  public var vendor: UInt16
  /// The vendor's number for the product.
  public var product: UInt16
  /// Its axes, by code.
  public var axes: [UInt16: Axis]
  /// Its keys and buttons, by code.
  public var keys: Set<UInt16>
  /// Whether its driver says that it is an accelerometer (INPUT_PROP_ACCELEROMETER).
  public var isMarkedAccelerometer: Bool
  /// What the rest of the system says of it.
  public var surroundings: Surroundings

  /// What udev knows of an input device.
  public struct Surroundings: Equatable, Sendable {
    /// Its name in /dev/input/by-id, which tells the product and its serial number.
    public var byID: String?
    /// Whether udev takes it for an accelerometer (ID_INPUT_ACCELEROMETER).
    public var isAccelerometer: Bool
    /// udev's ACCEL_MOUNT_MATRIX.
    public var mountMatrix: String?

    /// What is known; nothing, by default.
    public init(
      byID: String? = nil, isAccelerometer: Bool = false, mountMatrix: String? = nil
    ) {
      self.byID = byID
      self.isAccelerometer = isAccelerometer
      self.mountMatrix = mountMatrix
    }
  }

  /// Puts a device together.
  public init(
    path: String, name: String, physicalPath: String = "", unique: String = "", vendor: UInt16 = 0,
    product: UInt16 = 0, axes: [UInt16: Axis] = [:], keys: Set<UInt16> = [],
    isMarkedAccelerometer: Bool = false, surroundings: Surroundings = Surroundings()
  ) {
    self.path = path
    self.name = name
    self.physicalPath = physicalPath
    self.unique = unique
    self.vendor = vendor
    self.product = product
    self.axes = axes
    self.keys = keys
    self.isMarkedAccelerometer = isMarkedAccelerometer
    self.surroundings = surroundings
  }

  /// A name that stays when the device is plugged in again, under whatever number.
  ///
  /// Its own name, since the nodes of one gamepad share all else, and behind the @ what tells it
  /// from others of its kind: serial number, else the name by id, else the socket that it is in.
  public var stableID: String {
    let place = [unique, surroundings.byID ?? "", physicalPath].first { !$0.isEmpty }
    return place.map { "\(name)@\($0)" } ?? name
  }

  /// The node's number, for the order among equals.
  var number: Int {
    Int(path.reversed().prefix { ("0"..."9").contains($0) }.reversed().map(String.init).joined())
      ?? .max
  }
}
