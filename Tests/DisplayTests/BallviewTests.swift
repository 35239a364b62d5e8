// SPDX-License-Identifier: MIT

import Display
import Foundation
import Glibc
import Posix
import Testing
import Wire

/// The built program on a real pseudo terminal.
@Suite(
  "ballview on a terminal", .serialized,
  .enabled(if: PseudoTerminal.isAvailable, "there is no /dev/ptmx"))
struct BallviewTests {
  /// What the terminal must be like after any way out.
  private func expectWhole(
    _ playground: Playground, _ before: [UInt32], _ way: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let terminal = try #require(playground.terminal)
    #expect(try terminal.settings() == before, "\(way): termios", sourceLocation: location)
    let modes = playground.screen.modes
    #expect(modes.contains(25), "\(way): the cursor is hidden", sourceLocation: location)
    #expect(modes.contains(7), "\(way): no autowrap", sourceLocation: location)
    #expect(!modes.contains(1049), "\(way): alternate screen", sourceLocation: location)
    #expect(!modes.contains(2004), "\(way): pastes are marked", sourceLocation: location)
    #expect(!modes.contains(1000), "\(way): clicks are told", sourceLocation: location)
    #expect(!modes.contains(1006), "\(way): clicks are told", sourceLocation: location)
    #expect(playground.screen.keyFlags == [], "\(way): keys are told", sourceLocation: location)
    #expect(!modes.contains(2026), "\(way): the screen is held", sourceLocation: location)
    #expect(playground.screen.strange.isEmpty, sourceLocation: location)
  }

  private static let end = Array("\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// A program that shows a rolling ball, and what its terminal was like before.
  private func rolling(
    _ options: [String] = [], environment: [String] = []
  ) throws -> (Playground, PseudoTerminal, [UInt32]) {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(options, environment: environment)
    let before = terminal.initialSettings
    try playground.waitForScreen("rolling")
    #expect(try terminal.settings() != before, "it isn't raw: the test proves nothing")
    #expect(playground.screen.modes.isSuperset(of: [1049, 2004]))
    #expect(!playground.screen.modes.contains(25))
    return (playground, terminal, before)
  }

  @Test("q and Ctrl-C end it with 0 and leave the terminal as it was", arguments: ["q", "\u{3}"])
  func quit(key: String) throws {
    let (playground, terminal, before) = try rolling()
    #expect(playground.requests == [.watch(rate: 30)])
    try terminal.type(key)
    #expect(try playground.waitForEnd() == 0)
    #expect(playground.bytes.suffix(Self.end.count).elementsEqual(Self.end))
    try expectWhole(playground, before, "q")
  }

  @Test(
    "a signal ends it as that signal does, and leaves the terminal as it was",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU])
  func signal(number: Int32) throws {
    let (playground, terminal, before) = try rolling()
    kill(terminal.process, number)
    #expect(try playground.waitForEnd() & 0x7F == number)
    #expect(playground.bytes.suffix(Self.end.count).elementsEqual(Self.end))
    try expectWhole(playground, before, "signal \(number)")
  }

