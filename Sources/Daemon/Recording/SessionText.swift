// SPDX-License-Identifier: MIT

internal import Game
internal import KeyValue
internal import Options
internal import Sensors

/// What stands in a recording before the inputs.
enum SessionText {
  /// The beginning of a recording of `engine`'s session from its next step on, with the whole state.
  ///
  /// - Parameters:
  ///   - engine: what is to be recorded.
  ///   - device: the sensor's name, or what stands for it.
  ///   - header: what a recording says about itself that is played; nil for a live source.
  /// - Returns: the lines before the inputs.
  static func beginning(
    of engine: Engine, device: String, playing header: RecordingHeader? = nil
  ) -> String {
    let table = engine.session.table
    let header =
      header
      ?? RecordingHeader(
        title: table.title.isEmpty ? table.name : table.title, origin: .measured, device: device)
    var text = "\(SessionFormat.firstLine)\n"
    text += "title = \(formatValue(header.title))\n"
    text += "origin = \(header.origin.rawValue)\n"
    text += "device = \(formatValue(header.device))\n"
    if !header.comment.isEmpty { text += "comment = \(formatValue(header.comment))\n" }
    text += "balld = \(balldVersion)\n"
    text += "\(SessionFormat.stateMarker)\n"
    text += engine.state.text
    text += "\(SessionFormat.inputsMarker)\n"
    return text
  }
}
