// SPDX-License-Identifier: MIT

internal import Glibc

/// What a process holds: counted before and after, it shows what was left behind.
public struct Holdings: Equatable, CustomStringConvertible, Sendable {
  /// How many descriptors are open.
  public let descriptors: Int
  /// How many threads there are.
  public let threads: Int

  /// Counts what the process holds now.
  public init(of process: Int32) {
    descriptors = Self.entries(in: "/proc/\(process)/fd")
    threads = Self.entries(in: "/proc/\(process)/task")
  }

  /// What the descriptors of a process lead to, by readlink(2).
  public static func links(of process: Int32) -> [String] {
    (0..<256).compactMap { number in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/\(process)/fd/\(number)", &target, target.count)
      guard count > 0 else { return nil }
      let bytes = target.prefix(count).map { UInt8(bitPattern: $0) }
      return "\(number) \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  /// "12 descriptors, 2 threads".
  public var description: String { "\(descriptors) descriptors, \(threads) threads" }

  private static func entries(in path: String) -> Int {
    guard let directory = opendir(path) else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}