  @Test(
    "a crash leaves the terminal as it was, and is still a crash",
    arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT])
  func crash(number: Int32) throws {
    let (playground, terminal, before) = try rolling()
    kill(terminal.process, number)
    #expect(try playground.waitForEnd() & 0x7F == number)
    #expect(playground.bytes.suffix(Self.end.count).elementsEqual(Self.end))
    try expectWhole(playground, before, "signal \(number)")
  }

  @Test("SIGKILL leaves the terminal as it was too: the helper sees to it, and goes")
  func killed() throws {
    let (playground, terminal, before) = try rolling()
    let helpers = try Self.helpers(of: terminal)
    #expect(helpers.count == 1, "a helper waits beside the program")
    kill(terminal.process, SIGKILL)
    #expect(try playground.waitForEnd() & 0x7F == SIGKILL)
    try playground.wait("the main screen") { !playground.screen.modes.contains(1049) }
    #expect(playground.bytes.suffix(Self.end.count).elementsEqual(Self.end))
    try expectWhole(playground, before, "SIGKILL")
    try playground.waitForProcesses(toEnd: helpers)
  }

  @Test("the helper keeps nothing open but its pipe and the terminal, and goes with the program")
  func helper() throws {
    let (playground, terminal, before) = try rolling()
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
    try expectWhole(playground, before, "q")
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
    let (playground, terminal, before) = try rolling(
      environment: ["SWIFT_BACKTRACE=enable=yes,interactive=yes,color=no"])
    kill(terminal.process, SIGSEGV)
    try terminal.type("n")
    #expect(try playground.waitForEnd() & 0x7F == SIGSEGV)
    try expectWhole(playground, before, "a reported crash")
  }

  @Test("a terminal that doesn't read gets no queue of frames, and then the newest picture")
  func blocked() throws {
    let (playground, terminal, before) = try rolling(["--fps=60"])
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
    try expectWhole(playground, before, "a terminal that didn't read")
  }

  @Test("a terminal that never reads again can't keep the program")
  func neverReading() throws {
    let (playground, terminal, before) = try rolling()
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
    let (playground, terminal, before) = try rolling()
    let clearings = playground.screen.clearings
    kill(terminal.process, SIGTSTP)
    try playground.wait("a full picture") {
      playground.screen.clearings > clearings && playground.screen.grid.text.contains("rolling")
    }
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try expectWhole(playground, before, "a stop that was none")
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
    try expectWhole(playground, before, "odd settings")
  }

  @Test("what a state changes is written, and what it doesn't change is not")
  func states() throws {
    let (playground, terminal, _) = try rolling()
    try playground.waitForPicture()
    let before = playground.bytes.count
    try playground.send(.state(Examples.state(seq: 2, x: 0.2)))
    try playground.waitForPicture(of: Examples.scene(x: 0.2))
    let moved = playground.bytes.count
    #expect(moved - before < 1500)
    // Another state at the same place, and then one that says something: only that is written.
    try playground.send(.state(Examples.state(seq: 3, t: 77.4, x: 0.2)))
    try playground.send(.state(Examples.state(seq: 4, x: 0.2, phase: .paused)))
    try playground.waitForPicture(of: Examples.scene(x: 0.2, phase: .paused))
    #expect(playground.bytes.count - moved < 1000)
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("states that change no cell write no byte")
  func silent() throws {
    let (playground, terminal, _) = try rolling()
    try playground.waitForPicture()
    func frames() -> Int {
      String(decoding: playground.bytes, as: UTF8.self).components(separatedBy: "[?2026h").count
    }
    let before = frames()
    for turn in 1...5 {
      let time = 77.3 + Double(turn) / 30
      try playground.send(.state(Examples.state(seq: Int64(turn), t: time)))
      // Longer than between two frames.
      try playground.serve(for: 40_000_000)
    }
    #expect(frames() == before)
    try playground.send(.state(Examples.state(seq: 20, t: 78, phase: .paused)))
    try playground.waitForPicture(of: Examples.scene(phase: .paused))
    #expect(frames() == before + 1)
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("what it doesn't know it passes over: classes, keys, events, a table's line of 128 KiB")
  func unknown() throws {
    let (playground, terminal, before) = try rolling()
    try playground.waitForPicture()
    try playground.send(line: #"{"class":"weather","wind":[1,{"from":"north"}]}"#)
    try playground.send(line: #"{"class":"event","event":"earthquake","t":77.4,"size":9}"#)
    let filling = String(repeating: "x", count: 127 << 10)
    try playground.send(
      line: #"{"class":"table","name":"long","hash":"7","game":"chess","width":0.3,"height":0.2,"#
        + #""ballRadius":0.01,"note":""# + filling + #""}"#)
    try playground.send(.state(Examples.state(seq: 2, t: 77.5)))
    try playground.waitForScreen("long")
    try playground.waitForScreen("rolling")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try expectWhole(playground, before, "unknown words")
  }

  @Test("a daemon of another major protocol is named on the screen")
  func otherProtocol() throws {
    let (playground, terminal, _) = try rolling()
    try playground.send(.hello(Hello(server: "balld 9", protocolVersion: "2.0", session: "")))
    try playground.waitForScreen("protocol 2.0")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
  }

  @Test("an arrow key reaches the daemon as a tilt, and x gives the table back")
  func drive() throws {
    let (playground, terminal, _) = try rolling()
    try terminal.type("\u{1B}[C")
    try playground.wait("a tilt to the right") {
      playground.requests.contains {
        if case .tilt(let tilt) = $0 { tilt.x > 0 && tilt.y == 0 } else { false }
      }
    }
    try playground.waitForScreen("your keys")
    try terminal.type("x")
    try playground.wait("a release") { playground.requests.last == .release }
    try terminal.type(" r")
    try playground.wait("a restart") { playground.requests.last == .restart }
    #expect(playground.requests.suffix(2) == [.pause, .restart])
    try terminal.type("q")
    _ = try playground.waitForEnd()
  }

  @Test("a change of size is painted in full; too small a size says which one is needed")
  func resize() throws {
    let (playground, terminal, before) = try rolling()
    for (columns, rows, word) in [
      (100, 30, "rolling"), (20, 5, "24x8"), (1, 1, "n"), (500, 200, "rolling"),
      (60, 20, "rolling"),
    ] {
      let clearings = playground.screen.clearings
      try playground.resize(columns: columns, rows: rows)
      kill(terminal.process, SIGWINCH)
      try playground.wait("\(columns)x\(rows)") {
        playground.screen.clearings > clearings && playground.screen.grid.text.contains(word)
      }
    }
    try playground.waitForPicture()
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    try expectWhole(playground, before, "resized")
  }

  @Test("a daemon that goes is missed on the screen, and one that comes back is found")
  func reconnect() throws {
    let (playground, terminal, _) = try rolling()
    playground.stopServing()
    try playground.waitForScreen("trying again")
    try playground.serve()
    try playground.wait("a second watch") {
      playground.requests == [.watch(rate: 30), .watch(rate: 30)]
        && !playground.screen.grid.text.contains("trying again")
    }
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
  }

  @Test("who may only watch sees so, and sends nothing but watch")
  func viewOnly() throws {
    let playground = try Playground()
    try playground.serve(mayControl: false)
    let terminal = try playground.start(["--fps=60"])
    try playground.waitForScreen("watching only")
    try terminal.type("\u{1B}[A r?")
    try playground.waitForScreen("control.sock")
    try terminal.type("q")
    #expect(try playground.waitForEnd() == 0)
    #expect(playground.requests == [.watch(rate: 60)])
  }

  @Test("without a keyboard it draws all the same, and Ctrl-C's signal still comes")
  func noKeyboard() throws {
    let playground = try Playground()
    try playground.serve()
    let terminal = try playground.start(inputFrom: "/dev/null")
    let before = terminal.initialSettings
    try playground.waitForScreen("rolling")
    try terminal.type("\u{3}")
    #expect(try playground.waitForEnd() & 0x7F == SIGINT)
    try expectWhole(playground, before, "no keyboard")
  }

  @Test("a terminal without cursor movement gets one frame as text and no escape")
  func dumb() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(environment: ["TERM=dumb"])
    #expect(try playground.waitForEnd() == 0)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("rolling") && text.contains("@") && !text.contains("\u{1B}"))
  }

  @Test("without a daemon: one line, 69, and the terminal untouched")
  func noDaemon() throws {
    let playground = try Playground()
    _ = try playground.start()
    #expect(try playground.waitForEnd() >> 8 == 69)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.hasPrefix("ballview: ") && text.contains(playground.directory))
    #expect(text.split(separator: "\r\n").count == 1 && !text.contains("\u{1B}"))
  }

  @Test("in a pipe it prints one frame without escapes and ends with 0")
  func pipe() throws {
    for options in ["", "--once"] {
      let playground = try Playground()
      try playground.serve()
      _ = try playground.start(script: "$BALLVIEW \(options) --size=60x16 | cat")
      #expect(try playground.waitForEnd() == 0)
      var painter = CellPainter(Capabilities(depth: .none, glyphs: .half))
      let expected = TextFrame.lines(
        of: painter.paint(Examples.scene(), columns: 60, rows: 16))
      let text = String(decoding: playground.bytes, as: UTF8.self)
      #expect(text.replacingOccurrences(of: "\r\n", with: "\n") == expected)
    }
  }

  @Test("a reader that has gone is no error; a full disk is 74")
  func brokenPipe() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(
      script: """
        ($BALLVIEW --once; echo pipe=$? >&2) | true
        $BALLVIEW --once > /dev/full; echo disk=$?
        """
    )
    _ = try playground.waitForEnd()
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("pipe=0"), "\(text)")
    #expect(text.contains("disk=74"), "\(text)")
    #expect(text.contains("cannot write to standard output"))
  }

  @Test("--once on a terminal prints colours but moves no cursor")
  func onceInColour() throws {
    let playground = try Playground()
    try playground.serve()
    _ = try playground.start(["--once"])
    #expect(try playground.waitForEnd() == 0)
    let text = String(decoding: playground.bytes, as: UTF8.self)
    #expect(text.contains("\u{1B}[") && text.contains(";48;2;"))
    for sequence in text.components(separatedBy: "\u{1B}[").dropFirst() {
      #expect(sequence.first { !$0.isNumber && $0 != ";" } == "m")
    }
    #expect(text.split(separator: "\r\n").count == 23, "a line is left for the prompt")
  }

  @Test("a usage error is one line and 64; help and version are 0")
  func usage() throws {
    for (option, status, word) in [
      ("--size=big", 64, "--size=big"), ("--help", 0, "Usage: ballview"), ("-V", 0, "ballview 0."),
    ] {
      let playground = try Playground()
      _ = try playground.start([option])
      #expect(try playground.waitForEnd() >> 8 == Int32(status))
      #expect(String(decoding: playground.bytes, as: UTF8.self).contains(word))
    }
  }
}
