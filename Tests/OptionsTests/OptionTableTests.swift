// SPDX-License-Identifier: MIT

import Options
import Testing

private let table = OptionTable(
  program: "pour",
  summary: "Pours water into a glass.",
  options: [
    .value("glass", "NAME", "which glass; the nearest one by default"),
    .repeatable("set", "SECTION.KEY=VALUE", "a setting, over those of the file"),
    .flag(
      "slow",
      "a sentence that is longer than one line of the help and therefore has to be wrapped by it"),
  ],
  operands: "COMMAND",
  commands: [
    Subcommand("fill", "fill the glass, or as much of it as there is water left in the jug today"),
    Subcommand("empty", ["WHICH", "WHERETO"], "empty a glass"),
  ],
  closing: "Water is had from the tap.",
  exitStatuses: [ExitStatus(0, "poured"), ExitStatus(64, "the command line can't be read")])

private func values(_ arguments: String...) throws -> Values {
  guard case .run(let values) = try table.parse(arguments) else {
    throw UsageError(message: "printed")
  }
  return values
}

private func printed(_ arguments: String...) throws -> String? {
  guard case .print(let text) = try table.parse(arguments) else { return nil }
  return text
}

private func refusal(_ table: OptionTable = table, _ arguments: String...) -> String? {
  do throws(UsageError) {
    _ = try table.parse(arguments)
    return nil
  } catch {
    return error.description
  }
}

@Suite("The option table")
struct OptionTableTests {
  @Test("makes the help, whole")
  func help() throws {
    let expected = """
      Usage: pour [OPTION]... COMMAND
      Pours water into a glass.

            --glass=NAME            which glass; the nearest one by default
            --set=SECTION.KEY=VALUE
                                    a setting, over those of the file
            --slow                  a sentence that is longer than one line of the
                                    help and therefore has to be wrapped by it
        -h, --help                  print this help and exit
        -V, --version               print the version and exit

      Commands:
        fill             fill the glass, or as much of it as there is water left in
                         the jug today
        empty WHICH WHERETO
                         empty a glass

      Water is had from the tap.

      Exit status:
        0    poured
        64   the command line can't be read

      """
    #expect(table.help == expected)
    for arguments in [["--help"], ["-h"], ["fill", "--slow", "-h", "--nonsense"]] {
      guard case .print(let text) = try table.parse(arguments) else {
        Issue.record("\(arguments) printed nothing")
        continue
      }
      #expect(text == expected)
    }
  }

  @Test("prints the one version there is")
  func version() throws {
    #expect(try printed("--version") == "pour \(balldVersion)\n")
    #expect(try printed("-V") == "pour \(balldVersion)\n")
    #expect(try printed("-Vh") == "pour \(balldVersion)\n")
  }

  @Test("reads a value after '=' and from the next argument, the last one counting")
  func valued() throws {
    #expect(try values("--glass=tall").value("glass") == "tall")
    #expect(try values("--glass", "tall").value("glass") == "tall")
    #expect(try values("--glass", "--slow").value("glass") == "--slow")
    #expect(try values("--glass=").value("glass") == "")
    #expect(try values("--glass=a=b").value("glass") == "a=b")
    #expect(try values("--glass=a", "--glass=b").value("glass") == "b")
    #expect(try values().value("glass") == nil)
  }

  @Test("keeps every value of a repeatable option, in order")
  func repeatable() throws {
    #expect(try values("--set=a.b=1", "--set", "c.d=2").all("set") == ["a.b=1", "c.d=2"])
    #expect(try values().all("set") == [])
  }

  @Test("tells which options were given")
  func given() throws {
    let values = try values("--slow", "--set=a.b=1")
    #expect(values.has("slow"))
    #expect(!values.has("glass"))
    #expect(values.given == ["set", "slow"])
  }

  @Test("takes operands anywhere, '-' among them, and all after '--'")
  func operands() throws {
    #expect(try values("fill", "--slow", "-").operands == ["fill", "-"])
    let ended = try values("--", "--slow", "-h", "--")
    #expect(ended.operands == ["--slow", "-h", "--"])
    #expect(!ended.has("slow"))
  }

  @Test("refuses what it can't read, in one line")
  func refusals() {
    let see = "; see 'pour --help'"
    #expect(refusal(table, "--glas=a") == "unknown option '--glas'" + see)
    #expect(refusal(table, "--=a") == "unknown option '--'" + see)
    #expect(refusal(table, "-x") == "unknown option '-x'" + see)
    #expect(refusal(table, "--slow=1") == "option '--slow' takes no value" + see)
    #expect(refusal(table, "--glass") == "option '--glass' needs a value: --glass=NAME" + see)
    #expect(refusal(table, "--a\u{1b}[2J\nb") == "unknown option '--a\u{fffd}[2J\u{fffd}b'" + see)
    let bare = OptionTable(program: "pour", summary: "Pours.", options: [])
    #expect(refusal(bare, "fill") == "unexpected argument 'fill'" + see)
    #expect(refusal(bare, "--", "-h") == "unexpected argument '-h'" + see)
  }

  @Test("a value that may be left out is joined by =, and never the next argument")
  func optional() throws {
    let table = OptionTable(
      program: "pour", summary: "Pours.", options: [.optional("into", "GLASS", "where to")],
      operands: "COMMAND")
    #expect(table.help.contains("--into[=GLASS]"))
    for (arguments, value, operands) in [
      (["--into", "now"], "", ["now"]), (["--into=mug"], "mug", []), (["--into="], "", []),
    ] {
      guard case .run(let values) = try table.parse(arguments) else { continue }
      #expect(values.has("into") && values.value("into") == value)
      #expect(values.operands == operands)
    }
  }
}
