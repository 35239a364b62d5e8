// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of its own, so that it burdens nobody who builds balld.
let package = Package(
  name: "PictureBenchmark",
  dependencies: [.package(name: "balld", path: "../..")],
  targets: [
    .executableTarget(
      name: "PictureBenchmark",
      dependencies: [
        .product(name: "Display", package: "balld"), .product(name: "Support", package: "balld"),
        .product(name: "Wire", package: "balld"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
