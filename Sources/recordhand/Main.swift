// SPDX-License-Identifier: MIT

internal import Posix

/// Writes one of the recordings that are shipped in recordings/.
@main struct Main {
  private static let usage = """
    Usage: recordhand NAME FILE
           recordhand --list

    Computes a recording of a hand that tilts a board and writes it to FILE.
    The same NAME always gives the same bytes.

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do throws(Errno) {
      switch arguments {
      case ["--help"]: try writeAll(usage, to: 1)
      case ["--list"]: try writeAll(list, to: 1)
      case let named where named.count == 2:
        guard let performance = Performance.all.first(where: { $0.name == named[0] }) else {
          end("no performance is called `\(named[0])`; `recordhand --list` lists them", code: 64)
        }
        let file = try Descriptor.open(named[1], .replacing(mode: 0o644))
        try writeAll(performance.recording(), to: file.number)
        try file.close()
      default: end("expected NAME FILE, --list or --help", code: 64)
      }
    } catch {
      end("cannot write \(arguments.last ?? "the list"): \(error)", code: 74)
    }
  }

  private static var list: String {
    Performance.all.map { "\($0.name): \($0.title)\n" }.joined()
  }

  private static func end(_ message: String, code: Int32) -> Never {
    // Where not even this can be written, the exit code must do.
    try? writeAll("recordhand: \(message)\n", to: 2)
    Process.exit(code)
  }
}
