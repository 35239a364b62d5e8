// SPDX-License-Identifier: MIT

import Glibc
import Testing

/// Whether there is nm, which lists the symbols of object files.
private let hasNM = system("command -v nm >/dev/null") == 0

/// From sample to state everything gives the same bits everywhere because nothing of libm is called,
/// whose last bits differ between versions and CPUs.
@Suite(.enabled(if: hasNM, "nm isn't installed: Debian package binutils"))
struct SymbolTests {
  /// The names of libm that a compiler may call by itself or a programmer by habit.
  ///
  /// `sqrt` isn't among them: IEEE 754 fixes every bit of a square root. An optimised
  /// `squareRoot()` is the machine's instruction, with a call of `sqrt` for negative numbers alone.
  private static let names: Set<String> = {
    let stems = [
      "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
      "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot",
      "fma",
      "fmod", "remainder", "remquo", "ldexp", "scalbn", "frexp", "modf", "floor", "ceil", "trunc",
      "round", "roundeven", "rint", "lrint", "llrint", "lround", "nearbyint", "fmin", "fmax",
      "fdim",
      "fabs", "copysign", "nextafter", "ilogb", "logb", "tgamma", "lgamma", "erf",
    ]
    return Set(stems.flatMap { [$0, $0 + "f", $0 + "l"] })
  }()

  @Test("the list of undefined symbols of a program that calls sin contains sin")
  func probeSees() throws {
    // This test's own object calls libm's sin, so the reader below must find it.
    let found = try #require(Self.libmCalls(inObjectsOf: "ElementaryTests"), "no object files")
    #expect(Glibc.sin(Double(found.count)) <= 1)
    #expect(found.contains("sin"))
  }

  @Test(
    "no libm symbol is undefined, but for roundings outside of the reckoning modules",
    arguments: ["Elementary", "Physics", "Sensors", "Game"])
  func callsNothing(module: String) throws {
    let found = try #require(
      Self.libmCalls(inObjectsOf: module), "no object files beside the test program")
    // Their results are whole numbers, which IEEE 754 fixes like a square root's.
    let allowed: Set<String> =
      ["Elementary", "Physics"].contains(module) ? [] : ["ceil", "floor", "rint", "round", "trunc"]
    #expect(found.isSubset(of: allowed), "\(found.sorted())")
  }

  /// The libm symbols that the built objects of a module need, or nil where they can't be read.
  private static func libmCalls(inObjectsOf module: String) -> Set<String>? {
    guard let directory = programDirectory() else { return nil }
    guard let pipe = popen("nm -u '\(directory)/\(module).build/'*.o 2>/dev/null", "r") else {
      return nil
    }
    var found: Set<String> = []
    var lines = 0
    var buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      lines += 1
      let text = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let fields = text.split { $0 == " " || $0 == "\n" }
      guard fields.count == 2, fields[0] == "U" else { continue }
      let name = String(fields[1].prefix { $0 != "@" })
      if names.contains(name) { found.insert(name) }
    }
    return pclose(pipe) == 0 && lines > 0 ? found : nil
  }

  /// The directory of the running test program, where SwiftPM puts the objects.
  private static func programDirectory() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let path = String(decoding: buffer.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }
}
