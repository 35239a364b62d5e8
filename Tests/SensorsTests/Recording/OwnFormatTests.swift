// SPDX-License-Identifier: MIT

import Sensors
import Testing

private let refusals: [Refusal] = [
  Refusal(
    "balld-recording 3\n",
    "a:1: found version `3` of the format, expected 1 or 2: it was written by another version ",
    "of balld"),
  Refusal(
    "balld-recording 2\ntitle = x\n[state]\n",
    "a:3: found the end of the file, expected `[inputs]`"),
  Refusal(
    "balld-recording 2\ncolour = red\n[state]\n[inputs]\n",
    "a:2: found `colour`, expected one of `title`, `origin`, `device`, `comment`, `balld`"),
  Refusal(
    "balld-recording 2\n[state]\n[inputs]\n0 sample 0 0 0 9.8\n5 pause\n",
    "a:3: found one sample only, expected at least two, since the time between them counts"),
  Refusal(
    "balld-recording 2\n[state]\n[inputs]\n0 sample 0 0 x 9.8\n",
    "a:4: found `0 sample 0 0 x 9.8`, expected numbers for `t ax ay az` or seven"),
  Refusal(
    "balld-recording\n",
    "a:1: found `balld-recording`, expected `balld-recording 1`"),
  Refusal(
    "balld-recording1\n",
    "a:1: found `balld-recording1`, expected `balld-recording 1`"),
  Refusal(
    "balld-recording 1\ntitle = x\n",
    "a:2: found the end of the file, expected `[samples]`"),
  Refusal(
    "balld-recording 1\norigin = measured\ncolumns = t ax ay az\n[samples]\n",
    "a:4: found no `units` in the header, expected one"),
  Refusal(
    "balld-recording 1\norigin = measured\ncolumns = t ax ay\nunits = s m/s²\n[samples]\n",
    "a:3: found `columns` = `t ax ay`, expected `t ax ay az` or `t ax ay az gx gy gz`"),
  Refusal(
    "balld-recording 1\norigin = dreamt\ncolumns = t ax ay az\nunits = s m/s²\n[samples]\n",
    "a:2: found `origin` = `dreamt`, expected `synthetic` or `measured`"),
  Refusal(
    "balld-recording 1\norigin = measured\ncolumns = t ax ay az\nunits = s g\n[samples]\n",
    "a:4: found `units` = `s g`, expected `s m/s²`"),
  Refusal(
    "balld-recording 1\nspeed = 2\n[samples]\n",
    "a:2: found `speed`, expected one of title, origin, device, comment, columns, units"),
  Refusal(
    "balld-recording 1\nhello\n",
    "a:2: found `hello`, expected `key = value`"),
  Refusal(
    "\(head)0 0 0 9.8\nhello world\n0.02 0 0 9.8\n",
    "a:7: found `hello world`, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)0 0 0 nan\n",
    "a:6: found `0 0 0 nan`, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)0 0 0 9 1\n",
    "a:6: found `0 0 0 9 1`, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)0 0 9\n",
    "a:6: found `0 0 9`, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)0 0  0 9\n",
    "a:6: found `0 0  0 9`, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)\n",
    "a:6: found nothing, expected numbers for `t ax ay az`"),
  Refusal(
    "\(head)9e9 0 0 9.8\n9e9 0 0 9.8\n",
    "a:6: found a time that is too large, expected at most 126 years from its zero"),
  Refusal(
    head,
    "a:5: found no sample, expected at least two, since the time between them counts"),
]

