// SPDX-License-Identifier: MIT

internal import Posix
internal import Wire

/// Recording the session: into a file, and for clients that asked for it.
extension Server {
  /// Hands over what entered, if it is time.
  func record() {
    let (lines, due) = recorder.follow(&engine, now: monotonicNow())
    deliver(lines)
    recordTimer?.setTime(due)
  }

  /// Sends lines to all clients that record.
  func deliver(_ lines: [[UInt8]]) {
    for line in lines {
      for number in recorder.clients {
        if let client = clients[number] { send(line, to: client) }
      }
    }
  }

  func beginRecording(
    for client: Client, _ request: Request
  ) throws(ErrorReport) {
    runDueSteps()
    deliver(recorder.handOver(&engine, now: monotonicNow()))
    do throws(ErrorReport) {
      let line = try recorder.begin(
        client: client.number, &engine, device: sensor.name ?? sensor.source)
      send(line, to: client)
    } catch {
      var error = error
      error.id = request.id
      throw error
    }
  }
}
