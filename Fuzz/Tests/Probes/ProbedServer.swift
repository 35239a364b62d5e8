// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Game
internal import KeyValue
internal import Posix
internal import Sensors
internal import Wire

@testable internal import Daemon

/// A server, and the clients that an input plays.
///
/// An action is a line; its first byte says what it is:
/// - `a`, `b`, `c`: the client of this name sends the rest of the line, and its end; `d` does at the
///   socket for watching. Who isn't connected connects.
/// - `-`: the client that the next byte names sends the rest without a line's end.
/// - `A`…`D`: the client closes its connection.
/// - `~`: the client that the next byte names reads nothing any more, or reads again.
/// - `+`: so many steps pass, 3000 at the most.
/// - `s`: a sample of the source's comes, whose numbers are the bytes of the rest: `P` is 0.
/// - `o`: the source is in the condition that the next byte names.
final class ProbedServer {
  /// How many messages the clients got.
  private(set) var received = 0
  private let server: Server
  private var clients: [UInt8: ProbedClient] = [:]
  private var recorder: ProbedClient?
  /// The engine when the recording began.
  private var beginning: Engine?
  private var stepsLeft: Int64 = 20_000

  init(_ server: Server) { self.server = server }

  /// Lets a client record from here on.
  func beginRecording() throws(Errno) {
    let client = try connect(mayControl: true)
    beginning = server.engine
    client.send(Request(.record).line[...])
    recorder = client
    settle()
  }

  /// Carries out an action.
  func act(_ line: ArraySlice<UInt8>) throws(Errno) {
    guard let word = line.first else { return }
    let rest = line.dropFirst()
    switch Unicode.Scalar(word) {
    case "a"..."d": try client(word).send(rest + [UInt8(ascii: "\n")])
    case "-":
      guard let name = rest.first, Self.names.contains(name) else { return }
      try client(name).send(rest.dropFirst())
    case "A"..."D": clients[word + 32] = nil
    case "~": if let name = rest.first { clients[name]?.isDeaf.toggle() }
    case "+": pass(Int64(String(decoding: rest.prefix(4), as: UTF8.self)) ?? 1)
    case "s": server.enter(.sourceSample(sample(Array(rest.prefix(6)))))
    case "o":
      let conditions: [SourceCondition] = [.absent, .present, .stalled, .finished]
      server.enter(.session(.source(conditions[Int(rest.first ?? 0) & 3])))
    default: return
    }
    settle()
    precondition(server.engine.session.snapshot.isOnTable(of: server.engine.session.table))
  }

  private static let names = UInt8(ascii: "a")...UInt8(ascii: "d")

  private func client(_ name: UInt8) throws(Errno) -> ProbedClient {
    if let client = clients[name] { return client }
    let client = try connect(mayControl: name != UInt8(ascii: "d"))
    clients[name] = client
    return client
  }

  private func connect(mayControl: Bool) throws(Errno) -> ProbedClient {
    let pair = try UnixSocket.pair()
    server.welcome(try pair.writing.duplicate(), mayControl: mayControl)
    return ProbedClient(
      Connection(consuming: try pair.reading.duplicate(), path: "", mayControl: mayControl))
  }

  /// Lets steps pass as the loop's timer does.
  private func pass(_ wanted: Int64) {
    let steps = min(max(0, wanted), 3000, stepsLeft)
    stepsLeft -= steps
    server.engine.advance(to: server.engine.session.step + steps, events: &server.events)
    server.advance()
  }

  /// Numbers from −20 to 50 m/s², and if there are six, three of angular velocity.
  private func sample(_ bytes: [UInt8]) -> Sample {
    func vector(_ begin: Int) -> Sensors.Vector3 {
      func number(_ index: Int) -> Double {
        index < bytes.count ? (Double(bytes[index]) - 80) / 4 : 0
      }
      return Sensors.Vector3(number(begin), number(begin + 1), number(begin + 2))
    }
    return Sample(
      time: server.engine.session.step * nanosecondsPerStep, acceleration: vector(0),
      angularVelocity: bytes.count == 6 ? vector(3) : nil)
  }

  /// Lets the server do all that is to be done now, and the clients read what they get.
  private func settle() {
    var isBusy = true
    var rounds = 0
    while isBusy && rounds < 1000 {
      rounds += 1
      isBusy = sd_event_run(server.loop.event, 0) > 0
      for (name, client) in clients {
        let count = client.read()
        received += count ?? 0
        if count == nil { clients[name] = nil }
        if let count, count > 0 { isBusy = true }
      }
      if let recorder {
        guard let count = recorder.read() else { preconditionFailure("who records is parted from") }
        received += count
        if count > 0 { isBusy = true }
      }
    }
    precondition(!isBusy, "the server finds no rest")
  }

  /// Traps if what was recorded doesn't replay to the state in which the server is.
  ///
  /// From the recording's text, as a file is replayed; or, which is much faster, only its inputs from
  /// the engine that there was at its beginning.
  func verifyRecording(fromText: Bool) {
    guard let recorder, let beginning else { return }
    server.deliver(server.recorder.handOver(&server.engine, now: monotonicNow()))
    settle()
    let step = server.engine.session.step
    let replayed =
      fromText ? replay(recorder.recording, to: step) : replay(recorder.inputs, from: beginning)
    precondition(replayed.session.snapshot == server.engine.session.snapshot)
    precondition(replayed.state == server.engine.state)
  }

  private func replay(_ text: String, to step: Int64) -> Engine {
    var text = text
    InputText.writeMark(step: step + 1, to: &text)
    do throws(RecordingError) {
      let content = try RecordingContent(bytes: Array(text.utf8), file: "a")
      guard let recording = try SessionRecording(content) else {
        preconditionFailure("what was recorded is no session")
      }
      var engine = Engine(replaying: recording)
      var events: [Game.Event] = []
      engine.advance(to: step, events: &events)
      precondition(engine.sourceFailure == nil)
      return engine
    } catch {
      preconditionFailure("what was recorded can't be read: \(error)")
    }
  }

  private func replay(_ inputs: String, from beginning: Engine) -> Engine {
    var engine = beginning
    var events: [Game.Event] = []
    for line in inputs.utf8.split(separator: UInt8(ascii: "\n")) {
      do throws(ValueError) {
        let (step, entry) = try Array(line).withUnsafeBufferPointer { bytes in
          Result { () throws(ValueError) in try InputText.read(bytes) }
        }.get()
        engine.advance(to: step, events: &events)
        if case .input(let input) = entry { engine.enter(input, events: &events) }
      } catch {
        preconditionFailure("an input that was recorded can't be read: \(error)")
      }
    }
    return engine
  }
}

/// A client that an input plays.
final class ProbedClient {
  /// Whether it reads nothing.
  var isDeaf = false
  /// What it has recorded: a beginning, and inputs.
  private var pieces: [String] = []
  /// The whole recording.
  var recording: String { pieces.joined() }
  /// What follows on the beginning.
  var inputs: String { pieces.dropFirst().joined() }
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Sends bytes; nothing if the server has parted from it.
  func send(_ bytes: ArraySlice<UInt8>) { try? connection.send(line: Array(bytes)) }

  /// Reads what is there: how many messages, nil when the server has parted from it.
  func read() -> Int? {
    if isDeaf { return 0 }
    do throws(ConnectionError) {
      let messages = try connection.nextMessages()
      for case .record(let piece) in messages { pieces.append(piece.text) }
      return messages.count
    } catch {
      precondition(error == .closed(path: ""), "\(error)")
      return nil
    }
  }
}
