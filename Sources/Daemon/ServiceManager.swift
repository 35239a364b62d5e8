// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Posix

/// What balld tells systemd: sd_notify(3).
///
/// Without systemd it tells nobody, which is no error.
enum ServiceManager {
  /// The sockets are up, and the source is up or waited for.
  static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// What `systemctl status` shows.
  static func status(_ text: String) { notify("STATUS=\(text)") }

  /// The end has begun.
  static func stopping() { notify("STOPPING=1") }

  private static func notify(_ text: String) { sd_notify(0, text) }
}

extension EventLoop {
  /// Lets the loop itself tell systemd's watchdog that it turns: sd_event_set_watchdog(3).
  ///
  /// Where no watchdog was asked for, nothing happens.
  func turnForWatchdog() { sd_event_set_watchdog(event, 1) }
}
