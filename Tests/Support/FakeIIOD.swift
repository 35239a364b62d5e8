// SPDX-License-Identifier: MIT

internal import Glibc
public import Posix

/// Another computer with an IIO sensor: libiio 0.x's text protocol on a TCP port of 127.0.0.1.
///
/// One accelerometer with a buffer (`le:s16/16>>0` three times and a timestamp). What goes wrong is
/// set while it runs.
public final class FakeIIOD: Sendable {
  /// What goes wrong with the next scans.
  public enum Trouble: Equatable, Sendable {
    /// Nothing.
    case none
    /// The connection is cut.
    case cut
    /// No answer comes.
    case stall
    /// An error number comes instead of a scan.
    case error(Int32)
    /// These bytes come instead of a scan, and then nothing.
    case scan(String)
    /// These bytes come instead of the description of the devices, and then the end.
    case description(String)
    /// This comes as the value of every attribute.
    case values(String)
    /// There are no devices.
    case empty
  }

  private struct State: Sendable {
    var axes: [Int16]
    var trouble = Trouble.none
    var connections: Set<Int32> = []
    var isRunning = true
    var opened = 0
  }

  private let state: Lock<State>
  private let listener: Int32
  /// The port on 127.0.0.1.
  public let port: UInt16

  /// The `--source` that leads here.
  public var source: String { "iio:ip:127.0.0.1:\(port)" }

