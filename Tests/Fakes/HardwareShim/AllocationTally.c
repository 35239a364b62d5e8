// SPDX-License-Identifier: MIT
//
// Counts how often a program asks for memory: if $BALLD_TEST_ROOT/allocations is there when it starts,
// the file's first eight bytes are the number, kept up to date by all threads.
//
// These definitions stand before libc's for every library of the process, and pass on to glibc's own
// functions, which it exports for this purpose.
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if !defined(SANITIZED)

static _Atomic uint64_t *tally;

__attribute__((constructor)) static void begin(void) {
  const char *root = getenv("BALLD_TEST_ROOT");
  char path[4096];
  if (!root || (size_t)snprintf(path, sizeof path, "%s/allocations", root) >= sizeof path) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *memory = mmap(0, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return;
  tally = memory;
  *tally = 0;
}

static void count(void) {
  if (tally) ++*tally;
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  count();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count();
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

#endif
