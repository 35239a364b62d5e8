// SPDX-License-Identifier: MIT

/// A long option, as a program declares it once for its parser, its help and its documents.
public struct Option: Hashable, Sendable {
  /// The name without its dashes.
  public let name: String
  /// The one-letter name, if there is one.
  public let short: Character?
  /// What stands for the value in the help, such as `FILE`; nil for an option without a value.
  public let value: String?
  /// Whether the value may be left out; then it is never the next argument.
  public let isValueOptional: Bool
  /// Whether each occurrence counts; of another option only the last one does.
  public let isRepeatable: Bool
  /// What it does: a phrase without a full stop.
  public let meaning: String
  /// The words that its value may be, for a shell that completes them; empty for any.
  public let choices: [String]

  private init(
    _ name: String, short: Character?, value: String?, isValueOptional: Bool = false,
    isRepeatable: Bool, meaning: String, choices: [String] = []
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.isValueOptional = isValueOptional
    self.isRepeatable = isRepeatable
    self.meaning = meaning
    self.choices = choices
  }

  /// An option without a value.
  public static func flag(_ name: String, short: Character? = nil, _ meaning: String) -> Option {
    Option(name, short: short, value: nil, isRepeatable: false, meaning: meaning)
  }

  /// An option that needs a value.
  public static func value(
    _ name: String, _ value: String, choices: [String] = [], _ meaning: String
  ) -> Option {
    Option(
      name, short: nil, value: value, isRepeatable: false, meaning: meaning, choices: choices)
  }

  /// An option that may have a value, joined to it by `=`.
  public static func optional(_ name: String, _ value: String, _ meaning: String) -> Option {
    Option(
      name, short: nil, value: value, isValueOptional: true, isRepeatable: false,
      meaning: meaning)
  }

  /// An option that needs a value and may be given many times.
  public static func repeatable(_ name: String, _ value: String, _ meaning: String) -> Option {
    Option(name, short: nil, value: value, isRepeatable: true, meaning: meaning)
  }

  /// `--name`, with its value's placeholder if it has one, in brackets if it can be left out.
  public var synopsis: String {
    guard let value else { return "--\(name)" }
    return isValueOptional ? "--\(name)[=\(value)]" : "--\(name)=\(value)"
  }
}
