// SPDX-License-Identifier: MIT

import Display
import Foundation
import Glibc
import Posix
import Testing
import Wire

/// The ways out of the built program, on a real pseudo terminal.
@Suite(
  "ways out of ballview", .serialized,
  .enabled(if: PseudoTerminal.isAvailable, "there is no /dev/ptmx"))
struct BallviewTests {
  @Test("q and Ctrl-C end it with 0 and leave the terminal as it was", arguments: ["q", "\u{3}"])
  func quit(key: String) throws {
    let (playground, terminal, before) = try Playground.rolling()
    #expect(playground.requests == [.watch(rate: 30)])
    try terminal.type(key)
    #expect(try playground.waitForEnd() == 0)
    #expect(playground.bytes.suffix(Playground.end.count).elementsEqual(Playground.end))
    try playground.expectWhole(before, "q")
  }

  @Test(
    "a signal ends it as that signal does, and leaves the terminal as it was",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU])
  func signal(number: Int32) throws {
    let (playground, terminal, before) = try Playground.rolling()
    kill(terminal.process, number)
    #expect(try playground.waitForEnd() & 0x7F == number)
    #expect(playground.bytes.suffix(Playground.end.count).elementsEqual(Playground.end))
    try playground.expectWhole(before, "signal \(number)")
  }

  @Test(
    "a crash leaves the terminal as it was, and is still a crash",
    arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT])
  func crash(number: Int32) throws {
    let (playground, terminal, before) = try Playground.rolling()
    kill(terminal.process, number)
    #expect(try playground.waitForEnd() & 0x7F == number)
    #expect(playground.bytes.suffix(Playground.end.count).elementsEqual(Playground.end))
    try playground.expectWhole(before, "signal \(number)")
  }

  @Test("SIGKILL leaves the terminal as it was too: the helper sees to it, and goes")
  func killed() throws {
    let (playground, terminal, before) = try Playground.rolling()
    let helpers = try Self.helpers(of: terminal)
    #expect(helpers.count == 1, "a helper waits beside the program")
    kill(terminal.process, SIGKILL)
    #expect(try playground.waitForEnd() & 0x7F == SIGKILL)
    try playground.wait("the main screen") { !playground.screen.modes.contains(1049) }
    #expect(playground.bytes.suffix(Playground.end.count).elementsEqual(Playground.end))
    try playground.expectWhole(before, "SIGKILL")
    try playground.waitForProcesses(toEnd: helpers)
  }

  @Test("the helper keeps nothing open but its pipe and the terminal, and goes with the program")
  func helper() throws {
    let (playground, terminal, before) = try Playground.rolling()
    let helper = try #require(try Self.helpers(of: terminal).first)
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(helper)/fd")
    let targets = try files.map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(helper)/fd/\($0)")
    }
    #expect(targets.count == 2 && targets.contains { $0.hasPrefix("pipe:") }, "\(targets)")
    #expect(targets.contains { $0.hasPrefix("/dev/pts/") }, "\(targets)")
    let stat = try String(contentsOfFile: "/proc/\(helper)/stat", encoding: .utf8)
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    #expect(fields.count > 4 && fields[3] != "\(terminal.process)", "a session of its own")
    let command = try String(contentsOfFile: "/proc/\(helper)/cmdline", encoding: .utf8)
    #expect(command.hasPrefix("terminal-guard\0"), "\(command)")
    // Without the program's farewell it would write; with it, it doesn't.
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.waitForProcesses(toEnd: [helper])
    try playground.expectWhole(before, "q")
    #expect(playground.screen.strange.isEmpty)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "\u{1B}[?1049l").count == 2, "restored once")
  }

  @Test("while the shell has the terminal, SIGKILL changes nothing on it")
  func killedWhileStopped() throws {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(
      script: """
        set -m
        $BALLVIEW
        echo STOPPED
        read answer
        kill -KILL %1
        wait
        echo KILLED
        read answer
        """)
    try playground.waitForScreen("rolling")
    let helpers = try Self.helpers(of: terminal)
    try terminal.type("\u{1A}")
    try playground.waitForScreen("STOPPED")
    let count = playground.bytes.count
    try terminal.type("\n")
    try playground.waitForScreen("KILLED")
    try playground.waitForProcesses(toEnd: helpers)
    try terminal.type("\n")
    _ = try playground.waitForEnd()
    let text = String(decoding: playground.bytes.dropFirst(count), as: UTF8.self)
    #expect(helpers.count == 1 && !text.contains("\u{1B}"), "\(text)")
  }

  /// The processes named `terminal-guard` that have this terminal open.
  private static func helpers(of terminal: PseudoTerminal) throws -> [pid_t] {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
      pid_t($0)
    }
    return processes.filter { process in
      let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      guard name == "terminal-guard\n" else { return false }
      let directory = "/proc/\(process)/fd"
      let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      return files.contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)"))
          == terminal.path
      }
    }
  }

  @Test("a fatal signal from outside ends it even where Swift's backtracer listens for it")
  func backtraced() throws {
    // The backtracer asks for a key and returns, since a fault would come again; a signal from
    // kill(2) doesn't.
    let (playground, terminal, before) = try Playground.rolling(
      environment: ["SWIFT_BACKTRACE=enable=yes,interactive=yes,color=no"])
    kill(terminal.process, SIGSEGV)
    try terminal.type("n")
    #expect(try playground.waitForEnd() & 0x7F == SIGSEGV)
    try playground.expectWhole(before, "a reported crash")
  }

  @Test("a terminal that doesn't read gets no queue of frames, and then the newest picture")
  func blocked() throws {
    let (playground, terminal, before) = try Playground.rolling(["--fps=60"])
    try playground.waitForPicture()
    let clearings = playground.screen.clearings
    playground.readsTerminal = false
    try terminal.fill()
    // Full pictures are asked for, and each turn is proven by a request: keys and messages are
    // heard all the while.
    for turn in 1...500 {
      let restarts = playground.requests.filter { $0 == .restart }.count
      try terminal.type("\u{0C}r")
      try playground.send(
        .state(Examples.state(seq: Int64(turn), x: turn % 2 == 0 ? 0.1 : 0.2)))
      try playground.wait("the next turn") {
        playground.requests.filter { $0 == .restart }.count > restarts
      }
    }
    try playground.send(.state(Examples.state(seq: 1000, x: 0.3)))
    playground.readsTerminal = true
    try playground.waitForPicture(of: Examples.scene(x: 0.3))
    // The one that was begun, and the newest.
    #expect(playground.screen.clearings - clearings <= 2)
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.expectWhole(before, "a terminal that didn't read")
  }

  @Test("a terminal that never reads again can't keep the program")
  func neverReading() throws {
    let (playground, terminal, before) = try Playground.rolling()
    try playground.waitForPicture()
    playground.readsTerminal = false
    try terminal.fill()
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    #expect(try terminal.settings() == before)
  }

  @Test("a stop gives the shell its terminal; going on paints everything again")
  func stop() throws {
    for way in ["\u{1A}", "TSTP"] {
      let playground = try Playground()
      try playground.serve()
      // A shell with jobs, which says when the program has stopped and what the terminal is like.
      // That stty speaks after the stop shows that the terminal is the shell's.
      let terminal = try playground.start(
        script: """
          set -m
          stty -g > \(playground.directory)/before
          $BALLVIEW
          stty -g > \(playground.directory)/stopped
          echo STOPPED
          read answer
          fg > /dev/null
          echo ENDED
          """)
      try playground.waitForScreen("rolling")
      let clearings = playground.screen.clearings
      if way == "TSTP" {
        kill(try child(of: terminal.process), SIGTSTP)
      } else {
        try terminal.type(way)
      }
      try playground.waitForScreen("STOPPED")
      #expect(playground.screen.modes.contains(25))
      #expect(!playground.screen.modes.contains(1049))
      let files = ["before", "stopped"].map { "\(playground.directory)/\($0)" }
      let settings = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
      #expect(settings[0] == settings[1] && settings[0].count > 20)
      try terminal.type("\n")
      try playground.wait("a full picture") {
        playground.screen.modes.contains(1049) && playground.screen.clearings > clearings + 1
          && playground.screen.grid.text.contains("rolling")
      }
      try terminal.type("q")
      #expect(try playground.waitForEnd() == 0)
      #expect(String(decoding: playground.bytes, as: UTF8.self).contains("ENDED"))
      #expect(playground.screen.modes.contains(25) && !playground.screen.modes.contains(1049))
    }
  }

  /// The process that a shell has started, by /proc.
  private func child(of shell: pid_t) throws -> pid_t {
    let list = try String(
      contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return try #require(list.split(separator: " ").first.flatMap { pid_t($0) })
  }

  @Test("a stop without a shell that could go on is none: it goes on by itself")
  func orphan() throws {
    let (playground, terminal, before) = try Playground.rolling()
    let clearings = playground.screen.clearings
    kill(terminal.process, SIGTSTP)
    try playground.wait("a full picture") {
      playground.screen.clearings > clearings && playground.screen.grid.text.contains("rolling")
    }
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.expectWhole(before, "a stop that was none")
  }

  @Test("settings that no default has come back too")
  func oddSettings() throws {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(hasOddSettings: true)
    let before = terminal.initialSettings
    try playground.waitForScreen("rolling")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try playground.expectWhole(before, "odd settings")
  }
}
