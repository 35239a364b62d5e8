// SPDX-License-Identifier: MIT
#include "GuardProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Declared by <unistd.h> under _GNU_SOURCE alone; Debian 12's glibc has it.
extern int close_range(unsigned int first, unsigned int last, int flags);

// Declared by <errno.h> under _GNU_SOURCE alone: argv[0].
extern char *program_invocation_name;

// In `comm` and in the command line.
static void take_name(const char *name) {
  prctl(PR_SET_NAME, name);
  size_t length = strlen(program_invocation_name);
  size_t count = strlen(name) < length ? strlen(name) : length;
  memset(program_invocation_name, 0, length);
  memcpy(program_invocation_name, name, count);
}

static void close_all_but(int first, int second) {
  unsigned int low = (unsigned int)(first < second ? first : second);
  unsigned int high = (unsigned int)(first < second ? second : first);
  if (low > 0) close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

// Between fork(2) and _exit(2): async-signal-safe calls alone.
static void wait_for_end(
    const char *name, int has_session, int pipe, int kept, size_t size,
    void (*put_back)(int kept, const void *record)) {
  if (has_session) {
    setsid();
  } else {
    setpgid(0, 0);
  }
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  take_name(name);
  // Nobody's pipe, socket or directory is kept open by waiting.
  close_all_but(pipe, kept);
  if (chdir("/") != 0) { /* ignoring: a directory that can't be unmounted is all there is to it */
  }
  _Alignas(max_align_t) char record[guard_process_most], next[guard_process_most];
  int has_record = 0, failures = 0;
  for (;;) {
    // Written in one go, and no larger than a pipe takes at once: it comes as a whole.
    ssize_t count = read(pipe, next, size);
    if (count == (ssize_t)size) {
      memcpy(record, next, size);
      has_record = 1;
      failures = 0;
    } else if (count >= 0 || (errno != EINTR && ++failures == 3)) {
      // The program has ended; or nothing can be read any more, which one failure doesn't say.
      break;
    }
  }
  if (has_record) put_back(kept, record);
}

int guard_process_start(
    const char *name, int has_session, int kept, size_t size,
    void (*put_back)(int kept, const void *record)) {
  if (size == 0 || size > guard_process_most) {
    errno = EMSGSIZE;
    return -1;
  }
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  // A write to a guard that is gone must not wait.
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  pid_t child = fork();
  if (child < 0) {
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
  }
  if (child == 0) {
    // A grandchild belongs to the first process of the system, which waits for it.
    if (fork() == 0) {
      close(ends[1]);
      wait_for_end(name, has_session, ends[0], kept, size, put_back);
    }
    _exit(0);
  }
  close(ends[0]);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  return ends[1];
}

void guard_process_tell(int guard, const void *record, size_t size) {
  int error = errno;
  if (write(guard, record, size) < 0) { /* ignoring: somebody has killed the guard */
  }
  errno = error;
}
