// SPDX-License-Identifier: MIT
//
// Lets malloc(3) fail for the C libraries that balld uses and that cope with it. Swift's own allocations
// aren't touched: they have no way of failing but ending the process. Nor are libiio's: where 0.24 has no
// memory for the last of a context's 68 pieces, it gives the error's number to free(3).
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "FaultOrders.h"

#if !defined(SANITIZED)

static const char *const libraries[] = {
    "/libjansson.", "/libsqlite3.", "/libevdev.", "/libsystemd.", "/libcairo.", 0};
enum { most = 8 };
static struct {
  const char *library;
  uintptr_t begin, end;
} places[most];
static int known;

static int look(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size, (void)data;
  for (const char *const *library = libraries; *library; library++) {
    if (!strstr(object->dlpi_name, *library) || known == most) continue;
    uintptr_t end = 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
      uintptr_t last = object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz;
      if (object->dlpi_phdr[i].p_type == PT_LOAD && last > end) end = last;
    }
    places[known].library = *library;
    places[known].begin = object->dlpi_addr;
    places[known++].end = object->dlpi_addr + end;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) { dl_iterate_phdr(look, 0); }

/// Whether there is no memory for who asks from `caller`.
static int lacks(void *caller) {
  if (!fault_orders || fault_orders->mode != fault_memory) return 0;
  for (int i = 0; i < known; i++) {
    if ((uintptr_t)caller < places[i].begin || (uintptr_t)caller >= places[i].end) continue;
    if (!fault_strikes("malloc", places[i].library, -1, ENOMEM)) return 0;
    errno = ENOMEM;
    return 1;
  }
  return 0;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
  return lacks(__builtin_return_address(0)) ? 0 : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  return lacks(__builtin_return_address(0)) ? 0 : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  return lacks(__builtin_return_address(0)) ? 0 : __libc_realloc(old, size);
}

#endif
