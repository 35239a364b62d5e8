// SPDX-License-Identifier: MIT

internal import Glibc
internal import KeyValue
internal import Posix
internal import Sensors
internal import Wire

@testable internal import Daemon
@testable internal import Store

/// Reads what a fuzzer or a test made up as the files of the state directory.
///
/// Used from one thread.
public final class StateProbe: Sendable {
  private let path: String

  /// A probe whose database lies in a directory of its own, which is taken away with it.
  public init() throws {
    var template = Array("\(placeForFiles)/balld-state-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    for name in ["runs.db", "runs.db-journal"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Reads what is kept of a sensor from a file that may hold anything.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line; and what was read is written to
  /// a text that reads back to the same.
  ///
  /// - Returns: whether it was read.
  @discardableResult
  public static func readMemory(_ bytes: [UInt8]) -> Bool {
    let memory: SensorMemory
    do throws(KeyValueError) {
      memory = try SensorMemory(bytes, file: "a")
    } catch {
      requirePlain(error.description)
      return false
    }
    do throws(KeyValueError) {
      let again = try SensorMemory(Array(memory.text.utf8), file: "b")
      precondition(again.text == memory.text && again == memory)
    } catch {
      preconditionFailure("what was written can't be read: \(error)")
    }
    return true
  }

  /// Opens a database of runs that may be anything, adds a run to it and reads what there is.
  ///
  /// Traps where a promise isn't kept: what is told of it is a message that a client reads.
  ///
  /// - Returns: how many runs were read.
  @discardableResult
  public func readRuns(_ bytes: [UInt8]) -> Int {
    do throws(Errno) {
      unlink("\(path)/runs.db-journal")
      let file = try Descriptor.open("\(path)/runs.db", .replacing(mode: 0o600))
      try writeAll(bytes, to: file.number)
    } catch {
      preconditionFailure("the system refuses: \(error)")
    }
    do throws(RunDatabase.Problem) {
      let database = try RunDatabase(path: "\(path)/runs.db", limit: 3)
      let before = try read(database)
      let record = RunRecord(
        table: "a", hash: "0123456789abcdef", game: "maze", outcome: .won, milliseconds: 5,
        score: 1, impacts: 2, source: "iio", isOriginal: true, ended: 1_800_000_000)
      try database.add([record])
      return before + (try read(database))
    } catch {
      return 0
    }
  }

  private func read(_ database: RunDatabase) throws(RunDatabase.Problem) -> Int {
    var count = 0
    for isForBests in [true, false] {
      let list = Store.RunList(
        runs: try database.runs(RunQuery(isForBests: isForBests, limit: 64)),
        stored: try database.count(), health: StorageHealth())
      let line = Message.runs(Report.runs(list, now: 0)).line
      do throws(MessageError) {
        guard case .runs(let again)? = try Message.decode(line) else {
          preconditionFailure("runs are read as something else")
        }
        precondition(again.runs.count == list.runs.count)
        count += list.runs.count
      } catch {
        preconditionFailure("runs can't be read: \(error)")
      }
    }
    return count
  }
}
