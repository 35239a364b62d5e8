// SPDX-License-Identifier: MIT

import Display
import Support
import Testing

@Suite("Key decoder")
struct KeyDecoderTests {
  /// What a terminal sends, and the keys that it means.
  private static let cases: [(bytes: String, keys: [Key])] = [
    ("q", [.character("q")]),
    (" ", [.character(" ")]),
    ("?", [.character("?")]),
    ("é", [.character("é")]),
    ("€", [.character("€")]),
    ("😀", [.character("😀")]),
    ("\u{3}", [.control("C")]),
    ("\u{1A}", [.control("Z")]),
    ("\u{0}", []),
    ("\u{7F}", []),
    // The arrows: normal and application mode, and with modifiers.
    ("\u{1B}[A", [.arrow(.up)]),
    ("\u{1B}[B", [.arrow(.down)]),
    ("\u{1B}[C", [.arrow(.right)]),
    ("\u{1B}[D", [.arrow(.left)]),
    ("\u{1B}OA", [.arrow(.up)]),
    ("\u{1B}OB", [.arrow(.down)]),
    ("\u{1B}OC", [.arrow(.right)]),
    ("\u{1B}OD", [.arrow(.left)]),
    ("\u{1B}[1;5C", [.arrow(.right)]),
    ("\u{1B}[1;2A\u{1B}[A", [.arrow(.up), .arrow(.up)]),
    // What is skipped whole: function keys, Home, Delete, the focus, answers.
    ("\u{1B}OPq", [.character("q")]),
    ("\u{1B}[11~q", [.character("q")]),
    ("\u{1B}[[Aq", [.character("q")]),
    ("\u{1B}[Hq", [.character("q")]),
    ("\u{1B}[3~q", [.character("q")]),
    ("\u{1B}[Iq", [.character("q")]),
    ("\u{1B}[?64;1;2cq", [.character("q")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\q", [.character("q")]),
    ("\u{1B}]11;rgb:0/0/0\u{7}q", [.character("q")]),
    ("\u{1B}P>|xterm\u{1B}\\q", [.character("q")]),
    // Clicks: the left button, pressed, with or without modifiers.
    ("\u{1B}[<0;10;20M", [.click(column: 9, row: 19)]),
    ("\u{1B}[<4;1;1M", [.click(column: 0, row: 0)]),
    ("\u{1B}[<16;300;200M", [.click(column: 299, row: 199)]),
    // Its release, the other buttons, the wheel, a way, and what can't be.
    ("\u{1B}[<0;10;20mq", [.character("q")]),
    ("\u{1B}[<1;10;20Mq", [.character("q")]),
    ("\u{1B}[<2;10;20Mq", [.character("q")]),
    ("\u{1B}[<64;10;20Mq", [.character("q")]),
    ("\u{1B}[<32;10;20Mq", [.character("q")]),
    ("\u{1B}[<0;0;20Mq", [.character("q")]),
    ("\u{1B}[<0;10Mq", [.character("q")]),
    ("\u{1B}[<0;10;20;30Mq", [.character("q")]),
    ("\u{1B}[<0;99999999999999999999;1Mq", [.character("q")]),
    ("\u{1B}[<-4;1;1Mq", [.character("q")]),
    // The oldest form, whose three bytes look like keys.
    ("\u{1B}[M qq\u{1B}[Bq", [.arrow(.down), .character("q")]),
    // Kitty's event types: a press, a repetition, a release; of another key, and with modifiers.
    ("\u{1B}[1;1:1A", [.arrow(.up)]),
    ("\u{1B}[1;1:2B", [.arrow(.down)]),
    ("\u{1B}[1;1:3C", [.released(.right)]),
    ("\u{1B}[1;129:3D", [.released(.left)]),
    ("\u{1B}[1;1:3Hq", [.character("q")]),
    ("\u{1B}[27;1:3uq", [.character("q")]),
    ("\u{1B}[1;1:33A", [.arrow(.up)]),
    // Alt and a key.
    ("\u{1B}xq", [.character("q")]),
    // Two times Escape, and a key.
    ("\u{1B}\u{1B}[A", [.escape, .arrow(.up)]),
    // A sequence that breaks off in another one.
    ("\u{1B}[1\u{1B}[B", [.arrow(.down)]),
    // What is pasted has no effect.
    ("\u{1B}[200~q\u{3}\u{1B}[A\u{1B}[201~w", [.character("w")]),
    ("hj", [.character("h"), .character("j")]),
  ]

  @Test(
    "whatever has begun and never ends, the keys come back after a silence",
    arguments: [
      "\u{1B}]", "\u{1B}P", "\u{1B}X", "\u{1B}^", "\u{1B}_", "\u{1B}[", "\u{1B}O", "\u{1B}[[",
      "\u{1B}]11;rgb", "\u{1B}[200~", "\u{1B}[200~half of a paste", "\u{1B}[200~\u{1B}]",
      "\u{1B}[M", "\u{1B}[M q",
    ])
  func neverEnding(_ begun: String) {
    var decoder = KeyDecoder()
    let early = decoder.feed(begun.utf8)
    #expect(early == [])
    #expect(decoder.isUndecided)
    #expect((1...1_000_000_000).contains(decoder.patience))
    let settled = decoder.settle()
    #expect(settled == [])
    #expect(!decoder.isUndecided)
    let keys = decoder.feed("q\u{3}".utf8)
    #expect(keys == [.character("q"), .control("C")])
  }

  @Test("each sequence gives its keys, wherever it is split")
  func table() {
    for (text, keys) in Self.cases {
      let bytes = Array(text.utf8)
      for split in 0...bytes.count {
        for second in split...bytes.count {
          var decoder = KeyDecoder()
          var found = decoder.feed(bytes[..<split])
          found += decoder.feed(bytes[split..<second])
          found += decoder.feed(bytes[second...])
          #expect(found == keys, "\(bytes) split at \(split) and \(second)")
          #expect(!decoder.isUndecided)
        }
      }
    }
  }

  @Test("Escape alone is Escape once nothing more has come")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isUndecided)
    #expect(decoder.settle() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.settle().isEmpty)
    // What follows later is not part of it.
    #expect(decoder.feed(Array("[A".utf8)) == [.character("["), .character("A")])
  }

  @Test("a sequence that breaks off is no key, and the next key is whole")
  func broken() {
    for start in ["\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}[<0;1"] {
      var decoder = KeyDecoder()
      #expect(decoder.feed(Array(start.utf8)).isEmpty)
      #expect(decoder.settle().isEmpty)
      #expect(decoder.feed(Array("q".utf8)) == [.character("q")])
    }
  }

  @Test("bytes that are no UTF-8 give no key and swallow none")
  func invalid() {
    let cases: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xF0, 0x9F], [0xE2, 0x82],
    ]
    for bytes in cases {
      var decoder = KeyDecoder()
      #expect(decoder.feed(bytes + [UInt8(ascii: "q")]) == [.character("q")], "\(bytes)")
    }
  }

  @Test("no bytes whatever trap or stay undecided for ever")
  func anything() {
    var random = SplitMix64(seed: 7)
    let likely = Array("\u{1B}[O]P~;200AB\\".utf8)
    for _ in 0..<2000 {
      var decoder = KeyDecoder()
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let byte =
          Bool.random(using: &random)
          ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        _ = decoder.feed([byte])
      }
      _ = decoder.settle()
      #expect(!decoder.isUndecided)
    }
  }
}
