// SPDX-License-Identifier: MIT

internal import Options
internal import Sensors

/// The input devices' part of what `--list-sensors` prints.
struct ListInputs {
  private let survey: InputSurvey
  private let faults: [SensorFault]
  private let takesOne: Bool

  /// Looks at what is there now; `selector` says which one balld would take, if any.
  init(_ selector: InputSelector?, _ request: EvdevSource.Request?) {
    (survey, faults) = InputSurvey.now(
      selector ?? .any, countsPerG: request?.countsPerG, mounting: request?.mounting,
      sign: request?.sign ?? .auto)
    takesOne = selector != nil
  }

  /// A list of what was found already; `takesOne` says whether balld would take one of it.
  init(_ survey: InputSurvey, takesOne: Bool) {
    self.survey = survey
    self.takesOne = takesOne
    faults = []
  }

  /// Whether there is nothing to tell.
  var isEmpty: Bool { survey.candidates.isEmpty && faults.isEmpty }
  /// Whether there is an accelerometer, usable or not.
  var hasAccelerometer: Bool {
    survey.candidates.contains {
      switch $0.role {
      case .accelerometer, .unusable: true
      case .stick, .keyboard, .none: false
      }
    }
  }
  /// Why one of them is taken, or none.
  var reason: String { survey.reason }

  /// The list, for people.
  var text: String {
    var text = survey.candidates.map(block).joined()
    if takesOne, survey.choice == nil, !survey.candidates.isEmpty {
      text += "balld takes none of the input devices: \(survey.reason)\n"
    }
    if let first = faults.first {
      let count = faults.count == 1 ? "one" : "\(faults.count)"
      text += "\(count) of the input devices can't be looked into: \(first)\n"
    }
    return text
  }

  private func block(of candidate: InputSurvey.Candidate) -> String {
    let device = candidate.device
    let isTaken = takesOne && candidate == survey.choice
    var text = "\(isTaken ? "*" : " ") \(plainText(device.name))  (\(device.path))\n"
    func line(_ name: String, _ value: String) { text += DeviceList.line(name, value) }
    line("id", plainText(device.stableID))
    switch candidate.role {
    case .accelerometer(let layout, let found):
      line("scale", "\(layout.acceleration[0].scale) m/s² a count")
      line("gyro", layout.angularVelocity.isEmpty ? "none" : "its own")
      line("mount", "\(Report.text(of: found.mounting))  from \(found.origin)")
      if let fault = found.fault { line("", "\(fault)") }
    case .stick(let layout): line("tilts by", parts(of: layout))
    case .keyboard: line("tilts by", "arrow keys, for those who name it: --source evdev:NAME")
    case .unusable(let fault): line("unusable", "\(fault)")
    case .none: break
    }
    if isTaken { line("taken", survey.reason) }
    return text
  }

  private func parts(of layout: StickLayout) -> String {
    switch (layout.stick != nil, layout.hasDirections) {
    case (true, true): "its stick and its four-way pad"
    case (true, false): "its stick"
    default: "its four-way pad or arrow keys"
    }
  }
}
