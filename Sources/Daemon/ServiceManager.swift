// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Options
internal import Posix

/// What balld tells systemd: sd_notify(3).
///
/// Without systemd it tells nobody, which is no error.
enum ServiceManager {
  /// Whether somebody listens.
  static let isThere = Process.environment("NOTIFY_SOCKET") != nil

  /// Whether this is a service of systemd's.
  static let isService = Process.environment("INVOCATION_ID") != nil

  /// The sockets are up, and the source is up or waited for; or the settings have been read anew.
  static func ready(_ status: String) { notify("READY=1\nSTATUS=\(plainText(status))") }

  /// What `systemctl status` shows.
  static func status(_ text: String) { notify("STATUS=\(plainText(text))") }

  /// The settings are being read anew, since `now` (ns of CLOCK_MONOTONIC).
  static func reloading(now: Int64) { notify("RELOADING=1\nMONOTONIC_USEC=\(now / 1000)") }

  /// The end has begun.
  static func stopping() { notify("STOPPING=1") }

  private static func notify(_ text: String) { if isThere { sd_notify(0, text) } }
}

extension EventLoop {
  /// Lets the loop itself tell systemd's watchdog that it turns: sd_event_set_watchdog(3).
  ///
  /// Where no watchdog was asked for, nothing happens.
  func turnForWatchdog() { sd_event_set_watchdog(event, 1) }
}
