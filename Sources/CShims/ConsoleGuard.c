// SPDX-License-Identifier: MIT
//
// A console in graphics mode shows neither text nor cursor, and changes to another one only if a process
// agrees: if the program died in it, by kill -9 as well, nobody could use the console again.
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "GuardProcess.h"
#include "Screen.h"

struct remedy {
  int armed;
  int mode;
};

static void put_back(int console, const void *record) {
  const struct remedy *remedy = record;
  if (!remedy->armed) return;
  shim_free_console(console);
  shim_set_console_mode(console, remedy->mode);
}

static void tell(int guard, int armed, int mode) {
  struct remedy remedy = {armed, mode};
  guard_process_tell(guard, &remedy, sizeof remedy);
}

int console_guard_start(int fd, int mode) {
  // In the program's session: who has no other right to a console has it as to his own terminal.
  int guard = guard_process_start("console-guard", 0, fd, sizeof(struct remedy), put_back);
  if (guard >= 0) tell(guard, 1, mode);
  return guard;
}

void console_guard_end(int guard) {
  tell(guard, 0, 0);
  close(guard);
}

// Here and not in the header: who imports that would get <sys/stat.h> from it, and not from Glibc.
int shim_screen_number(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0 || !S_ISCHR(found.st_mode) || major(found.st_rdev) != 29) return -1;
  return (int)minor(found.st_rdev);
}
