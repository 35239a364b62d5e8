// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Daemon

@Suite("how many clients there may be") struct ClientLimitsTests {
  private func limits(_ all: Double, _ perUser: Double) -> ClientLimits {
    var settings = Settings()
    settings.clientLimit = all
    settings.clientsPerUser = perUser
    return ClientLimits(settings, owner: 500)
  }

  @Test("one user gets so many, and another as many again")
  func perUser() {
    let limits = limits(10, 2)
    #expect(limits.refusal(of: 1000, mayControl: false, beside: [1000]) == nil)
    let refusal = limits.refusal(of: 1000, mayControl: true, beside: [1000, 0, 1000])
    #expect(refusal?.code == .tooManyClients)
    #expect(refusal?.message == "2 clients of your user are connected already")
    let one = self.limits(16, 1).refusal(of: 7, mayControl: true, beside: [7])
    #expect(one?.message == "1 client of your user is connected already")
    #expect(refusal?.hint == "close one, or raise clients.per-user")
    #expect(limits.refusal(of: 1001, mayControl: false, beside: [1000, 1000]) == nil)
  }

  @Test("root and the daemon's own user are exempt from that, and nobody from the limit for all")
  func exempt() {
    let limits = limits(4, 1)
    for user: UInt32 in [0, 500] {
      #expect(limits.refusal(of: user, mayControl: false, beside: [user, user, user]) == nil)
      let refusal = limits.refusal(
        of: user, mayControl: false, beside: [user, user, user, user])
      #expect(refusal?.message == "4 clients are connected already")
      #expect(refusal?.hint == "close one, or raise clients.limit")
    }
  }

  @Test(
    "those who only watch leave eight places free, or a quarter of few",
    arguments: [(256, 248), (33, 25), (32, 24), (31, 24), (4, 3), (3, 3), (1, 1)])
  func reserved(all: Int, others: Int) {
    let limits = limits(Double(all), Double(all))
    let watching = (0..<others).map { UInt32(1000 + $0) }
    #expect(limits.refusal(of: 1, mayControl: false, beside: watching.dropLast()) == nil)
    #expect(
      limits.refusal(of: 1, mayControl: false, beside: watching)?.message
        == "\(others == 1 ? "1 client is" : "\(others) clients are") connected already")
    // Who may command, root and the daemon's own user find room until all is full.
    for (user, mayControl) in [(1, true), (0, false), (500, false)] as [(UInt32, Bool)] {
      for count in others..<all {
        let beside = watching + [UInt32](repeating: 0, count: count - others)
        #expect(limits.refusal(of: user, mayControl: mayControl, beside: beside) == nil)
      }
      let full = watching + [UInt32](repeating: 0, count: all - others)
      #expect(limits.refusal(of: user, mayControl: mayControl, beside: full) != nil)
    }
  }
}
