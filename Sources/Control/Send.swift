// SPDX-License-Identifier: MIT

internal import Options
internal import Posix
internal import Wire

extension ControlProgram {
  /// Sends the samples of `input`, each at its time, and gives the ball back at the input's end.
  func send(
    from input: Int32, to session: Session, fast: Bool, on output: Output
  ) throws(Failure) {
    var sending = Sending(program: self, session: session, output: output)
    try sending.begin()
    var lines = SampleInput(number: input)
    var pacing = SamplePacing()
    while let line = try sending.next(&lines) {
      switch line {
      case .nothing: break
      case .raw(let bytes): try session.send(line: bytes)
      case .sample(let sample, let time):
        if !fast { try sending.wait(until: pacing.due(time, now: monotonicNow())) }
        try session.send(Request(.sample(sample)))
      }
    }
    try sending.end()
  }
}

/// A connection over which the ball is driven, and what is told meanwhile.
private struct Sending {
  let program: ControlProgram
  let session: Session
  let output: Output
  private var turn = Turn()

  init(program: ControlProgram, session: Session, output: Output) {
    self.program = program
    self.session = session
    self.output = output
  }

  /// Asks to be told who drives, and who did until now.
  mutating func begin() throws(Failure) {
    // Who may only watch is refused with the first sample.
    guard session.connection.mayControl else { return }
    try judge(try session.confirm(.watch(rate: Limits.rate.lowerBound)))
    try judge(try session.confirm(.status))
  }

  /// Gives the ball back.
  mutating func end() throws(Failure) {
    // The answer also says that everything before it has been read.
    let answer = try session.confirm(.release)
    try judge(answer)
    if let last = answer.last { try output.tell(line: last.line) }
  }

  /// The input's next line, or nil at its end; throws what balld refuses meanwhile.
  mutating func next(_ lines: inout SampleInput) throws(Failure) -> SampleLine? {
    while true {
      if let line = try lines.next() { return line }
      if lines.hasEnded { return nil }
      var awaited = [Awaited(lines.number), Awaited(session.connection.descriptor)]
      try poll(&awaited, nil)
      if awaited[1].isReadable { try judge(try session.receiveNow()) }
      if awaited[0].isReadable { try lines.read() }
    }
  }

  /// Waits for a sample's time; throws what balld refuses meanwhile.
  mutating func wait(until due: Int64) throws(Failure) {
    repeat {
      var awaited = [Awaited(session.connection.descriptor)]
      try poll(&awaited, due)
      if awaited[0].isReadable { try judge(try session.receiveNow()) }
    } while monotonicNow() < due
  }

  /// Throws what balld refuses, and says who else drives.
  private mutating func judge(_ received: [Session.Received]) throws(Failure) {
    for item in received {
      if case .error(let report) = item.message { throw Failure(report) }
      guard let news = turn.take(item.message) else { continue }
      try output.tell(line: item.line)
      program.warn(news)
    }
  }

  private func poll(_ awaited: inout [Awaited], _ deadline: Int64?) throws(Failure) {
    do throws(Errno) {
      try Posix.poll(&awaited, until: deadline)
    } catch {
      throw Failure(exitCode: .inputOutput, message: "cannot wait for the input: \(error)")
    }
  }
}

/// Standard input, cut into lines that know their number.
private struct SampleInput {
  let number: Int32
  private(set) var hasEnded = false
  private var splitter = LineSplitter(limit: Limits.requestLine)
  private var count = 0

  init(number: Int32) { self.number = number }

  mutating func next() throws(Failure) -> SampleLine? {
    guard let line = hasEnded ? splitter.finish() : splitter.next() else { return nil }
    count += 1
    guard case .line(let bytes) = line else {
      throw unreadable("the line is longer than \(Limits.requestLine) bytes")
    }
    do throws(SampleLine.Unreadable) {
      return try SampleLine(bytes)
    } catch {
      throw unreadable(error.what)
    }
  }

  mutating func read() throws(Failure) {
    let number = number
    var outcome = Result<Int, Errno>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
      do throws(Errno) {
        count = try Posix.read(into: UnsafeMutableRawBufferPointer(buffer), from: number)
        outcome = .success(count)
      } catch {
        outcome = .failure(error)
      }
    }
    switch outcome {
    case .success(0): hasEnded = true
    case .success: splitter.append(bytes)
    case .failure(.wouldBlock): break
    case .failure(let error):
      throw Failure(exitCode: .inputOutput, message: "cannot read standard input: \(error)")
    }
  }

  private func unreadable(_ what: String) -> Failure {
    Failure(exitCode: .notUnderstood, message: "standard input, line \(count): \(what)")
  }
}
