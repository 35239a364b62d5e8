// SPDX-License-Identifier: MIT

internal import CJansson

/// A parsed JSON text: the one owner of jansson's tree, and the one file that calls jansson.
///
/// Numbers are doubles, integers included: an integer of twenty digits is no reason to refuse a
/// line. Keys given twice are refused, since two readers would take different ones.
struct JSONDocument: ~Copyable {
  private let root: UnsafeMutablePointer<json_t>

  /// Why a text was refused.
  struct Refusal: Error {
    /// Whether the text is well-formed and only a number exceeds what a double can hold.
    var isOverflow: Bool
    /// What was found, and where.
    var message: String
  }

  init(parsing bytes: [UInt8]) throws(Refusal) {
    guard !bytes.isEmpty else { throw Refusal(isOverflow: false, message: "the line is empty") }
    var error = json_error_t()
    let flags =
      Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_ANY) | Int(JSON_DECODE_INT_AS_REAL)
      | Int(JSON_ALLOW_NUL)
    let parsed = bytes.withUnsafeBytes { buffer in
      json_loadb(buffer.baseAddress, buffer.count, flags, &error)
    }
    guard let parsed else { throw Refusal(error) }
    root = parsed
  }

  deinit { json_decref(root) }

  /// Lends the text's object, or nil if it is something else, for the time of `body`.
  borrowing func withObject<Result, Failure: Error>(
    _ body: (JSONObject?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(JSONValue(node: root).object)
  }
}

extension JSONDocument.Refusal {
  fileprivate init(_ error: json_error_t) {
    var error = error
    isOverflow = json_error_code(&error) == json_error_numeric_overflow
    let text = withUnsafeBytes(of: &error.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    message = "\(text), at byte \(max(0, error.position))"
  }
}

/// An object within a document that somebody else keeps alive.
struct JSONObject {
  fileprivate let node: UnsafeMutablePointer<json_t>

  /// The member of this name.
  subscript(_ key: String) -> JSONValue? {
    json_object_get(node, key).map { JSONValue(node: $0) }
  }
}

/// A value within a document that somebody else keeps alive.
struct JSONValue {
  fileprivate let node: UnsafeMutablePointer<json_t>

  var object: JSONObject? {
    node.pointee.type == JSON_OBJECT ? JSONObject(node: node) : nil
  }

  var array: [JSONValue]? {
    guard node.pointee.type == JSON_ARRAY else { return nil }
    return (0..<json_array_size(node)).compactMap { index in
      json_array_get(node, index).map { JSONValue(node: $0) }
    }
  }

  /// A number, always finite.
  var number: Double? {
    node.pointee.type == JSON_REAL ? json_real_value(node) : nil
  }

  var string: String? {
    guard node.pointee.type == JSON_STRING, let start = json_string_value(node) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(node))
    return String(decoding: bytes, as: UTF8.self)
  }

  var boolean: Bool? {
    switch node.pointee.type {
    case JSON_TRUE: true
    case JSON_FALSE: false
    default: nil
    }
  }
}
