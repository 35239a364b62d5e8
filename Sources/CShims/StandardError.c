// SPDX-License-Identifier: MIT
//
// fopencookie(3) is there under _GNU_SOURCE alone, with which Swift 6.0 reads headers and Swift 6.3
// doesn't: so it can't be declared where Swift reads along.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>

#include "CShims.h"

int shim_route_stderr(ssize_t (*write)(void *, const char *, size_t)) {
  cookie_io_functions_t functions = {0, write, 0, 0};
  FILE *stream = fopencookie(0, "w", functions);
  if (!stream) return -1;
  setvbuf(stream, 0, _IONBF, 0);
  stderr = stream;
  return 0;
}
