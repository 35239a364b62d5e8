// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing

@Suite("recorded sessions that somebody has changed") struct MutatedSessionTests {
  /// The sessions with which the fuzzer begins, and what it found.
  private static func seeds() throws -> [[UInt8]] {
    let directory = "\(packageRoot)/Fuzz/seeds/session"
    return try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { name in
      Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
    }
  }

  @Test("the fuzzer's seeds are read or refused, and nothing traps")
  func seeds() throws {
    let read = try Self.seeds().filter { SessionProbe.replay($0, steps: 2000) }
    #expect(read.count >= 2)
  }

  @Test("what a fuzzer made of them is read or refused, and nothing traps")
  func corpus() throws {
    let inputs = try fuzzCorpus("session")
    let read = inputs.filter { SessionProbe.replay($0, steps: 200) }
    #expect(inputs.count >= 10 && read.count < inputs.count, "\(read.count)")
  }

  @Test("bytes, numbers and lines changed at random are read or refused, and nothing traps")
  func mutations() throws {
    var dice = Dice(seed: 6)
    var outcomes = [true: 0, false: 0]
    let numbers = [
      "-1", "4500000000000000000", "9000000000000", "0x7fefffffffffffff", "0xc3b0000000000000",
      "0x430c6bf526340000", "0x0000000000000001", "0x8000000000000000", "{}", "none", "\"\"",
    ]
    for seed in try Self.seeds() {
      for _ in 0..<120 {
        var lines = String(decoding: seed, as: UTF8.self)
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for _ in 0...dice.roll(3) {
          let place = dice.roll(lines.count)
          switch dice.roll(5) {
          case 0: lines.remove(at: place)
          case 1: lines.swapAt(place, dice.roll(lines.count))
          case 2: lines[place] = String(lines[place].dropLast(dice.roll(5)))
          default:
            guard let equals = lines[place].firstRange(of: " = ") else { continue }
            lines[place] =
              lines[place][..<equals.upperBound] + numbers[dice.roll(numbers.count)]
          }
        }
        let text = lines.joined(separator: "\n")
        outcomes[SessionProbe.replay(Array(text.utf8), steps: 600), default: 0] += 1
      }
    }
    #expect(outcomes[true, default: 0] > 10 && outcomes[false, default: 0] > 10, "\(outcomes)")
  }
}
