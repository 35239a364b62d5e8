// SPDX-License-Identifier: MIT
#ifndef BALLD_FAULT_SHIM_H
#define BALLD_FAULT_SHIM_H

#include <stdint.h>

/// What goes wrong with a call.
enum fault_mode {
  /// There is none left: descriptors, memory, room on the disk.
  fault_resources = 0,
  /// The device fails, or it isn't allowed.
  fault_device = 1,
  /// A signal came: the call is to be made again.
  fault_interrupted = 2,
  /// Half of the bytes are taken or given.
  fault_short = 3,
  /// malloc(3) of the C libraries gives nothing.
  fault_memory = 4,
};

/// What a test and the program in which calls fail share: $BALLD_TEST_FAULTS names the file that holds it.
struct fault_orders {
  /// Calls are counted, and fail, while this isn't 0.
  volatile uint64_t armed;
  /// A `fault_mode`.
  volatile uint64_t mode;
  /// The number of the call that fails, from 1 on; 0 for none.
  volatile uint64_t first;
  /// Not 0: from then on, all calls of that name fail.
  volatile uint64_t lasting;
  /// The calls so far that could have failed.
  volatile uint64_t count;
  /// How many failed.
  volatile uint64_t failed;
  /// What CLOCK_REALTIME is ahead, ns.
  volatile int64_t clock_step;
  /// The call that failed first, and with what: "open /etc/balld.conf: 24".
  char name[200];
  /// If it isn't empty, only calls of this name count, and fail.
  char only[32];
};

#endif
