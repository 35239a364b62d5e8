// SPDX-License-Identifier: MIT

internal import CFuzzer
internal import Glibc

/// libFuzzer's callback.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  Target.chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}

@main
struct Main {
  static func main() {
    _ = Target.chosen
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments) { testOneInput($0, $1) })
  }
}
