// SPDX-License-Identifier: MIT

/// How many samples a second really come.
struct RateMeter: Equatable {
  /// The period, s: a mean that forgets, over about ten samples; nil before the second one.
  private(set) var period: Double?
  /// The rate in Hz for people: changes only when it has become another one by a fifth.
  private(set) var published: Double?

  private var last: Int64?
  private var count = 0

  /// Takes the time of the next sample, ns.
  mutating func take(_ time: Int64) {
    defer { last = time }
    guard let last else { return }
    let (step, overflow) = time.subtractingReportingOverflow(last)
    guard !overflow, step > 0 else { return }
    let dt = Double(step) / 1e9
    period = period.map { $0 + 0.1 * (dt - $0) } ?? dt
    count += 1
    guard count >= 20, let period else { return }
    let rate = 1 / period
    if let published, abs(rate - published) < 0.2 * published { return }
    // Three figures: the rest is noise.
    let parts = rate >= 100 ? 1.0 : rate >= 10 ? 10 : 100
    published = (rate * parts).rounded() / parts
  }
}
