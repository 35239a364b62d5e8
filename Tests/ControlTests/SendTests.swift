// SPDX-License-Identifier: MIT

import Testing

@testable import Control

@Suite("ballctl send")
struct SendTests {
  /// Asks who tilts the table, and is told that nobody does.
  private let begin: [Step] = [.send(greeting), .receive, ok("watch"), .receive, ok("status")]
  private let release = "{\"do\":\"release\",\"id\":\(confirmedID)}"

  @Test("sends samples and requests in their order, and gives the ball back")
  func samples() throws {
    let input = """
      # t ax ay az gx gy gz

      0 0.5 -1 9.8
      0.01\t0 0 9.8  0.1 0.2 0.3\r
        {"do":"pause","id":5}
      1e3 1 2 3
      """
    let run = try run(
      ["send", "--fast"],
      against: begin + [
        .receive, .receive, .receive, .receive, .receive, ok("release"), .drain,
      ], input: input)
    #expect(
      run.received == [
        "{\"do\":\"watch\",\"rate\":0.1,\"id\":\(confirmedID)}",
        "{\"do\":\"status\",\"id\":\(confirmedID)}",
        #"{"do":"sample","acceleration":[0.5,-1,9.8],"t":0}"#,
        #"{"do":"sample","acceleration":[0,0,9.8],"angularVelocity":[0.1,0.2,0.3],"t":0.01}"#,
        #"  {"do":"pause","id":5}"#,
        #"{"do":"sample","acceleration":[1,2,3],"t":1000}"#,
        release,
      ])
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
  }

  @Test("says which line can't be read, and why")
  func unreadable() throws {
    for (line, what) in [
      ("abc", "expected 't ax ay az' or 't ax ay az gx gy gz', found 1 word"),
      ("1 2 3", "expected 't ax ay az' or 't ax ay az gx gy gz', found 3 words"),
      ("0 0 0 9,8", "'9,8' is no number"), ("0 0 0 nan", "'nan' is no number"),
      (
        "0 0 0 981", "acceleration lies beyond ±400.0 m/s², more than any sensor reads"
      ),
      (
        "0 0 0 9 0 0 71", "angularVelocity lies beyond ±70.0 rad/s, more than any sensor reads"
      ),
      (String(repeating: "x", count: 5000), "the line is longer than 4096 bytes"),
    ] {
      let run = try run(
        ["send", "--fast"], against: begin + [.drain], input: "0 0 0 9.8\n\(line)\n")
      #expect(run.errors == "ballctl: standard input, line 2: \(what)\n")
      #expect(run.exitCode == 65)
      #expect(run.received.count == 3)
    }
  }

  @Test("ends with what balld refuses")
  func refusal() throws {
    let error = #"{"class":"error","code":"not-permitted","message":"no"}"# + "\n"
    let run = try run(
      ["send"], against: begin + [.receive, .send(error), .drain], input: "0 0 0 9.8\n")
    #expect(run.exitCode == 77)
  }

  @Test("from the socket for watching ends with the first sample, and asks nothing before it")
  func viewOnly() throws {
    let error = #"{"class":"error","code":"not-permitted","message":"no"}"# + "\n"
    let run = try run(
      ["send"], against: [.send(greeting), .receive, .send(error), .drain], on: "view.sock",
      input: "0 0 0 9.8\n")
    #expect(run.exitCode == 77)
    #expect(run.received.first == #"{"do":"sample","acceleration":[0,0,9.8],"t":0}"#)
    #expect(run.errors.contains("group balld"))
  }

  @Test("says whose turn it was, and who takes the table meanwhile: once for each")
  func turns() throws {
    let hello =
      #"{"class":"hello","server":"balld 0.1.0","protocol":"1.0","session":"s","client":"client 7"}"#
      + "\n"
    func takeover(_ by: String) -> String {
      "{\"class\":\"event\",\"event\":\"takeover\",\"t\":1,\"by\":\"\(by)\"}\n"
    }
    let script: [Step] = [
      .send(hello), .receive, ok("watch"), .receive,
      .send(statusLine(#""driver":"client 4","#) + okLine("status")), .receive,
      .send(takeover("client 7") + takeover("client 9")), .receive,
      .send(takeover("client 7") + takeover("client 9") + takeover("a\\u001bb")), .receive,
      ok("release"), .drain,
    ]
    let input = "0 0 0 9.8\n0.03 0 0 9.8\n"
    let people = try run(["send"], against: script, input: input)
    #expect(
      people.errors == """
        ballctl: client 4 tilts the table: it goes to whoever has sent last
        ballctl: client 9 has taken the table: it goes to whoever has sent last
        ballctl: a\u{fffd}b has taken the table: it goes to whoever has sent last

        """)
    #expect(people.output == "" && people.exitCode == 0)
    let programs = try run(["send", "--json"], against: script, input: input)
    #expect(programs.output.split(separator: "\n").count == 4, "\(programs.output)")
    #expect(programs.output.contains(#""by":"client 9""#))
  }

  @Test("waits as long between samples as their times are apart, but not for a jump")
  func pacing() {
    var pacing = SamplePacing()
    let second: Int64 = 1_000_000_000
    #expect(pacing.due(5 * second, now: 100) == 100)
    #expect(pacing.due(6 * second, now: 100 + second / 2) == 100 + second)
    // Late: the next is due by the times alone, so that delays don't add up.
    #expect(pacing.due(7 * second, now: 100 + 5 * second) == 100 + 2 * second)
    #expect(pacing.due(7 * second, now: 100 + 5 * second) == 100 + 2 * second)
    #expect(pacing.due(17 * second, now: 100 + 6 * second) == 100 + 12 * second)
    // A step back, and a leap ahead by more than 10 s.
    #expect(pacing.due(3 * second, now: 20 * second) == 20 * second)
    #expect(pacing.due(4 * second, now: 20 * second) == 21 * second)
    #expect(pacing.due(14 * second + 1, now: 22 * second) == 22 * second)
  }

  @Test("waits for the second of two samples")
  func waits() throws {
    let start = ContinuousClock.now
    let run = try run(
      ["send"], against: begin + [.receive, .receive, .receive, ok("release"), .drain],
      input: "7 0 0 9.8\n7.05 0 0 9.8\n")
    #expect(run.received.count == 5)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
  }
}
