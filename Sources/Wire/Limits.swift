// SPDX-License-Identifier: MIT

/// How much either side may send.
///
/// The protocol's promises: tests and documents refer to them.
public enum Limits {
  /// The longest line to the daemon in bytes, its `\n` included.
  public static let requestLine = 4096
  /// The longest line from the daemon in bytes, its `\n` included, but for `table`, `tables`, `runs`,
  /// `status` and `record`.
  public static let messageLine = 4096
  /// The longest `table`, `tables`, `runs` or `status` in bytes, its `\n` included.
  public static let tableLine = 128 << 10
  /// The longest `record` in bytes, its `\n` included: one that begins with a state or has a table.
  public static let recordLine = 128 << 10
  /// The longest line that a client of this module reads, in bytes: beyond it something is wrong.
  public static let clientLine = 8 << 20
  /// The most bytes of a text as written; longer ones are cut at a character.
  ///
  /// With it, every line but `table`, `tables`, `runs`, `status` and `record` keeps to `messageLine`.
  public static let text = 512
  /// The largest magnitude of an integer: 2⁵³ − 1, up to which every reader of JSON is exact.
  public static let integer: Int64 = (1 << 53) - 1
  /// The most columns and the most rows of a grid of blocks.
  public static let grid = 256
  /// The most runs that can be asked for at once.
  public static let runs = 64
  /// The most characters of a table's name.
  public static let name = 64
  /// States a second that a client may ask for.
  public static let rate: ClosedRange<Double> = 0.1...1000
  /// The largest component of a client's acceleration or tilt, in m/s²: beyond any accelerometer
  /// that is sold for boards (±40 g at the most).
  public static let acceleration: Double = 400
  /// The largest component of a client's angular velocity, in rad/s (±4000 °/s).
  public static let angularVelocity: Double = 70
  /// The largest magnitude of a client's own time, in s: a hundred years, so that nanoseconds fit
  /// into an Int64.
  public static let time: Double = 3.2e9
}
