// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

// What people read: lengths in mm, speeds in mm/s, the rest in SI.

extension Hello {
  var readable: String { "\(plainText(server)), protocol \(plainText(protocolVersion))" }
}

extension SensorReport {
  var readable: String {
    var parts = [plainText(source)]
    if let name { parts[0] += " " + plainText(name) }
    if let mode { parts.append(plainText(mode)) }
    if let rate { parts.append("\(fixed(rate, 1)) Hz") }
    parts.append(plainText(health.rawValue))
    return parts.joined(separator: ", ")
  }
}

extension TableReport {
  var readable: String {
    let size = "\(fixed(width * 1000, 0)) x \(fixed(height * 1000, 0)) mm"
    return "\(plainText(name)) (\(plainText(game))), \(size)"
  }
}

extension State.Ball {
  var readable: String {
    let speed = (vx * vx + vy * vy).squareRoot()
    return "x \(fixed(x * 1000, 1, width: 6)) mm  y \(fixed(y * 1000, 1, width: 6)) mm"
      + "  \(fixed(speed * 1000, 0, width: 4)) mm/s"
  }
}

extension State {
  /// One line with all of it.
  var readable: String {
    var parts = ["\(fixed(t, 3, width: 9)) s", plainText(phase.rawValue)]
    parts += balls.map(\.readable)
    parts.append("tilt \(fixed(tilt.x, 2, width: 5)) \(fixed(tilt.y, 2, width: 5)) m/s²")
    if let skipped, skipped > 0 { parts.append("\(skipped) skipped") }
    return parts.joined(separator: "  ")
  }
}

extension Event {
  var readable: String {
    let what =
      switch kind {
      case .impact(let impact):
        "impact of ball \(impact.ball) at x \(fixed(impact.x * 1000, 1)) mm"
          + " y \(fixed(impact.y * 1000, 1)) mm with \(fixed(impact.speed * 1000, 0)) mm/s"
      case .takeover(let by): "takeover by \(plainText(by))"
      case .released(let by): "released by \(plainText(by))"
      case .paused, .resumed, .restarted, .finished, .other: plainText(kind.name)
      }
    return "\(fixed(t, 3, width: 9)) s  \(what)"
  }
}

extension ErrorReport {
  var readable: String {
    [plainText(message), hint.map(plainText)].compactMap(\.self).joined(separator: "; ")
  }
}
