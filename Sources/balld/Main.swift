// SPDX-License-Identifier: MIT

internal import Daemon
internal import Posix

@main
struct Main {
  static func main() {
    Process.prepare()
    Process.exit(BalldCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
