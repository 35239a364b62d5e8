// SPDX-License-Identifier: MIT
#include "TerminalGuard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

static struct {
  volatile sig_atomic_t armed;
  int fd;
  struct termios saved;
  char bytes[256];
  size_t count;
  struct sigaction previous[crash_count];
  // The handler runs on a stack of its own: a stack overflow is one of the crashes.
  // 64 KiB: above MINSIGSTKSZ on every architecture, the wide vector registers of x86 included.
  char stack[65536];
} guard;

// The descriptor may be non-blocking, and the terminal may not read: a few tries, and no more.
static void write_bytes(void) {
  size_t written = 0;
  for (int tries = 0; tries < 8 && written < guard.count; tries++) {
    ssize_t count = write(guard.fd, guard.bytes + written, guard.count - written);
    if (count > 0) {
      written += (size_t)count;
    } else if (errno == EAGAIN) {
      struct pollfd awaited = {.fd = guard.fd, .events = POLLOUT};
      poll(&awaited, 1, 100);
    } else if (errno != EINTR) {
      return;
    }
  }
}

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  if (guard.armed) {
    guard.armed = 0;
    write_bytes();
    tcsetattr(guard.fd, TCSANOW, &guard.saved);
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

int terminal_guard_arm(int fd, const struct termios *saved, const char *bytes, size_t count) {
  if (count > sizeof guard.bytes) {
    errno = EMSGSIZE;
    return -1;
  }
  terminal_guard_disarm();
  guard.fd = fd;
  guard.saved = *saved;
  memcpy(guard.bytes, bytes, count);
  guard.count = count;

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
  return 0;
}

void terminal_guard_disarm(void) {
  if (!guard.armed) return;
  guard.armed = 0;
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &guard.previous[i], NULL);
}
