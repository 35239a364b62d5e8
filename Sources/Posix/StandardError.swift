// SPDX-License-Identifier: MIT

internal import CShims

/// What C libraries write to standard error by themselves.
public enum StandardError {
  /// Shows each text that is written to C's stream `stderr` to `take`, from whatever thread.
  ///
  /// What it doesn't take, and so returns false for, goes to descriptor 2, which stays what it is. To be
  /// called once, before the first thread starts. Without memory for it nothing changes.
  public static func route(to take: @escaping @Sendable (String) -> Bool) {
    listener.withLock { $0.take = take }
    _ = shim_route_stderr { _, bytes, count in
      guard let bytes else { return 0 }
      let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
      let listening = StandardError.listener.withLock { $0 }
      let isTaken = listening.take?(String(decoding: buffer, as: UTF8.self)) ?? false
      if !isTaken { try? writeAll(buffer, to: 2) }
      return count
    }
  }

  /// Not the bare function: each time that it is lent out of a generic lock, Swift wraps it once more, and
  /// the wrappings pile up.
  private struct Listener: Sendable {
    var take: (@Sendable (String) -> Bool)?
  }

  private static let listener = Lock(Listener())
}
