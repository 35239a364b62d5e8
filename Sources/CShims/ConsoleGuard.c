// SPDX-License-Identifier: MIT
//
// A console in graphics mode shows neither text nor cursor, and changes to another one only if a process
// agrees: if the program died in it, by kill -9 as well, nobody could use the console again.
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
