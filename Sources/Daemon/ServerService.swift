// SPDX-License-Identifier: MIT

internal import Game
internal import Options
internal import Posix
internal import Wire

/// What the service manager is told, and what is watched for its sake.
extension Server {
  /// The line that `systemctl status` shows.
  private var statusText: String {
    let count = clients.count
    var text = "\(sensor.summary); \(count == 1 ? "1 client" : "\(count) clients")"
    text += "; table \(engine.session.table.name)"
    if let fault = rereading.fault { text += "; the settings are the old ones: \(fault)" }
    return text
  }

  /// Tells what has changed, if it is time.
  func followStatus() {
    guard ServiceManager.isThere, serviceStatus.isReady else { return }
    let (text, due) = serviceStatus.follow(statusText, now: monotonicNow())
    if let text { ServiceManager.status(text) }
    serviceStatus.timer?.setTime(due)
  }

  /// Tells that all is up, or up again.
  func tellReady() {
    serviceStatus.isReady = true
    let text = statusText
    serviceStatus.note(text, now: monotonicNow())
    ServiceManager.ready(text)
  }

  /// Ends the daemon when samples come and the world, which should roll, stands.
  func watchWorld(now: Int64) {
    let session = engine.session
    guard worldWatch.look(step: session.step, isRolling: session.phase == .rolling, now: now) else {
      return
    }
    failure = Failure(
      .internal,
      "the world has stood at step \(session.step) for 2 s although it rolls and samples come: "
        + "a fault in balld; please report it")
    loop.stop()
  }
}
