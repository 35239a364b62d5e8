// SPDX-License-Identifier: MIT

internal import Posix

/// Finds framebuffers by their drivers' names: their numbers change with what is plugged in.
struct ScreenFinder {
  /// The name of the Sense HAT's lamps.
  static let lamps = "RPi-Sense FB"

  /// Where the kernel lists them.
  var listing = "/sys/class/graphics"
  /// Where their nodes are.
  var devices = "/dev"

  /// A framebuffer.
  struct Found: Hashable {
    /// The number behind `fb`.
    let number: Int
    let path: String
    let name: String
  }

  /// All that there are, in the order of their numbers.
  var all: [Found] {
    // A kernel without framebuffers has no such directory.
    let names = (try? Directory.names(in: listing)) ?? []
    return names.compactMap { entry -> Found? in
      guard entry.hasPrefix("fb"), let number = Int(entry.dropFirst(2)), number >= 0,
        let name = Self.firstLine(of: "\(listing)/\(entry)/name")
      else { return nil }
      return Found(number: number, path: "\(devices)/\(entry)", name: name)
    }.sorted { $0.number < $1.number }
  }

  /// The screen or the lamps that are asked for: by path, by name, or the first that fits.
  func find(_ wanted: String?, isLamps: Bool) -> Found? {
    let all = all
    guard let wanted else {
      return all.first { ($0.name == Self.lamps) == isLamps }
    }
    if wanted.contains("/") {
      return all.first { $0.path == wanted } ?? Found(number: -1, path: wanted, name: wanted)
    }
    return all.first { $0.name == wanted }
      ?? all.first { $0.name.lowercased().contains(wanted.lowercased()) }
  }

  /// What there is, in words for people.
  var summary: String {
    let all = all
    if all.isEmpty { return "there is no framebuffer at all" }
    return "there is " + all.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
  }

  private static func firstLine(of path: String) -> String? {
    do throws(Errno) {
      let file = try Descriptor.open(path, .reading)
      let bytes = try file.readAll(atMost: 4096)
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    } catch {
      // Gone in between, ignoring: then it isn't there.
      return nil
    }
  }
}
