// SPDX-License-Identifier: MIT
// What the files of the fault shim share.
#ifndef BALLD_FAULT_ORDERS_H
#define BALLD_FAULT_ORDERS_H

#include "FaultShim.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/// The orders, or null where there are none.
extern struct fault_orders *fault_orders;

/// Counts a call that would fail with `error` (0: it can't), and says whether it is to fail now.
int fault_strikes(const char *name, const char *path, int fd, int error);

#endif
