// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Posix
internal import Sensors

extension Attract.Program {
  /// What the settings ask for; nil if they ask for no demo, or nothing of it can be had.
  ///
  /// What can't is passed over, and the log told why: an exhibition goes on without it.
  init?(_ settings: Settings, tables library: TableLibrary, beside executable: String, log: Log) {
    guard let minutes = settings.demoAfter else { return nil }
    idleSteps = Int64((minutes * 60_000).rounded())
    demos = []
    for name in Configuration.names(settings.demoRecordings) {
      do throws(Failure) {
        demos.append(try Attract.Demo(named: name, beside: executable))
      } catch {
        log(
          .warning,
          "exhibition.demo-recording: passing over \(quoted(name)): \(error.description)")
      }
    }
    tables = library.tables(
      Configuration.names(settings.demoTables), of: "exhibition.demo-table", log: log)
    if demos.isEmpty {
      log(.warning, "no demo will play: exhibition.demo-recording names none that can be had")
      return nil
    }
  }
}

extension Attract.Demo {
  /// The recording of this name among the shipped ones, or in a file, whose path has a slash in it.
  init(named name: String, beside executable: String) throws(Failure) {
    var path = name
    if !name.contains("/") {
      guard let directory = Shipped.directory("recordings", beside: executable) else {
        throw Failure(.notFound, "no recordings are installed")
      }
      path = "\(directory)/\(name).recording"
    }
    if (try? Directory.isFile(path)) == false { throw Failure(.notFound, "it is no file") }
    do throws(RecordingError) {
      let content = try? RecordingContent(path: path)
      recording = try Recording.load(named: path, opened: content)
      pipeline = TiltPipeline()
      if let content, let session = try SessionRecording(content) {
        pipeline = session.start.sourcePipeline
      }
    } catch {
      throw Failure(error)
    }
  }
}
