// SPDX-License-Identifier: MIT
//
// A console in graphics mode shows neither text nor cursor: if the program died in it, by kill -9 as
// well, nobody could use the console again. So a child process waits at a pipe for its end.
#include "Screen.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t guard_process;

extern int pipe2(int ends[2], int flags);

// Only calls that are safe after fork(2).
static void wait_for_end(int console, int mode, int pipe) {
  // Apart from the program's group and terminal: Ctrl-C is not meant for this process.
  setsid();
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  // Else a reader of the program's output would wait for this process too.
  for (int number = 0; number < 1024; number++) {
    if (number != console && number != pipe) close(number);
  }
  prctl(PR_SET_NAME, "ballview-guard");
  char byte;
  ssize_t count;
  do {
    count = read(pipe, &byte, 1);
  } while (count < 0 && errno == EINTR);
  // A byte says that all is well; the end without one, that the program is gone.
  if (count <= 0) shim_set_console_mode(console, mode);
  _exit(0);
}

int console_guard_start(int fd, int mode) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
  }
  if (child == 0) wait_for_end(fd, mode, ends[0]);
  close(ends[0]);
  guard_process = child;
  return ends[1];
}

void console_guard_end(int guard) {
  // If the guard has gone, ignoring: it was not needed.
  if (write(guard, "", 1) < 0) {
  }
  close(guard);
  while (guard_process > 0 && waitpid(guard_process, NULL, 0) < 0 && errno == EINTR) {
  }
  guard_process = 0;
}
