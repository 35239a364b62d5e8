// SPDX-License-Identifier: MIT

internal import Foundation
internal import Posix

/// `Benchmarks [all|steps|accuracy|hour|instructions] [--json]`, as `run` calls it.
@main
struct Main {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "trace" {
        return try trace(arguments.dropFirst().compactMap { Int($0) })
      }
      let words = arguments.filter { $0 != "--json" }
      let isJSON = words.count < arguments.count
      let report = try measure(words.first ?? "all")
      try writeAll(isJSON ? json(report) : report.text, to: 1)
      Posix.Process.exit(report.missed == 0 ? 0 : 1)
    } catch {
      try? writeAll("benchmarks: \(error)\n", to: 2)
      Posix.Process.exit(70)
    }
  }

  private static let parts = ["steps", "accuracy", "hour", "instructions"]

  private static func measure(_ part: String) throws -> Report {
    guard part == "all" || parts.contains(part) else {
      throw Failure(
        "found '\(part)', expected all, \(parts.joined(separator: ", ")), and perhaps --json")
    }
    var report = Report(machine: .this)
    if part == "all" || part == "steps" {
      for scene in StepScene.all {
        say("steps: \(scene.name)")
        for entrant in Entrant.all {
          let sanity = try Sanity.check(entrant, scene)
          if let objection = sanity.objection { say("not as it should be: \(objection)") }
          report.sanity.append(sanity)
        }
        report.steps += try StepBenchmark.measure(scene)
      }
    }
    if part == "all" || part == "accuracy" {
      for entrant in AccuracyEntrant.all {
        say("accuracy: \(entrant.name) at \(entrant.rate) Hz")
        report.elasticBox.append(try ElasticBoxResult.measure(entrant))
        report.seams.append(try SeamResult.measure(entrant))
      }
    }
    if part == "all" || part == "hour" {
      say("the hour")
      report.hour = try HourResult.measure(
        balld: variable("BALLD"), repeating: variable("RECORDING"))
    }
    if part == "all" || part == "instructions" {
      say("instructions")
      report.instructions = try InstructionReport.measure(program: variable("TRACED"))
    }
    return report
  }

  private static func trace(_ numbers: [Int]) throws {
    guard numbers.count == 4 else { throw Failure("trace needs MAZE GRID BALLS STEPS") }
    try Trace(maze: numbers[0], grid: numbers[1], balls: numbers[2]).run(steps: numbers[3])
  }

  private static func variable(_ name: String) throws -> String {
    guard let value = Posix.Process.environment(name) else {
      throw Failure("the variable \(name) is missing; start this by Benchmarks/run, which sets it")
    }
    return value
  }

  private static func json(_ report: Report) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }

  /// Says on standard error what is going on.
  private static func say(_ text: String) { try? writeAll("benchmarks: \(text)\n", to: 2) }
}
