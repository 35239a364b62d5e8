// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// A daemon that is measured: it gets samples, and tells clients of each.
protocol Measured {
  var name: String { get }
  /// Its process.
  var process: Int32 { get }
  /// Connects a client that is told of each sample.
  func connect() throws(Errno) -> Reader
  /// Gives it the sample with this number.
  func feed(_ index: Int)
  /// Lets it end.
  func stop() throws(Errno)
}

/// What the kernel knows of a process: proc(5).
enum ProcessFacts {
  /// `Anonymous` of /proc/PID/smaps_rollup: the memory that is its own, KiB.
  static func anonymousMemory(of process: Int32) throws(Errno) -> Int {
    let line = try text("/proc/\(process)/smaps_rollup").split(separator: "\n").first {
      $0.hasPrefix("Anonymous:")
    }
    return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
  }

  /// User and system time, s.
  static func processorTime(of process: Int32) throws(Errno) -> Double {
    let fields = try text("/proc/\(process)/stat").split(separator: " ")
    return Double((Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0))
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// How often each of its threads went to sleep by itself, by the thread's number.
  static func sleeps(of process: Int32) throws(Errno) -> [Int32: Int] {
    var sleeps: [Int32: Int] = [:]
    guard let directory = opendir("/proc/\(process)/task") else { throw Errno.current }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let thread = Int32(name) else { continue }
      let line = try text("/proc/\(process)/task/\(thread)/status").split(separator: "\n").first {
        $0.hasPrefix("voluntary_ctxt_switches:")
      }
      sleeps[thread] = line.flatMap { Int($0.split(separator: "\t")[1]) }
    }
    return sleeps
  }

  private static func text(_ path: String) throws(Errno) -> String {
    String(decoding: try Descriptor.open(path, .reading).readAll(atMost: 1 << 16), as: UTF8.self)
  }
}

/// Waits until `time`, ns of CLOCK_MONOTONIC.
func wait(until time: Int64) {
  var nothing: [Awaited] = []
  try? poll(&nothing, until: time)
}

/// Does something again and again until it succeeds, for ten seconds at the most.
func patiently<Value>(
  every pause: Int64, _ attempt: () throws(Errno) -> Value
) throws(Errno) -> Value {
  let end = monotonicNow() + 10_000_000_000
  while true {
    do throws(Errno) {
      return try attempt()
    } catch  where monotonicNow() < end {
      wait(until: monotonicNow() + pause)
    }
  }
}
