// SPDX-License-Identifier: MIT
#include "TerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

// What puts the terminal back. The helper gets it over the pipe whenever it changes.
struct remedy {
  int armed;
  struct termios saved;
  struct termios raw;
  size_t count;
  char bytes[256];
};

static struct {
  volatile sig_atomic_t armed;
  int fd;
  struct remedy remedy;
  // The writing end of the pipe to the helper; 0 while there is none, -1 if there can be none.
  int helper;
  struct sigaction previous[crash_count];
  // The handler runs on a stack of its own: a stack overflow is one of the crashes.
  // 64 KiB: above MINSIGSTKSZ on every architecture, the wide vector registers of x86 included.
  char stack[65536];
} guard;

static int has_settings(int fd, const struct termios *expected) {
  struct termios found;
  memset(&found, 0, sizeof found);
  return tcgetattr(fd, &found) == 0 && found.c_iflag == expected->c_iflag &&
         found.c_oflag == expected->c_oflag && found.c_lflag == expected->c_lflag;
}

static void apply(int fd, const struct remedy *remedy) {
  // Other settings are somebody else's by now: a shell's that reads its next line.
  if (has_settings(fd, &remedy->raw)) tcsetattr(fd, TCSANOW, &remedy->saved);
  // The descriptor may be non-blocking, and the terminal may not read: a few tries, and no more.
  size_t written = 0;
  for (int tries = 0; tries < 8 && written < remedy->count; tries++) {
    ssize_t count = write(fd, remedy->bytes + written, remedy->count - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd awaited = {.fd = fd, .events = POLLOUT};
      poll(&awaited, 1, 100);
    } else if (errno != EINTR) {
      return;
    }
  }
}

// MARK: The helper

// Declared by <unistd.h> under _GNU_SOURCE alone; Debian 12's glibc has it.
extern int close_range(unsigned int first, unsigned int last, int flags);

// Declared by <errno.h> under _GNU_SOURCE alone: argv[0].
extern char *program_invocation_name;

// A name of its own, in `comm` and in the command line: whoever kills the program by its name doesn't
// mean the helper.
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
static void help(int pipe, int fd) {
  // A session of its own: neither Ctrl-C nor the hang-up of a window, nor what a shell sends to its
  // job, is meant for it, and no terminal's stop can hold it (tcsetattr(3) from the background).
  setsid();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  take_name("terminal-guard");
  // Nobody's pipe, socket or directory is kept open by waiting.
  close_all_but(pipe, fd);
  if (chdir("/") != 0) { /* ignoring: a directory that can't be unmounted is all there is to it */
  }
  struct remedy remedy;
  memset(&remedy, 0, sizeof remedy);
  for (;;) {
    struct remedy next;
    // At most PIPE_BUF, and written in one go: it comes as a whole.
    ssize_t count = read(pipe, &next, sizeof next);
    if (count == (ssize_t)sizeof next) {
      remedy = next;
    } else if (count >= 0 || errno != EINTR) {
      break;
    }
  }
  if (remedy.armed) apply(fd, &remedy);
}

static void start_helper(void) {
  int ends[2];
  if (pipe(ends) != 0) goto none;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  // A write to a helper that is gone must not wait.
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    goto none;
  }
  if (child == 0) {
    // A grandchild belongs to the first process of the system, which waits for it.
    if (fork() == 0) {
      close(ends[1]);
      help(ends[0], guard.fd);
    }
    _exit(0);
  }
  close(ends[0]);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  guard.helper = ends[1];
  return;
none:
  guard.helper = -1;
}

_Static_assert(sizeof(struct remedy) <= 512, "PIPE_BUF is 512 at least (POSIX)");

static void tell_helper(int armed) {
  guard.remedy.armed = armed;
  if (guard.helper > 0 && write(guard.helper, &guard.remedy, sizeof guard.remedy) < 0) {
    // Ignoring: somebody has killed the helper, and the rest of the guard works without it.
  }
}

// MARK: Crashes

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  if (guard.armed) {
    guard.armed = 0;
    apply(guard.fd, &guard.remedy);
    tell_helper(0);
  }
  for (int i = 0; i < crash_count; i++) {
    if (crashes[i] == number) sigaction(number, &guard.previous[i], NULL);
  }
  // Sent by kill(2), and not by a fault: Swift's backtracer returns in the belief that the fault
  // comes again, and the program would go on with a terminal that it believes to have.
  if (info->si_code == SI_USER) signal(number, SIG_DFL);
  // The signal is blocked while this handler runs: it is delivered to the previous handler when
  // this one returns.
  raise(number);
}

int terminal_guard_arm(
    int fd, const struct termios *saved, const struct termios *raw, const char *bytes,
    size_t count) {
  if (count > sizeof guard.remedy.bytes) {
    errno = EMSGSIZE;
    return -1;
  }
  terminal_guard_disarm();
  guard.fd = fd;
  memset(&guard.remedy, 0, sizeof guard.remedy);
  guard.remedy.saved = *saved;
  guard.remedy.raw = *raw;
  memcpy(guard.remedy.bytes, bytes, count);
  guard.remedy.count = count;
  if (guard.helper == 0) start_helper();

  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = guard.stack;
  stack.ss_size = sizeof guard.stack;
  if (sigaltstack(&stack, NULL) != 0) return -1;

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  // Or tcsetattr(3) would stop a program that crashes as a job in the background.
  sigaddset(&action.sa_mask, SIGTTOU);
  for (int i = 0; i < crash_count; i++) {
    if (sigaction(crashes[i], &action, &guard.previous[i]) != 0) {
      int error = errno;
      while (i-- > 0) sigaction(crashes[i], &guard.previous[i], NULL);
      errno = error;
      return -1;
    }
  }
  guard.armed = 1;
  tell_helper(1);
  return 0;
}

void terminal_guard_disarm(void) {
  if (!guard.armed) return;
  guard.armed = 0;
  tell_helper(0);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &guard.previous[i], NULL);
}
