// SPDX-License-Identifier: MIT

import Foundation
import Support
import Testing

private func has(_ program: String) -> Bool {
  ["/bin", "/usr/bin", "/usr/local/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
  }
}

@Suite("what is installed to be read") struct DocumentTests {
  private let directory = TemporaryDirectory()

  /// The places in the directory that the links of a page lead to, without those of the network.
  private func links(of page: String) throws -> [String] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    return text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/).map { String($0.1) }
  }

  @Test(
    "each link of an installed page leads to something that is installed; removed, all is gone",
    .enabled(if: has("lowdown"), "lowdown isn't installed"))
  func installed() throws {
    func install(_ options: [String]) throws -> Program.Result {
      try Program.run(
        path: "/usr/bin/env",
        ["BALLD_PROGRAMS=\(Program.directory)", "\(packageRoot)/script/install"] + options
          + [directory.path, "/usr"])
    }
    let run = try install([])
    #expect(run.code == 0, "\(run)")
    let documents = "\(directory.path)/usr/share/doc/balld"
    let pages = try #require(FileManager.default.subpaths(atPath: documents)).filter {
      $0.hasSuffix(".md")
    }
    #expect(pages.contains("README.md") && pages.contains("hats.md"))
    var count = 0
    for page in pages {
      let place = "\(documents)/\(page)"
      for link in try links(of: place) {
        count += 1
        let target = URL(fileURLWithPath: link, relativeTo: URL(fileURLWithPath: place)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link)")
      }
    }
    #expect(count > 15, "the links weren't found")
    let removal = try install(["--remove"])
    #expect(removal.code == 0, "\(removal)")
    #expect(!FileManager.default.fileExists(atPath: documents))
  }

  @Test(
    "the overlay that docs/hats.md shows compiles, and lays its chip at its address",
    .enabled(if: has("dtc") && has("fdtoverlay"), "device-tree-compiler isn't installed"))
  func overlay() throws {
    let page = try String(contentsOfFile: "\(packageRoot)/docs/hats.md", encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```\n(\/dts-v1\/;[^`]*)```/)).1
    let source = directory.file("my-lis3dh.dts", String(block))
    // The command that the page gives.
    let command = try #require(page.firstMatch(of: /dtc (-@ .*my-lis3dh\.dtbo my-lis3dh\.dts)/)).1
    #expect(source.hasSuffix("/my-lis3dh.dts"))
    func shell(_ line: String) throws -> Program.Result {
      try Program.run(path: "/bin/sh", ["-c", "cd \(directory.path) && \(line)"])
    }
    let compiled = try shell("dtc \(command)")
    #expect(compiled.code == 0 && compiled.errors == "", "\(compiled)")
    _ = directory.file(
      "board.dts",
      """
      /dts-v1/;
      / {
        #address-cells = <1>;
        #size-cells = <0>;
        gpio: gpio@2 { reg = <2>; };
        i2c1: i2c@1 {
          reg = <1>; #address-cells = <1>; #size-cells = <0>; status = "disabled";
        };
      };

      """)
    let laid = try shell(
      "dtc -q -@ -I dts -O dtb -o board.dtb board.dts"
        + " && fdtoverlay -i board.dtb -o all.dtb my-lis3dh.dtbo"
        + " && fdtget -t s all.dtb /i2c@1 status"
        + " && fdtget -t s all.dtb /i2c@1/accelerometer@18 compatible"
        + " && fdtget -t x all.dtb /i2c@1/accelerometer@18 reg")
    #expect(laid.output == "okay\nst,lis3dh-accel\n18\n", "\(laid)")
  }
}
