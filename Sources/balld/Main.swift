// SPDX-License-Identifier: MIT

internal import Daemon
internal import Posix

@main
struct Main {
  static func main() {
    // First of all: who asks for the settings to be read anew may come early.
    BalldCommand.holdSignals()
    Process.prepare()
    Process.exit(BalldCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
