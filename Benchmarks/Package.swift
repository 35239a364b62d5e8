// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of its own, so that the peers burden nobody who builds balld.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "balld", path: "..")],
  targets: [
    // Box2D and Chipmunk behind the same few C functions.
    .target(
      name: "CPeers",
      linkerSettings: [.linkedLibrary("box2d"), .linkedLibrary("chipmunk")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CPeers",
        .product(name: "Physics", package: "balld"),
        .product(name: "Posix", package: "balld"),
        .product(name: "Support", package: "balld"),
        .product(name: "Wire", package: "balld"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx14
)
