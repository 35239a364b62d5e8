// SPDX-License-Identifier: MIT

public import Posix

/// The inputs that a fuzzer made up and that are kept: Tests/Fixtures/`name`.corpus.
///
/// Each stands behind its length, two bytes, the lower one first. Fuzz/keep writes them.
public func fuzzCorpus(_ name: String) throws(Errno) -> [[UInt8]] {
  var rest = try Descriptor.open("\(packageRoot)/Tests/Fixtures/\(name).corpus", .reading)
    .readAll(atMost: 1 << 24)[...]
  var inputs: [[UInt8]] = []
  while let low = rest.popFirst(), let high = rest.popFirst() {
    let length = Int(low) | Int(high) << 8
    inputs.append(Array(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  return inputs
}
