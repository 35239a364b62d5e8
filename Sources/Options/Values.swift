// SPDX-License-Identifier: MIT

/// What a command line gave: asked by the names that the table declares.
///
/// To ask for a name that the table doesn't declare is a programmer's error, and traps.
public struct Values: Sendable {
  /// The arguments that are no options, in their order.
  public internal(set) var operands: [String] = []

  /// The names of the options that were given, in the order of their declaration.
  public var given: [String] { options.map(\.name).filter { values[$0] != nil } }

  private let options: [Option]
  private var values: [String: [String]] = [:]

  init(table: OptionTable) { options = table.options }

  mutating func add(_ option: Option, _ value: String?) {
    values[option.name, default: []].append(value ?? "")
  }

  /// Whether the option was given.
  public func has(_ name: String) -> Bool {
    precondition(option(name) != nil, "no option \(name) is declared")
    return values[name] != nil
  }

  /// The option's value; the last one, if it was given more than once.
  public func value(_ name: String) -> String? {
    precondition(option(name)?.value != nil, "no option \(name) with a value is declared")
    return values[name]?.last
  }

  /// All values of a repeatable option, in their order.
  public func all(_ name: String) -> [String] {
    precondition(option(name)?.isRepeatable == true, "no repeatable option \(name) is declared")
    return values[name] ?? []
  }

  private func option(_ name: String) -> Option? { options.first { $0.name == name } }
}
