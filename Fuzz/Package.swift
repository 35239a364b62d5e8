// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of its own: its flags (-sanitize=fuzzer) break every other executable.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "balld", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer", .product(name: "Daemon", package: "balld"),
        .product(name: "Sensors", package: "balld"), .product(name: "Wire", package: "balld"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
