// SPDX-License-Identifier: MIT

internal import Glibc

/// Runs a system call until a signal no longer interrupts it, and turns −1 into an `Errno`.
///
/// The one place that knows EINTR. Not for close(2), which on Linux has released the descriptor
/// even when it says EINTR.
@inlinable
@discardableResult
public func systemCall<Result: FixedWidthInteger & SignedInteger>(
  _ call: () -> Result
) throws(Errno) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    let error = Errno.current
    if error != .interrupted { throw error }
  }
}
