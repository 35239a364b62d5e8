// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Store
import Support
import Testing

@testable import Daemon

@Suite("What keeps the runs") struct RunKeeperTests {
  private final class Lines: Sendable {
    private let lines = Lock([String]())
    var log: Log { Log { line in self.lines.withLock { $0.append(line) } } }
    func count(_ text: String) -> Int { lines.withLock { $0.count { $0.contains(text) } } }
  }

  private let directory = TemporaryDirectory()
  private let lines = Lines()

  private func begin(on loop: EventLoop) throws -> RunKeeper {
    try RunKeeper(
      in: directory.path, limit: 10_000, on: loop, log: lines.log, onBests: {},
      onAnswer: { _, _ in }, onSilence: { _, _ in })
  }

  private let run = RunRecord(
    table: "maze", hash: "0", game: "maze", outcome: .left, milliseconds: 1000, impacts: 0,
    source: "iio")

  private var soon: Int64 { monotonicNow() + 20_000_000_000 }

  @Test("while the disk hangs runs wait, and that more than may wait are lost is said once")
  func hangingDisk() throws {
    let loop = try EventLoop()
    let earlier = try begin(on: loop)
    _ = earlier.keep(run)
    earlier.close(until: soon)
    // SQLite looks into a journal that it finds, and opening this one waits for somebody who writes.
    let journal = "\(directory.path)/runs.db-journal"
    try systemCall { mkfifo(journal, 0o600) }
    let keeper = try begin(on: loop)
    // Those that the thread has in hand, and 2048 of 512 bytes each, fill a megabyte.
    for _ in 0..<10_000 { _ = keeper.keep(run) }
    // Twice, when the thread took what was there after it was full for the first time.
    #expect((1...2).contains(lines.count("much waits for it: runs are lost")))
    keeper.close(until: 0)
    #expect(lines.count("the last runs may be lost") == 1)

    // Under another name, so that the next journal can be a file.
    try Directory.rename(journal, to: "\(journal).fifo")
    // Nobody waits for it where the thread came so late that it was gone: then it isn't in the way either.
    var isOpen = false
    let deadline = monotonicNow() + 5_000_000_000
    while !isOpen, monotonicNow() < deadline {
      let number = open("\(journal).fifo", O_WRONLY | O_NONBLOCK)
      isOpen = number >= 0
      if isOpen { close(number) }
    }
    keeper.close(until: soon)
    #expect(lines.count("the last runs may be lost") == 1)
  }
}
