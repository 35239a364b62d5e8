// SPDX-License-Identifier: MIT

import Support
import Testing
import Wire

@Suite("what libiio says by itself") struct IIOMessagesTests {
  @Test("it is one line of balld's, once, however often it says it; what means nothing isn't told")
  func once() throws {
    let fake = FakeIIO()
    // Read at each look at the sensors, of which there are ten a second.
    fake.fault("/etc/libiio.ini", "open 5")
    let daemon = try RunningDaemon(
      ["--source", "iio", "--set", "sensor.rescan=0.1"], environment: fake.environment)
    let client = try daemon.watch()
    for number in 0..<3 {
      fake.plug(.sensor(number, "lsm6dsl_accel"))
      let feeder = try Feeder(fake, number, axes: [0, 0, 16000])
      _ = try client.state(in: .rolling)
      feeder.setSilent(true)
      fake.unplug(number)
      _ = try client.state(in: .noSensor)
    }
    let lines = try daemon.stop().errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("balld: ") }, "\(lines)")
    let library = lines.filter { $0.contains("libiio") }
    #expect(library == ["balld: notice: libiio: Unable to read INI file: -5"], "\(lines)")
  }
}
