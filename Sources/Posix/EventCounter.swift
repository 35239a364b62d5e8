// SPDX-License-Identifier: MIT

internal import CShims
internal import Glibc

/// A bell between threads, an eventfd(2): rung by one, heard by another in its poll(2).
public final class EventCounter: Sendable {
  private let descriptor: Descriptor

  /// Makes a silent bell.
  public init() throws(Errno) {
    descriptor = Descriptor(consuming: try systemCall { shim_eventfd() })
  }

  /// What becomes readable when it rings; it stays this object's.
  public var number: Int32 { descriptor.number }

  /// Rings, from whatever thread.
  public func ring() { _ = shim_eventfd_ring(descriptor.number) }

  /// Makes it silent.
  public func silence() { _ = shim_eventfd_clear(descriptor.number) }
}
