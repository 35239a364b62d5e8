// SPDX-License-Identifier: MIT

internal import Glibc

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
}
