// SPDX-License-Identifier: MIT

internal import Control
internal import Posix

@main
struct Main {
  static func main() {
    Process.ignoreBrokenPipes()
    Process.exit(ControlProgram().run(Array(CommandLine.arguments.dropFirst())))
  }
}
