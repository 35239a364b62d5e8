// SPDX-License-Identifier: MIT
//
// Preloaded (LD_PRELOAD) into a program, it shows it hardware of a test's own: the paths of IIO
// devices, input devices and screens lead to files under $BALLD_TEST_ROOT. So the real libiio, balld and
// ballview run, without rights, sensor and screen.
//
// - A device's node is a FIFO there. As with the kernel, poll(2) isn't woken when a device goes
//   (its files are unlinked), and reading what was open then gives ENODEV.
// - $BALLD_TEST_ROOT/faults holds, under a path's own name, lines of what goes wrong with it:
//       open ERRNO     opening fails        open-delay MS   opening takes so long
//       write ERRNO    opening to write fails
//       pwrite ERRNO   writing to a place fails
//       read ERRNO     reading fails        read-delay MS   reading takes so long
//       read-hold 1    reading takes as long as this line is there
//   They act as long as they are there. $BALLD_TEST_ROOT/faults/sync makes every disk a slow one: with
//   `delay MS` fsync(2) and fdatasync(2) take so long. Reading by fread(3), as libiio reads attributes, can't be
//   seen from here: there `read` and `read-hold` act at the opening.
//   With $BALLD_TEST_WITHOUT_FAULTS nobody looks for them: where time is measured.
// - $BALLD_TEST_ROOT/first-thread, if it is there, gets a line for each call of the program's first
//   thread that reaches a device.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Several threads may look for it at once, and find the same.
#define REAL(name)                                                         \
  static __typeof__(name) *found;                                          \
  __typeof__(name) *real = __atomic_load_n(&found, __ATOMIC_RELAXED);      \
  if (!real) {                                                             \
    real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);                    \
    __atomic_store_n(&found, real, __ATOMIC_RELAXED);                      \
  }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// What names the places in a sanitizer's report is a program too, which this library doesn't fit.
__attribute__((constructor)) static void preload_no_more(void) { unsetenv("LD_PRELOAD"); }
#endif
#endif

static const char *const redirected[] = {
    "/sys/bus/iio", "/dev/iio:", "/dev/i2c-", "/dev/input", "/proc/device-tree", "/etc/libiio.ini",
    "/sys/class/graphics", "/sys/class/tty/tty0", "/dev/fb", "/dev/tty1", 0};

// Which descriptors lead to redirected files, and the name of each for its faults.
enum { most = 1024 };
static char *names[most];

static const char *root(void) { return getenv("BALLD_TEST_ROOT"); }

/// Where `path` leads: itself, or a file under the root, written into `buffer`.
static const char *lead(const char *path, char *buffer, size_t size) {
  if (!root() || !path) return path;
  for (const char *const *prefix = redirected; *prefix; prefix++)
    if (!strncmp(path, *prefix, strlen(*prefix)) &&
        (size_t)snprintf(buffer, size, "%s%s", root(), path) < size)
      return buffer;
  return path;
}

/// open(2) itself, past what is redirected here.
static int real_open(const char *path, int flags) {
  REAL(open);
  return real(path, flags | O_CLOEXEC);
}

/// The number behind `word` in the faults of `path`, or 0.
///
/// Asks for no memory: tests count what the program asks for.
static long fault(const char *path, const char *word) {
  if (!root() || !path || getenv("BALLD_TEST_WITHOUT_FAULTS")) return 0;
  char name[4096], text[512];
  if ((size_t)snprintf(name, sizeof name, "%s/faults%s", root(), path) >= sizeof name) return 0;
  int before = errno;
  int fd = real_open(name, O_RDONLY);
  ssize_t count = fd < 0 ? -1 : (ssize_t)syscall(SYS_read, fd, text, sizeof text - 1);
  if (fd >= 0) syscall(SYS_close, fd);
  errno = before;
  text[count < 0 ? 0 : count] = 0;
  long result = 0;
  for (char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    size_t length = strlen(word);
    if (!strncmp(line, word, length) && line[length] == ' ') result = atol(line + length);
  }
  return result;
}

/// Writes down that the program's first thread reached a device.
static void witness(const char *path) {
  if (!root() || (pid_t)syscall(SYS_gettid) != getpid()) return;
  char line[4096];
  if ((size_t)snprintf(line, sizeof line, "%s/first-thread", root()) >= sizeof line) return;
  int before = errno;
  int fd = real_open(line, O_WRONLY | O_APPEND);
  if (fd >= 0) {
    int length = snprintf(line, sizeof line, "%s\n", path);
    (void)!syscall(SYS_write, fd, line, length);
    syscall(SYS_close, fd);
  }
  errno = before;
}

static void delay(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  if (milliseconds > 0) nanosleep(&time, 0);
}

