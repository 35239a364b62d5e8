// SPDX-License-Identifier: MIT

/// A contender with its settings and the length of its steps, as a row of the table.
struct Entrant: Sendable {
  /// As it is printed.
  let name: String
  /// Steps a simulated second.
  let rate: Int
  /// Lays a scene out, counting impacts or not.
  let make: @Sendable (_ scene: Scene, _ isCounting: Bool) throws -> any Contender
  /// The most that balld may take, as a part of this one's time; nil where there is no bar.
  var bar: Double?

  static let balld = Entrant(name: "balld", rate: 1000) {
    try Balld($0, resistance: 0.005, isCounting: $1)
  }
  static let frictionless = Entrant(name: "balld, no resistance", rate: 1000) {
    try Balld($0, resistance: 0, isCounting: $1)
  }

  static func chipmunk(rate: Int, bar: Double? = nil) -> Entrant {
    Entrant(
      name: "Chipmunk 7", rate: rate,
      make: { Chipmunk($0, PeerSettings(isCounting: $1)) }, bar: bar)
  }

  static func box2d(rate: Int, isContinuous: Bool = true, bar: Double? = nil) -> Entrant {
    Entrant(
      name: isContinuous ? "Box2D 2.4" : "Box2D 2.4, not continuous", rate: rate,
      make: { Box2D($0, PeerSettings(isContinuous: isContinuous, isCounting: $1)) }, bar: bar)
  }

  /// All, in the order in which a round runs them.
  static let all: [Entrant] = [
    balld, frictionless,
    chipmunk(rate: 1000, bar: 1.0 / 5),
    box2d(rate: 1000, bar: 1.0 / 12), box2d(rate: 1000, isContinuous: false, bar: 1.0 / 12),
    chipmunk(rate: 120), chipmunk(rate: 60), box2d(rate: 120), box2d(rate: 60),
  ]
}
