// SPDX-License-Identifier: MIT

internal import Wire

/// A line of the input of `send`.
enum SampleLine: Equatable {
  /// Empty, or a comment.
  case nothing
  /// `t ax ay az [gx gy gz]`, with t in ns.
  case sample(ClientSample, time: Int64)
  /// A request, as it is.
  case raw([UInt8])

  /// Reads a line without its `\n`; throws a phrase that says what is wrong with it.
  init(_ line: [UInt8]) throws(Unreadable) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = words.first, !first.hasPrefix("#") else {
      self = .nothing
      return
    }
    if first.hasPrefix("{") {
      self = .raw(line + [UInt8(ascii: "\n")])
      return
    }
    guard words.count == 4 || words.count == 7 else {
      throw Unreadable(
        "expected 't ax ay az' or 't ax ay az gx gy gz', found "
          + (words.count == 1 ? "1 word" : "\(words.count) words"))
    }
    var numbers: [Double] = []
    for word in words {
      guard let number = Double(word), number.isFinite else {
        throw Unreadable("'\(word.prefix(40))' is no number")
      }
      numbers.append(number)
    }
    let sample = ClientSample(
      acceleration: XYZ(x: numbers[1], y: numbers[2], z: numbers[3]),
      angularVelocity: numbers.count == 7
        ? XYZ(x: numbers[4], y: numbers[5], z: numbers[6]) : nil,
      t: numbers[0])
    do throws(ErrorReport) {
      // The daemon's own judgement, before anything is sent.
      _ = try Request.decode(Request(.sample(sample)).line)
    } catch {
      throw Unreadable(error.message)
    }
    self = .sample(sample, time: Int64(numbers[0] * 1e9))
  }

  /// What is wrong with a line.
  struct Unreadable: Error, Equatable {
    let what: String

    init(_ what: String) { self.what = what }
  }
}

/// When each sample is due: as far apart as their times say.
struct SamplePacing {
  private var last: (time: Int64, due: Int64)?

  /// When the sample of `time` is due, on the clock of `now`, in ns.
  ///
  /// A step back, or ahead by more than 10 s, is a new beginning: nobody waits for it.
  mutating func due(_ time: Int64, now: Int64) -> Int64 {
    guard let last, (0...10_000_000_000).contains(time - last.time) else {
      last = (time, now)
      return now
    }
    // From the due time of the one before, not from its sending: delays don't add up.
    let due = last.due + (time - last.time)
    self.last = (time, due)
    return due
  }
}
