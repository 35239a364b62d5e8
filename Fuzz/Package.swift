// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own: its flags (-sanitize=fuzzer) break every other executable. The probes are part of
// the tests, too; they see more of the modules than these publish, so all is built with -enable-testing.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "balld", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .target(
      name: "Probes",
      dependencies: [
        .product(name: "Control", package: "balld"), .product(name: "Daemon", package: "balld"),
        .product(name: "Display", package: "balld"), .product(name: "Options", package: "balld"),
        .product(name: "Physics", package: "balld"), .product(name: "Posix", package: "balld"),
        .product(name: "Sensors", package: "balld"), .product(name: "Store", package: "balld"),
        .product(name: "Wire", package: "balld"),
      ], path: "Tests/Probes", swiftSettings: settings),
    // By the real libiio and libevdev, on hardware that isn't there: linked with what makes it. Its test
    // preloads that.
    .target(
      name: "HardwareProbes",
      dependencies: [
        .product(name: "hardwareshim", package: "balld"),
        .product(name: "Daemon", package: "balld"),
        .product(name: "Sensors", package: "balld"), .product(name: "Support", package: "balld"),
        .product(name: "Posix", package: "balld"),
      ], path: "Tests/HardwareProbes", swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: ["CFuzzer", "Probes", "HardwareProbes"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
