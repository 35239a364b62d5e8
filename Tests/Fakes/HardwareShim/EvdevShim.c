// SPDX-License-Identifier: MIT
//
// Makes a FIFO look like an input device to libevdev: what the kernel answers to its ioctls stands
// in a file beside the FIFO, NAME.device, in the format of evemu's descriptions:
//
//     N: name          I: bus vendor product version (hexadecimal)
//     P: bytes of the properties (hexadecimal)
//     B: type, bytes of its codes (hexadecimal; lines add up)
//     A: axis (hexadecimal) minimum maximum fuzz flat resolution [present value]
//
// and besides: H: physical path, U: unique number, F: ioctl number (hexadecimal) and the errno with
// which it fails, K: bytes of the keys that are down. The file is read at every call, so that a test
// can change what the device would answer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ScreenShim.h"

static FILE *description(int fd) {
  struct stat status;
  char link[64], path[4096], name[4200];
  if (fstat(fd, &status) || !S_ISFIFO(status.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return 0;
  path[size] = 0;
  // An unlinked FIFO is called so; the device is gone, and what was open of it says so.
  char *deleted = strstr(path, " (deleted)");
  if (deleted) *deleted = 0;
  snprintf(name, sizeof name, "%s.device", path);
  return fopen(name, "re");
}

/// Whether `line` begins with this letter and a colon; what follows them goes to `rest`.
static int is(const char *line, char letter, const char **rest) {
  if (line[0] != letter || line[1] != ':') return 0;
  *rest = line + 2 + strspn(line + 2, " ");
  return 1;
}

/// Appends the hexadecimal bytes of `text` to `bytes`.
static size_t append(const char *text, unsigned char *bytes, size_t used, size_t size) {
  for (char *end; used < size; text = end) {
    unsigned long byte = strtoul(text, &end, 16);
    if (end == text) break;
    bytes[used++] = (unsigned char)byte;
  }
  return used;
}

/// What the kernel would answer: a size or 0, or a negative errno.
static int answer(FILE *file, unsigned long request, void *argument) {
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  char line[1024], text[512] = "";
  unsigned char bytes[96] = {0};
  size_t used = 0;
  int found = 0;
  struct input_id id = {0};
  struct input_absinfo axis = {0};
  while (fgets(line, sizeof line, file)) {
    const char *rest;
    line[strcspn(line, "\n")] = 0;
    if (is(line, 'F', &rest)) {
      unsigned failing;
      int error;
      if (sscanf(rest, "%x %d", &failing, &error) == 2 && failing == number) return -error;
    } else if ((number == 0x06 && is(line, 'N', &rest)) || (number == 0x07 && is(line, 'H', &rest)) ||
               (number == 0x08 && is(line, 'U', &rest))) {
      snprintf(text, sizeof text, "%s", rest);
      found = 1;
    } else if (number == 0x02 && is(line, 'I', &rest)) {
      unsigned bus, vendor, product, version;
      found = sscanf(rest, "%x %x %x %x", &bus, &vendor, &product, &version) == 4;
      if (found) id = (struct input_id){bus, vendor, product, version};
    } else if ((number == 0x09 && is(line, 'P', &rest)) || (number == 0x18 && is(line, 'K', &rest))) {
      used = append(rest, bytes, used, sizeof bytes);
    } else if (number >= 0x20 && number < 0x40 && is(line, 'B', &rest)) {
      char *end;
      if (strtoul(rest, &end, 16) == number - 0x20) used = append(end, bytes, used, sizeof bytes);
    } else if (number >= 0x40 && number < 0x80 && is(line, 'A', &rest)) {
      unsigned code;
      int value[6] = {0};
      if (sscanf(rest, "%x %d %d %d %d %d %d", &code, value, value + 1, value + 2, value + 3,
                 value + 4, value + 5) >= 5 && code == number - 0x40) {
        axis = (struct input_absinfo){value[5], value[0], value[1], value[2], value[3], value[4]};
        found = 1;
      }
    }
  }
  if (_IOC_DIR(request) == _IOC_WRITE)  // EVIOCGRAB, EVIOCREVOKE, EVIOCSCLOCKID
    return number == 0x90 || number == 0x91 || number == 0xa0 ? 0 : -EINVAL;
  memset(argument, 0, size);
  if (number == 0x01) {
    *(int *)argument = 0x010001;
    return 0;
  }
  if (number == 0x02) {
    memcpy(argument, &id, sizeof id);
    return found ? 0 : -EINVAL;
  }
  if (number >= 0x06 && number <= 0x08) {
    if (!found) return -ENOENT;
    size_t length = strlen(text) + 1;
    if (length > size) length = size;
    memcpy(argument, text, length);
    return (int)length;
  }
  if (number >= 0x40 && number < 0x80) {
    if (!found) return -EINVAL;
    memcpy(argument, &axis, sizeof axis);
    return 0;
  }
  // Bits: properties, codes by type, and which keys, lamps, sounds and switches are on.
  if (number == 0x09 || (number >= 0x18 && number <= 0x1b) || (number >= 0x20 && number < 0x40)) {
    memcpy(argument, bytes, size < sizeof bytes ? size : sizeof bytes);
    return (int)size;
  }
  return -EINVAL;
}

int ioctl(int fd, unsigned long request, ...) {
  static __typeof__(ioctl) *found;
  __typeof__(ioctl) *real = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (!real) {
    real = (__typeof__(ioctl) *)dlsym(RTLD_NEXT, "ioctl");
    __atomic_store_n(&found, real, __ATOMIC_RELAXED);
  }
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  FILE *file = _IOC_TYPE(request) == 'E' ? description(fd) : 0;
  int result;
  if (file) {
    result = answer(file, request, argument);
    fclose(file);
  } else if (!answer_screen(fd, request, argument, &result)) {
    return real(fd, request, argument);
  }
  if (result >= 0) return result;
  errno = -result;
  return -1;
}
