// SPDX-License-Identifier: MIT

internal import KeyValue

/// Reads any Codable value from a `StateTree`, which anybody may have written.
struct StateDecoder: Decoder {
  let tree: StateTree
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A decoder of a whole tree.
  init(_ tree: StateTree) {
    self.tree = tree
    codingPath = []
  }

  private init(_ tree: StateTree, at path: [any CodingKey]) {
    self.tree = tree
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try expectNames()
    return KeyedDecodingContainer(Keyed<Key>(tree: tree, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try expectNames()
    return Unkeyed(tree: tree, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(tree: tree, codingPath: codingPath)
  }

  private func expectNames() throws {
    if let value = tree.value {
      throw Refusal(tree, codingPath, ValueError(found: value, expected: "names below it"))
    }
  }

  /// What can't be in a state: where it stands, and why.
  struct Refusal: Error {
    let line: Int
    let reason: String

    /// A name that isn't there, and so on no line.
    init(missing path: [any CodingKey]) {
      line = 0
      reason = "\(path.map(\.stringValue).joined(separator: ".")): found nothing, expected a value"
    }

    init(_ tree: StateTree, _ path: [any CodingKey], _ error: ValueError) {
      line = tree.line
      reason = "\(path.map(\.stringValue).joined(separator: ".")): \(error)"
    }
  }

  /// A place in an array, as a name.
  private struct Place: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { intValue = Int(stringValue) }
  }

  private struct Single: SingleValueDecodingContainer {
    let tree: StateTree
    let codingPath: [any CodingKey]

    private func value<Value>(
      _ expected: String, _ parse: (String) -> Value?
    ) throws -> Value {
      tree.isRead = true
      guard let value = tree.value.flatMap(parse) else {
        let found = tree.value.map { quoted($0) } ?? "names below it"
        throw Refusal(tree, codingPath, ValueError(found: found, expected: expected))
      }
      return value
    }

    private func integer<Integer: FixedWidthInteger>() throws -> Integer {
      try value("a whole number") { StateValue.integer($0).flatMap { Integer(exactly: $0) } }
    }

    func decodeNil() -> Bool {
      guard tree.value == "none" else { return false }
      tree.isRead = true
      return true
    }

    func decode(_ type: Bool.Type) throws -> Bool {
      try value("`yes` or `no`") { ["yes": true, "no": false][$0] }
    }

    func decode(_ type: String.Type) throws -> String {
      try value("a text in quotes") { StateValue.string($0) }
    }

    func decode(_ type: Double.Type) throws -> Double {
      try value("the 64 bits of a number, as 0x and 16 digits", StateValue.real)
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try Value(from: StateDecoder(tree, at: codingPath))
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let tree: StateTree
    let codingPath: [any CodingKey]

    var allKeys: [Key] { tree.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { tree[key.stringValue] != nil }

    private func child(_ key: Key) throws -> StateDecoder {
      let path = codingPath + [key]
      guard let child = tree[key.stringValue] else {
        throw Refusal(missing: path)
      }
      return StateDecoder(child, at: path)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
      try child(key).singleValueContainer().decodeNil()
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: child(key))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try child(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { StateDecoder(tree, at: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let tree: StateTree
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(tree: StateTree, codingPath: [any CodingKey]) {
      self.tree = tree
      self.codingPath = codingPath
    }

    var count: Int? { tree.names.count }
    var isAtEnd: Bool { currentIndex >= tree.names.count }

    private mutating func next() throws -> StateDecoder {
      let place = Place(currentIndex)
      let path = codingPath + [place]
      guard let child = tree[place.stringValue] else {
        throw Refusal(missing: path)
      }
      currentIndex += 1
      return StateDecoder(child, at: path)
    }

    mutating func decodeNil() throws -> Bool {
      guard tree["\(currentIndex)"]?.value == "none" else { return false }
      _ = try next()
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try Value(from: next())
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }
  }
}
