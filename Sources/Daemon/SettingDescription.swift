// SPDX-License-Identifier: MIT

internal import KeyValue

/// What the manual says of a setting.
public struct SettingDescription: Hashable, Sendable {
  /// The section in which it stands, such as `tilt`.
  public let section: String
  /// Its key within the section, such as `dead-zone`.
  public let key: String
  /// What it does: a phrase.
  public let meaning: String
  /// What its value must be, in words.
  public let expected: String
  /// The value that it has when nobody sets it, as a file has it; empty for none.
  public let standard: String

  /// Whether a change takes effect at the next start alone.
  public let isTakenAtStart: Bool

  /// The value of `tilt.feel` that gives `standard`, if one does: with another it is another.
  public let feel: String?

  /// Every setting, in the order of the table.
  public static let all: [SettingDescription] = Setting.all.map { setting in
    SettingDescription(
      section: setting.section, key: setting.key, meaning: setting.meaning,
      expected: setting.expected, standard: setting.read(Settings()),
      isTakenAtStart: setting.isTakenAtStart,
      feel: setting.isByFeel ? Settings().feel.preset : nil)
  }

  /// A configuration file that sets nothing: every setting, with its meaning and its standard value,
  /// as comments.
  public static var file: String {
    var text = """
      # balld's settings: balld.conf(5). Each line shows what holds anyway; to change a setting, take
      # the # away. `balld --print-config` prints what is in force, and `balld --check-config` says
      # whether a file is right.

      """
    var section = ""
    for setting in all {
      if setting.section != section {
        section = setting.section
        text += "\n[\(section)]\n"
      }
      text += "# \(setting.meaning) (\(setting.expected))\n"
      let source = setting.feel.map { "  # by feel = \($0)" } ?? ""
      text += "#\(setting.key) = \(formatValue(setting.standard))\(source)\n"
    }
    return text
  }
}
