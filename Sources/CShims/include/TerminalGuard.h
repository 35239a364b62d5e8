// SPDX-License-Identifier: MIT
//
// Puts a terminal back on the ways out that no Swift code sees: a crash of the program, and its
// end by SIGKILL.
//
// A Swift trap is SIGILL on x86-64 and SIGTRAP on arm64: by then no Swift code can be trusted to
// run, so what is to be written and the termios to be restored are prepared beforehand, and the
// handler uses async-signal-safe calls alone (signal-safety(7)): write(2), poll(2), tcgetattr(3),
// tcsetattr(3), sigaction(2), signal(2), raise(3).
//
// SIGKILL can't be handled: a helper process (GuardProcess.h) waits for the program's end.
#ifndef BALLD_TERMINAL_GUARD_H
#define BALLD_TERMINAL_GUARD_H

#include <stddef.h>
#include <termios.h>

/// Arms the guard: on SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE or SIGABRT, and when the program is
/// gone without a farewell, it writes `bytes` to `fd` and sets `saved` on it, if the terminal still
/// has the settings `raw`. After a crash it puts the handler back that was there before and raises
/// the signal again; a signal that was sent by kill(2) ends the program. `bytes` is copied, at most
/// 256 bytes. Returns 0, or -1 with errno.
///
/// The helper is started by the first call: the caller then has a single thread. Where it can't be
/// started there is none, and the rest works.
int terminal_guard_arm(
    int fd, const struct termios *saved, const struct termios *raw, const char *bytes,
    size_t count);

/// Disarms the guard and puts back the handlers that were there before. Idempotent.
void terminal_guard_disarm(void);

#endif
