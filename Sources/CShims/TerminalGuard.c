// SPDX-License-Identifier: MIT
#include "TerminalGuard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "GuardProcess.h"

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

static void put_back(int fd, const void *record) {
  const struct remedy *remedy = record;
  if (remedy->armed) apply(fd, remedy);
}

_Static_assert(sizeof(struct remedy) <= guard_process_most, "too large a record");

static void tell_helper(int armed) {
  guard.remedy.armed = armed;
  if (guard.helper > 0) guard_process_tell(guard.helper, &guard.remedy, sizeof guard.remedy);
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
  if (guard.helper == 0) {
    // A session of its own, since what a shell sends to its job isn't meant for it, and no terminal's
    // stop can hold it (tcsetattr(3) from the background).
    guard.helper = guard_process_start("terminal-guard", 1, fd, sizeof guard.remedy, put_back);
  }

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
