// SPDX-License-Identifier: MIT

internal import Game
internal import Options
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
  ///
  /// Who asks while they are being read may have changed what is read already: then once more.
  func reload() {
    guard let read = rereading.read else { return }
    rereading.isWanted = rereading.reader?.isReading ?? false
    if rereading.isWanted {
      log(.notice, "the settings are still being read: they are read once more afterwards")
      return
    }
    if serviceStatus.isReady { ServiceManager.reloading(now: monotonicNow()) }
    let (current, source, isReplaying, log) = (configuration, source, engine.isReplaying, log)
    do throws(Errno) {
      if rereading.reader == nil {
        rereading.reader = try SettingsReader(on: loop) { [unowned self] outcome in take(outcome) }
      }
      try rereading.reader?.begin { () throws(Failure) in
        try RenewedSettings(
          try read(), after: current, source: source, isReplaying: isReplaying, log: log)
      }
    } catch {
      take(.failure(Failure(.system, "cannot read the settings anew: \(error)")))
    }
  }

  private func take(_ outcome: SettingsReader.Outcome) {
    switch outcome {
    case .success(let new):
      adopt(new)
      rereading.fault = nil
    case .failure(let error):
      log(.error, "\(error); the settings stay as they were")
      rereading.fault = "\(error)"
    }
    if serviceStatus.isReady { tellReady() }
    if rereading.isWanted { reload() }
  }

  private func adopt(_ new: RenewedSettings) {
    configuration = new.configuration
    remarks = new.remarks
    if let playing = new.playing { passedOver = playing.passedOver }

    for setting in new.changes {
      let value = setting.read(new.configuration.settings)
      log(
        .info,
        "\(setting.name) is \(value.isEmpty ? "unset" : value) from "
          + (setting.isTakenAtStart ? "the next start on" : "now on"))
    }
    if new.changes.isEmpty { log(.info, "the settings were read anew: nothing has changed") }

    limits = ClientLimits(new.configuration.settings, owner: limits.owner)
    library = new.prepared.library
    tableLines.forget()
    enterSettings(
      EngineSettings(new.prepared, playlist: new.playing?.playlist ?? engineSettings.playlist))
    // A recording that is played is its own demo.
    if !source.isRecording, let playing = new.playing {
      engine.attract(with: playing.demos)
      if playing.demos == nil, engine.session.isDemo { enter(.session(.endDemo)) }
    }
    if new.changes.contains(where: \.isOfDevices) {
      do throws(Errno) {
        try sensors?.begin(with: new.requests)
      } catch {
        log(.warning, "cannot look for input devices: \(error), ignoring them")
      }
    }
    // The timer stands where the old settings have put it.
    advance()
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
