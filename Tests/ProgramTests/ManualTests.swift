// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing

@Suite("the manual and what else follows from the option tables")
struct ManualTests {
  private static let programs = ["balld", "ballctl", "ballview"]

  private func text(of path: String) throws -> String {
    let bytes = try Descriptor.open("\(packageRoot)/\(path)", .reading).readAll(atMost: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "a page has the options and settings that the programs have; else run `script/manual --renew`")
  func pages() throws {
    let names = try Directory.names(in: "\(packageRoot)/man")
    #expect(names == ["ballctl.1", "balld.8", "balld.conf.5", "ballview.1"])
    for name in names {
      let page = try Program.run("manual", ["page", "\(packageRoot)/man/\(name)"])
      #expect(page.code == 0, "\(page.errors)")
      #expect(try page.output == text(of: "man/\(name)"), "\(name)")
    }
  }

  @Test("each program's page names each of its options", arguments: zip(programs, [8, 1, 1]))
  func optionsByName(_ program: String, _ section: Int) throws {
    let page = try text(of: "man/\(program).\(section)")
    let help = try Program.run(program, ["--help"]).output
    // An option's line begins with it, behind at most six blanks; what wraps has more.
    let names = help.split(separator: "\n").compactMap { line in
      let words = line.split(whereSeparator: { " =[".contains($0) })
      let isOption = line.prefix { $0 == " " }.count <= 6 && words.first?.hasPrefix("-") == true
      return isOption ? words.first { $0.hasPrefix("--") } : nil
    }
    #expect(names.count >= 6)
    for name in names { #expect(page.contains("Fl Fl \(name.dropFirst(2))"), "\(name)") }
  }

  @Test("the completions are the option tables'", arguments: programs)
  func completions(_ program: String) throws {
    for (shell, file) in [
      ("bash", program), ("zsh", "zsh/_\(program)"), ("fish", "fish/\(program).fish"),
    ] {
      let made = try Program.run("manual", [shell, program])
      #expect(made.code == 0)
      #expect(try made.output == text(of: "completions/\(file)"))
    }
  }

  @Test("the shipped configuration has every setting with its standard value, and sets none")
  func configuration() throws {
    #expect(try Program.run("manual", ["configuration"]).output == text(of: "systemd/balld.conf"))
    let shipped = "\(packageRoot)/systemd/balld.conf"
    let defaults = try Program.run("balld", ["--print-config"])
    #expect(
      try Program.run("balld", ["--config", shipped, "--print-config"]).output == defaults.output)
    // With each comment sign in front of a key away, it is still right, and sets all to the same.
    let directory = TemporaryDirectory()
    let lines = try text(of: "systemd/balld.conf").split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
    }
    let all = directory.file("all.conf", lines.joined(separator: "\n") + "\n")
    let run = try Program.run("balld", ["--config", all, "--print-config"])
    let values = { (text: String) in
      text.split(separator: "\n").filter { !$0.hasPrefix("# ") }
        .map { $0.drop { $0 == "#" } }
        .map { $0.split(separator: "  # ", omittingEmptySubsequences: false)[0] }
    }
    #expect(run.errors == "")
    #expect(values(run.output) == values(defaults.output))
    #expect(run.output.contains("all.conf:"))
  }

  private static let completed: [(words: [String], given: [String])] = [
    (["ballctl", "res"], ["restart", "resume"]),
    (["ballctl", "tog"], ["toggle"]),
    (["ballctl", "--json", "tog"], ["toggle"]),
    (["ballctl", "pause", ""], []),
    (["ballctl", "runs", "--be"], ["--best"]),
    (["ballctl", "record", "\(packageRoot)/LICEN"], ["\(packageRoot)/LICENSE"]),
    (["ballctl", "--js"], ["--json"]),
    (["balld", "--check"], ["--check-config"]),
    (["balld", "--source", "a"], ["auto"]),
    (["balld", "--source", "=", "a"], ["auto"]),
    (["balld", "--speed="], ["--speed="]),
    (["ballview", "--glyphs", ""], ["auto", "half", "ascii"]),
    (["ballview", "--glyphs", "="], ["auto", "half", "ascii"]),
  ]

