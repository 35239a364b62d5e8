// SPDX-License-Identifier: MIT

internal import Physics

/// The demo: what is seen while nobody plays.
///
/// A demo has the table as a client has it that drives, but nobody's time is taken on it, and it gives
/// way to whatever somebody does.
extension Session {
  /// What is laid out when a demo is over.
  enum AfterDemo: Codable, Equatable {
    /// The playlist's first table: whoever comes begins at the beginning, wherever the last one gave up.
    case first
    /// The table that lay there, which isn't part of the playlist.
    case table(Table)
  }

  /// Whether what is seen is a demo.
  public var isDemo: Bool { afterDemo != nil }

  /// Lays the demo's table out, and lets nobody drive.
  ///
  /// A run that somebody has left is over with it.
  mutating func beginDemo(on table: Table?, events: inout [Event]) {
    if let client = drivingClient {
      drivingClient = nil
      note(.released(client: client), in: &events)
    }
    let after = afterDemo ?? (position == nil ? .table(self.table) : .first)
    if !isDemo { note(.demoBegun, in: &events) }
    layOut(table ?? self.table(after), position: nil, events: &events)
    afterDemo = after
    hold = nil
    inForce = nil
  }

  /// Lays out the table of whoever comes, and lets the source drive.
  mutating func endDemo(events: inout [Event]) {
    guard let after = afterDemo else { return }
    note(.demoEnded, in: &events)
    // Still as a demo, whose run is none.
    layOut(table(after), position: after == .first && !playlist.isEmpty ? 0 : nil, events: &events)
    afterDemo = nil
    inForce = source == .absent ? nil : newestOfSource
  }

  private func table(_ after: AfterDemo) -> Table {
    if case .table(let table) = after { table } else { playlist.first ?? self.table }
  }
}

extension Input {
  /// Whether a demo gives way to it: all that somebody does, and its own end.
  public var endsDemo: Bool {
    switch self {
    case .clientTilt, .pause, .countDown, .resume, .restart, .toggle, .clear, .table, .next,
      .previous, .endDemo:
      true
    case .sourceTilt, .release, .source, .untouched, .beginDemo, .demoTilt: false
    }
  }
}
