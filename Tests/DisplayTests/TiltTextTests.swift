// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Display

@Suite("Tilt in words")
struct TiltTextTests {
  @Test("degrees are the arc sine of the tilt by g, rounded")
  func degrees() {
    // 9.80665 · sin of 0°, 0.49°, 0.51°, 1°, 8°, 30°, 45°, 90°, and beyond.
    let cases: [(Double, Int)] = [
      (0, 0), (0.083865, 0), (0.087288, 1), (0.171148, 1), (1.364822, 8), (4.903325, 30),
      (6.934349, 45), (9.80665, 90), (400, 90), (.infinity, 90), (.nan, 90),
    ]
    for (tilt, expected) in cases {
      #expect(TiltText.degrees(XY(x: tilt, y: 0)) == expected, "\(tilt)")
      #expect(TiltText.degrees(XY(x: 0, y: -tilt)) == expected, "\(tilt)")
    }
  }

  @Test("the arrow points to the lower side")
  func arrows() {
    let cases: [(Double, Double, String, String)] = [
      (1, 0, "→", ">"), (-1, 0, "←", "<"), (0, 1, "↓", "v"), (0, -1, "↑", "^"),
      (1, 1, "↘", "v>"), (-1, 1, "↙", "<v"), (-1, -1, "↖", "<^"), (1, -1, "↗", "^>"),
      // Within 22.5° of an axis it is that axis.
      (1, 0.4, "→", ">"), (1, 0.43, "↘", "v>"), (0.4, -1, "↑", "^"), (0, 0, "·", "."),
      (0.01, 0.01, "·", "."),
    ]
    for (x, y, unicode, ascii) in cases {
      #expect(TiltText.arrow(XY(x: x, y: y), glyphs: .half) == unicode)
      #expect(TiltText.arrow(XY(x: x, y: y), glyphs: .ascii) == ascii)
    }
  }
}
