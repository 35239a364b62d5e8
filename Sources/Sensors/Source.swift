// SPDX-License-Identifier: MIT

/// What kind of thing a source is; the raw value is its word on the wire.
public enum SourceKind: String, Sendable {
  /// An accelerometer that Linux knows by IIO.
  case iio
  /// An input device: an accelerometer, a stick or keys.
  case evdev
  /// A log of samples.
  case recording = "log"
  /// A program on the control socket.
  case client
}

/// What must happen before it is worth reading a source.
public enum SourceWait: Equatable, Sendable {
  /// This descriptor becomes readable. The source owns it.
  case descriptor(Int32)
  /// The clock that `read` is given reaches this time, ns.
  case time(Int64)
  /// Somebody hands samples in; there is nothing to wait for.
  case handedIn
  /// Nothing: there will be no more samples.
  case ended
}

/// Where samples come from.
///
/// Used from the event loop's thread: reading never blocks. A source that can only be read by
/// blocking has a thread of its own and shows the descriptor that its thread rings.
public protocol Source {
  /// What kind of thing it is.
  var kind: SourceKind { get }
  /// What it is called: the recording's name, the client's, the sensor's.
  var name: String { get }
  /// What to wait for before the next `read`; asked anew after each.
  var wait: SourceWait { get }

  /// Appends the samples that are there at `now`, in order of time.
  ///
  /// `now` is CLOCK_MONOTONIC for a live source and a session's time for a recording, ns.
  ///
  /// The caller keeps the array's memory, so that a sample costs none.
  mutating func read(now: Int64, into samples: inout [Sample])

  /// Gives up what the source holds; afterwards it has ended.
  mutating func close()
}
