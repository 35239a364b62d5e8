// SPDX-License-Identifier: MIT

/// What a recording in balld's own format says about itself.
public struct RecordingHeader: Equatable, Sendable {
  /// Where the samples come from.
  public enum Origin: String, Sendable {
    /// Computed by a program.
    case synthetic
    /// Read from a sensor.
    case measured
  }

  /// What it shows, in a few words.
  public var title: String
  /// Where the samples come from.
  public var origin: Origin
  /// The sensor, or the program that made it.
  public var device: String
  /// Anything else; may be empty.
  public var comment: String
  /// The version of balld that wrote a recorded session; else empty.
  public var writer = ""

  /// A header of these texts.
  public init(title: String, origin: Origin, device: String, comment: String = "") {
    self.title = title
    self.origin = origin
    self.device = device
    self.comment = comment
  }
}
