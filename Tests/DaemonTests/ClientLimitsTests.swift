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
    #expect(limits.refusal(of: 1000, beside: [1000]) == nil)
    let refusal = limits.refusal(of: 1000, beside: [1000, 0, 1000])
    #expect(refusal?.code == .tooManyClients)
    #expect(refusal?.message == "2 clients of your user are connected already")
    #expect(refusal?.hint == "close one, or raise clients.per-user")
    #expect(limits.refusal(of: 1001, beside: [1000, 1000]) == nil)
  }

  @Test("root and the daemon's own user are exempt from that, and nobody from the limit for all")
  func exempt() {
    let limits = limits(4, 1)
    for user: UInt32 in [0, 500] {
      #expect(limits.refusal(of: user, beside: [user, user, user]) == nil)
      let refusal = limits.refusal(of: user, beside: [user, user, user, user])
      #expect(refusal?.message == "4 clients are connected already")
      #expect(refusal?.hint == "close one, or raise clients.limit")
    }
  }
}
