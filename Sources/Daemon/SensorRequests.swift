// SPDX-License-Identifier: MIT

internal import Sensors

/// What is wanted of the devices of this computer.
struct SensorRequests: Equatable, Sendable {
  /// What is looked for by IIO; nil for nothing.
  var iio: IIOSource.Request?
  /// What is looked for among the input devices, buttons included; nil for nothing.
  var input: EvdevSource.Request?
  /// Whether the best of both is to be taken, as it comes and goes.
  var isAuto = false

  /// Whether one of these devices is to tilt the table: else they have buttons only.
  var tilt: Bool { isAuto || iio != nil || input?.selector != nil }
}
