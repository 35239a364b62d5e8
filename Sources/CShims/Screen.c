// SPDX-License-Identifier: MIT
//
// Not in the header: who imports that would get <sys/stat.h> from it, and not from Glibc.
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "Screen.h"

int shim_screen_number(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0 || !S_ISCHR(found.st_mode) || major(found.st_rdev) != 29) return -1;
  return (int)minor(found.st_rdev);
}
