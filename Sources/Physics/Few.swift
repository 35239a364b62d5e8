// SPDX-License-Identifier: MIT

/// Eight values in place: what a step notes of a few things without asking for memory.
struct Few<Element> {
  private var a: Element
  private var b: Element
  private var c: Element
  private var d: Element
  private var e: Element
  private var f: Element
  private var g: Element
  private var h: Element

  init(repeating value: Element) {
    a = value
    b = value
    c = value
    d = value
    e = value
    f = value
    g = value
    h = value
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      switch index {
      case 0: a
      case 1: b
      case 2: c
      case 3: d
      case 4: e
      case 5: f
      case 6: g
      default: h
      }
    }
    @inline(__always) set {
      switch index {
      case 0: a = newValue
      case 1: b = newValue
      case 2: c = newValue
      case 3: d = newValue
      case 4: e = newValue
      case 5: f = newValue
      case 6: g = newValue
      default: h = newValue
      }
    }
  }
}

/// Sixty-four values in place.
struct Many<Element> {
  private var rows: Few<Few<Element>>

  init(repeating value: Element) { rows = Few(repeating: Few(repeating: value)) }

  subscript(index: Int) -> Element {
    @inline(__always) get { rows[index >> 3][index & 7] }
    @inline(__always) set { rows[index >> 3][index & 7] = newValue }
  }
}
