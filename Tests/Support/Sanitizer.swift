// SPDX-License-Identifier: MIT

internal import Glibc
internal import Posix

/// What watches this build, with memory and a pace of its own.
///
/// The programs beside the tests are built alike.
public enum Sanitizer: String, Sendable {
  /// AddressSanitizer, with LeakSanitizer at each program's end.
  case address
  /// ThreadSanitizer.
  case thread

  /// The one that this process runs under, by the entry that its runtime brings along.
  public static let current: Sanitizer? =
    if dlsym(nil, "__asan_init") != nil {
      .address
    } else if dlsym(nil, "__tsan_init") != nil {
      .thread
    } else {
      nil
    }

  /// Whether what a program takes of memory is the program's own: a sanitizer's shadow and quarantine hide it.
  public static let leavesMemoryAlone = current == nil

  /// How many times as long as elsewhere a test waits before it gives up.
  ///
  /// Not for what it measures: for what ends a test that hangs.
  public static let slowness: Int64 = current == nil ? 1 : 3

  /// What the environment of a program must hold that doesn't inherit this process's own, as `NAME=value`:
  /// where script/test looks for reports, and what it asks to be reported.
  public static let environment: [String] = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"]
    .compactMap { name in Process.environment(name).map { "\(name)=\($0)" } }
}
