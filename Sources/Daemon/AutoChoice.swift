// SPDX-License-Identifier: MIT

/// Which kind of device tilts the table when nobody has named one (`--source auto`).
///
/// An accelerometer by IIO, else one among the input devices; a stick only when there has been neither
/// for ten seconds. A better one that appears later is taken as soon as no run is in progress. A
/// value: told what is there, it says what to take.
struct AutoChoice: Equatable {
  /// A kind of device, the best first.
  enum Kind: Int, CaseIterable, Comparable {
    /// An accelerometer that Linux knows by IIO.
    case iio
    /// An input device that is an accelerometer.
    case accelerometer
    /// An input device with a stick or a pad.
    case stick

    /// Whether it is the better one.
    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind that tilts the table, or did last; nil before the first.
  private(set) var taken: Kind?
  /// A better kind that is there, and is taken when the run is over.
  private(set) var deferred: Kind?
  /// Whether somebody plays for time or balls: then nothing that works is exchanged.
  var isRunInProgress = false

  /// How long a stick has to wait for an accelerometer, ns.
  static let stickPatience: Int64 = 10_000_000_000
  /// How long one that was there is waited for before a worse accelerometer takes its place, ns.
  ///
  /// A loose plug must not hand the table to a pad that lies on the sofa. Also for how long nothing
  /// may be known of a better one, since looking can hang.
  static let patience: Int64 = 3_000_000_000

  /// What is known of one kind.
  private struct View: Equatable {
    var isThere = false
    /// Whether it was there at some time.
    var wasThere = false
    /// Whether anybody has looked.
    var isKnown = false
    /// Since when it isn't there, ns.
    var missingSince: Int64
  }

  private var views: [View]

  /// Nothing is known at `now`, ns of CLOCK_MONOTONIC.
  init(now: Int64) { views = Kind.allCases.map { _ in View(missingSince: now) } }

  /// Takes note of a look at what there is.
  mutating func note(_ isThere: Bool, of kind: Kind, now: Int64) {
    var view = views[kind.rawValue]
    if view.isThere, !isThere { view.missingSince = now }
    view.isThere = isThere
    view.wasThere = view.wasThere || isThere
    view.isKnown = true
    views[kind.rawValue] = view
  }

  /// Takes what is best by now.
  ///
  /// Returns whether that is another kind than before.
  mutating func decide(now: Int64) -> Bool {
    deferred = nil
    let best = Kind.allCases.first { isThere($0) && now >= admission(of: $0) }
    guard let best, isWanted(best) else { return false }
    if let taken, isThere(taken), isRunInProgress {
      deferred = best
      return false
    }
    taken = best
    return true
  }

  /// When `decide` decides otherwise than at `now` without any news, ns; nil for never.
  func nextDecision(after now: Int64) -> Int64? {
    Kind.allCases.filter { isThere($0) && isWanted($0) }.map(admission).filter { $0 > now }.min()
  }

  private func isThere(_ kind: Kind) -> Bool { views[kind.rawValue].isThere }

  /// Whether it would be better than what is taken, if it may be taken.
  private func isWanted(_ kind: Kind) -> Bool {
    guard let taken, kind != taken else { return taken == nil }
    return kind < taken || !isThere(taken)
  }

  /// From when on a kind may be taken, ns, as long as no better one is there.
  private func admission(of kind: Kind) -> Int64 {
    let better = views[..<kind.rawValue]
    switch kind {
    case .iio: return .min
    case .accelerometer:
      // At the start it needn't wait: whoever has looked has seen that none is there.
      return better.map { $0.isKnown && !$0.wasThere ? .min : $0.missingSince + Self.patience }
        .max() ?? .min
    case .stick: return better.map { $0.missingSince + Self.stickPatience }.max() ?? .min
    }
  }
}
