// SPDX-License-Identifier: MIT

import KeyValue
import Support
import Testing

@Suite("numbers without a locale") struct NumberTests {
  @Test("a decimal number is the double that the standard library reads")
  func random() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<40_000 {
      let text = randomNumber(&random)
      // Too large for a double is no number here.
      let expected = Double(text).flatMap { $0.isFinite ? $0.bitPattern : nil }
      #expect(parseDecimal(text)?.bitPattern == expected, "\(text)")
    }
  }

  @Test("a double's own description reads back to the same bits")
  func roundTrip() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(parseDecimal("\(value)")?.bitPattern == value.bitPattern, "\(value)")
      let small = Double(Int64(bitPattern: random.next()) >> 20) / 1e9
      #expect(parseDecimal("\(small)")?.bitPattern == small.bitPattern, "\(small)")
    }
  }

  @Test(
    "halves between two doubles go to the even one",
    arguments: [
      // 2^53 + 1 and 2^53 + 3 lie in the middle; a digit behind them decides.
      ("9007199254740993", 9007199254740992.0), ("9007199254740995", 9007199254740996.0),
      ("9007199254740993.0", 9007199254740992.0), ("9007199254740993.1", 9007199254740994.0),
      ("900719925474099.3e1", 9007199254740992.0),
      // 2^-54 above 1 is the middle between 1 and 1 + 2^-53's double.
      ("1.00000000000000011102230246251565404", 1.0),
      ("1.00000000000000011102230246251565405", 1.0000000000000002),
      ("1.5e-19", 1.5e-19), ("18446744073709551615e-19", 1.8446744073709551615),
      // Just above the middle, which only the remainder of the division tells.
      ("7527254611800910157e-5", 75272546118009.11), ("8721512005252233394e-15", 8721.512005252234),
      ("1e22", 1e22), ("1e23", 1e23), ("5e-324", .leastNonzeroMagnitude), ("-0", -0.0),
      ("0e9999", 0),
    ])
  func ties(text: String, value: Double) {
    #expect(parseDecimal(text)?.bitPattern == value.bitPattern)
  }

  @Test(
    "whatever isn't a decimal number is refused",
    arguments: [
      "", " ", "+", "-", ".", "e5", "1e", "1e+", "1 ", " 1", "1,5", "1.2.3", "--1", "+-1", "0x10",
      "0x1p3", "inf", "-inf", "infinity", "nan", "NaN", "1e999", "-1e400", "1f", "1e5.0", "1_000",
      "١", "1\0", "true", "1e5x",
    ])
  func refused(text: String) { #expect(parseDecimal(text) == nil) }

  @Test(
    "decimal numbers become integers without a detour over a double",
    arguments: [
      ("1760565906.248623001", 9, 1_760_565_906_248_623_001), ("0.0000000005", 9, 1),
      ("0.00000000049", 9, 0), ("-0.0000000005", 9, -1), ("-12.5", 0, -13),
      ("9223372036854775807", 0, Int64.max), ("1e-300", 9, 0), ("0", 9, 0),
      ("2.5E+3", 6, 2_500_000_000),
      ("0.1234567890123456789999", 9, 123_456_789),
    ] as [(String, Int, Int64)])
  func scaled(text: String, power: Int, expected: Int64) throws {
    #expect(try #require(decimal(text)).scaled(byPowerOfTen: power) == expected)
  }

  @Test(
    "what an integer of 64 bits can't hold is no integer",
    arguments: ["9223372036.854775808", "1e300", "-9223372037", "99999999999999999999"])
  func overflow(text: String) throws {
    #expect(try #require(decimal(text)).scaled(byPowerOfTen: 9) == nil)
  }

  @Test("the decimal point is the caller's")
  func comma() {
    let bytes = Array("-1,5e3".utf8)
    bytes.withUnsafeBufferPointer { buffer in
      #expect(parseDecimal(buffer, point: UInt8(ascii: ",")) == -1500)
      #expect(parseDecimal(buffer) == nil)
    }
    Array("0,12345678901234567890123".utf8).withUnsafeBufferPointer { buffer in
      #expect(parseDecimal(buffer, point: UInt8(ascii: ",")) == 0.12345678901234567890123)
    }
  }
}

@Suite("values with a unit") struct QuantityTests {
  @Test(
    "a unit may stand behind the number in any usual spelling",
    arguments: [
      ("8", .degrees, 8), ("8 deg", .degrees, 8), ("8deg", .degrees, 8), ("8°", .degrees, 8),
      (" -8.5 Degrees ", .degrees, -8.5), ("30 ms", .milliseconds, 30),
      ("1e3ms", .milliseconds, 1000),
      ("5 mm", .millimetres, 5), ("9.8 m/s²", .metresPerSecondSquared, 9.8),
      ("9.8 m/s^2", .metresPerSecondSquared, 9.8), ("9.8m/s2", .metresPerSecondSquared, 9.8),
      ("2 dps", .degreesPerSecond, 2), ("7 µs", .microseconds, 7), ("7 us", .microseconds, 7),
      ("1e-3", .none, 0.001), ("60 Hz", .hertz, 60), ("60hz", .hertz, 60),
    ] as [(String, UnitOfMeasure, Double)])
  func quantity(text: String, unit: UnitOfMeasure, value: Double) throws {
    #expect(try parseQuantity(text, in: unit) == value)
  }

  @Test(
    "another unit or no number is an error that names found and expected",
    arguments: [
      ("8 mm", .degrees, "found `8 mm`, expected a number in deg"),
      ("8 rad", .degrees, "found `8 rad`, expected a number in deg"),
      ("0.03 s", .milliseconds, "found `0.03 s`, expected a number in ms"),
      ("", .degrees, "found nothing, expected a number in deg"),
      ("deg", .degrees, "found `deg`, expected a number in deg"),
      ("8 8 deg", .degrees, "found `8 8 deg`, expected a number in deg"),
      ("8,5 deg", .degrees, "found `8,5 deg`, expected a number in deg"),
      ("nan", .none, "found `nan`, expected a number"),
      ("8 deg", .none, "found `8 deg`, expected a number without a unit"),
    ] as [(String, UnitOfMeasure, String)])
  func refused(text: String, unit: UnitOfMeasure, message: String) {
    do throws(ValueError) {
      let value = try parseQuantity(text, in: unit)
      Issue.record("\(text) was read as \(value)")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("an entry's error names its place")
  func entry() throws {
    let text = try KeyValueText("\nlimit = 8 mm", file: "c")
    let entry = try #require(text.entries.first)
    do throws(KeyValueError) {
      _ = try entry.quantity(in: .degrees)
      Issue.record("8 mm passed for degrees")
    } catch {
      #expect(error.description == "c:2: found `8 mm`, expected a number in deg")
    }
  }
}

private func decimal(_ text: String) -> DecimalNumber? {
  Array(text.utf8).withUnsafeBufferPointer { DecimalNumber($0) }
}

private func randomNumber(_ random: inout SplitMix64) -> String {
  var text = ["", "-", "+"][Int(random.next() % 3)]
  let before = Int(random.next() % 12)
  let behind = Int(random.next() % 14) + (before == 0 ? 1 : 0)
  for _ in 0..<before { text += "\(random.next() % 10)" }
  if behind > 0 { text += "." }
  for _ in 0..<behind { text += "\(random.next() % 10)" }
  switch random.next() % 4 {
  case 0: text += "e\(Int(random.next() % 60) - 30)"
  case 1: text += "E\(Int(random.next() % 600) - 300)"
  default: break
  }
  return text
}
