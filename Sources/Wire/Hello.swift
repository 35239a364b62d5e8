// SPDX-License-Identifier: MIT

/// `{"class":"hello",…}`: who answers, and in which language.
public struct Hello: Hashable, Sendable {
  /// The protocol that this module speaks, major.minor.
  ///
  /// A new minor number adds what older clients ignore; a new major number breaks them.
  public static let currentProtocol = "1.0"

  /// The server's name and version, such as `balld 0.1.0`.
  public var server: String
  /// The protocol, major.minor.
  public var protocolVersion: String
  /// Distinguishes one session (a world's life, from its start to its end) from all others.
  ///
  /// A field of delivery: absent from what `balld --print` writes.
  public var session: String?
  /// What events call the client that is greeted, such as `client 7`; a field of delivery, too.
  public var client: String?

  /// Makes a greeting.
  public init(
    server: String, protocolVersion: String = Hello.currentProtocol, session: String?,
    client: String? = nil
  ) {
    self.server = server
    self.protocolVersion = protocolVersion
    self.session = session
    self.client = client
  }

  /// Whether the server speaks the major protocol number of this module.
  public var isUnderstood: Bool {
    let ours = Hello.currentProtocol.prefix { $0 != "." }
    return protocolVersion.prefix { $0 != "." } == ours
  }
}
