// SPDX-License-Identifier: MIT

internal import Glibc
public import Posix

/// Lets system calls of a program fail that is started with `environment`.
///
/// Calls are counted while they are armed, those of all threads and of the libraries too. What isn't
/// reached stands in FaultShim.c.
public final class FaultOrders {
  /// What goes wrong with a call; the numbers are those of `fault_mode` in FaultShim.h.
  public enum Kind: UInt64, CaseIterable, Sendable {
    /// There is none left: descriptors, threads, room on the disk.
    case resources = 0
    /// The device fails, or it isn't allowed.
    case device = 1
    /// A signal came.
    case interrupted = 2
    /// Half of the bytes are taken or given.
    case short = 3
    /// malloc(3) gives the C libraries nothing.
    case memory = 4
  }

  private let path: String
  private let file: Descriptor

  /// Orders that lie in this directory; nothing fails before `arm`.
  public init(in directory: TemporaryDirectory) throws(Errno) {
    path = directory.file("orders", [UInt8](repeating: 0, count: 4096))
    file = try Descriptor.open(path, .readingAndWriting)
  }

  /// What a program's environment must hold; what is preloaded besides comes behind.
  public func environment(_ other: [String: String] = [:]) -> [String: String] {
    var variables = other
    let shim = "\(Program.directory)/libfaultshim.so"
    variables["LD_PRELOAD"] = other["LD_PRELOAD"].map { "\(shim) \($0)" } ?? shim
    variables["BALLD_TEST_FAULTS"] = path
    return variables
  }

  // The fields of `fault_orders`, in eight bytes each.
  private enum Field: Int {
    case armed, kind, first, lasting, count, failed, clockStep
    static let name = 56
    static let only = (place: 256, size: 32)
  }

  /// From now on the `call`-th call fails, from 1 on; with `lasting` all after it that have its name.
  ///
  /// With the name of a function, only calls of that one are counted.
  public func arm(
    _ kind: Kind, call: Int, of name: String = "", lasting: Bool = false
  ) throws(Errno) {
    try disarm()
    var only = Array(name.utf8.prefix(Field.only.size - 1))
    only += [UInt8](repeating: 0, count: Field.only.size - only.count)
    try set(only, at: Field.only.place)
    try set(.kind, Int64(kind.rawValue))
    try set(.first, Int64(call))
    try set(.lasting, lasting ? 1 : 0)
    try set(.count, 0)
    try set(.failed, 0)
    try set(.armed, 1)
  }

  /// All goes well again, and nothing is counted.
  public func disarm() throws(Errno) { try set(.armed, 0) }

  /// Steps CLOCK_REALTIME, as the program sees it, to so many seconds ahead of the true time.
  public func stepClock(to seconds: Int64) throws(Errno) {
    try set(.clockStep, seconds * 1_000_000_000)
  }

  /// How many calls there were since `arm` that can fail so.
  public var count: Int { get throws(Errno) { Int(try get(.count)) } }

  /// How many failed.
  public var failed: Int { get throws(Errno) { Int(try get(.failed)) } }

  /// The one that failed first: "open /etc/balld.conf: 24".
  public var name: String {
    get throws(Errno) {
      let bytes = try read(200, at: Field.name)
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private func set(_ field: Field, _ value: Int64) throws(Errno) {
    try set(
      (0..<8).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }, at: field.rawValue * 8)
  }

  private func set(_ bytes: [UInt8], at offset: Int) throws(Errno) {
    let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, Errno> in
      Result { () throws(Errno) in try writeAll(buffer, to: file.number, at: offset) }
    }
    try outcome.get()
  }

  private func get(_ field: Field) throws(Errno) -> Int64 {
    try read(8, at: field.rawValue * 8).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  private func read(_ count: Int, at offset: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let outcome = bytes.withUnsafeMutableBytes { buffer -> Result<Int, Errno> in
      Result { () throws(Errno) in try file.read(into: buffer, at: Int64(offset)) }
    }
    _ = try outcome.get()
    return bytes
  }
}
