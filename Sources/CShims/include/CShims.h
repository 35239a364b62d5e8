// SPDX-License-Identifier: MIT
//
// What Swift can't import from the C library: calls whose headers the Glibc module leaves out,
// and macros with arguments. Static inline, and nothing else, but for the guards of terminals
// (TerminalGuard.h) and consoles (Screen.h), which have to run inside a signal handler or after fork(2)
// and so can't be Swift, for StandardError.c, whose types compilers import differently, and for Screen.c,
// whose header would bring types along.
#ifndef BALLD_CSHIMS_H
#define BALLD_CSHIMS_H

// Without _GNU_SOURCE: with it, types such as fd_set differ from those of the Glibc module.
#include <errno.h>
#include <linux/kd.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <termios.h>
#include <unistd.h>

#include "GuardProcess.h"
#include "Screen.h"
#include "TerminalGuard.h"

// What <sys/socket.h> declares under _GNU_SOURCE alone: accept4(2), and unix(7)'s struct ucred.
extern int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags);
struct shim_ucred {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

/// The process at the other end of a connected Unix socket, by SO_PEERCRED. 0, or -1 with errno.
static inline int shim_peer_credentials(int fd, struct shim_ucred *out) {
  socklen_t size = sizeof *out;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, out, &size);
}

/// accept4(2): the new descriptor is non-blocking and closed on exec from birth.
static inline int shim_accept(int fd) {
  return accept4(fd, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

extern int pipe2(int ends[2], int flags);

/// pipe2(2): `ends` gets the reading and the writing descriptor.
static inline int shim_pipe(int *ends, int flags) { return pipe2(ends, flags); }

/// A descriptor that becomes readable when one of `signals` is pending. The caller blocks them.
static inline int shim_signalfd(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// Takes one pending signal from a signalfd: its number, 0 for none, -1 with errno.
static inline int shim_signalfd_next(int fd) {
  struct signalfd_siginfo info;
  ssize_t got = read(fd, &info, sizeof info);
  if (got == (ssize_t)sizeof info) return (int)info.ssi_signo;
  if (got < 0 && errno == EAGAIN) return 0;
  return -1;
}

/// Lets all threads share one heap: mallopt(3). Each would get one of its own, and a daemon's threads, which
/// hardly ask for memory at once, would only make pages dirty by that.
static inline void shim_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

/// An eventfd(2) that reads as one event, however often it was rung.
static inline int shim_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Rings an eventfd. Its count is far from full: the other side takes all of it at once.
static inline int shim_eventfd_ring(int fd) {
  uint64_t one = 1;
  return write(fd, &one, sizeof one) == (ssize_t)sizeof one ? 0 : -1;
}

/// Takes all that an eventfd has counted.
static inline int shim_eventfd_clear(int fd) {
  uint64_t count;
  return read(fd, &count, sizeof count) == (ssize_t)sizeof count ? 0 : -1;
}

/// Whether something disciplines the clock, by adjtimex(2), which changes nothing here. 1, 0, or -1
/// with errno.
static inline int shim_clock_is_disciplined(void) {
  struct timex state = {.modes = 0};
  if (adjtimex(&state) == -1) return -1;
  return (state.status & STA_UNSYNC) == 0;
}

/// Gives the calling thread its name, of which 15 bytes count.
static inline void shim_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

/// The size of the terminal behind `fd` in character cells. 0, or -1 with errno.
static inline int shim_window_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

/// Makes C's `stderr` a stream that hands all that is written to it to `write`, at once. 0, or -1.
int shim_route_stderr(ssize_t (*write)(void *, const char *, size_t));
/// Whether the font of the Linux console behind `fd` has a glyph for each of `count` characters of
/// Unicode's first 65536; 0 as well if it is no console.
static inline int shim_console_has_glyphs(int fd, const uint16_t *wanted, int count) {
  // Fonts have 512 glyphs at the most, and a few characters for each.
  struct unipair pairs[4096];
  struct unimapdesc map = {.entry_ct = 4096, .entries = pairs};
  if (ioctl(fd, GIO_UNIMAP, &map) != 0) return 0;
  int found = 0;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < map.entry_ct; j++) {
      if (pairs[j].unicode == wanted[i]) {
        found++;
        break;
      }
    }
  }
  return found == count;
}

#endif
