// SPDX-License-Identifier: MIT
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

// Whether this build counts: it doesn't under a sanitizer, which has its own malloc.
int allocation_counter_works(void);

// How often the calling thread has asked malloc and its relatives for memory.
unsigned long allocation_count(void);

#endif
