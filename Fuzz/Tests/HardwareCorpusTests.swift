// SPDX-License-Identifier: MIT

import Glibc
import Support
import Testing

@Suite("hardware that a fuzzer made up") struct HardwareCorpusTests {
  /// Runs itself once more in a process that sees such hardware, which is this one where `BALLD_TEST_CORPUS`
  /// names the corpus.
  @Test(
    "files and answers of devices are read or refused by the real libraries",
    arguments: ["sysfs", "evdev"])
  func corpus(name: String) throws {
    if let here = getenv("BALLD_TEST_CORPUS") {
      if String(cString: here) == name { try read(name) }
      return
    }
    let program = try Program.start(
      path: "/proc/self/exe",
      ["--testing-library", "swift-testing", "--filter", "HardwareCorpusTests"],
      environment: [
        "BALLD_TEST_CORPUS": name, "LD_PRELOAD": "\(Program.directory)/libhardwareshim.so",
      ])
    let result = try program.finish(seconds: 100)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  private func read(_ name: String) throws {
    let inputs = try fuzzCorpus(name)
    let usable = inputs.filter { name == "sysfs" ? SysfsProbe.read($0) > 0 : EvdevProbe.read($0) }
    #expect(usable.count >= 10 && usable.count < inputs.count, "\(usable.count)")
  }
}
