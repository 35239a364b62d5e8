// SPDX-License-Identifier: MIT

internal import CShims
internal import Posix

/// A framebuffer's node, opened: what its driver says of it, and a way to its memory.
struct ScreenNode: ~Copyable {
  let path: String
  /// The number behind `fb`; -1 if nobody knows.
  let number: Int
  let file: Descriptor

  /// Opens a framebuffer.
  init(_ found: ScreenFinder.Found) throws(ScreenError) {
    // Nothing is set before the last error: of a value half made Swift 6.0's compiler dies.
    let opened: Descriptor
    do throws(Errno) {
      opened = try Descriptor.open(found.path, .readingAndWriting)
    } catch {
      throw .failed(path: found.path, doing: "open", error)
    }
    path = found.path
    // A link to a node has no number in its name.
    number = found.number >= 0 ? found.number : Int(shim_screen_number(opened.number))
    file = opened
  }

  /// What the driver says now; a screen that is gone has no answer.
  func layout() throws(ScreenError) -> shim_screen {
    var screen = shim_screen()
    let number = file.number
    do throws(Errno) {
      try systemCall { shim_screen_layout(number, &screen) }
    } catch {
      throw .failed(path: path, doing: "ask for the layout of", error)
    }
    return screen
  }

  /// Writes bytes to a place of the memory.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ScreenError) {
    do throws(Errno) {
      try writeAll(bytes, to: file.number, at: offset)
    } catch .notPermitted {
      // So the kernel answers while a driver is suspended.
      throw .asleep(path: path)
    } catch {
      throw .failed(path: path, doing: "write to", error)
    }
  }
}
