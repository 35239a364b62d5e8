// SPDX-License-Identifier: MIT

internal import KeyValue

/// Writes balld's own format, version 1, piece by piece.
///
/// The reader gives back the same samples, bit for bit: times are written as seconds with all their
/// nanoseconds, numbers with Swift's shortest description that reads back to the same double.
///
///     balld-recording 1
///     title = Slow rounds
///     origin = synthetic
///     device = recordhand
///     columns = t ax ay az gx gy gz
///     units = s m/s² rad/s
///     [samples]
///     0.01 0.12 -0.03 9.81 0.001 0 0.002
public struct RecordingWriter: Sendable {
  private let hasGyro: Bool

  /// A writer for samples with or without angular velocities.
  public init(hasGyro: Bool) { self.hasGyro = hasGyro }

  /// Appends the lines that stand before the samples.
  public func write(_ header: RecordingHeader, to text: inout String) {
    text += "\(OwnFormat.name) \(OwnFormat.version)\n"
    text += "title = \(formatValue(header.title))\n"
    text += "origin = \(header.origin.rawValue)\n"
    text += "device = \(formatValue(header.device))\n"
    if !header.comment.isEmpty { text += "comment = \(formatValue(header.comment))\n" }
    text += "columns = \(hasGyro ? OwnFormat.columnsWithGyro : OwnFormat.columns)\n"
    text += "units = \(hasGyro ? OwnFormat.unitsWithGyro : OwnFormat.units)\n"
    text += "\(OwnFormat.marker)\n"
  }

  /// Appends a sample's line.
  ///
  /// A sample without angular velocity gets dashes in its columns.
  public func write(_ sample: Sample, to text: inout String) {
    let force = sample.acceleration
    SampleText.writeSeconds(sample.time, to: &text)
    text += " \(force.x) \(force.y) \(force.z)"
    if hasGyro {
      if let rate = sample.angularVelocity {
        text += " \(rate.x) \(rate.y) \(rate.z)"
      } else {
        text += " - - -"
      }
    }
    text += "\n"
  }
}
