// SPDX-License-Identifier: MIT

internal import KeyValue

extension Recording {
  /// The most that is kept in memory of what can't be read twice (a pipe), bytes.
  public static let maximumSize = 64 << 20

  /// Opens what `log:` names: `FILE`, or `FILE+FILE`, an accelerometer's and a gyro's.
  ///
  /// A file whose own name has a plus in it comes first.
  ///
  /// - Parameters:
  ///   - text: what stands behind `log:`.
  ///   - content: the file of that whole name, if somebody has opened it already.
  ///   - filesOnly: whether a pipe or a device is refused, which one might have to wait for.
  /// - Returns: the recording, whose samples can be read.
  /// - Throws: why it can't be played.
  public static func load(
    named text: String, opened content: RecordingContent? = nil, filesOnly: Bool = false
  ) throws(RecordingError) -> Recording {
    let whole: RecordingError
    do throws(RecordingError) {
      if let content { return try load(content) }
      return try load(RecordingContent(path: text, filesOnly: filesOnly))
    } catch {
      guard error.kind == .missing, text.contains("+") else { throw error }
      whole = error
    }
    var pairs: [(first: String, second: String)] = []
    for index in text.indices where text[index] == "+" {
      let (first, second) = (String(text[..<index]), String(text[text.index(after: index)...]))
      if !first.isEmpty, !second.isEmpty { pairs.append((first, second)) }
    }
    for (first, second) in pairs {
      do throws(RecordingError) {
        return try load(
          RecordingContent(path: first, filesOnly: filesOnly),
          RecordingContent(path: second, filesOnly: filesOnly), blockSize: 1 << 14)
      } catch {
        // With one plus only, it is one of the two that isn't there.
        if error.kind != .missing || pairs.count == 1 { throw error }
      }
    }
    throw whole
  }

  /// Opens a recording, whose format is told by its content.
  ///
  /// The block size makes no difference to the samples. With 16 KiB the
  /// daemon's memory is 0.7 MB less than with 64 KiB.
  public static func load(
    path: String, blockSize: Int = 1 << 14, maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    try load(RecordingContent(path: path, maximumSize: maximumSize), blockSize: blockSize)
  }

  /// Reads a recording that is open; the block size makes no difference to the samples.
  public static func load(
    _ content: RecordingContent, blockSize: Int = 1 << 14
  ) throws(RecordingError) -> Recording {
    Recording(try RecordingTrack(content, .accelerometer, blockSize: blockSize), gyro: nil)
  }

  /// Opens an accelerometer's file and a gyro's, in either order if their columns tell.
  ///
  /// Their clocks must be the same: each of the accelerometer's samples gets the gyro's reading of
  /// its time.
  public static func load(
    path: String, gyroPath: String, blockSize: Int = 1 << 14, maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    try load(
      RecordingContent(path: path, maximumSize: maximumSize),
      RecordingContent(path: gyroPath, maximumSize: maximumSize), blockSize: blockSize)
  }

  /// Reads a recording that is in memory; `file` stands in errors and gives the name.
  public static func load(
    bytes: [UInt8], file: String, blockSize: Int = 1 << 14, maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    try load(
      RecordingContent(bytes: bytes, file: file, maximumSize: maximumSize), blockSize: blockSize)
  }

  /// Reads an accelerometer's and a gyro's recording that are in memory.
  public static func load(
    bytes: [UInt8], file: String, gyroBytes: [UInt8], gyroFile: String, blockSize: Int = 1 << 14,
    maximumSize: Int = maximumSize
  ) throws(RecordingError) -> Recording {
    try load(
      RecordingContent(bytes: bytes, file: file, maximumSize: maximumSize),
      RecordingContent(bytes: gyroBytes, file: gyroFile, maximumSize: maximumSize),
      blockSize: blockSize)
  }

  private static func load(
    _ first: RecordingContent, _ second: RecordingContent, blockSize: Int
  ) throws(RecordingError) -> Recording {
    let (isFirst, isSecond) = (try isOfGyroAlone(first), try isOfGyroAlone(second))
    let (forces, rates) = isFirst && !isSecond ? (second, first) : (first, second)
    let main = try RecordingTrack(forces, .accelerometer, blockSize: blockSize)
    let gyro = try RecordingTrack(rates, .gyro, blockSize: blockSize)
    let (force, rate) = (main.findings, gyro.findings)
    func refusal(_ found: String, _ expected: String) -> RecordingError {
      RecordingError(
        kind: .notUnderstood, file: "\(forces.file)+\(rates.file)", line: nil,
        reason: ValueError(found: found, expected: expected).description)
    }
    guard gyro.end >= force.start, main.end >= rate.start else {
      throw refusal(
        "two recordings of different times, \(seconds(force.start)) to \(seconds(main.end)) s and "
          + "\(seconds(rate.start)) to \(seconds(gyro.end)) s",
        "those of one take, on one clock")
    }
    guard force.report.backwardJumps == rate.report.backwardJumps,
      force.report.forwardJumps == rate.report.forwardJumps
    else {
      throw refusal(
        "a clock that jumps in one of the two files only",
        "times that belong together: cut the files where the clock jumps")
    }
    return Recording(main, gyro: gyro)
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    shortened(Double(nanoseconds) / 1e9)
  }

  /// Whether the first line that says anything names a gyro's columns only.
  private static func isOfGyroAlone(_ content: RecordingContent) throws(RecordingError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 1)
    defer { buffer.deallocate() }
    let count = try content.read(into: buffer, at: 0)
    let block = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    var rest = block.assumingMemoryBound(to: UInt8.self)
    var splitter = LineSplitter(maximumLength: buffer.count + 1)
    while let line = (try? splitter.next(from: &rest)).flatMap({ $0 }) {
      if !CSVFormat.skips(line) { return CSVFormat.namesGyroAlone(line) }
    }
    return false
  }
}
