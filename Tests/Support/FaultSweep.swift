// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// One run of a scenario in which one call fails, and what is wrong with how that went.
public final class FaultAttempt {
  /// What goes wrong.
  public let kind: FaultOrders.Kind
  /// The number of the call that fails; 0 for the run in which none does.
  public let call: Int
  /// Whether it goes on going wrong.
  public let lasting: Bool
  /// Where the programs' files are.
  public let directory = TemporaryDirectory()
  /// What lets the call fail.
  public let orders: FaultOrders
  /// What wasn't as it should be.
  public private(set) var complaints: [String] = []
  /// What the daemon holds when it is up, as the run in which nothing failed has found.
  public var usual: Holdings?
  /// How it ended, in a word or two: they are counted.
  public var outcome = ""

  /// An attempt that hasn't begun.
  ///
  /// Throws when the orders can't be written.
  public init(_ kind: FaultOrders.Kind, call: Int, lasting: Bool) throws {
    self.kind = kind
    self.call = call
    self.lasting = lasting
    orders = try FaultOrders(in: directory)
  }

  /// From here on calls are counted, and the one fails whose turn it is.
  public func begin() throws { try orders.arm(kind, call: call, lasting: lasting) }

  /// Notes that something isn't as it should be.
  public func complain(_ text: String) { complaints.append(text) }

  /// Whether standard error was what couldn't be written, so that nothing can be expected of it.
  public var isMute: Bool { get throws { try orders.name.hasPrefix("write pipe:") } }

  /// Judges an end: by an exit status of sysexits(3), with a reason, and never by a trap or a deadline.
  public func judge(_ result: Program.Result, of program: String) throws {
    try judge(code: result.code, errors: result.errors, of: program)
  }

  /// Judges an end by its exit code, or 128 and the signal's number, and by what was said.
  public func judge(code: Int32, errors: String, of program: String) throws {
    outcome += " exit \(code)"
    if code == 128 + SIGKILL {
      complain("it hangs")
    } else if code > 78 || code != 0 && code < 64 && code != 1 {
      complain("it ended by \(code): \(errors.suffix(300))")
    } else if code != 0, try !isMute, !errors.contains("\(program): ") {
      complain("it ended by \(code) and said nothing: \(errors)")
    }
    if errors.contains("Fatal error") { complain(String(errors.suffix(300))) }
  }

  /// Sees that no half-written file and no socket is left in the directory.
  public func judgeLeftovers() throws {
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
public enum FaultSweep {
  /// With $BALLD_INJECT=all every call fails once; else a few, spread over all of them.
  public static let isComplete = Process.environment("BALLD_INJECT") == "all"

  /// Whether calls can be made to fail: not beside a sanitizer.
  public static let isPossible: Bool = {
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
  /// - Returns: what wasn't as it should be, each with the call that had failed.
  /// - Throws: what the scenario throws, when it can't even be begun.
  public static func complaints(
    _ name: String, _ kind: FaultOrders.Kind, sample: Int, lasting: Bool = false,
    _ scenario: (FaultAttempt) throws -> Void
  ) throws -> [String] {
    let plain = try FaultAttempt(kind, call: 0, lasting: false)
    try scenario(plain)
    var complaints = plain.complaints.map { "\(name): without a fault: \($0)" }
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
      let failure = try attempt.orders.name
      complaints += attempt.complaints.map { "\(name), \(kind) call \(call), \(failure): \($0)" }
      call += isComplete ? 1 : max(1, (count + sample - 1) / sample)
    }
    if isComplete {
      let told = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      print(
        "inject: \(name), \(kind)\(lasting ? " from then on" : ""): \(failed) calls failed:"
          + " \(told.joined(separator: ", "))")
    }
    return complaints
  }
}
