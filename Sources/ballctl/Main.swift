// SPDX-License-Identifier: MIT

internal import Control
internal import Posix

@main
struct Main {
  static func main() {
    Process.prepare()
    Process.exit(ControlProgram().run(Array(CommandLine.arguments.dropFirst())))
  }
}
