// SPDX-License-Identifier: MIT

internal import Control
internal import Daemon
internal import Display
internal import Options
internal import Posix

/// Prints what is made from the option tables and the settings table: parts of the manual, completions,
/// the shipped configuration.
///
/// Not installed: `make manual` puts what it prints into its files, and a test sees that it is there.
@main enum Main {
  private static let programs = [
    BalldCommand.options, ControlProgram.options, ViewOptions.table,
  ]

  static func main() {
    do throws(Complaint) {
      try writeOut(try text(CommandLine.arguments.dropFirst()))
    } catch {
      try? writeAll("manual: \(error.text)\n", to: 2)
      Process.exit(error.code)
    }
  }

  private struct Complaint: Error {
    var code: Int32
    var text: String
  }

  private static func text(_ words: ArraySlice<String>) throws(Complaint) -> String {
    let words = Array(words)
    switch words.first {
    case "page" where words.count == 2: return try page(at: words[1])
    case let word? where words.count <= 2:
      if let text = made(word, words.dropFirst().first) { return text }
      fallthrough
    default:
      throw Complaint(
        code: 64,
        text: """
          usage: manual page FILE | options PROGRAM | commands PROGRAM | exits PROGRAM \
          | bash PROGRAM | zsh PROGRAM | fish PROGRAM | settings | configuration
          """)
    }
  }

  private static func made(_ what: String, _ program: String?) -> String? {
    switch (what, programs.first { $0.program == program }) {
    case ("options", let table?): Mdoc.options(table)
    case ("commands", let table?): Mdoc.commands(table)
    case ("exits", let table?): Mdoc.exitStatuses(table)
    case ("bash", let table?): BashCompletion.text(table)
    case ("zsh", let table?): ZshCompletion.text(table)
    case ("fish", let table?): FishCompletion.text(table)
    case ("settings", _) where program == nil: Mdoc.settings()
    case ("configuration", _) where program == nil: SettingDescription.file
    default: nil
    }
  }

  /// The page at `path`, with what stands between `.\" made: WHAT` and `.\" until here` made anew.
  private static func page(at path: String) throws(Complaint) -> String {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try Descriptor.open(path, .reading).readAll(atMost: 1 << 20)
    } catch {
      throw Complaint(code: 66, text: "cannot read \(path): \(error)")
    }
    var text = ""
    var isMade = false
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast() {
      if line == end { isMade = false }
      if !isMade { text += line + "\n" }
      guard line.hasPrefix(begin) else { continue }
      let words = line.dropFirst(begin.count).split(separator: " ").map(String.init)
      guard let first = words.first, let part = made(first, words.dropFirst().first) else {
        throw Complaint(code: 65, text: "\(path): nobody knows how to make '\(line)'")
      }
      text += part
      isMade = true
    }
    if isMade { throw Complaint(code: 65, text: "\(path): '\(end)' is missing") }
    return text
  }

  private static let begin = ".\\\" made: "
  private static let end = ".\\\" until here"

  private static func writeOut(_ text: String) throws(Complaint) {
    do throws(Errno) {
      try writeAll(text, to: 1)
    } catch {
      throw Complaint(code: 74, text: "cannot write to standard output: \(error)")
    }
  }
}