  /// Listens; a scan holds these numbers, and comes every 10 ms.
  public init(axes: [Int16], port wanted: UInt16 = 0) throws(Errno) {
    let state = Lock(State(axes: axes))
    self.state = state
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let result = bind(listener, address, size)
        return result == 0 ? getsockname(listener, address, &size) : result
      }
    }
    guard bound == 0, listen(listener, 16) == 0 else { throw Errno.current }
    port = UInt16(bigEndian: address.sin_port)
    try Thread.start("fake-iiod") {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let isWelcome = state.withLock { state in
          if state.isRunning { state.connections.insert(connection) }
          return state.isRunning
        }
        guard isWelcome else {
          close(connection)
          continue
        }
        try? Thread.start("fake-iiod-c") {
          Conversation(connection, state).run()
          state.withLock { _ = $0.connections.remove(connection) }
          close(connection)
        }
      }
    }
  }

  deinit { stop() }

  /// Ends it, as when the computer is switched off.
  public func stop() {
    state.withLock { state in
      guard state.isRunning else { return }
      state.isRunning = false
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Lets something go wrong from now on.
  public func set(_ trouble: Trouble) { state.withLock { $0.trouble = trouble } }

  /// How often a buffer was opened.
  public var opened: Int { state.withLock { $0.opened } }

  /// One connection.
  private final class Conversation {
    private let connection: Int32
    private let state: Lock<State>
    private var unread: [UInt8] = []
    private var mask = "00000000"
    private var due: Int64 = 0

    init(_ connection: Int32, _ state: Lock<State>) {
      self.connection = connection
      self.state = state
    }

    func run() {
      while let line = nextLine() {
        let words = line.split(separator: " ").map { String($0) }
        guard let verb = words.first else { continue }
        if verb == "EXIT" || !answer(verb, words) { return }
      }
    }

    /// Answers one request; false to end the conversation.
    private func answer(_ verb: String, _ words: [String]) -> Bool {
      switch verb {
      case "VERSION": return send("0.24.v0.24  \n")
      case "PRINT":
        switch state.withLock({ $0.trouble }) {
        case .description(let lie):
          _ = send(lie)
          return false
        case .empty: return send(value: FakeIIOD.emptyDescription)
        default: return send(value: FakeIIOD.description)
        }
      case "TIMEOUT", "SET", "CLOSE", "SETTRIG", "GETTRIG": return send("0\n")
      case "READ":
        let name = words.last ?? ""
        if name == "raw", case .error(let number) = state.withLock({ $0.trouble }) {
          return send("-\(number)\n")
        }
        if case .values(let lie) = state.withLock({ $0.trouble }) { return send(value: lie + "\0") }
        guard let value = FakeIIOD.attributes[name] else { return send("-2\n") }
        return send(value: value + "\0")
      case "WRITE":
        let count = Int(words.last ?? "") ?? 0
        guard take(count) else { return false }
        return send("\(count)\n")
      case "OPEN":
        mask = words.count > 3 ? words[3] : mask
        due = monotonicNow()
        state.withLock { $0.opened += 1 }
        return send("0\n")
      case "READBUF": return sendScan()
      default: return send("-22\n")
      }
    }

    private func sendScan() -> Bool {
      due += 10_000_000
      idle(until: due)
      let (axes, trouble) = state.withLock { ($0.axes, $0.trouble) }
      switch trouble {
      case .none, .description, .values, .empty: break
      case .scan(let lie):
        _ = send(lie)
        return false
      case .cut: return false
      case .error(let number): return send("-\(number)\n")
      case .stall:
        // Until the client gives up, or this computer is switched off.
        while state.withLock({ $0.trouble == .stall && $0.isRunning }) {
          idle(until: monotonicNow() + 20_000_000)
        }
        return false
      }
      var bytes = axes.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      bytes += [0, 0]
      // By this computer's realtime clock, which isn't balld's.
      let time = realtimeNow()
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: time >> Int64(8 * $0)) }
      return send("\(bytes.count)\n\(mask)\n") && send(bytes)
    }

    private func send(value: String) -> Bool { send("\(value.utf8.count)\n\(value)\n") }

    private func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
      }
    }

    private func nextLine() -> String? {
      while true {
        if let end = unread.firstIndex(of: 0x0a) {
          let line = unread[..<end].filter { $0 != 0x0d }
          unread.removeFirst(end + 1)
          return String(decoding: line, as: UTF8.self)
        }
        guard receive() else { return nil }
      }
    }

    private func take(_ count: Int) -> Bool {
      while unread.count < count { guard receive() else { return false } }
      unread.removeFirst(count)
      return true
    }

    private func receive() -> Bool {
      var block = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { return false }
      unread += block[..<count]
      return true
    }
  }

  private static let attributes = [
    "sampling_frequency": "104", "sampling_frequency_available": "12.5 26 52 104 208",
    "current_timestamp_clock": "realtime", "scale": "0.000598", "raw": "0",
  ]

  /// The XML that libiio reads, without a device.
  private static let emptyDescription = head + "</context>"

  /// How that XML begins.
  private static let head = """
    <?xml version="1.0" encoding="utf-8"?><!DOCTYPE context [<!ELEMENT context (device)*>\
    <!ELEMENT device (channel | attribute)*><!ELEMENT channel (scan-element?, attribute*)>\
    <!ELEMENT attribute EMPTY><!ELEMENT scan-element EMPTY>\
    <!ATTLIST context name CDATA #REQUIRED version-major CDATA #REQUIRED \
    version-minor CDATA #REQUIRED version-git CDATA #REQUIRED description CDATA #IMPLIED>\
    <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>\
    <!ATTLIST channel id CDATA #REQUIRED type (input|output) #REQUIRED name CDATA #IMPLIED>\
    <!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED scale CDATA #IMPLIED>\
    <!ATTLIST attribute name CDATA #REQUIRED filename CDATA #IMPLIED>]>\
    <context name="network" version-major="0" version-minor="24" version-git="v0.24" \
    description="fake">
    """

  /// One accelerometer.
  private static let description: String = {
    func channel(_ id: String, _ index: Int, _ format: String, _ attributes: [String]) -> String {
      "<channel id=\"\(id)\" type=\"input\"><scan-element index=\"\(index)\" "
        + "format=\"\(format)&gt;&gt;0\" />"
        + attributes.map { "<attribute name=\"\($0)\" filename=\"in_\(id)_\($0)\" />" }.joined()
        + "</channel>"
    }
    let axes = ["x", "y", "z"].enumerated().map {
      channel("accel_\($1)", $0, "le:S16/16", ["raw", "scale"])
    }
    return head + """
      <device id="iio:device0" name="lsm6dsl_accel">\
      \(axes.joined())\(channel("timestamp", 3, "le:S64/64", []))\
      <attribute name="sampling_frequency" /><attribute name="sampling_frequency_available" />\
      <attribute name="current_timestamp_clock" /></device></context>
      """
  }()
}
