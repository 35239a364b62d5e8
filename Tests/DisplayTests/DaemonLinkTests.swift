// SPDX-License-Identifier: MIT

import Posix
import Support
import Testing
import Wire

@testable import Display

@Suite("A display's way to the daemon")
struct DaemonLinkTests {
  @Test("a daemon that takes nothing more holds the keys for a moment, and then is missed")
  func stopped() throws {
    let directory = TemporaryDirectory()
    // It listens, and never reads: as one that was stopped.
    let listener = try UnixSocket.listen(
      at: "\(directory.path)/\(RuntimeDirectory.controlSocket)", mode: 0o600)
    var player = Player(rate: 30)
    for isGiven in [false, true] {
      let given = try isGiven ? Connection.open(directory: directory.path) : nil
      var link = DaemonLink(directory: directory.path, connection: given)
      if !isGiven {
        let isConnected = link.connect(telling: &player)
        #expect(isConnected)
      }
      var longest: Int64 = 0
      var count = 0
      while link.mayControl != nil, count < 100_000 {
        let before = monotonicNow()
        link.send(.tilt(XY(x: 0.5, y: 0.25)), telling: &player)
        longest = max(longest, monotonicNow() - before)
        count += 1
      }
      #expect(link.mayControl == nil && player.scene.link == .lost("balld doesn't answer"))
      #expect(longest > 100_000_000 && longest < 3_000_000_000, "\(longest) ns")
    }
    #expect(listener.number >= 0)
  }
}
