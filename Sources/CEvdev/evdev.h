// SPDX-License-Identifier: MIT
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>

// What Swift can't import of <linux/input.h>: macros with arguments, and field names that are
// macros.

/// Asks the kernel for an axis' value: EVIOCGABS, which libevdev only asks while it opens or
/// resynchronises. 0, or -1 with errno.
static inline int evdev_axis_value(int fd, unsigned int code, int32_t *value) {
  struct input_absinfo axis;
  int result = ioctl(fd, EVIOCGABS(code), &axis);
  if (result < 0) return -1;
  *value = axis.value;
  return 0;
}

/// An event's time, ns, whatever the width of the fields on this machine.
static inline int64_t evdev_time(const struct input_event *event) {
  return (int64_t)((uint64_t)event->input_event_sec * 1000000000u +
                   (uint64_t)event->input_event_usec * 1000u);
}
