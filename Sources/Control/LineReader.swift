// SPDX-License-Identifier: MIT

internal import Options
internal import Posix

/// Reads lines from a person.
struct LineReader {
  let input: Int32

  /// Waits for the end of a line; false at the end of the input.
  mutating func next() throws(Failure) -> Bool {
    var byte: UInt8 = 0
    while true {
      do throws(Errno) {
        let taken = withUnsafeMutableBytes(of: &byte) { buffer -> Result<Int, Errno> in
          do throws(Errno) {
            return .success(try read(into: buffer, from: input))
          } catch {
            return .failure(error)
          }
        }
        if try taken.get() == 0 { return false }
      } catch {
        throw Failure(exitCode: .inputOutput, message: "cannot read standard input: \(error)")
      }
      if byte == 0x0a { return true }
    }
  }
}
