// SPDX-License-Identifier: MIT

internal import Posix

/// What a sensor's thread tells the event loop besides samples.
enum SensorNews: Equatable, Sendable {
  /// A sensor is open, and its first sample follows at once; samples before are another's.
  case opened(SensorDescription)
  /// Something about the open sensor is to be told differently.
  case changed(SensorDescription)
  /// No sensor is open (any more), because of this.
  case lost(SensorFault)
}

/// What a sensor's thread hands to the event loop: samples and news, over a bounded queue.
///
/// Neither side ever waits for the other. When the loop doesn't take them, the oldest samples are
/// dropped and counted. Putting a sample in or out costs no memory.
final class SensorQueue: Sendable {
  /// How many samples wait at the most: a second of the fastest sensor.
  static let capacity = 1024

  private struct Content: Sendable {
    /// The samples' places, and which of them are taken.
    var places: [Sample]
    var first = 0
    var count = 0
    var dropped = 0
    var news: [SensorNews] = []
  }

  private let content: Lock<Content>
  private let bell: EventCounter

  /// What the loop waits on.
  var descriptor: Int32 { bell.number }

  init() throws(Errno) {
    bell = try EventCounter()
    let nothing = Sample(
      time: 0, acceleration: Vector3(0, 0, 0), angularVelocity: Vector3(0, 0, 0))
    content = Lock(Content(places: Array(repeating: nothing, count: Self.capacity)))
  }

  /// Puts a sample in and rings.
  func put(_ sample: Sample) {
    content.withLock { content in
      if content.count == Self.capacity {
        content.first = (content.first + 1) % Self.capacity
        content.count -= 1
        content.dropped += 1
      }
      content.places[(content.first + content.count) % Self.capacity] = sample
      content.count += 1
    }
    bell.ring()
  }

  /// Puts news in and rings, but for an opening: with that the first sample will.
  func put(_ news: SensorNews) {
    content.withLock { content in
      switch news {
      case .opened:
        content.count = 0
      case .lost(let fault):
        // Told once, however often it is tried in vain.
        if content.news.last == .lost(fault) { return }
      case .changed: break
      }
      content.news.append(news)
    }
    if case .opened = news { return }
    bell.ring()
  }

  /// Takes all that is there, and returns how many samples were dropped since the last time.
  func take(news: inout [SensorNews], samples: inout [Sample]) -> Int {
    bell.silence()
    return content.withLock { content in
      if !content.news.isEmpty {
        news.append(contentsOf: content.news)
        content.news.removeAll(keepingCapacity: true)
      }
      for _ in 0..<content.count {
        samples.append(content.places[content.first])
        content.first = (content.first + 1) % Self.capacity
      }
      content.count = 0
      defer { content.dropped = 0 }
      return content.dropped
    }
  }
}
