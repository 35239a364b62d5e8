// SPDX-License-Identifier: MIT

internal import Options
internal import Wire

extension StatusReport {
  /// The most lines that `readable` has.
  static let mostLines = 10

  /// The verdict, what it rests on, and what is worth knowing: ten lines at the most.
  var readable: String {
    let facts = facts.map { label, text in
      label + String(repeating: " ", count: 11 - label.count) + text
    }
    let room = Self.mostLines - 1 - facts.count
    var lines = verdict(room: room) + facts
    lines += notes.prefix(Self.mostLines - lines.count).map { "note       \($0.readable)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The problems, in a line and at most `room` further ones: a line each, or two where there is room;
  /// of those that find none only the number.
  private func verdict(room: Int) -> [String] {
    if problems.isEmpty { return ["all is well"] }
    let starts = problems.indices.map { $0 == 0 ? "something needs you: " : "and: " }
    let whole = zip(starts, problems).flatMap { start, problem in
      [start + plainText(problem.message)] + (problem.hint.map { ["  \(plainText($0))"] } ?? [])
    }
    if whole.count <= 1 + room { return whole }
    let lines = zip(starts, problems).map { $0 + $1.readable }
    if lines.count <= 1 + room { return lines }
    return lines.prefix(room) + ["and \(lines.count - room) more, which --json tells"]
  }

  private var facts: [(String, String)] {
    var facts = [
      ("balld", serverText), ("sensor", sensor.statusText), ("tilt", tiltText),
      ("table", tableText),
    ]
    guard clients != nil || storage != nil else {
      facts.append(
        (
          "unknown",
          "clients, disk, recordings and settings: told to the group balld only, on control.sock"
        ))
      return facts
    }
    if let clients {
      let driver = driver.map { "; \(plainText($0)) tilts the table" } ?? ""
      // This program is one of them.
      let others = max(0, clients.connected - 1)
      let count = others == 0 ? "none" : "\(others)"
      facts.append(("clients", "\(count) beside this one, of at most \(clients.limit)\(driver)"))
    }
    if let storage { facts.append(("runs", storage.statusText)) }
    if let recording, recording.file != nil || recording.clients > 0 {
      facts.append(("recording", recording.readable))
    }
    if let configuration { facts.append(("settings", configuration.readable)) }
    return facts
  }

  private var serverText: String {
    let name = plainText(server.hasPrefix("balld ") ? String(server.dropFirst(6)) : server)
    return name + (uptime.map { ", up for \(spanText($0))" } ?? "")
  }

  private var tiltText: String {
    var parts: [String] = []
    if let quality {
      parts.append("known to \(fixed(quality.uncertaintyDegrees, 2))°")
      parts.append(quality.isResting ? "at rest" : "in motion")
    } else {
      parts.append("not measured")
      // Nothing is to be levelled or calibrated.
      if sensor.health == .waiting { return parts[0] }
    }
    parts.append(sensor.level == nil ? "level as gravity has it" : "level set")
    parts.append(sensor.correction == nil ? "not calibrated" : "calibrated")
    return parts.joined(separator: ", ")
  }

  private var tableText: String {
    var parts = [
      "\(plainText(table.name)) (\(plainText(table.game)))",
      "\(isDemo ? "demo, " : "")\(phase.words)",
    ]
    if let time { parts.append("run \(RunTime.running(time) ?? "-") s") }
    if let score { parts.append("score \(score)") }
    if let ballsLeft { parts.append(ballsLeft == 1 ? "1 ball left" : "\(ballsLeft) balls left") }
    return parts.joined(separator: ", ")
  }
}

extension StatusReport.Remark {
  fileprivate var readable: String {
    plainText(message) + (hint.map { "; \(plainText($0))" } ?? "")
  }
}

extension StatusReport.Recording {
  fileprivate var readable: String {
    var parts: [String] = []
    if let file { parts.append("into \(plainText(file))") }
    if clients > 0 { parts.append(clients == 1 ? "by 1 client" : "by \(clients) clients") }
    return parts.joined(separator: ", and ")
  }
}

extension StatusReport.Configuration {
  fileprivate var readable: String {
    if fault != nil { return "as they were before; they can't be read again" }
    switch warnings.count {
    case 0: return "read without a warning"
    case 1: return "read, with a warning"
    default: return "read, with \(warnings.count) warnings"
    }
  }
}

extension RunList.Storage {
  fileprivate var statusText: String {
    var parts: [String] = []
    let place = directory.map { " in \(plainText($0))" } ?? ""
    parts.append(runs.map { "\($0) stored\(place)" } ?? "not known how many are stored\(place)")
    if let free { parts.append("\(bytesText(free)) free") }
    if let lastSync {
      let age = syncAge.map { " \(spanText($0)) ago" } ?? ""
      parts.append("the last took \(fixed(lastSync * 1000, 1)) ms to write\(age)")
    } else {
      parts.append("none written since the start")
    }
    return parts.joined(separator: ", ")
  }
}

extension SensorReport {
  /// What it is, how it is read, and how much of what its device makes arrives.
  fileprivate var statusText: String {
    let rate: String? =
      switch (rate, odr) {
      case (let rate?, let odr?): "\(fixed(rate, 1)) of the device's \(fixed(odr, 1)) Hz"
      case (let rate?, nil): "\(fixed(rate, 1)) Hz"
      case (nil, let odr?): "rate not measured yet, the device's \(fixed(odr, 1)) Hz"
      case (nil, nil): nil
      }
    return summary(rate: rate)
  }
}
