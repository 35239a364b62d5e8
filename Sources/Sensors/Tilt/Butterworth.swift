// SPDX-License-Identifier: MIT

internal import Elementary

/// One step of a second-order Butterworth low-pass, for samples at irregular times.
///
/// The filter is τ² y″ + 2 τ y′ + 2 y = 2 u, whose corner is √2/(2π τ) and whose delay is τ: the
/// one with which VQF smooths the specific force (Laidig and Seel 2023, section 3.2). It is solved
/// exactly for an input that stands between two samples, so that it is stable for every dt: with
/// h = dt/τ, e = y − u and w = τ y′,
///
///     e⁺ = exp(−h) (e cos h + (e + w) sin h)
///     w⁺ = exp(−h) (w cos h − (2 e + w) sin h)
///
/// One step serves all vectors that are filtered alike.
struct ButterworthStep {
  private let c: Double
  private let s: Double

  /// The step of `dt` s with the time constant τ in s.
  init(dt: Double, timeConstant: Double) {
    let h = dt / timeConstant
    let decay = exponential(-h)
    c = decay * cosine(h)
    s = decay * sine(h)
  }

  /// Moves `state` on towards the input.
  func apply(_ state: inout ButterworthState, towards input: Vector3) {
    let error = state.value - input
    let rate = state.rate
    state.value = input + (c + s) * error + s * rate
    state.rate = (c - s) * rate - (2 * s) * error
  }
}

/// What a second-order low-pass remembers of a vector.
struct ButterworthState: Codable, Equatable, Sendable {
  /// The filtered vector.
  var value: Vector3
  /// Its change per time constant, which stays when the time constant changes: what moved fast under
  /// a short one must not go on so fast, and overshoot, under a long one.
  var rate = Vector3(0, 0, 0)
}
