// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// Debian 13's swiftlang is 6.0.3: nothing newer than tools-version 6.0 may be used here or in the
// sources. Names of upcoming features that a compiler doesn't know are ignored by it.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ module: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: module + "Tests", dependencies: dependencies + ["Support"], exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "balld",
  products: [
    .executable(name: "balld", targets: ["balld"]),
    .executable(name: "ballview", targets: ["ballview"]),
    .executable(name: "ballctl", targets: ["ballctl"]),
    // Preloaded by tests, to show the programs hardware that isn't there.
    .library(name: "hardwareshim", type: .dynamic, targets: ["HardwareShim"]),
    // Preloaded by tests, to let the programs' system calls fail.
    .library(name: "faultshim", type: .dynamic, targets: ["FaultShim"]),
    // For the packages in Benchmarks/ and Fuzz/.
    .library(name: "Control", targets: ["Control"]),
    .library(name: "Display", targets: ["Display"]),
    .library(name: "Daemon", targets: ["Daemon"]),
    .library(name: "Options", targets: ["Options"]),
    .library(name: "Physics", targets: ["Physics"]),
    .library(name: "Posix", targets: ["Posix"]),
    .library(name: "Sensors", targets: ["Sensors"]),
    .library(name: "Store", targets: ["Store"]),
    .library(name: "Support", targets: ["Support"]),
    .library(name: "Wire", targets: ["Wire"]),
  ],
  targets: [
    // C libraries: one target each, wrapped by one module each.
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(name: "CShims"),

    module("Elementary"),
    module("KeyValue"),
    // The command lines of the three programs, and their version. Imports nothing.
    module("Options"),
    module("Posix", ["CShims"]),
    module("Sensors", ["Posix", "Elementary", "KeyValue", "CIIO", "CEvdev", "CSystemd"]),
    module("Physics", ["Elementary"]),
    module("Game", ["Physics", "KeyValue"]),
    module("Wire", ["Posix", "CJansson"]),
    // The thread that writes, and what lasts: runs and best times.
    module("Store", ["Posix", "CSQLite"]),
    module(
      "Daemon",
      [
        "Sensors", "Game", "Physics", "Store", "Wire", "KeyValue", "Options", "Posix", "CSystemd",
      ]),
    module("Display", ["Wire", "Options", "Posix", "Elementary", "CShims", "CCairo"]),
    // What ballctl does, as a library that tests can link.
    module("Control", ["Wire", "Options", "Posix"]),

    program("balld", ["Daemon", "Posix"]),
    program("ballview", ["Display", "Posix"]),
    program("ballctl", ["Control", "Posix"]),
    // Makes the recordings that are shipped in recordings/. Not installed.
    program("recordhand", ["Sensors", "Elementary", "Posix"]),

    // Makes the parts of man/ and completions/ that follow from the tables. Not installed.
    program("manual", ["Daemon", "Display", "Control", "Options", "Posix"]),

    // What the tests of several modules use: programs, directories, paths.
    .target(
      name: "Support", dependencies: ["Posix"], path: "Tests/Support", swiftSettings: settings),
    .target(
      name: "HardwareShim", path: "Tests/Fakes/HardwareShim",
      linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "FaultShim", path: "Tests/Fakes/FaultShim", linkerSettings: [.linkedLibrary("dl")]),
    // Prints what input devices give: tests preload the shim into it.
    .executableTarget(
      name: "inputwatch", dependencies: ["Sensors", "Posix", "KeyValue"],
      path: "Tests/Fakes/inputwatch", swiftSettings: settings),
    tests("Elementary", ["Elementary"]),
    tests("KeyValue", ["KeyValue"]),
    tests("Options", ["Options"]),
    tests("Posix", ["Posix"]),
    tests(
      "Sensors", ["Sensors", "KeyValue", "Posix", "recordhand", "AllocationCounter", "inputwatch"]),
    // Counts allocations in the test program, to show that a step or a sample makes none.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    tests("Physics", ["Physics", "Elementary", "AllocationCounter"]),
    tests("Game", ["Game", "Physics", "KeyValue", "Posix"]),
    tests("Store", ["Store", "Posix", "CSQLite"]),
    tests("Wire", ["Wire", "Posix"]),
    tests("Control", ["Control", "Wire", "Options", "Posix"]),
    tests(
      "Daemon",
      ["Daemon", "Sensors", "Game", "Physics", "Store", "Wire", "KeyValue", "Options", "Posix"]),
    tests(
      "Display", ["Display", "Wire", "Options", "Posix", "CShims", "CCairo"], exclude: ["Goldens"]),
    // What a fuzzer made up, and the probes that read it: Fuzz/ has a program of the same probes.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Control", "Daemon", "Display", "Game", "KeyValue", "Options", "Physics", "Posix",
        "Sensors",
        "Store", "Wire", "CSystemd", "CShims", "Support",
      ], path: "Fuzz/Tests", swiftSettings: settings),
    // Runs the built programs as a user would.
    tests(
      "Program",
      ["Daemon", "Sensors", "Game", "Wire", "Options", "Posix", "manual"]),
  ],
  swiftLanguageModes: [.v6]
)

// Does one kind of work so many times, of which script/guard counts the instructions. It sees inside the
// modules, as tests do, so only a build with -enable-testing has it: script/guard asks for it.
if Context.environment["BALLD_WORKLOAD"] != nil {
  package.targets.append(
    .executableTarget(
      name: "workload",
      dependencies: [
        "Daemon", "Display", "Elementary", "Game", "Options", "Physics", "Posix", "Sensors",
        "Wire",
      ], path: "Tests/Guards/workload", swiftSettings: settings))
}
