// SPDX-License-Identifier: MIT

import Options
import Posix
import Testing

@testable import Control

@Suite("A number for people")
struct ReadableTests {
  @Test(
    "has a fixed count of digits",
    arguments: [
      (0.0, 1, "0.0"), (-0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (0.05, 2, "0.05"),
      (123.456, 0, "123"), (123.5, 0, "124"), (-12.345, 2, "-12.35"), (9.99, 1, "10.0"),
      (1e300, 1, "1e+300"), (.infinity, 1, "inf"), (.nan, 1, "nan"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, digits: Int, expected: String) {
    #expect(fixed(value, digits) == expected)
    #expect(fixed(value, digits, width: 9).count == 9)
  }
}

@Suite("ballctl's output")
struct OutputTests {
  @Test("may lose its reader: that is no error")
  func brokenPipe() throws {
    Process.prepare()
    let pipe = try Descriptor.pipe()
    let program = ControlProgram(output: pipe.writing.number, errors: pipe.writing.number)
    shut(pipe.reading.number)
    #expect(program.run(["--help"]) == 0)
  }

  @Test("that can't be written is an error of its own")
  func fullDevice() throws {
    let full = try Descriptor.open("/dev/full", .readingAndWriting)
    let errors = try Descriptor.pipe()
    let program = ControlProgram(output: full.number, errors: errors.writing.number)
    #expect(program.run(["--version"]) == 74)
  }
}

@Suite("ballctl's help")
struct HelpTests {
  @Test("goes to standard output with exit code 0, and needs no balld")
  func help() throws {
    let run = try run(["--help"], against: [])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    // How a table becomes a help, OptionTableTests show.
    #expect(run.output == ControlProgram.options.help)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("each command of the help is one, with so many operands")
  func commands() throws {
    #expect(ControlProgram.options.commands.count >= 14)
    for command in ControlProgram.options.commands {
      let words = [command.name] + command.operands.map { _ in "1" }
      // No balld is there: 69, where the command line was understood.
      #expect(try run(words + ["--runtime-dir", "/nonexistent"], against: []).exitCode != 64)
      #expect(try run(words + ["1"], against: []).exitCode == 64, "\(command.name)")
    }
  }
}
