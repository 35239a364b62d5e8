// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Support
import Testing

/// The directories whose programs the scripts let root run.
@Suite("a directory that a script makes for root") struct OwnDirectoryTests {
  private func accepts(_ path: String) throws -> Bool {
    let result = try Program.run(path: "\(packageRoot)/script/own-directory", [path])
    #expect(result.code == 0 || result.code == 77 && result.errors.contains(path), "\(result)")
    return result.code == 0
  }

  @Test("is made, and taken again, when nobody else can have filled it")
  func own() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/not/yet"
    #expect(try accepts(path))
    #expect(try accepts(path))
    #expect(try Directory.status(of: path).mode == 0o755)
  }

  @Test("is refused when others may write into it, when it is a link, and when it is another's")
  func others() throws {
    let directory = TemporaryDirectory()
    let path = "\(directory.path)/root"
    for mode: mode_t in [0o775, 0o757, 0o777, 0o1777] {
      #expect(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
      #expect(try !accepts(path))
      #expect(rmdir(path) == 0)
    }
    #expect(symlink(directory.path, path) == 0)
    #expect(try !accepts(path))
    #expect(unlink(path) == 0)
    // Only root can give one away, and it is root whom this guards.
    if geteuid() == 0 {
      #expect(mkdir(path, 0o755) == 0 && chown(path, 65534, 65534) == 0)
      #expect(try !accepts(path))
    }
  }

  @Test(
    "is asked for by each script that lets root run what lies in one",
    arguments: [
      "script/debian13", "script/debian13-arm64", "script/deb", "Tests/package/test",
      "Tests/package/earlier", "Tests/vm/build-image.sh",
    ])
  func scripts(path: String) throws {
    let text = String(
      decoding: try Descriptor.open("\(packageRoot)/\(path)", .reading).readAll(atMost: 1 << 20),
      as: UTF8.self)
    #expect(text.contains("own-directory\" \"$") || text.contains("script/own-directory \"$"))
  }
}
