// SPDX-License-Identifier: MIT

internal import Posix

/// Does one kind of work so many times: script/guard counts what instructions that takes.
///
///     workload step|sample|state|cells TIMES TABLES
///
/// TABLES is the directory of the shipped tables. What is printed depends on all that was done, so that
/// nothing of it can be left out.
@main
enum Main {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let times = Int(arguments[2]), times >= 0 else {
      return fail("usage: workload step|sample|state|cells TIMES TABLES")
    }
    do {
      switch arguments[1] {
      case "step": print(try Work.steps(times))
      case "sample": print(try Work.samples(times, tables: arguments[3]))
      case "state": print(try Work.states(times, tables: arguments[3]))
      case "cells": print(try Work.cells(times, tables: arguments[3]))
      default: fail("found '\(arguments[1])', expected step, sample, state or cells")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ text: String) {
    try? writeAll("workload: \(text)\n", to: 2)
    Process.exit(64)
  }
}
