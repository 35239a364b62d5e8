// SPDX-License-Identifier: MIT

import Testing

@testable import Daemon

@Suite("What `--source auto` takes")
struct AutoChoiceTests {
  /// Something that happens, at a second.
  enum Happening: Sendable {
    case comes(AutoChoice.Kind)
    case isMissing(AutoChoice.Kind)
    case run(Bool)
    case nothing
  }

  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What happens at which second, and what is taken then.
    var steps: [(Double, Happening, AutoChoice.Kind?)]
  }

  static let stories = [
    Story(
      testDescription: "an IIO accelerometer at once",
      steps: [(0, .comes(.iio), .iio), (0, .comes(.accelerometer), .iio), (99, .nothing, .iio)]),
    Story(
      testDescription: "an input accelerometer as soon as IIO is known to have none",
      steps: [
        (0, .comes(.accelerometer), nil), (0.1, .isMissing(.iio), .accelerometer),
      ]),
    Story(
      testDescription: "an input accelerometer after 3 s while IIO says nothing",
      steps: [
        (0, .comes(.accelerometer), nil), (2.9, .nothing, nil), (3, .nothing, .accelerometer),
      ]),
    Story(
      testDescription: "a stick after 10 s without an accelerometer, not before",
      steps: [
        (0, .isMissing(.iio), nil), (0, .isMissing(.accelerometer), nil), (0, .comes(.stick), nil),
        (9.99, .nothing, nil), (10, .nothing, .stick),
      ]),
    Story(
      testDescription: "a stick that comes later at once, when the 10 s are over",
      steps: [
        (0, .isMissing(.iio), nil), (0, .isMissing(.accelerometer), nil),
        (60, .comes(.stick), .stick),
      ]),
    Story(
      testDescription: "a stick after 10 s, however often nothing else is found",
      steps: [
        (0, .isMissing(.iio), nil), (0, .isMissing(.accelerometer), nil), (0, .comes(.stick), nil),
        (5, .isMissing(.iio), nil), (9.99, .isMissing(.accelerometer), nil), (10, .nothing, .stick),
      ]),
    Story(
      testDescription: "a stick has to wait 10 s anew for an accelerometer that was lost",
      steps: [
        (0, .isMissing(.iio), nil), (1, .comes(.accelerometer), .accelerometer),
        (1, .comes(.stick), .accelerometer), (50, .isMissing(.accelerometer), .accelerometer),
        (59, .nothing, .accelerometer), (60, .nothing, .stick),
      ]),
    Story(
      testDescription: "a better one while no run is in progress",
      steps: [
        (0, .isMissing(.iio), nil), (0, .isMissing(.accelerometer), nil),
        (20, .comes(.stick), .stick),
        (30, .comes(.accelerometer), .accelerometer), (40, .comes(.iio), .iio),
      ]),
    Story(
      testDescription: "a better one after the run",
      steps: [
        (0, .isMissing(.iio), nil), (1, .comes(.accelerometer), .accelerometer),
        (2, .run(true), .accelerometer), (3, .comes(.iio), .accelerometer),
        (300, .nothing, .accelerometer), (301, .run(false), .iio),
      ]),
    Story(
      testDescription: "a better one in the middle of a run when the one in use is lost",
      steps: [
        (0, .isMissing(.iio), nil), (1, .comes(.accelerometer), .accelerometer),
        (2, .run(true), .accelerometer), (3, .comes(.iio), .accelerometer),
        (4, .isMissing(.accelerometer), .iio),
      ]),
    Story(
      testDescription: "never a worse one as long as the one in use is there",
      steps: [
        (0, .comes(.accelerometer), nil), (1, .isMissing(.iio), .accelerometer),
        (2, .comes(.stick), .accelerometer), (100, .nothing, .accelerometer),
      ]),
    Story(
      testDescription: "a worse one 3 s after the better one was lost, unless it comes back",
      steps: [
        (0, .comes(.iio), .iio), (0, .comes(.accelerometer), .iio), (10, .isMissing(.iio), .iio),
        (12, .comes(.iio), .iio), (20, .isMissing(.iio), .iio), (22.9, .nothing, .iio),
        (23, .nothing, .accelerometer), (24, .comes(.iio), .iio),
      ]),
  ]

  @Test("told what is there, it takes the best by the order of docs/input.md", arguments: stories)
  func takes(story: Story) {
    var choice = AutoChoice(now: 0)
    for (second, happening, expected) in story.steps {
      let now = Int64(second * 1e9)
      switch happening {
      case .comes(let kind): choice.note(true, of: kind, now: now)
      case .isMissing(let kind): choice.note(false, of: kind, now: now)
      case .run(let isInProgress): choice.isRunInProgress = isInProgress
      case .nothing: break
      }
      let before = choice.taken
      let isChange = choice.decide(now: now)
      #expect(choice.taken == expected, "at \(second) s")
      #expect(isChange == (before != choice.taken))
    }
  }

  @Test("it wants to be asked when time alone decides, and only then", arguments: stories)
  func asked(story: Story) {
    // Between two happenings only the times that it names may change anything.
    var choice = AutoChoice(now: 0)
    var last: Int64 = 0
    for (second, happening, expected) in story.steps {
      let now = Int64(second * 1e9)
      while let next = choice.nextDecision(after: last), next <= now {
        #expect(next > last)
        last = next
        _ = choice.decide(now: next)
      }
      last = now
      if case .nothing = happening {
        let before = choice.taken
        _ = choice.decide(now: now)
        #expect(choice.taken == before && before == expected, "at \(second) s")
        continue
      }
      switch happening {
      case .comes(let kind): choice.note(true, of: kind, now: now)
      case .isMissing(let kind): choice.note(false, of: kind, now: now)
      case .run(let isInProgress): choice.isRunInProgress = isInProgress
      case .nothing: break
      }
      _ = choice.decide(now: now)
      #expect(choice.taken == expected, "at \(second) s")
    }
  }

  @Test("what waits for the run's end is known, and no longer when it is over or gone")
  func deferred() {
    var choice = AutoChoice(now: 0)
    choice.note(false, of: .iio, now: 0)
    choice.note(true, of: .accelerometer, now: 0)
    _ = choice.decide(now: 0)
    choice.isRunInProgress = true
    choice.note(true, of: .iio, now: 1)
    _ = choice.decide(now: 1)
    #expect(choice.deferred == .iio && choice.nextDecision(after: 1) == nil)
    choice.note(false, of: .iio, now: 2)
    _ = choice.decide(now: 2)
    #expect(choice.deferred == nil)
    choice.note(true, of: .iio, now: 3)
    choice.isRunInProgress = false
    #expect(choice.decide(now: 3) && choice.deferred == nil && choice.taken == .iio)
  }
}
