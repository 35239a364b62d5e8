// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Options
internal import Posix
internal import Sensors

extension Attract.Program {
  /// What the settings ask for; nil if they ask for no demo, or nothing of it can be had.
  ///
  /// What can't is passed over, and the log told why: an exhibition goes on without it.
  init?(
    _ configuration: Configuration, tables library: TableLibrary, beside executable: String,
    log: Log
  ) {
    let settings = configuration.settings
    let (recordings, tables) = (
      configuration.place(of: "exhibition.demo-recording"),
      configuration.place(of: "exhibition.demo-table")
    )
    guard let minutes = settings.demoAfter else { return nil }
    idleSteps = Int64((minutes * 60_000).rounded())
    demos = []
    var warnings = FewWarnings(log: log)
    for name in Configuration.names(settings.demoRecordings) {
      do throws(Failure) {
        demos.append(try Attract.Demo(named: name, beside: executable))
      } catch {
        warnings.add("\(recordings): passing over \(quoted(name)): \(error.description)")
      }
    }
    warnings.finish(recordings)
    self.tables = library.tables(
      Configuration.names(settings.demoTables), of: tables, log: log)
    if demos.isEmpty {
      log(.warning, "no demo will play: \(recordings) names none that can be had")
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
    do throws(RecordingError) {
      // While the daemon runs it is to wait for nobody.
      let content = try? RecordingContent(path: path, filesOnly: true)
      let start = try content.flatMap { content throws(RecordingError) in
        try SessionRecording.start(of: content)
      }
      pipeline = start?.sourcePipeline ?? TiltPipeline()
      recording = try Recording.load(named: path, opened: content, filesOnly: true)
    } catch {
      throw Failure(error)
    }
  }
}
