// SPDX-License-Identifier: MIT

/// The version of everything in this repository: the programs' `--version` and the daemon's `hello`.
public let balldVersion = "0.1.0"
