// SPDX-License-Identifier: MIT

import Testing

@testable import Control

@Suite("ballctl watch")
struct WatchTests {
  @Test("prints a line for each message that people can use")
  func people() throws {
    let ok = #"{"class":"ok","do":"watch","id":1}"# + "\n"
    let run = try run(
      ["watch", "--rate", "30"],
      against: [.receive, .send(greeting + sensor + table + state + impact + ok)])
    #expect(
      run.output == """
        server  balld 0.1.0, protocol 1.0
        sensor  IIO sensor lsm6dso_accel, polled, 17.2 Hz, well
        table   marble (marble), 280 x 200 mm
           17.366 s  rolling  x  140.2 mm  y   91.1 mm    50 mm/s  tilt  0.41 -0.12 m/s²
           18.000 s  impact of ball 0 at x 7.8 mm y 90.0 mm with 210 mm/s

        """)
    #expect(run.received == [#"{"do":"watch","rate":30}"#])
    #expect(run.exitCode == 69)
  }

  @Test(
    "prints each event so that people can use it",
    arguments: [
      (
        #""captured","ball":0,"hole":2,"x":0.1,"y":0.05"#,
        "hole 2 took ball 0 at x 100.0 mm y 50.0 mm"
      ),
      (
        #""flag","ball":1,"time":12.345,"score":3"#,
        "ball 1 reached the flag after 12.34 s, score 3"
      ),
      (#""flag""#, "the flag was reached"), (#""won""#, "won"),
      (#""lost","reason":"balls""#, "lost: no ball is left"),
      (#""lost","reason":"time""#, "lost: the time is over"),
      (#""lost","reason":"a\u001bb""#, "lost: a\u{fffd}b"),
      (#""block","column":3,"row":4,"block":true"#, "block at column 3 row 4 put down"),
      (#""block","column":0,"row":11,"block":false"#, "block at column 0 row 11 taken away"),
      (#""cleared""#, "all blocks taken away"), (#""table","name":"gap""#, "table gap"),
    ])
  func events(fields: String, expected: String) throws {
    let run = try run(
      ["watch"], against: [.receive, .send("{\"class\":\"event\",\"t\":18,\"event\":\(fields)}\n")])
    #expect(run.output == "   18.000 s  \(expected)\n")
  }

  @Test("prints a state with its run")
  func states() throws {
    let state =
      #"{"class":"state","seq":1,"t":17,"phase":"lost","balls":[{"x":0,"y":0,"vx":0,"vy":0,"#
      + #""off":true}],"tilt":[0,0],"score":4,"ballsLeft":0,"time":12.3456}"# + "\n"
    let run = try run(["watch"], against: [.receive, .send(state)])
    #expect(
      run.output
        == "   17.000 s  lost  off the table  score 4  balls left 0  run 12.3 s"
        + "  tilt  0.00  0.00 m/s²\n")
  }

  @Test("gives programs each line as it came, those of a newer server too")
  func json() throws {
    let text = greeting + state + #"{"class":"weather"}"# + "\n" + impact
    let run = try run(["watch", "--json"], against: [.receive, .send(text)])
    #expect(run.output.hasPrefix(text + #"{"class":"error","code":"unreachable","#))
    #expect(run.received == [#"{"do":"watch"}"#])
  }

  @Test("ends when nobody reads it any more, though balld has nothing to say")
  func unread() throws {
    let run = try run(["watch"], against: [.receive, .send(greeting), .endOutput, .drain])
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test("ends with what balld refuses")
  func refusal() throws {
    let error =
      #"{"class":"error","code":"out-of-range","field":"rate","message":"too\nfast","hint":"slow"}"#
    let run = try run(["watch"], against: [.receive, .send(error + "\n"), .drain])
    #expect(run.errors == "ballctl: too\u{fffd}fast\n  slow\n")
    #expect(run.exitCode == 70)
  }
}
