// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

/// One run of a scenario in which one call fails, and what is wrong with how that went.
final class FaultAttempt {
  let kind: FaultOrders.Kind
  /// The number of the call that fails; 0 for the run in which none does.
  let call: Int
  let lasting: Bool
  let directory = TemporaryDirectory()
  let orders: FaultOrders
  private(set) var complaints: [String] = []
  /// What the daemon holds when it is up, as the run in which nothing failed has found.
  var usual: Holdings?
  /// How it ended, in a word or two: they are counted.
  var outcome = ""

  init(_ kind: FaultOrders.Kind, call: Int, lasting: Bool) throws {
    self.kind = kind
    self.call = call
    self.lasting = lasting
    orders = try FaultOrders(in: directory)
  }

  /// From here on calls are counted, and the one fails whose turn it is.
  func begin() throws { try orders.arm(kind, call: call, lasting: lasting) }

  /// Notes that something isn't as it should be.
  func complain(_ text: String) { complaints.append(text) }

  /// Whether standard error was what couldn't be written, so that nothing can be expected of it.
  var isMute: Bool { get throws { try orders.name.hasPrefix("write pipe:") } }

  /// Judges an end: by an exit status of sysexits(3), with a reason, and never by a trap or a deadline.
  func judge(_ result: Program.Result, of program: String) throws {
    outcome += " exit \(result.code)"
    if result.code == 128 + SIGKILL {
      complain("it hangs")
    } else if result.code > 78 || result.code != 0 && result.code < 64 && result.code != 1 {
      complain("it ended by \(result.code): \(result.errors.suffix(300))")
    } else if result.code != 0, try !isMute, !result.errors.contains("\(program): ") {
      complain("it ended by \(result.code) and said nothing: \(result.errors)")
    }
    if result.errors.contains("Fatal error") { complain(String(result.errors.suffix(300))) }
  }

  /// Sees that no half-written file and no socket is left in the directory.
  func judgeLeftovers() throws {
    // What can't be removed stays.
    if try orders.name.hasPrefix("unlink") { return }
    let sockets = (try? Directory.names(in: "\(directory.path)/run")) ?? []
    if !sockets.isEmpty { complain("left behind: \(sockets)") }
    for place in ["", "/state", "/state/sensors"] {
      let files = (try? Directory.names(in: directory.path + place)) ?? []
      for name in files where name.hasSuffix(newFileSuffix) { complain("left behind: \(name)") }
    }
  }
}

/// Lets one call after the other fail in a scenario, until it runs through without.
enum FaultSweep {
  /// With $BALLD_INJECT=all every call fails once; else a few, spread over all of them.
  static let isComplete = Process.environment("BALLD_INJECT") == "all"

  /// Whether calls can be made to fail: not beside a sanitizer.
  static let isPossible: Bool = {
    guard let attempt = try? FaultAttempt(.device, call: 0, lasting: false) else { return false }
    try? attempt.begin()
    _ = try? Program.run("balld", ["--version"], environment: attempt.orders.environment())
    return ((try? attempt.orders.count) ?? 0) > 0
  }()

  /// Runs `scenario`, with the n-th call failing.
  ///
  /// - Parameters:
  ///   - name: what the table of figures calls it.
  ///   - kind: what goes wrong.
  ///   - sample: how many of the calls, at the most, unless all of them are wanted.
  ///   - lasting: whether it goes on going wrong.
  ///   - scenario: makes one run, and complains of what isn't as it should be.
  /// - Throws: what the scenario throws, when it can't even be begun.
  static func run(
    _ name: String, _ kind: FaultOrders.Kind, sample: Int, lasting: Bool = false,
    _ scenario: (FaultAttempt) throws -> Void
  ) throws {
    let plain = try FaultAttempt(kind, call: 0, lasting: false)
    try scenario(plain)
    #expect(plain.complaints.isEmpty, "\(name): without a fault: \(plain.complaints)")
    let count = try plain.orders.count
    var outcomes: [String: Int] = [:]
    var failed = 0
    var missed = 0
    var call = 1
    // What threads do, and when, makes the number of calls differ a little from run to run.
    while missed < 3, call <= 2 * count + 100 {
      let attempt = try FaultAttempt(kind, call: call, lasting: lasting)
      attempt.usual = plain.usual
      do {
        try scenario(attempt)
      } catch {
        // Said with the call that failed.
        attempt.complain("\(error)")
      }
      if try attempt.orders.failed > 0 {
        failed += 1
        missed = 0
        outcomes[attempt.outcome, default: 0] += 1
      } else {
        missed += 1
      }
      let complaints = attempt.complaints
      let failure = try attempt.orders.name
      #expect(
        complaints.isEmpty,
        "\(name), \(kind) call \(call), \(failure): \(complaints)")
      call += isComplete ? 1 : max(1, (count + sample - 1) / sample)
    }
    if isComplete {
      let told = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      print(
        "inject: \(name), \(kind)\(lasting ? " from then on" : ""): \(failed) calls failed:"
          + " \(told.joined(separator: ", "))")
    }
  }
}
