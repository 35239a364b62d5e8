// SPDX-License-Identifier: MIT

/// Standard gravity, m/s² (the value fixed by the CGPM of 1901).
let standardGravity = 9.80665