@Suite("balld's own recordings") struct OwnFormatTests {
  @Test("what the writer writes, the reader gives back bit for bit")
  func roundTrip() throws {
    var samples: [Sample] = []
    for index in 0..<500 {
      let x = Double(index)
      samples.append(
        Sample(
          time: 1_760_565_906_248_623_001 + Int64(index) * 10_028_713,
          acceleration: Vector3(x / 7 - 30, -x * 1e-7, 9.81 + 1 / (x + 3)),
          angularVelocity: index % 50 == 7 ? nil : Vector3(1 / (x + 1), -0.0, -x / 11)))
    }
    let header = RecordingHeader(
      title: "A # \"title\"\nof two lines", origin: .measured, device: "", comment: " ä°² ")
    let recording = try load(write(header, samples, hasGyro: true))
    #expect(try recording.samples == samples)
    #expect(try recording.samples[3].angularVelocity?.y.sign == .minus)
    #expect(recording.header == header)
    #expect(recording.report == RecordingReport())
  }

  @Test(
    "times are written in seconds with all their nanoseconds",
    arguments: [
      (0, "0"), (1, "0.000000001"), (-1_500_000_000, "-1.5"), (2_000_000_000, "2"),
      (1_760_565_906_248_623_001, "1760565906.248623001"),
    ] as [(Int64, String)])
  func times(time: Int64, text: String) throws {
    var line = ""
    RecordingWriter(hasGyro: false).write(
      Sample(time: time, acceleration: Vector3(0, 1.5, -2)), to: &line)
    #expect(line == "\(text) 0.0 1.5 -2.0\n")
  }

  @Test("without a gyro the columns are four")
  func withoutGyro() throws {
    let samples = [
      Sample(time: 0, acceleration: Vector3(0, 0, 9.8)),
      Sample(time: 5_000_000, acceleration: Vector3(0, 0.1, 9.8)),
    ]
    let header = RecordingHeader(title: "t", origin: .synthetic, device: "d")
    let text = write(header, samples, hasGyro: false)
    #expect(
      text == """
        balld-recording 1
        title = t
        origin = synthetic
        device = d
        columns = t ax ay az
        units = s m/s²
        [samples]
        0 0.0 0.0 9.8
        0.005 0.0 0.1 9.8

        """)
    #expect(try load(text).samples == samples)
  }

  @Test(
    "a session's line may have 512 KiB with its newline, and not a byte more",
    arguments: [(64 << 10, true), ((512 << 10) - 1, true), (512 << 10, false)])
  func longLines(length: Int, fits: Bool) throws {
    let text =
      "balld-recording 2\n[state]\n" + String(repeating: "x", count: length)
      + "\n[inputs]\n0 sample 0 0 0 9.8\n10 sample 0.01 0 0 9.8\n"
    if fits {
      #expect(try load(text).samples.count == 2)
    } else {
      do throws(RecordingError) {
        _ = try Recording.load(bytes: Array(text.utf8), file: "a")
        Issue.record("it was taken")
      } catch {
        #expect(error.description == "a:3: found a line of more than 524288 bytes, expected text")
      }
    }
  }

  @Test(
    "a last line without its newline is left out and counted, even if it looks whole",
    arguments: ["0.02 0 0 9", "0.02 0 0 9.8", "0", "x"])
  func truncated(line: String) throws {
    let recording = try load(head + "0 0 0 9.8\n0.01 0 0 9.8\n" + line)
    #expect(try recording.samples.count == 2)
    #expect(recording.report.truncatedLines == 1)
    #expect(recording.report.lines == ["1 × last line breaks off: left out"])
  }

  @Test(
    "what can't be understood is refused in one line that names file and line",
    arguments: refusals)
  func refused(_ refusal: Refusal) { refusal.check(in: "a") }
}

private let head =
  "balld-recording 1\norigin = measured\ncolumns = t ax ay az\nunits = s m/s²\n[samples]\n"

private func write(_ header: RecordingHeader, _ samples: [Sample], hasGyro: Bool) -> String {
  let writer = RecordingWriter(hasGyro: hasGyro)
  var text = ""
  writer.write(header, to: &text)
  for sample in samples { writer.write(sample, to: &text) }
  return text
}

private func load(_ text: String) throws -> Recording {
  try Recording.load(bytes: Array(text.utf8), file: "a")
}
