// SPDX-License-Identifier: MIT

/// Makes a UTF-8 locale in `directory`, to be used with LOCPATH: localedef(1).
///
/// False where that program or the locale's source isn't installed.
public func makeLocale(_ name: String, in directory: String) -> Bool {
  let result = try? Program.run(
    path: "/usr/bin/localedef",
    ["--no-archive", "-i", name, "-f", "UTF-8", "\(directory)/\(name).UTF-8"])
  return result?.code == 0
}

/// Whether this machine can make `de_DE`, which has a decimal comma.
///
/// Where it can't (Debian package locales), tests under it are skipped.
public let canMakeCommaLocale: Bool = {
  let directory = TemporaryDirectory()
  return withExtendedLifetime(directory) { makeLocale("de_DE", in: directory.path) }
}()
