// SPDX-License-Identifier: MIT

internal import Wire

/// Who may still connect: so many in all, and so many of each user.
struct ClientLimits: Equatable {
  /// How many may be connected at once.
  var all: Int
  /// How many of one user; root and the daemon's own user are exempt.
  var perUser: Int
  /// The daemon's own user number.
  let owner: UInt32

  /// The limits of these settings, for a daemon of user number `owner`.
  init(_ settings: Settings, owner: UInt32) {
    all = Int(settings.clientLimit)
    perUser = Int(settings.clientsPerUser)
    self.owner = owner
  }

  /// How many places those who only watch leave free: eight, or a quarter where there are few.
  ///
  /// So however many users fill the others, whoever looks after the daemon can ask and command.
  private var reserved: Int { min(8, all / 4) }

  /// Why one more client of `user` is refused beside those of `connected`; nil if it isn't.
  func refusal(
    of user: UInt32, mayControl: Bool, beside connected: some Collection<UInt32>
  ) -> ErrorReport? {
    let isExempt = user == 0 || user == owner
    let places = isExempt || mayControl ? all : all - reserved
    if connected.count >= places {
      return ErrorReport(
        code: .tooManyClients, message: Self.text(connected.count, "") + " connected already",
        hint: "close one, or raise clients.limit")
    }
    if isExempt { return nil }
    if connected.count(of: user) >= perUser {
      return ErrorReport(
        code: .tooManyClients, message: Self.text(perUser, " of your user") + " connected already",
        hint: "close one, or raise clients.per-user")
    }
    return nil
  }

  /// How many clients are there, as words: 1 client is, 2 clients are.
  private static func text(_ count: Int, _ whose: String) -> String {
    count == 1 ? "1 client\(whose) is" : "\(count) clients\(whose) are"
  }
}

extension Collection where Element == UInt32 {
  fileprivate func count(of element: UInt32) -> Int {
    reduce(0) { $1 == element ? $0 + 1 : $0 }
  }
}
