// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

@Suite("poll and signals")
struct PollTests {
  @Test("a pipe becomes readable when something is in it, and not before")
  func readable() throws {
    let pair = try Descriptor.pipe()
    var awaited = [Awaited(pair.reading.number), Awaited(pair.writing.number, writing: true)]
    try poll(&awaited, until: monotonicNow())
    #expect(!awaited[0].isReadable)
    #expect(awaited[1].isWritable)
    try writeAll("x", to: pair.writing.number)
    try poll(&awaited, until: nil)
    #expect(awaited[0].isReadable)
    #expect(!awaited[0].hasEnded)
  }

  @Test("the peer's close wakes a wait without an end")
  func ended() throws {
    var pair = try Descriptor.pipe()
    pair.writing = try Descriptor.open("/dev/null", .reading)
    var awaited = [Awaited(pair.reading.number)]
    try poll(&awaited, until: nil)
    #expect(awaited[0].hasEnded)
    #expect(awaited[0].isReadable)
  }

  @Test("a wait doesn't end before its time")
  func deadline() throws {
    let end = monotonicNow() + 3_000_000
    var nothing: [Awaited] = []
    try poll(&nothing, until: end)
    #expect(monotonicNow() >= end)
  }

  @Test("signals that are handled don't end a wait before its time, nor fail it")
  func signals() throws {
    // URG: ignored by default, should the last one come too late.
    let former = Glibc.signal(SIGURG) { _ in }
    defer { _ = Glibc.signal(SIGURG, former) }
    // The threads that tests run on have signals blocked.
    var urgent = sigset_t()
    sigemptyset(&urgent)
    sigaddset(&urgent, SIGURG)
    var mask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &urgent, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let waiting = pthread_self()
    let isOver = Lock(false)
    defer { isOver.withLock { $0 = true } }
    try Thread.start("test-signals") {
      var nothing: [Awaited] = []
      while !isOver.withLock({ $0 }) {
        pthread_kill(waiting, SIGURG)
        try? poll(&nothing, until: monotonicNow() + 1_000_000)
      }
    }
    let end = monotonicNow() + 50_000_000
    var nothing: [Awaited] = []
    try poll(&nothing, until: end)
    #expect(monotonicNow() >= end)
  }

  @Test("a blocked signal comes out of its descriptor")
  func signal() throws {
    // WINCH: ignored by default, should the test runner get it on another thread.
    Process.block([.windowChange])
    defer { Process.unblock([.windowChange]) }
    let descriptor = try Process.signalDescriptor(for: [.windowChange])
    #expect(try Process.nextSignal(from: descriptor) == nil)
    pthread_kill(pthread_self(), SIGWINCH)
    #expect(try Process.nextSignal(from: descriptor) == .windowChange)
  }
}

@Suite("lock")
struct LockTests {
  @Test("additions of many tasks are all there")
  func counts() async {
    let lock = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { lock.withLock { $0 += 1 } } }
      }
    }
    #expect(lock.withLock { $0 } == 8000)
  }
}
