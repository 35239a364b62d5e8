// SPDX-License-Identifier: MIT

internal import Glibc
internal import Support

extension Report {
  /// The tables for people.
  var text: String {
    var text = "\(machine.processor), \(machine.processors) processors\n"
    for scene in orderedScenes { text += "\n" + stepText(scene) }
    if !sanity.isEmpty { text += "\n" + sanityText }
    if !elasticBox.isEmpty { text += "\n" + accuracyText }
    if !hour.isEmpty { text += "\n" + hourText }
    if let instructions { text += "\n" + instructions.text }
    return text
  }

  private var orderedScenes: [String] {
    steps.reduce(into: []) { if !$0.contains($1.scene) { $0.append($1.scene) } }
  }

  private func stepText(_ scene: String) -> String {
    var table = TextTable(
      scene, "steps/s", "ns a step", "least", "most", "us a second", "balld by it", "bar", "")
    for result in steps where result.scene == scene {
      table.add(
        result.contender, String(result.rate), rounded(result.step.median, 0),
        rounded(result.step.least, 0), rounded(result.step.most, 0), rounded(result.second, 0),
        rounded(result.ratio.median, 3), result.bar.map { "<= 1/\(rounded(1 / $0, 0))" } ?? "",
        result.isPassed.map(verdict) ?? "")
    }
    return table.text
  }

  private var sanityText: String {
    var table = TextTable(
      "do they roll?", "scene", "steps/s", "cells/s", "hits/s", "deepest/r", "resting")
    for check in sanity {
      table.add(
        check.contender, check.scene, String(check.rate), rounded(check.path, 2),
        rounded(check.impacts, 2), short(check.deepest), rounded(100 * check.resting, 1) + " %")
    }
    return table.text
  }

  private var accuracyText: String {
    var box = TextTable(
      "elastic box, error in m", "steps/s", "10 s", "100 s", "1000 s", "energy, 1000 s")
    for result in elasticBox {
      box.add(
        result.contender, String(result.rate), short(result.errors[0]), short(result.errors[1]),
        short(result.errors[2]), short(result.energyError))
    }
    var seams = TextTable("20 000 throws at a flush row", "steps/s", "over 1 deg", "worst, deg")
    for result in self.seams {
      seams.add(
        result.contender, String(result.rate), rounded(result.wrong, 2) + " %", short(result.worst))
    }
    return box.text + "\n" + seams.text
  }

  private var hourText: String {
    var table = TextTable("an hour at 100 Hz, s", "median", "least", "most", "processor", "bar", "")
    for result in hour {
      table.add(
        result.name, rounded(result.time.median, 3), rounded(result.time.least, 3),
        rounded(result.time.most, 3), rounded(result.processor.median, 3),
        "<= " + rounded(result.bar, 0),
        verdict(result.isPassed))
    }
    return table.text
  }
}

extension InstructionReport {
  /// The table for people.
  var text: String {
    var table = TextTable("balld under callgrind", "instructions a step")
    for count in counts { table.add(count.scene, rounded(count.step, 1)) }
    return table.text
      + "256x256 by 12x12, same maze: \(rounded(ratio, 3)), bar 1 +- \(bar): \(verdict(isPassed))\n"
  }
}

private func verdict(_ isPassed: Bool) -> String { isPassed ? "pass" : "MISS" }

extension Machine {
  /// The one that this runs on.
  static var this: Machine {
    var name = "unknown processor"
    if let file = fopen("/proc/cpuinfo", "r") {
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 512)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
        name = String(text[text.index(after: colon)...].drop { $0 == " " }.prefix { $0 != "\n" })
        break
      }
    }
    return Machine(processor: name, processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
