// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Posix
internal import Sensors

/// What the settings come to: all that can be wrong with them has been looked at, but for their tables.
struct PreparedSettings {
  /// Where the samples come from.
  var source: SourceSpecification
  /// The way from samples to a tilt.
  var pipeline: TiltPipeline
  /// What the board's motion asks for beside its tilt.
  var gestures: Gestures
  /// The tables that can be had.
  var library: TableLibrary
  /// How long a run that is over stays, in steps; nil for as long as nobody acts.
  var restartSteps: Int64?
}

extension Configuration {
  /// What these settings come to.
  func prepared() throws(Failure) -> PreparedSettings {
    let source = try source()
    _ = try sensorRequests(source)
    return PreparedSettings(
      source: source, pipeline: try pipeline(), gestures: gestures, library: try library(),
      restartSteps: settings.restartAfter.map { Int64(($0 * 1000).rounded()) })
  }

  /// Makes sure that the recording can be played, if one is to take the sensor's place.
  ///
  /// What can be read only once, such as a pipe, is left to the daemon.
  func verifyRecording(log: Log) throws(Failure) {
    guard case .recording(let path)? = try? source() else { return }
    let files = [path] + path.split(separator: "+").map(String.init)
    guard files.allSatisfy({ !Self.isReadOnce($0) }) else { return }
    do throws(Failure) {
      _ = try Played(.recording(path: path), asSamples: namesTableOnCommandLine, log: log)
    } catch {
      throw Failure(error.code, "\(place(of: "daemon.source")): \(error)")
    }
  }

  /// Whether something is there that is neither a file nor a directory.
  private static func isReadOnce(_ path: String) -> Bool {
    (try? Directory.isFile(path)) == false && (try? Directory.isDirectory(path)) == false
  }

  /// The table that is laid out first, and those that follow each other.
  ///
  /// Not for a recorded session, which brings its own along.
  func tables(
    in library: TableLibrary, log: Log
  ) throws(Failure) -> (first: Table, playlist: [Table]) {
    (try firstTable(in: library), followingTables(in: library, log: log))
  }

  /// The table that is laid out first.
  func firstTable(in library: TableLibrary) throws(Failure) -> Table {
    do throws(Failure) {
      return try library.table(namedOrAt: settings.table)
    } catch {
      throw Failure(error.code, "\(place(of: "daemon.table")): \(error)")
    }
  }

  /// The tables that follow each other.
  func followingTables(in library: TableLibrary, log: Log) -> [Table] {
    playlist.map { library.playlist($0, of: place(of: "daemon.playlist"), log: log) } ?? []
  }

  /// What plays while nobody does; nil for nothing.
  func demos(in library: TableLibrary, log: Log) throws(Failure) -> Attract.Program? {
    Attract.Program(self, tables: library, beside: try Self.executable(), log: log)
  }

  /// Where tables are found, by these settings and for this program.
  func library() throws(Failure) -> TableLibrary { library(beside: try Self.executable()) }

  private static func executable() throws(Failure) -> String {
    do throws(Errno) {
      return try Process.executablePath()
    } catch {
      throw Failure(.system, "cannot find where balld itself lies: \(error)")
    }
  }
}
