// SPDX-License-Identifier: MIT

internal import Game
internal import Posix
internal import Sensors

/// Reading the settings anew, at SIGHUP.
extension Server {
  /// SIGHUP: somebody asks for it; or the terminal is gone from which the daemon was started, and
  /// then so is who wanted it.
  func hangUp() {
    if terminals.allSatisfy({ Process.isTerminal($0) }) { reload() } else { loop.stop() }
  }

  /// Reads the settings anew and goes on under them; under the old ones if they can't be read.
  func reload() {
    guard let reread else { return }
    if isReady { ServiceManager.reloading(now: monotonicNow()) }
    do throws(Failure) {
      try adopt(try reread())
      reloadFault = nil
    } catch {
      log(.error, "\(error); the settings stay as they were")
      reloadFault = "\(error)"
    }
    if isReady { tellReady() }
  }

  private func adopt(_ new: Configuration) throws(Failure) {
    let newRemarks = new.remarks
    for remark in newRemarks { log(.warning, remark) }
    let notHad = Lock<[String]>([])
    let noting = log.noting { text in notHad.withLock { $0.append(text) } }
    // All that can fail comes first: all is taken, or nothing.
    let prepared = try new.prepared()
    let requests = try new.sensorRequests(source)
    let changes = Setting.all.filter { $0.read(new.settings) != $0.read(configuration.settings) }
    // Tables and demos can be large: they are read if other ones are wanted. A recorded session has its
    // own tables.
    let readsTables = changes.contains { $0.isOfTables } && !engine.isReplaying
    let playlist = readsTables ? new.followingTables(in: prepared.library, log: noting) : nil
    let demos = readsTables ? try new.demos(in: prepared.library, log: noting) : nil
    configuration = new
    remarks = newRemarks
    if readsTables { passedOver = notHad.withLock { $0 } }

    for setting in changes {
      let value = setting.read(new.settings)
      log(
        .info,
        "\(setting.name) is \(value.isEmpty ? "unset" : value) from now on"
          + (setting.isTakenAtStart ? ", but takes effect at the next start" : ""))
    }
    if changes.isEmpty { log(.info, "the settings were read anew: nothing has changed") }

    limits = ClientLimits(new.settings, owner: limits.owner)
    library = prepared.library
    forgetTableLines()
    enterSettings(EngineSettings(prepared, playlist: playlist ?? engineSettings.playlist))
    // A recording that is played is its own demo.
    if !source.isRecording, readsTables {
      engine.attract(with: demos)
      if demos == nil, engine.session.isDemo { enter(.session(.endDemo)) }
    }
    if changes.contains(where: { $0.isOfDevices }) {
      do throws(Errno) {
        try sensors?.begin(with: requests)
      } catch {
        log(.warning, "cannot look for input devices: \(error), ignoring them")
      }
    }
  }

  /// Lets what decides states enter, like all that does; so a recording has it.
  private func enterSettings(_ new: EngineSettings) {
    guard new != engineSettings else { return }
    var input = new
    if new.playlist == engineSettings.playlist { input.playlist = nil }
    engineSettings = new
    if engine.isReplaying {
      log(.notice, "the recorded session that is played goes on under its own settings")
      return
    }
    if !recorder.canTake(.settings(input)) {
      log(
        .warning,
        "daemon.playlist is too long for the recording in progress: it takes effect at the next start"
      )
      input.playlist = nil
    }
    enter(.settings(input))
  }
}
