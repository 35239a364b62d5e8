// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Posix

/// Rings when a device may have come or gone, for as long as it is kept.
///
/// A bell and no more: it may ring too often, or never.
protocol PlugBell: AnyObject {}

/// Makes a bell in a loop; the function that it is given is what its ringing calls.
typealias PlugBellMaker =
  (_ loop: EventLoop, _ ring: @escaping () -> Void) throws(Errno) -> any PlugBell

/// Rings when udev says that something of one kind was plugged in or out: sd_device_monitor.
///
/// A bell and no more: what is there, looking tells. Success of the start says nothing (without
/// udev it never rings), and a removal may be told twice.
final class DeviceMonitor: PlugBell {
  private var monitor: OpaquePointer?
  private let handler: () -> Void

  /// Listens for devices of a subsystem, such as `iio`.
  init(of subsystem: String, on loop: EventLoop, _ handler: @escaping () -> Void) throws(Errno) {
    self.handler = handler
    try check(sd_device_monitor_new(&monitor))
    try check(sd_device_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil))
    try check(sd_device_monitor_attach_event(monitor, loop.event))
    try check(
      sd_device_monitor_start(
        monitor,
        { _, _, userData in
          guard let userData else { return 0 }
          Unmanaged<DeviceMonitor>.fromOpaque(userData).takeUnretainedValue().handler()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque()))
  }

  deinit { sd_device_monitor_unref(monitor) }
}
