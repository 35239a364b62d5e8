// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// The clock on the wall: CLOCK_REALTIME, and whether it can be believed.
///
/// A Raspberry Pi has no clock that runs without power: until it hears from a time server it thinks
/// that it is about when it was switched off.
public struct WallClock: Equatable, Sendable {
  /// Whether the kernel says that the clock is disciplined: adjtimex(2) without STA_UNSYNC.
  ///
  /// A sandbox may forbid to ask.
  public var isDisciplined: Bool
  /// Whether systemd-timesyncd has set the clock since the start of the machine.
  public var wasSetByNetwork: Bool
  /// Whether the kernel has set it from a clock with a battery.
  public var wasSetByHardware: Bool
  /// s since 1970.
  public var seconds: Int64

  /// A clock of which all this is known.
  public init(
    isDisciplined: Bool, wasSetByNetwork: Bool, wasSetByHardware: Bool, seconds: Int64
  ) {
    self.isDisciplined = isDisciplined
    self.wasSetByNetwork = wasSetByNetwork
    self.wasSetByHardware = wasSetByHardware
    self.seconds = seconds
  }

  /// This computer's clock, now.
  public static var now: WallClock {
    WallClock(
      isDisciplined: shim_clock_is_disciplined() == 1,
      wasSetByNetwork: exists("/run/systemd/timesync/synchronized"),
      wasSetByHardware: hardwareClockWasRead, seconds: realtimeNow() / 1_000_000_000)
  }

  /// The time, s since 1970, if there is reason to believe it; else nil.
  public var believed: Int64? {
    guard seconds >= Self.firstRelease else { return nil }
    return isDisciplined || wasSetByNetwork || wasSetByHardware ? seconds : nil
  }

  /// 2026-01-01 UTC: nothing of balld's has happened before.
  private static let firstRelease: Int64 = 1_767_225_600

  /// CONFIG_RTC_HCTOSYS: the attribute says "1" of the clock that was read at the start.
  private static var hardwareClockWasRead: Bool {
    guard let file = try? Descriptor.open("/sys/class/rtc/rtc0/hctosys", .reading) else {
      return false
    }
    return (try? file.readAll(atMost: 16))?.first == UInt8(ascii: "1")
  }
}

/// A time in s since 1970 as people write it, `2026-11-30 11:20`, by this computer's time zone:
/// localtime_r(3).
///
/// Nil for a year that it can't reckon with.
public func localTime(_ seconds: Int64) -> String? {
  var time = time_t(seconds)
  var parts = tm()
  guard localtime_r(&time, &parts) != nil else { return nil }
  func digits(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let year = Int64(parts.tm_year) + 1900
  return "\(year)-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    + " \(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2))"
}
