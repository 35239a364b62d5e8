// SPDX-License-Identifier: MIT
//
// Preloaded (LD_PRELOAD) into a program, it lets the n-th of the calls fail that the program and its
// libraries make to the C library, as the orders say that lie in the file $BALLD_TEST_FAULTS. What goes
// wrong is one of the kinds of `fault_mode`, with the errno that fits the call; calls to which a kind can't
// happen aren't counted in it.
//
// Not reached is what goes on within the C library (fread(3) and getline(3) of an open stream, the start of
// a thread), and what has no way of failing (CLOCK_MONOTONIC).
#define _GNU_SOURCE
#include "FaultShim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "FaultOrders.h"

// Not beside a sanitizer, which has its own notions of these calls.
#if !defined(SANITIZED)

struct fault_orders *fault_orders;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("BALLD_TEST_FAULTS");
  long fd = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  long memory = syscall(
      SYS_mmap, 0L, sizeof *fault_orders, (long)(PROT_READ | PROT_WRITE), (long)MAP_SHARED, fd, 0L);
  syscall(SYS_close, fd);
  if (memory > 0 || memory < -4095) fault_orders = (struct fault_orders *)memory;
}

/// Writes down which call failed first.
static void describe(const char *name, const char *path, int fd, int error) {
  char link[64], target[120] = "";
  if (!path && fd >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long size = syscall(SYS_readlinkat, AT_FDCWD, link, target, sizeof target - 1);
    target[size < 0 ? 0 : size] = 0;
    path = target;
  }
  snprintf(
      fault_orders->name, sizeof fault_orders->name, "%s %s: %d", name, path ? path : "", error);
}

int fault_strikes(const char *name, const char *path, int fd, int error) {
  struct fault_orders *orders = fault_orders;
  if (!orders || !orders->armed || !error) return 0;
  if (orders->only[0] && strcmp(orders->only, name)) return 0;
  uint64_t number = __atomic_add_fetch(&orders->count, 1, __ATOMIC_SEQ_CST);
  if (!orders->first || number < orders->first) return 0;
  if (number == orders->first) {
    describe(name, path, fd, error);
  } else {
    size_t length = strlen(name);
    if (!orders->lasting || strncmp(orders->name, name, length) || orders->name[length] != ' ')
      return 0;
  }
  __atomic_add_fetch(&orders->failed, 1, __ATOMIC_SEQ_CST);
  return 1;
}

/// Whether a call fails now, with errno set: one of three, by the mode; 0 for what can't happen to it.
static int fails(
    const char *name, const char *path, int fd, int resources, int device, int interrupted) {
  if (!fault_orders || fault_orders->mode > fault_interrupted) return 0;
  int errors[] = {resources, device, interrupted}, error = errors[fault_orders->mode];
  int before = errno, failing = fault_strikes(name, path, fd, error);
  errno = failing ? error : before;
  return failing;
}

/// How many of `size` bytes go through now: fewer are possible where a stream or a file is.
static size_t part(const char *name, int fd, size_t size) {
  if (!fault_orders || fault_orders->mode != fault_short || size < 2) return size;
  struct stat status;
  if (syscall(SYS_fstat, fd, &status)) return size;
  int is_stream = S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode) || fd <= 2;
  return is_stream && fault_strikes(name, 0, fd, -1) ? size / 2 : size;
}

#define REAL(name)                               \
  static __typeof__(name) *real;                 \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

