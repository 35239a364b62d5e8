// SPDX-License-Identifier: MIT

internal import KeyValue

/// Which of a file's sensors are wanted.
enum RecordedSensor: Sendable {
  /// The accelerometer, and its gyro if it has one.
  case accelerometer
  /// The gyro alone: the second file of `log:A+B`.
  case gyro
}

/// One format of recordings: takes the lines of a file, one by one, and gives rows.
///
/// A value: a copy goes on from where it was made.
protocol RecordingFormat: Sendable {
  /// What the rows' numbers mean; settled before the first row is given.
  var meaning: RecordedMeaning { get }
  /// Takes the next line, and appends the row that it completes.
  mutating func take(_ line: TextLine, into rows: inout RecordedRows) throws(RecordingError)
  /// After the last line.
  mutating func finish() throws(RecordingError)
}

/// What the numbers in a recording's rows mean.
struct RecordedMeaning {
  /// The format, for people.
  var format: String
  /// The header of balld's own format.
  var header: RecordingHeader?
  /// The line of the header or of the columns' names, which errors about the whole name.
  var line: Int
  /// The time's unit; nil when the file doesn't say.
  var time: UnitOfMeasure?
  /// The acceleration's unit; nil when the file doesn't say.
  var acceleration: UnitOfMeasure?
  /// The angular velocity's unit; nil when the file doesn't say.
  var angularVelocity: UnitOfMeasure?
  /// What had to be decided on the way, for people.
  var conclusions: [String] = []
  /// What to say where gravity has been removed: which file of the same logger has it.
  var gravityHint = ""
}
