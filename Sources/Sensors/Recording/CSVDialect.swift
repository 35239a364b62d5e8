// SPDX-License-Identifier: MIT

internal import KeyValue

/// A logger that doesn't write its units, or its header, and that is known by its columns.
struct CSVDialect: Sendable {
  let name: String
  /// The columns in their order, in small letters.
  let columns: [String]
  /// The unit of its gyro; nil where nobody can be sure.
  let angularVelocity: UnitOfMeasure?
  /// The unit of its accelerometer; nil where it is a setting, and has to be concluded.
  let acceleration: UnitOfMeasure?
  /// Which of its files has gravity, for people.
  let gravityHint: String
  /// Where the date stands in a row without a header; nil where a header is always written.
  private let dateColumn: Int?

  /// Sensor Logger (Kelvin Choi's, for Android and iOS): one file for each sensor, all of them with
  /// the same header, m/s² or g by a setting; rad/s.
  private static let sensorLogger = CSVDialect(
    name: "Sensor Logger", columns: ["time", "seconds_elapsed", "z", "y", "x"],
    angularVelocity: .radiansPerSecond, acceleration: nil,
    gravityHint: " (TotalAcceleration.csv of the same take has it)", dateColumn: nil)

  /// What the Raspberry Pi Foundation's "Sense HAT data logger" project writes: the library's g and
  /// rad/s, `datetime.now()` at the end.
  private static let dataLogger = CSVDialect(
    name: "the Sense HAT data logger",
    columns: [
      "temp_h", "temp_p", "humidity", "pressure", "pitch", "roll", "yaw", "mag_x", "mag_y", "mag_z",
      "accel_x", "accel_y", "accel_z", "gyro_x", "gyro_y", "gyro_z", "timestamp",
    ],
    angularVelocity: .radiansPerSecond, acceleration: .gravities, gravityHint: "", dateColumn: 16)

  /// What `sense_csv` makes of a `sense_rec` recording (sense_emu/dump.py): a date first; g.
  ///
  /// Its manual page says that the gyro is in degrees a second, but `sense_rec` writes what RTIMULib
  /// reads, which is in radians.
  private static let senseCSV = CSVDialect(
    name: "sense_csv",
    columns: [
      "timestamp", "pressure", "pressure_temp", "humidity", "humidity_temp", "accel_x", "accel_y",
      "accel_z", "gyro_x", "gyro_y", "gyro_z", "compass_x", "compass_y", "compass_z", "orient_x",
      "orient_y", "orient_z",
    ],
    angularVelocity: nil, acceleration: .gravities, gravityHint: "", dateColumn: 0)

  private static let all = [sensorLogger, dataLogger, senseCSV]

  /// The logger whose header this is.
  static func of(header: [String]) -> CSVDialect? {
    let names = header.map { $0.lowercased() }
    // The axes of Sensor Logger come in either order.
    return all.first { $0.columns == names }
      ?? (names == ["time", "seconds_elapsed", "x", "y", "z"] ? sensorLogger : nil)
  }

  /// The logger that writes such a row where a header should be: numbers, and a date in its place.
  static func of(row cells: [UnsafeBufferPointer<UInt8>]) -> CSVDialect? {
    all.first { dialect in
      guard let date = dialect.dateColumn, cells.count == dialect.columns.count else {
        return false
      }
      return cells.indices.allSatisfy { column in
        let cell = cells[column]
        return column == date
          ? CSVDate.nanoseconds(cell) != nil
          : parseDecimal(cell) != nil || RecordedCell.isMissing(cell)
      }
    }
  }
}
