// SPDX-License-Identifier: MIT
//
// A process that waits for the end of this one, and then puts back what this one has changed and
// nobody else would put back: SIGKILL can't be handled, and a crash only in part.
//
// It holds the reading end of a pipe, which ends when this process does, and the one descriptor that
// it needs. What is to be put back is a record of a size that it is started with; over the pipe it gets a
// new one whenever that changes.
#ifndef BALLD_GUARD_PROCESS_H
#define BALLD_GUARD_PROCESS_H

#include <stddef.h>

/// The largest record: pipes take so much as a whole (PIPE_BUF, 512 at least by POSIX).
enum { guard_process_most = 512 };

/// Starts it, while this process has a single thread, with a name of its own: who kills the program
/// by its name doesn't mean the guard. When this process is gone it calls `put_back` with `kept` and the
/// last record, if there was one, and ends; `put_back` may only do what is safe after fork(2).
///
/// With `has_session` it gets a session of its own: no terminal's stop or hang-up is meant for it.
/// Without, it stays in the session, in a group of its own: it keeps the rights that a process has on its
/// terminal. All signals are blocked in it either way.
///
/// Returns the descriptor to tell it by, closed on exec, or -1 with errno. Closing that ends the guard.
int guard_process_start(
    const char *name, int has_session, int kept, size_t size,
    void (*put_back)(int kept, const void *record));

/// Tells it what is to be put back from now on: `record` has the size that it was started with.
/// Async-signal-safe. If somebody has killed the guard, nothing happens.
void guard_process_tell(int guard, const void *record, size_t size);

#endif
