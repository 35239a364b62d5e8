// SPDX-License-Identifier: MIT

internal import Display
internal import Posix

@main
struct Main {
  static func main() {
    Process.prepare()
    switch ViewProgram.run(arguments: Array(CommandLine.arguments.dropFirst())) {
    case .exit(let code): Process.exit(code)
    case .signal(let signal): Process.end(by: signal)
    }
  }
}
