// SPDX-License-Identifier: MIT

import Options
import Posix
import Sensors
import Testing

@testable import Daemon

@Suite("a sensor of another computer under the service") struct NetworkPermissionTests {
  private func refusal(
    _ place: IIOPlace, isService: Bool = true, error: Errno? = .addressFamilyNotSupported
  ) -> Failure? {
    do throws(Failure) {
      try NetworkPermission.verify(for: place, isService: isService) { () throws(Errno) in
        if let error { throw error }
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("is refused with 78 by the name of the drop-in where no socket may be opened")
  func refused() {
    for error in [Errno.addressFamilyNotSupported, .notPermitted] {
      let failure = refusal(.uri("ip:pi.local"), error: error)
      #expect(failure?.code == .configuration)
      #expect(failure?.description.contains("cannot reach the sensor at ip:pi.local") == true)
      #expect(
        failure?.description.contains("/usr/share/doc/balld/examples/network-sensor.conf") == true)
    }
  }

  @Test("is taken where the service may, by hand, and where it is none; other errors aren't judged")
  func taken() {
    #expect(refusal(.uri("ip:pi.local"), error: nil) == nil)
    #expect(refusal(.uri("ip:pi.local"), isService: false) == nil)
    #expect(refusal(.uri("usb:1.2")) == nil)
    #expect(refusal(.local) == nil)
    #expect(refusal(.uri("ip:pi.local"), error: .busy) == nil)
  }
}
