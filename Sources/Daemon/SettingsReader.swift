// SPDX-License-Identifier: MIT

internal import Posix

/// Reads the settings anew on a thread of its own, so that neither large demos nor a slow disk keep the
/// ball waiting.
final class SettingsReader {
  /// The settings, or why they can't be had.
  typealias Outcome = Result<RenewedSettings, Failure>

  private let outcome = Lock<Outcome?>(nil)
  /// Rings when there is an outcome.
  private let bell: EventCounter
  private let onEnd: (Outcome) -> Void
  private var registration: EventLoop.Registration?
  /// Whether a thread reads.
  private(set) var isReading = false

  /// A reader that calls `onEnd` in the loop after each reading.
  init(on loop: EventLoop, onEnd: @escaping (Outcome) -> Void) throws(Errno) {
    bell = try EventCounter()
    self.onEnd = onEnd
    registration = try loop.onReadable(bell.number) { [unowned self] _ in hear() }
  }

  /// Reads once; to be called when nothing is being read.
  ///
  /// - Throws: when there is no thread left.
  func begin(_ read: @escaping @Sendable () throws(Failure) -> RenewedSettings) throws(Errno) {
    let (outcome, bell) = (outcome, bell)
    try Thread.start("balld-settings") {
      let result: Outcome
      do throws(Failure) {
        result = .success(try read())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      bell.ring()
    }
    isReading = true
  }

  private func hear() {
    bell.silence()
    let result = outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
    guard let result else { return }
    isReading = false
    onEnd(result)
  }
}
