// SPDX-License-Identifier: MIT

internal import Posix

/// What libiio 0.x writes to standard error by itself: there is no way to ask it not to.
///
/// It says the same at each try, without saying who speaks, and some of it means nothing.
public enum LibraryMessages {
  /// Hands each line of libiio's to `hear`, once; all else goes to standard error as before.
  ///
  /// To be called once, before the first thread starts.
  public static func route(to hear: @escaping @Sendable (String) -> Void) {
    let heard = Lock(Set<String>())
    StandardError.route { text in
      guard let line = line(of: text) else { return false }
      let isNew = heard.withLock { heard in
        // A message with ever new numbers in it must not fill the memory.
        if heard.count >= most { heard.removeAll() }
        return heard.insert(line).inserted
      }
      if isNew, !isMeaningless(line) { hear(line) }
      return true
    }
  }

  /// How many lines are kept in mind.
  private static let most = 64
  /// How libiio's own messages begin.
  private static let beginnings = ["ERROR: ", "WARNING: "]

  /// Whether a line tells of no fault, or of one that balld tells itself.
  static func isMeaningless(_ line: String) -> Bool {
    // So it is with every sensor that balld knows: transfers by DMA are for radios.
    if line == "High-speed mode not enabled" { return true }
    // A device that was pulled out can't be switched off any more: a line for each of its channels.
    let isGone = line.contains("No such file or directory") || line.contains("No such device")
    return isGone && line.hasPrefix("Error during") && line.contains("disable")
  }

  /// The message in a text of libiio's; nil for a text of somebody else's.
  static func line(of text: String) -> String? {
    guard let beginning = beginnings.first(where: { text.hasPrefix($0) }) else { return nil }
    let line = text.dropFirst(beginning.count).prefix { $0 != "\n" }
    return SensorFault.printable(String(line), atMost: 400)
  }
}
