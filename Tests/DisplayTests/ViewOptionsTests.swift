// SPDX-License-Identifier: MIT

import Display
import Options
import Testing

@Suite("Options of ballview")
struct ViewOptionsTests {
  private func options(_ arguments: [String]) throws -> ViewOptions {
    switch try ViewOptions.table.parse(arguments) {
    case .run(let values): return try ViewOptions(values)
    case .print(let text): throw UsageError(message: text)
    }
  }

  @Test("without options: a terminal at 30 frames a second, and everything found out")
  func defaults() throws {
    let options = try options([])
    #expect(!options.isOnce && options.framesPerSecond == 30)
    #expect(options.size == nil && options.depth == nil && options.glyphs == nil)
    #expect(options.runtimeDirectory == nil)
  }

  @Test("every option is read")
  func all() throws {
    let options = try options([
      "--once", "--size=100x30", "--fps", "60", "--color=256", "--glyphs=ascii",
      "--runtime-dir=/run/x",
    ])
    #expect(options.isOnce && options.framesPerSecond == 60)
    #expect(options.size == ViewOptions.Size(columns: 100, rows: 30))
    #expect(options.depth == .indexed && options.glyphs == .ascii)
    #expect(options.runtimeDirectory == "/run/x")
    #expect(try self.options(["--color=auto", "--glyphs=auto"]) == self.options([]))
  }

  @Test(
    "what can't be is refused with the option's name and what may stand there",
    arguments: [
      "--size=80", "--size=0x24", "--size=80x0", "--size=80x", "--size=-1x5", "--size=1001x5",
      "--size=80x1001", "--size=80x24x2", "--size=99999999999999999999x1", "--fps=0", "--fps=61",
      "--fps=x", "--fps=30.5", "--color=blue", "--color=", "--glyphs=braille", "--rotate=45",
      "--rotate=", "--png=", "--runtime-dir=",
    ])
  func refused(argument: String) {
    do {
      _ = try options([argument])
      Issue.record("\(argument) was taken")
    } catch {
      let line = "\(error)"
      #expect(line.contains(argument) && line.contains("ballview --help"))
      #expect(!line.contains("\n"))
    }
  }

  @Test("one surface is drawn on: terminal, screen, lamps or file")
  func surfaces() throws {
    let asked: [([String], ViewOptions.Surface)] = [
      ([], .terminal), (["--tty"], .terminal), (["--fb"], .framebuffer(nil)),
      (["--fb="], .framebuffer(nil)), (["--fb=/dev/fb1"], .framebuffer("/dev/fb1")),
      (["--lamps"], .lamps(nil)), (["--png", "x.png"], .picture("x.png")),
    ]
    for (arguments, surface) in asked { #expect(try options(arguments).surface == surface) }
    #expect(try options(["--rotate=270"]).rotation == .left)
    #expect(try options(["--png=x", "--size=4096x8"]).size?.columns == 4096)
    for arguments in [
      ["--fb", "--lamps"], ["--tty", "--png=x"], ["--once", "--fb"], ["--fb", "/dev/fb1"],
      ["--png=x", "--size=4097x8"],
    ] {
      #expect(throws: UsageError.self) { _ = try options(arguments) }
    }
  }

  @Test("the help names every option and fits into 80 columns")
  func help() {
    let help = ViewOptions.table.help
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for option in ViewOptions.table.options { #expect(help.contains("--\(option.name)")) }
  }
}
