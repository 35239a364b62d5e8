// SPDX-License-Identifier: MIT

/// Writes any Codable value into a `StateTree`.
///
/// What a state consists of, the types say themselves: the compiler makes their Codable of their
/// stored properties, so that none is forgotten.
struct StateEncoder: Encoder {
  let tree: StateTree
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(tree: tree))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(tree: tree) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(tree: tree) }

  private struct Single: SingleValueEncodingContainer {
    let tree: StateTree
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { tree.value = "none" }
    func encode(_ value: Bool) { tree.value = value ? "yes" : "no" }
    func encode(_ value: String) { tree.value = StateValue.text(quoting: value) }
    func encode(_ value: Double) { tree.value = StateValue.text(value) }
    func encode(_ value: Float) { tree.value = StateValue.text(Double(value)) }
    func encode(_ value: Int) { tree.value = "\(value)" }
    func encode(_ value: Int8) { tree.value = "\(value)" }
    func encode(_ value: Int16) { tree.value = "\(value)" }
    func encode(_ value: Int32) { tree.value = "\(value)" }
    func encode(_ value: Int64) { tree.value = "\(value)" }
    func encode(_ value: UInt) { tree.value = "\(value)" }
    func encode(_ value: UInt8) { tree.value = "\(value)" }
    func encode(_ value: UInt16) { tree.value = "\(value)" }
    func encode(_ value: UInt32) { tree.value = "\(value)" }
    func encode(_ value: UInt64) { tree.value = "\(value)" }
    func encode(_ value: some Encodable) throws { try value.encode(to: StateEncoder(tree: tree)) }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let tree: StateTree
    var codingPath: [any CodingKey] { [] }

    private func child(_ key: Key) -> StateTree { tree.child(key.stringValue) }

    func encodeNil(forKey key: Key) { child(key).value = "none" }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      try value.encode(to: StateEncoder(tree: child(key)))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      StateEncoder(tree: child(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      StateEncoder(tree: child(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { StateEncoder(tree: tree.child("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { StateEncoder(tree: child(key)) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let tree: StateTree
    var codingPath: [any CodingKey] { [] }
    var count: Int { tree.names.count }

    private func next() -> StateTree { tree.child("\(count)") }

    func encodeNil() { next().value = "none" }

    func encode(_ value: some Encodable) throws {
      try value.encode(to: StateEncoder(tree: next()))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      StateEncoder(tree: next()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      StateEncoder(tree: next()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { StateEncoder(tree: next()) }
  }
}
