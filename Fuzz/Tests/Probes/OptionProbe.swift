// SPDX-License-Identifier: MIT

internal import KeyValue
internal import Options
internal import Posix
@testable internal import Wire

@testable internal import Daemon
@testable internal import Display

/// Reads what a fuzzer or a test made up as command lines and as an environment.
public enum OptionProbe {
  /// Reads words that may be anything, with a zero after each: as arguments of the three programs, and as
  /// the values of the variables that they ask for.
  ///
  /// Traps where a promise isn't kept: what is refused is said in one line.
  ///
  /// - Returns: how many of the programs would run.
  @discardableResult
  public static func read(_ bytes: [UInt8]) -> Int {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).prefix(40).map {
      String(decoding: $0, as: UTF8.self)
    }
    readEnvironment(words)
    for word in words { readWord(word) }
    ControlLine.readSamples(words)
    var count = 0
    if readDaemon(words) { count += 1 }
    if readViewer(words) { count += 1 }
    if readControl(words) { count += 1 }
    return count
  }

  private static func values(_ table: OptionTable, _ words: [String]) -> Values? {
    do throws(UsageError) {
      switch try table.parse(words) {
      case .print(let text):
        precondition(text.hasSuffix("\n"))
        return nil
      case .run(let values): return values
      }
    } catch {
      requirePlain(error.description)
      return nil
    }
  }

  private static func readDaemon(_ words: [String]) -> Bool {
    guard let values = values(BalldCommand.options, words) else { return false }
    var configuration = Configuration()
    do throws(Failure) {
      for assignment in values.all("set") { try configuration.set(assignment) }
      for name in ["source", "table"] {
        guard let value = values.value(name) else { continue }
        try configuration.set("daemon.\(name)", to: value, by: "--\(name)")
      }
      _ = try configuration.prepared()
      return true
    } catch {
      requirePlain(error.description)
      return false
    }
  }

  private static func readViewer(_ words: [String]) -> Bool {
    guard let values = values(ViewOptions.table, words) else { return false }
    do throws(UsageError) {
      let options = try ViewOptions(values)
      precondition((1...60).contains(options.framesPerSecond))
      return true
    } catch {
      requirePlain(error.description)
      return false
    }
  }

  private static func readControl(_ words: [String]) -> Bool {
    guard let values = values(ControlLine.table, words) else { return false }
    return ControlLine.isUnderstood(values)
  }

  /// What single words are read as.
  private static func readWord(_ word: String) {
    if let name = TableName(word) { requirePlain(name.description) }
    if let size = ViewOptions.Size(word) {
      precondition((1...1000).contains(size.columns) && (1...1000).contains(size.rows))
    }
    do throws(ValueError) {
      _ = try SourceSpecification(word)
    } catch {
      requirePlain(error.description)
    }
    [excerpt(word), plainText(word), quoted(word)].forEach(requirePlain)
  }

  private static let variables = [
    "TERM", "COLORTERM", "NO_COLOR", "XTERM_VERSION", "LC_ALL", "LC_CTYPE", "LANG", "HOME",
    "XDG_STATE_HOME", "STATE_DIRECTORY",
  ]

  private static func readEnvironment(_ words: [String]) {
    let environment = Dictionary(
      zip(variables, words).filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
    for isTerminal in [true, false] {
      let found = Capabilities.find(
        depth: nil, glyphs: nil, isTerminal: isTerminal, environment: { environment[$0] },
        consoleHasHalfBlocks: { true })
      precondition(isTerminal || found.depth == .none)
    }
    let state = StateDirectory(named: nil) { environment[$0] }
    precondition(state?.path.isEmpty != true)
    for word in words.prefix(4) {
      let directory = RuntimeDirectory.byHand(xdg: word, user: 1)
      precondition(
        directory.hasPrefix("/") && directory.hasSuffix("/balld") || directory == "/tmp/balld-1")
    }
  }
}
