// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

// The protocol's words as people read them. A newer server's, which nobody here knows, stand as they are.

extension Phase {
  /// What the game is doing.
  var words: String {
    switch self {
    case .noSensor: "waiting for a sensor or a client"
    case .ready: "ready"
    case .rolling: "rolling"
    case .paused: "paused"
    case .stalled: "stopped: the sensor is silent"
    case .countdown: "about to go on"
    case .captured: "in a hole"
    case .won: "won"
    case .lost: "lost"
    case .finished: "the recording is over"
    default: plainText(rawValue)
    }
  }
}

extension SensorReport {
  /// Where samples come from: the kind of source and its name.
  private var origin: String {
    let kind =
      switch source {
      case "iio": "IIO sensor"
      case "evdev": "input device"
      case "log": "recording"
      case "auto": "any sensor"
      default: plainText(source)
      }
    return kind + (name.map { " \(plainText($0))" } ?? "")
  }

  /// How its readings are got at; nil where there is nothing to say.
  private var manner: String? {
    switch mode {
    case nil, "replayed"?: nil
    case "on-change"?: "tells what changes"
    case let mode?: plainText(mode)
    }
  }

  /// How it is.
  private var condition: String {
    switch health {
    case .ok: "well"
    case .waiting: "none is there yet"
    case .quiet: "the same reading again and again"
    case .noData: "silent"
    case .ended: "over"
    // Such as `wrong-scale`.
    default: plainText(health.rawValue.split(separator: "-").joined(separator: " "))
    }
  }

  /// What it is, how it is read, at which rate, and how it is.
  func summary(rate: String?) -> String {
    // Clients that tilt the table are no device.
    if source == "client" {
      return health == .waiting ? "none but clients, and none of them tilts yet" : "clients tilt"
    }
    return [origin, manner, rate, condition].compactMap(\.self).joined(separator: ", ")
  }
}
