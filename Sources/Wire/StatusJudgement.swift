// SPDX-License-Identifier: MIT

/// What of a status needs somebody, and what is only worth knowing.
///
/// One rule for the daemon, which knows all, and for a client that may only watch and knows less.
extension StatusReport {
  /// A sensor that gives less than this part of what its device makes is read too slowly.
  static let leastRate = 0.8
  /// A disk that takes longer than this for a run, in s, is too slow.
  static let longestSync = 1.0
  /// With fewer free bytes than this the disk is about to be full.
  ///
  /// Ten thousand runs take less than 2 MB; what else writes on that disk isn't known.
  static let leastFree: Int64 = 16_000_000

  /// What to do for who has keys alone, and misses no sensor.
  static let playWithoutSensor =
    "to play without one press an arrow key in `ballview`; `daemon.source = client` says that none is "
    + "wanted"

  /// The same report with `problems` and `notes` as they follow from the rest.
  public var judged: StatusReport {
    var report = self
    report.problems =
      [sensorProblem, rateProblem].compactMap(\.self) + storageProblems
      + [recordingProblem, clientsProblem].compactMap(\.self) + configurationProblems
    report.notes = sensorNotes
    return report
  }

  private var sensorProblem: Remark? {
    switch sensor.health {
    case .ok, .quiet, .ended: return nil
    case .waiting:
      // A client may stand in for a sensor, and is all that is wanted where the source is `client`.
      guard sensor.source != "client", driver == nil else { return nil }
      var found = remark(
        orElse: "no sensor has been found yet",
        "`balld --list-sensors` says what is there and what is missing")
      found.hint = [found.hint, Self.playWithoutSensor].compactMap(\.self).joined(separator: "; ")
      return found
    default:
      return remark(
        orElse: "the sensor is \(sensor.health.rawValue)", "`ballctl sensors` says more")
    }
  }

  /// What the sensor says of itself.
  private func remark(orElse message: String, _ hint: String) -> Remark {
    Remark(
      code: sensor.code ?? (sensor.health == .waiting ? "no-sensor" : sensor.health.rawValue),
      message: sensor.message ?? message,
      hint: sensor.hint ?? (sensor.message == nil ? hint : nil))
  }

  /// What part of the device's own rate is read; nil where that isn't known.
  private var rateShare: Double? {
    guard let rate = sensor.rate, let odr = sensor.odr, odr > 0, rate.isFinite else { return nil }
    return rate / odr
  }

  private var rateProblem: Remark? {
    guard sensor.mode == "buffered", let rateShare, rateShare < Self.leastRate else { return nil }
    return Remark(
      code: "low-rate",
      message: "only \(percent(rateShare)) of the samples that the sensor makes arrive",
      hint: "raise the clock of its bus (dtparam=i2c_arm_baudrate=400000 on a Raspberry Pi), or set"
        + " a lower sensor.rate; docs/hats.md says more")
  }

  private var sensorNotes: [Remark] {
    var notes: [Remark] = []
    if sensor.health == .ok || sensor.health == .quiet, let code = sensor.code,
      let message = sensor.message
    {
      notes.append(Remark(code: code, message: message, hint: sensor.hint))
    }
    // The usual way on a Raspberry Pi, and nobody's fault.
    if sensor.mode == "polled", let rateShare, rateShare < Self.leastRate {
      notes.append(
        Remark(
          code: "low-rate",
          message: "polled, the sensor gives \(percent(rateShare)) of the samples that it makes",
          hint: "docs/hats.md says with which hats a trigger gives more"))
    }
    return notes
  }

  private var storageProblems: [Remark] {
    guard let storage else { return [] }
    var problems: [Remark] = []
    if let fault = storage.fault {
      problems.append(Remark(code: "storage", message: "runs can't be stored: \(fault)"))
    }
    if let lastSync = storage.lastSync, lastSync > Self.longestSync {
      problems.append(
        Remark(
          code: "slow-disk",
          message: "the disk took \(tenths(lastSync)) s until the last run was safely on it",
          hint: "a memory card that has become slow is often worn out: replace it"))
    }
    if let free = storage.free, free < Self.leastFree {
      problems.append(
        Remark(
          code: "full-disk",
          message: "the disk is nearly full: \(max(0, free) / 1_000_000) MB are free",
          hint: "make room in the file system of \(storage.directory ?? "the state directory")"))
    }
    return problems
  }

  private var recordingProblem: Remark? {
    recording?.fault.map {
      Remark(
        code: "recording", message: "the recording has ended: \($0)",
        hint: "what is in it until there can be played; begin another one")
    }
  }

  private var clientsProblem: Remark? {
    guard let clients, clients.connected >= clients.limit else { return nil }
    return Remark(
      code: "too-many-clients",
      message: "as many clients are connected as may be: \(clients.limit)",
      hint: "close some, or raise clients.limit")
  }

  private var configurationProblems: [Remark] {
    guard let configuration else { return [] }
    var problems: [Remark] = []
    if let fault = configuration.fault {
      problems.append(
        Remark(
          code: "configuration",
          message: "the configuration couldn't be read again, and is as it was before: \(fault)",
          hint: "mend it, and let balld read it anew"))
    }
    if let first = configuration.warnings.first {
      let others = configuration.warnings.count - 1
      problems.append(
        Remark(
          code: "unknown-setting",
          message: others == 0 ? first : "\(first) (and \(others) more)",
          hint: "`balld \(configuration.option)--check-config` says all that is wrong with it"))
    }
    return problems
  }

  private func percent(_ share: Double) -> String { "\(Int((max(0, share) * 100).rounded())) %" }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

extension StatusReport.Configuration {
  /// The option that names the file, as a shell takes it; empty where none was named.
  fileprivate var option: String {
    guard let file else { return "" }
    let isPlain = file.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "/._-".unicodeScalars.contains(scalar)
    }
    let parts = file.split(separator: "'", omittingEmptySubsequences: false)
    let quoted = "'" + parts.joined(separator: "'\\''") + "'"
    return "--config \(isPlain ? file : quoted) "
  }
}
