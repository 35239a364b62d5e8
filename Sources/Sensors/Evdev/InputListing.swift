// SPDX-License-Identifier: MIT

public import KeyValue
internal import Posix

extension InputSurvey {
  /// Looks at the input devices that are there now, as `--list-sensors` does.
  ///
  /// Opens each of them once, which can block.
  ///
  /// - Parameters:
  ///   - selector: Which one is meant.
  ///   - countsPerG: The configuration's, for drivers that don't say.
  ///   - mounting: The configuration's mount matrix, if it has one.
  ///   - sign: In which sign udev's matrix is.
  /// - Returns: What is there, and why the others can't be looked into.
  public static func now(
    _ selector: InputSelector = .any, countsPerG: Double? = nil, mounting: Mounting? = nil,
    sign: MountSign = .auto
  ) -> (survey: InputSurvey, faults: [SensorFault]) {
    var candidates: [Candidate] = []
    var faults: [SensorFault] = []
    var nodes: [(path: String, byID: String?)] = []
    do throws(Errno) {
      nodes = try InputDirectory.nodes()
    } catch {
      faults.append(SensorFault(input: error, doing: "look into /dev/input"))
    }
    for (path, byID) in nodes {
      do throws(Errno) {
        let device = try InputNode(path).describe(
          InputDirectory.surroundings(of: path, byID: byID))
        candidates.append(
          Candidate(
            device: device,
            role: InputRole(of: device, countsPerG: countsPerG, mounting: mounting, sign: sign)))
      } catch {
        faults.append(SensorFault(input: error, doing: "open \(path)"))
      }
    }
    return (InputSurvey(candidates, selector: selector), faults)
  }
}

extension InputSelector {
  /// Reads what `--source` has after `evdev`: nothing for any device, or a colon and a path, a name
  /// or a stable id.
  public init(source text: String) throws(ValueError) {
    if text == "evdev" {
      self = .any
    } else if text.hasPrefix("evdev:"), text.count > 6, !text.utf8.contains(0) {
      self = .named(String(text.dropFirst(6)))
    } else {
      throw ValueError(
        found: quoted(text), expected: "`evdev`, or `evdev:` and a device's path or name")
    }
  }
}
