// SPDX-License-Identifier: MIT
// Nothing to call: the library is preloaded.
