// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Sensors

/// Where the samples come from, as `--source` names it.
enum SourceSpecification: Equatable, Sendable {
  /// `auto`: the best sensor that is there, or appears.
  case auto
  /// `client`: only what clients send.
  case client
  /// `log:FILE` or `log:FILE+FILE`: a recording, in one file or two.
  case recording(path: String)
  /// `iio`, `iio:NAME`, `iio:iio:device0`, `iio:ip:HOST`: an accelerometer that Linux knows.
  case iio(IIOPlace, IIOSelector)

  /// `evdev`, `evdev:PATH`, `evdev:NAME`: an input device.
  case evdev(InputSelector)

  /// Whether it is a sensor.
  var isLive: Bool {
    switch self {
    case .auto, .iio, .evdev: true
    case .client, .recording: false
    }
  }

  /// Whether it is a recording.
  var isRecording: Bool { if case .recording = self { true } else { false } }

  /// What `--list-sensors` looks for.
  var sensor: (place: IIOPlace, selector: IIOSelector) {
    if case .iio(let place, let selector) = self { (place, selector) } else { (.local, .any) }
  }

  /// Reads `--source`'s value.
  init(_ text: String) throws(ValueError) {
    if text == "auto" {
      self = .auto
    } else if text == "client" {
      self = .client
    } else if text.hasPrefix("log:"), text.count > 4 {
      self = .recording(path: String(text.dropFirst(4)))
    } else if text == "iio" {
      self = .iio(.local, .any)
    } else if text.hasPrefix("iio:"), text.count > 4, !text.utf8.contains(0) {
      let name = String(text.dropFirst(4))
      if name == "ip:" {
        throw ValueError(
          found: "`iio:ip:` without a host",
          expected: "one on which iiod runs, such as `iio:ip:raspberrypi.local`")
      }
      let isURI = ["ip:", "usb:", "serial:"].contains { name.hasPrefix($0) }
      self = isURI ? .iio(.uri(name), .any) : .iio(.local, .named(name))
    } else if text == "evdev" || text.hasPrefix("evdev:") {
      self = .evdev(try InputSelector(source: text))
    } else {
      throw ValueError(
        found: quoted(text),
        expected:
          "`auto`, `iio`, `iio:NAME`, `iio:ip:HOST`, `evdev`, `evdev:PATH`, `client`, or `log:`"
          + " and a path")
    }
  }
}
