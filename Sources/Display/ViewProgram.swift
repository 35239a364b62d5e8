// SPDX-License-Identifier: MIT

internal import Glibc
internal import Options
public import Posix
internal import Wire

/// The program `ballview`: reads its command line, and hands over to what it asks for.
public enum ViewProgram {
  /// How the program is to end.
  public enum Ending: Hashable, Sendable {
    /// With this exit code.
    case exit(Int32)
    /// By this signal, as if nobody had caught it, so that who waits for the program sees it.
    case signal(Signal)
  }

  /// Runs the program with these arguments, its own name left out.
  public static func run(arguments: [String]) -> Ending {
    let options: ViewOptions
    do throws(UsageError) {
      switch try ViewOptions.table.parse(arguments) {
      case .print(let text): return printed(text)
      case .run(let values): options = try ViewOptions(values)
      }
    } catch {
      complain(error.description)
      return .exit(UsageError.exitCode)
    }
    switch options.surface {
    case .framebuffer, .lamps: return screen(options)
    case .terminal, .picture: break
    }
    let isTerminal = Process.isTerminal(STDOUT_FILENO)
    let capabilities = Capabilities.find(
      depth: options.depth, glyphs: options.glyphs, isTerminal: isTerminal,
      environment: Process.environment,
      consoleHasHalfBlocks: { Terminal.consoleHasHalfBlocks(STDOUT_FILENO) })
    // A terminal that can't move its cursor is no screen: it gets what a pipe gets.
    let term = Process.environment("TERM") ?? ""
    if options.picture != nil || options.isOnce || !isTerminal || term.isEmpty || term == "dumb" {
      return once(options, capabilities)
    }
    let connection: Connection
    do throws(ConnectionError) {
      connection = try Connection.open(directory: options.runtimeDirectory)
    } catch {
      complain(error.description)
      return .exit(code(of: error).rawValue)
    }
    do throws(Errno) {
      return try Viewer.run(connection, options, capabilities)
    } catch {
      complain("cannot use the terminal: \(error)")
      return .exit(ExitCode.system.rawValue)
    }
  }

  /// How the program ends that can't connect.
  static func code(of error: ConnectionError) -> ExitCode {
    error.isOfPermission ? .permission : .unavailable
  }

  private static func screen(_ options: ViewOptions) -> Ending {
    do throws(ScreenError) {
      return try ScreenViewer.run(options) { complain($0) }
    } catch {
      complain(error.description)
      return .exit(error.exitCode.rawValue)
    }
  }

  private static func once(_ options: ViewOptions, _ capabilities: Capabilities) -> Ending {
    do throws(OneFrame.Failure) {
      try OneFrame(options: options, capabilities: capabilities).write()
      return .exit(0)
    } catch {
      complain(error.message)
      return .exit(error.code.rawValue)
    }
  }

  /// One line for people on standard error; what in it comes from elsewhere gives the terminal no order.
  static func complain(_ message: String) {
    // Standard error may be closed, ignoring: the exit code says it too.
    try? writeAll("ballview: \(plainText(message))\n", to: STDERR_FILENO)
  }

  /// Writes a text to standard output, and ends.
  static func printed(_ text: String) -> Ending {
    do throws(Errno) {
      try writeAll(text, to: STDOUT_FILENO)
    } catch .brokenPipe {
      // Who read it has seen enough.
    } catch {
      complain("cannot write to standard output: \(error)")
      return .exit(ExitCode.inputOutput.rawValue)
    }
    return .exit(0)
  }
}