/// Whether opening `path` fails, with errno set.
static int refuses(const char *path, int writing, int reading_fails) {
  witness(path);
  delay(fault(path, "open-delay"));
  while (reading_fails && fault(path, "read-hold")) delay(1);
  long error = fault(path, "open");
  if (!error && writing) error = fault(path, "write");
  if (!error && reading_fails) error = fault(path, "read");
  if (error) errno = (int)error;
  return error != 0;
}

static int remember(int fd, const char *path, const char *led) {
  if (led != path && fd >= 0 && fd < most) {
    free(names[fd]);
    names[fd] = strdup(path);
  }
  return fd;
}

/// Whether reading from `fd` fails, with errno set.
static int gone(int fd) {
  if (fd < 0 || fd >= most || !names[fd]) return 0;
  witness(names[fd]);
  delay(fault(names[fd], "read-delay"));
  while (fault(names[fd], "read-hold")) delay(1);
  struct stat status;
  long error = fault(names[fd], "read");
  if (!error && !fstat(fd, &status) && status.st_nlink == 0) error = ENODEV;
  if (error) errno = (int)error;
  return error != 0;
}

#define MODE                                  \
  mode_t mode = 0;                            \
  if (flags & (O_CREAT | __O_TMPFILE)) {      \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode = va_arg(rest, mode_t);              \
    va_end(rest);                             \
  }
#define LEAD                                  \
  char buffer[4096];                          \
  const char *led = lead(path, buffer, sizeof buffer)

int open(const char *path, int flags, ...) {
  REAL(open);
  MODE;
  LEAD;
  if (led != path && refuses(path, (flags & O_ACCMODE) == O_WRONLY, 0)) return -1;
  return remember(real(led, flags, mode), path, led);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  MODE;
  LEAD;
  if (led != path && refuses(path, (flags & O_ACCMODE) == O_WRONLY, 0)) return -1;
  return remember(real(led, flags, mode), path, led);
}

/// fopen(3) of a redirected file: like sysfs, it makes none that isn't there.
static FILE *stream(const char *path, const char *led, const char *mode) {
  int reads = *mode == 'r';
  if (refuses(path, !reads, reads)) return 0;
  REAL(open);
  int fd = real(led, (reads ? O_RDONLY : O_WRONLY | O_TRUNC) | O_CLOEXEC);
  return fd < 0 ? 0 : fdopen(fd, reads ? "r" : "w");
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  LEAD;
  return led == path ? real(path, mode) : stream(path, led, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  REAL(fopen64);
  LEAD;
  return led == path ? real(path, mode) : stream(path, led, mode);
}

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < most && names[fd]) {
    free(names[fd]);
    names[fd] = 0;
  }
  return real(fd);
}

ssize_t read(int fd, void *bytes, size_t size) {
  REAL(read);
  return gone(fd) ? -1 : real(fd, bytes, size);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t offset) {
  REAL(pread);
  return gone(fd) ? -1 : real(fd, bytes, size, offset);
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t offset) {
  REAL(pread64);
  return gone(fd) ? -1 : real(fd, bytes, size, offset);
}

/// Whether writing to a place of `fd` fails, with errno set.
static int refuses_write(int fd) {
  if (fd < 0 || fd >= most || !names[fd]) return 0;
  struct stat status;
  long error = fault(names[fd], "pwrite");
  if (!error && !fstat(fd, &status) && status.st_nlink == 0) error = ENODEV;
  if (error) errno = (int)error;
  return error != 0;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  REAL(pwrite);
  return refuses_write(fd) ? -1 : real(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  REAL(pwrite64);
  return refuses_write(fd) ? -1 : real(fd, bytes, size, offset);
}

int fsync(int fd) {
  REAL(fsync);
  delay(fault("/sync", "delay"));
  return real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  delay(fault("/sync", "delay"));
  return real(fd);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  LEAD;
  if (led != path) witness(path);
  return real(led);
}

/// A FIFO is changed by what is written to it, the device that it stands for by who owns it alone:
/// it is as old as NAME.node beside it.
int stat(const char *path, struct stat *status) {
  REAL(stat);
  LEAD;
  int result = real(led, status);
  char name[4200];
  struct stat node;
  if (result || led == path || !S_ISFIFO(status->st_mode)) return result;
  snprintf(name, sizeof name, "%s.node", led);
  if (!real(name, &node)) status->st_ctim = node.st_ctim;
  return 0;
}

int lstat(const char *path, struct stat *status) {
  REAL(lstat);
  LEAD;
  return real(led, status);
}

int access(const char *path, int mode) {
  REAL(access);
  LEAD;
  // What can't be opened isn't allowed: tests run as root too, to whom everything is.
  if (led != path && (fault(path, "open") || (mode & W_OK && fault(path, "write")))) {
    errno = EACCES;
    return -1;
  }
  return real(led, mode);
}

ssize_t readlink(const char *path, char *target, size_t size) {
  REAL(readlink);
  LEAD;
  return real(led, target, size);
}