  @Test("bash completes commands, options and values", arguments: completed)
  func bash(_ words: [String], _ given: [String]) throws {
    let line = words.map { "'\($0)'" }.joined(separator: " ")
    // compopt speaks to an interactive shell alone.
    let script = """
      compopt() { :; }
      . '\(packageRoot)/completions/\(words[0])'
      COMP_WORDS=(\(line)) COMP_CWORD=\(words.count - 1)
      _\(words[0])
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Program.run(path: "/bin/bash", ["-c", script])
    #expect(run.errors == "")
    #expect(run.output.split(separator: "\n").map(String.init) == given)
  }

  private static func has(_ shell: String) -> Bool {
    (try? Program.run(path: "/bin/sh", ["-c", "command -v \(shell)"]).code) == 0
  }

  private static let completedByFish: [(line: String, given: [String])] = [
    ("ballctl tog", ["toggle"]), ("ballctl res", ["restart", "resume"]),
    ("ballctl --js", ["--json"]),
    ("ballctl pause res", []), ("ballctl record \(packageRoot)/LICEN", ["\(packageRoot)/LICENSE"]),
    ("balld --source au", ["auto"]), ("ballview --glyphs ", ["ascii", "auto", "half"]),
  ]

  @Test(
    "fish completes commands, options and values",
    .enabled(if: has("fish"), "fish isn't installed"), arguments: completedByFish)
  func fish(_ line: String, _ given: [String]) throws {
    let program = line.prefix { $0 != " " }
    let script =
      "source '\(packageRoot)/completions/fish/\(program).fish'; complete -C '\(line)'"
    let run = try Program.run(path: "/usr/bin/env", ["fish", "--no-config", "-c", script])
    #expect(run.errors == "")
    // What it means stands behind a tab.
    let words = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(words.sorted() == given)
  }

  @Test(
    "zsh completes commands, options and values", .enabled(if: has("zsh"), "zsh isn't installed"))
  func zsh() throws {
    // A shell on a pseudo-terminal, in which Tab is pressed: what it types is what was completed.
    let script = #"""
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f -i'
      expect() {
        local text= part
        repeat 400; do
          zpty -r -t shell part && text+=$part
          [[ $text == *"$1"* ]] && return 0
          sleep 0.02
        done
        print -r -- "no $1 in: $text"
        exit 1
      }
      zpty -w shell "PS1= ; fpath=('\#(packageRoot)/completions/zsh' \$fpath)"
      zpty -w shell "autoload -Uz compinit; compinit -u -D; bindkey -e; echo rea'dy'"
      expect ready
      for pair in 'ballctl tog:toggle' 'ballctl --js:--json' 'balld --source=au:--source=auto' \
        'ballview --onc:--once' 'ballctl record /etc/passw:/etc/passwd'; do
        zpty -n -w shell "${pair%%:*}"$'\t'
        expect "${pair#*:}"
        zpty -n -w shell $'\C-u'
      done
      """#
    let run = try Program.run(path: "/usr/bin/env", ["zsh", "-f", "-c", script])
    #expect(run.code == 0, "\(run)")
  }

  @Test("a page that can't be made anew is refused, and says why")
  func refusals() throws {
    let directory = TemporaryDirectory()
    let path = directory.file("page.1", ".\\\" made: nonsense\n.\\\" until here\n")
    #expect(try Program.run("manual", ["page", path]).code == 65)
    let open = directory.file("open.1", ".\\\" made: settings\n")
    #expect(try Program.run("manual", ["page", open]).code == 65)
    #expect(try Program.run("manual", ["page", "\(path).none"]).code == 66)
    #expect(try Program.run("manual", []).code == 64)
  }
}