// A call that is passed on as it is, unless it fails: `call(name, result, (parameters), (arguments), what is
// returned on failure, path, descriptor, errno by mode…)`.
#define CALL(name, result, parameters, arguments, failure, path, fd, resources, device, again) \
  result name parameters {                                                                      \
    REAL(name);                                                                                 \
    if (fails(#name, path, fd, resources, device, again)) return failure;                       \
    return real arguments;                                                                      \
  }

#define OPENING(name, parameters, path, ...)                            \
  int name parameters {                                                 \
    REAL(name);                                                         \
    mode_t mode = 0;                                                    \
    if (flags & (O_CREAT | __O_TMPFILE)) {                              \
      va_list rest;                                                     \
      va_start(rest, flags);                                            \
      mode = va_arg(rest, mode_t);                                      \
      va_end(rest);                                                     \
    }                                                                   \
    int creates = (flags & O_CREAT) != 0;                               \
    if (fails(#name, path, -1, creates ? ENOSPC : EMFILE, EACCES, EINTR)) return -1; \
    return real(__VA_ARGS__, mode);                                     \
  }
OPENING(open, (const char *path, int flags, ...), path, path, flags)
OPENING(open64, (const char *path, int flags, ...), path, path, flags)
OPENING(openat, (int at, const char *path, int flags, ...), path, at, path, flags)
OPENING(openat64, (int at, const char *path, int flags, ...), path, at, path, flags)
CALL(fopen, FILE *, (const char *path, const char *mode), (path, mode), 0, path, -1, EMFILE, EACCES, 0)
CALL(fopen64, FILE *, (const char *path, const char *mode), (path, mode), 0, path, -1, EMFILE, EACCES, 0)
CALL(opendir, DIR *, (const char *path), (path), 0, path, -1, EMFILE, EACCES, 0)
CALL(readdir, struct dirent *, (DIR * directory), (directory), 0, 0, dirfd(directory), 0, EIO, 0)
CALL(readdir64, struct dirent64 *, (DIR * directory), (directory), 0, 0, dirfd(directory), 0, EIO, 0)

/// The kind of file that `fd` is; 0 for an event counter, a timer and their likes, which never fail.
static mode_t kind(int fd) {
  struct stat status;
  return !fault_orders || syscall(SYS_fstat, fd, &status) ? 0 : status.st_mode & S_IFMT;
}

#define TRANSFER(name, result, parameters, arguments, fd, resources, device, again) \
  result name parameters {                                                           \
    REAL(name);                                                                      \
    mode_t type = kind(fd);                                                          \
    if (type && fails(#name, 0, fd, resources, device, again)) return -1;            \
    size = part(#name, fd, size);                                                    \
    return real arguments;                                                           \
  }
// A disk has room or none; a pipe or a socket has somebody at its other end or nobody.
#define NO_ROOM (type == S_IFREG ? ENOSPC : 0)
#define BROKEN (type == S_IFIFO || type == S_IFSOCK ? EPIPE : EIO)
TRANSFER(read, ssize_t, (int fd, void *bytes, size_t size), (fd, bytes, size), fd, 0, EIO, EINTR)
TRANSFER(pread, ssize_t, (int fd, void *bytes, size_t size, off_t at), (fd, bytes, size, at), fd, 0, EIO, EINTR)
TRANSFER(pread64, ssize_t, (int fd, void *bytes, size_t size, off64_t at), (fd, bytes, size, at), fd, 0, EIO, EINTR)
TRANSFER(write, ssize_t, (int fd, const void *bytes, size_t size), (fd, bytes, size), fd, NO_ROOM, BROKEN, EINTR)
TRANSFER(pwrite, ssize_t, (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at), fd, NO_ROOM, BROKEN, EINTR)
TRANSFER(pwrite64, ssize_t, (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at), fd, NO_ROOM, BROKEN, EINTR)
TRANSFER(send, ssize_t, (int fd, const void *bytes, size_t size, int flags), (fd, bytes, size, flags), fd, ENOBUFS, EPIPE, EINTR)
TRANSFER(recv, ssize_t, (int fd, void *bytes, size_t size, int flags), (fd, bytes, size, flags), fd, ENOMEM, ECONNRESET, EINTR)
CALL(readv, ssize_t, (int fd, const struct iovec *parts, int count), (fd, parts, count), -1, 0, fd, 0, EIO, EINTR)
CALL(writev, ssize_t, (int fd, const struct iovec *parts, int count), (fd, parts, count), -1, 0, fd, 0, kind(fd) ? EPIPE : 0, EINTR)
CALL(sendto, ssize_t, (int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length), (fd, bytes, size, flags, to, length), -1, 0, fd, ENOBUFS, EPIPE, EINTR)
CALL(sendmsg, ssize_t, (int fd, const struct msghdr *message, int flags), (fd, message, flags), -1, 0, fd, ENOBUFS, ECONNREFUSED, EINTR)
CALL(recvmsg, ssize_t, (int fd, struct msghdr *message, int flags), (fd, message, flags), -1, 0, fd, ENOMEM, ECONNRESET, EINTR)

int close(int fd) {
  REAL(close);
  int failing = fails("close", 0, fd, ENOSPC, EIO, 0), error = errno, result = real(fd);
  if (!failing) return result;
  // The descriptor is free all the same, as the kernel has it.
  errno = error;
  return -1;
}

CALL(socket, int, (int family, int type, int protocol), (family, type, protocol), -1, 0, -1, EMFILE, EACCES, 0)
CALL(socketpair, int, (int family, int type, int protocol, int ends[2]), (family, type, protocol, ends), -1, 0, -1, EMFILE, 0, 0)
CALL(bind, int, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size), -1, 0, fd, ENOMEM, EACCES, 0)
CALL(listen, int, (int fd, int most), (fd, most), -1, 0, fd, ENOBUFS, EADDRINUSE, 0)
CALL(connect, int, (int fd, const struct sockaddr *address, socklen_t size), (fd, address, size), -1, 0, fd, EAGAIN, EACCES, 0)
CALL(accept4, int, (int fd, struct sockaddr *address, socklen_t *size, int flags), (fd, address, size, flags), -1, 0, fd, EMFILE, ECONNABORTED, EINTR)
CALL(getsockopt, int, (int fd, int level, int name, void *value, socklen_t *size), (fd, level, name, value, size), -1, 0, fd, ENOBUFS, EINVAL, 0)
CALL(setsockopt, int, (int fd, int level, int name, const void *value, socklen_t size), (fd, level, name, value, size), -1, 0, fd, ENOBUFS, EINVAL, 0)

CALL(stat, int, (const char *path, struct stat *status), (path, status), -1, path, -1, ENOMEM, EACCES, 0)
CALL(stat64, int, (const char *path, struct stat64 *status), (path, status), -1, path, -1, ENOMEM, EACCES, 0)
CALL(lstat, int, (const char *path, struct stat *status), (path, status), -1, path, -1, ENOMEM, EACCES, 0)
CALL(lstat64, int, (const char *path, struct stat64 *status), (path, status), -1, path, -1, ENOMEM, EACCES, 0)
CALL(fstat, int, (int fd, struct stat *status), (fd, status), -1, 0, fd, ENOMEM, EIO, 0)
CALL(fstat64, int, (int fd, struct stat64 *status), (fd, status), -1, 0, fd, ENOMEM, EIO, 0)
CALL(fstatat, int, (int at, const char *path, struct stat *status, int flags), (at, path, status, flags), -1, path, -1, ENOMEM, EACCES, 0)
CALL(fstatat64, int, (int at, const char *path, struct stat64 *status, int flags), (at, path, status, flags), -1, path, -1, ENOMEM, EACCES, 0)
CALL(statx, int, (int at, const char *path, int flags, unsigned mask, struct statx *status), (at, path, flags, mask, status), -1, path, -1, ENOMEM, EACCES, 0)
CALL(statvfs, int, (const char *path, struct statvfs *status), (path, status), -1, path, -1, ENOMEM, EIO, EINTR)
CALL(access, int, (const char *path, int mode), (path, mode), -1, path, -1, ENOMEM, EACCES, 0)
CALL(readlink, ssize_t, (const char *path, char *target, size_t size), (path, target, size), -1, path, -1, ENOMEM, EACCES, 0)
CALL(realpath, char *, (const char *path, char *target), (path, target), 0, path, -1, ENOMEM, EACCES, 0)
CALL(mkdir, int, (const char *path, mode_t mode), (path, mode), -1, path, -1, ENOSPC, EROFS, 0)
CALL(chmod, int, (const char *path, mode_t mode), (path, mode), -1, path, -1, ENOSPC, EPERM, 0)
CALL(rename, int, (const char *path, const char *new), (path, new), -1, path, -1, ENOSPC, EROFS, 0)
CALL(unlink, int, (const char *path), (path), -1, path, -1, ENOMEM, EROFS, 0)
CALL(unlinkat, int, (int at, const char *path, int flags), (at, path, flags), -1, path, -1, ENOMEM, EROFS, 0)
CALL(ftruncate, int, (int fd, off_t size), (fd, size), -1, 0, fd, ENOSPC, EIO, EINTR)
CALL(ftruncate64, int, (int fd, off64_t size), (fd, size), -1, 0, fd, ENOSPC, EIO, EINTR)
CALL(fsync, int, (int fd), (fd), -1, 0, fd, ENOSPC, EIO, EINTR)
CALL(fdatasync, int, (int fd), (fd), -1, 0, fd, ENOSPC, EIO, EINTR)
CALL(flock, int, (int fd, int operation), (fd, operation), -1, 0, fd, ENOLCK, EIO, EINTR)

CALL(mmap, void *, (void *at, size_t size, int protection, int flags, int fd, off_t offset), (at, size, protection, flags, fd, offset), MAP_FAILED, 0, fd, ENOMEM, fd < 0 ? 0 : EACCES, 0)
CALL(mmap64, void *, (void *at, size_t size, int protection, int flags, int fd, off64_t offset), (at, size, protection, flags, fd, offset), MAP_FAILED, 0, fd, ENOMEM, fd < 0 ? 0 : EACCES, 0)

CALL(epoll_create1, int, (int flags), (flags), -1, 0, -1, EMFILE, 0, 0)
CALL(epoll_ctl, int, (int fd, int operation, int other, struct epoll_event *event), (fd, operation, other, event), -1, 0, other, operation == EPOLL_CTL_DEL ? 0 : ENOSPC, operation == EPOLL_CTL_DEL ? 0 : EPERM, 0)
CALL(epoll_wait, int, (int fd, struct epoll_event *events, int count, int timeout), (fd, events, count, timeout), -1, 0, -1, 0, 0, EINTR)
CALL(poll, int, (struct pollfd * set, nfds_t count, int timeout), (set, count, timeout), -1, 0, -1, ENOMEM, 0, EINTR)
CALL(ppoll, int, (struct pollfd * set, nfds_t count, const struct timespec *timeout, const sigset_t *signals), (set, count, timeout, signals), -1, 0, -1, ENOMEM, 0, EINTR)
CALL(timerfd_create, int, (clockid_t clock, int flags), (clock, flags), -1, 0, -1, EMFILE, 0, 0)
CALL(eventfd, int, (unsigned value, int flags), (value, flags), -1, 0, -1, EMFILE, 0, 0)
CALL(signalfd, int, (int fd, const sigset_t *signals, int flags), (fd, signals, flags), -1, 0, -1, EMFILE, 0, 0)
CALL(pipe, int, (int ends[2]), (ends), -1, 0, -1, EMFILE, 0, 0)
CALL(pipe2, int, (int ends[2], int flags), (ends, flags), -1, 0, -1, EMFILE, 0, 0)
CALL(inotify_init1, int, (int flags), (flags), -1, 0, -1, EMFILE, 0, 0)
CALL(inotify_add_watch, int, (int fd, const char *path, uint32_t mask), (fd, path, mask), -1, path, -1, ENOSPC, EACCES, 0)
CALL(getrandom, ssize_t, (void *bytes, size_t size, unsigned flags), (bytes, size, flags), -1, 0, -1, 0, ENOSYS, EINTR)
CALL(tcgetattr, int, (int fd, struct termios *state), (fd, state), -1, 0, fd, 0, EIO, 0)
CALL(tcsetattr, int, (int fd, int when, const struct termios *state), (fd, when, state), -1, 0, fd, 0, EIO, EINTR)
CALL(fork, pid_t, (void), (), -1, 0, -1, EAGAIN, 0, 0)

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  REAL(pthread_create);
  return fails("pthread_create", 0, -1, EAGAIN, 0, 0) ? EAGAIN : real(thread, attributes, body, argument);
}

#define CONTROL(name, type, resources, device)                              \
  int name(int fd, type request, ...) {                                     \
    REAL(name);                                                             \
    va_list rest;                                                           \
    va_start(rest, request);                                                \
    void *argument = va_arg(rest, void *);                                  \
    va_end(rest);                                                           \
    if (fails(#name, 0, fd, resources, device, 0)) return -1;               \
    return real(fd, request, argument);                                     \
  }
#define DUPLICATES (request == F_DUPFD || request == F_DUPFD_CLOEXEC)
#define LOCKS (request == F_SETLK || request == F_SETLKW)
CONTROL(fcntl, int, DUPLICATES ? EMFILE : LOCKS ? ENOLCK : 0, LOCKS ? EACCES : 0)
CONTROL(fcntl64, int, DUPLICATES ? EMFILE : LOCKS ? ENOLCK : 0, LOCKS ? EACCES : 0)
CONTROL(ioctl, unsigned long, ENOMEM, EIO)

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int result = real(clock, time);
  if (result || !fault_orders || clock != CLOCK_REALTIME || !fault_orders->clock_step) return result;
  int64_t now = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + fault_orders->clock_step;
  time->tv_sec = now / 1000000000;
  time->tv_nsec = now % 1000000000;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

#endif
