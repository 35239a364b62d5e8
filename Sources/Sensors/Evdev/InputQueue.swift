// SPDX-License-Identifier: MIT

internal import Posix

/// What the thread of the input devices tells the event loop besides samples.
enum InputNews: Equatable, Sendable {
  /// A device is open; what came before is another's. `isStick` when it gives positions.
  case opened(SensorDescription, isStick: Bool)
  /// No device is open (any more), because of this.
  case lost(SensorFault)
  /// No device is open any more, since another one is wanted, or none.
  case left
  /// What there is now.
  case inventory(InputInventory)
}

/// What the thread of the input devices hands to the event loop, over bounded queues.
///
/// Neither side ever waits for the other. When the loop doesn't take them, the oldest are dropped
/// and counted.
final class InputQueue: Sendable {
  /// What waits to be taken.
  struct Content: Sendable {
    var samples: [Sample] = []
    var positions: [StickPosition] = []
    var presses: [InputPress] = []
    var news: [InputNews] = []
    /// How many samples and positions had to go.
    var dropped = 0
    /// How often events were lost in the kernel's queue, since the beginning.
    var drops = 0
  }

  /// How many samples or positions wait at the most: a second of the fastest device.
  private static let capacity = 1024
  /// How many presses wait at the most: more than fingers can make.
  private static let pressCapacity = 64

  private let content = Lock(Content())
  private let bell: EventCounter

  init() throws(Errno) { bell = try EventCounter() }

  /// What the loop waits on.
  var descriptor: Int32 { bell.number }

  func put(_ sample: Sample) {
    content.withLock { Self.append(sample, to: &$0.samples, dropped: &$0.dropped) }
    bell.ring()
  }

  func put(_ position: StickPosition) {
    content.withLock { Self.append(position, to: &$0.positions, dropped: &$0.dropped) }
    bell.ring()
  }

  func put(_ press: InputPress) {
    content.withLock { content in
      // Of presses that nobody took in time the newest are no longer meant.
      if content.presses.count < Self.pressCapacity { content.presses.append(press) }
    }
    bell.ring()
  }

  func put(_ news: InputNews) {
    content.withLock { content in
      switch news {
      case .opened, .left:
        content.samples.removeAll(keepingCapacity: true)
        content.positions.removeAll(keepingCapacity: true)
      case .lost, .inventory: break
      }
      content.news.append(news)
    }
    bell.ring()
  }

  func countDrop() { content.withLock { $0.drops += 1 } }

  /// Takes all that is there, with room for the next.
  func take(_ body: (inout Content) -> Void) {
    bell.silence()
    content.withLock { body(&$0) }
  }

  private static func append<Element>(
    _ element: Element, to list: inout [Element], dropped: inout Int
  ) {
    if list.count >= capacity {
      // A quarter at once, so that not each of them moves all the others.
      list.removeFirst(capacity / 4)
      dropped += capacity / 4
    }
    list.append(element)
  }
}
