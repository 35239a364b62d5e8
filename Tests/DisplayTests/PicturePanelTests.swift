// SPDX-License-Identifier: MIT

import Testing

@testable import Display

@Suite("Sentences in a picture")
struct PicturePanelTests {
  @Test(
    "no line leaves its box, whatever words it is made of",
    arguments: [(240, 240), (320, 240), (128, 128), (800, 480)])
  func words(width: Int, height: Int) {
    let picture = Picture(width: width, height: height)
    let texts = [
      "a short one", String(repeating: "W", count: 400), "",
      "cannot open /sys/bus/iio/devices/iio:device0/scan_elements/in_accel_x_en: not permitted",
      String(repeating: "i", count: 5000), "two " + String(repeating: "m", count: 90) + " three",
    ]
    for text in texts {
      for panel in [
        PicturePanel(notice: text, in: picture.bounds, measuredBy: picture),
        PicturePanel("no sensor yet", [text], in: picture.bounds, measuredBy: picture),
      ] {
        for line in panel.lines where line != "no sensor yet" {
          #expect(
            picture.textWidth(line, size: panel.size) <= Double(panel.box.width),
            "\(line) at \(width)x\(height)")
        }
      }
    }
  }

  @Test("a word that is broken loses none of its letters")
  func letters() {
    let picture = Picture(width: 320, height: 240)
    let word = (0..<120).map { "\($0 % 10)" }.joined()
    let panel = PicturePanel("x y z", [word], in: picture.bounds, measuredBy: picture)
    #expect(panel.lines.dropFirst().joined() == word)
    #expect(panel.lines.count > 3)
  }
}
