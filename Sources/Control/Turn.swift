// SPDX-License-Identifier: MIT

internal import Wire

/// Whose turn it is to tilt the table, where several clients do: the last one to send has it.
struct Turn {
  /// What events call this client; nil where balld hasn't said.
  private var own: String?
  /// The clients of which it was said that they took the table.
  private var said: Set<String> = []

  /// Takes what has come: what a person should know of it, once for each other client.
  mutating func take(_ message: Message?) -> String? {
    switch message {
    case .hello(let hello): own = hello.client
    // Who had it before this client came.
    case .status(let status):
      return status.driver.map { "\($0) tilts the table: it goes to whoever has sent last" }
    case .event(let event):
      guard case .takeover(let by) = event.kind, let own, by != own else { return nil }
      guard said.insert(by).inserted else { return nil }
      return "\(by) has taken the table: it goes to whoever has sent last"
    default: break
    }
    return nil
  }
}
