// SPDX-License-Identifier: MIT

public import KeyValue

/// Samples that a client sends over the control socket.
///
/// The client's clock is another than ours. The smallest delay seen between the two stands for the
/// true one, so that a sample that was held up keeps its place in time; no sample is ever dated later
/// than its arrival. When the delay grows by more than `largestDelay`, or the client's clock steps
/// back, it is measured anew.
public struct ClientSource: Source {
  /// What the client calls itself.
  public let name: String
  /// How often the client's clock jumped: tests ask for it.
  public private(set) var clockJumps = 0

  private var waiting: [Sample] = []
  private var isOpen = true
  /// Our time minus the client's, ns; nil before it sent a time.
  private var offset: Int64?
  private var lastTime: Int64?

  /// How late a sample may be by its own clock, ns.
  public static let largestDelay: Int64 = 1_000_000_000

  /// A client that has sent nothing.
  public init(name: String) { self.name = name }

  /// A client.
  public var kind: SourceKind { .client }
  /// Samples are handed in until it is closed.
  public var wait: SourceWait { isOpen ? .handedIn : .ended }

  /// Takes a sample that arrived at `arrival`, ns of CLOCK_MONOTONIC, and dates it.
  ///
  /// - Parameters:
  ///   - acceleration: The specific force, m/s².
  ///   - angularVelocity: The angular velocity, rad/s, if there is one.
  ///   - seconds: The time on the client's clock, s, if it sent one.
  ///   - arrival: When it came, ns of CLOCK_MONOTONIC.
  /// - Throws: What is out of bounds; the sample is not taken.
  public mutating func hand(
    acceleration: Vector3, angularVelocity: Vector3?, seconds: Double?, arrival: Int64
  ) throws(ValueError) {
    var sample = Sample(
      time: arrival, acceleration: acceleration, angularVelocity: angularVelocity)
    guard SampleLimits.allow(sample) else {
      throw ValueError(
        found: "a sample beyond the limits",
        expected: "at most \(SampleLimits.acceleration) m/s² and "
          + "\(SampleLimits.angularVelocity) rad/s")
    }
    if let seconds {
      guard abs(seconds) <= Self.largestSeconds else {
        throw ValueError(found: "a time of \(seconds) s", expected: "±\(Self.largestSeconds) s")
      }
      sample.time = date(Int64((seconds * 1e9).rounded()), arrival: arrival)
    }
    if isOpen { waiting.append(sample) }
  }

  /// Appends what was handed in.
  public mutating func read(now: Int64, into samples: inout [Sample]) {
    samples.append(contentsOf: waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Ends it: the client has gone or let go.
  public mutating func close() {
    waiting.removeAll()
    isOpen = false
  }

  /// 126 years: room for the seconds since 1970, and none for an overflow.
  private static let largestSeconds = 4e9

  /// Our time of a sample that the client dates `time`, ns.
  private mutating func date(_ time: Int64, arrival: Int64) -> Int64 {
    let delay = arrival - time
    let runsBack = lastTime.map { time < $0 } ?? false
    lastTime = time
    guard let offset else {
      self.offset = delay
      return arrival
    }
    if runsBack || delay - offset > Self.largestDelay {
      clockJumps += 1
      self.offset = delay
    } else if delay < offset {
      self.offset = delay
    }
    return time + (self.offset ?? delay)
  }
}
