// SPDX-License-Identifier: MIT
//
// Makes files look like framebuffers and consoles: what the kernel answers to their ioctls stands in
// files beside them.
//
// - NAME.screen beside a framebuffer's memory: width, height, bits a pixel, x and y offset, stride, size,
//   offset and length of red, green and blue, and the number of the console that is shown on it (0: none).
// - NAME.mode beside a console holds its mode, 0 for text and 1 for graphics. NAME.calls gets a line for each
//   call that changes something. NAME.wish, if it is there, is somebody's wish to see another console.
//
// A file that was unlinked is a device that is gone.
#define _GNU_SOURCE
#include "ScreenShim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The file beside the one of `fd`, with this ending; empty if it isn't a regular file that is there.
static void beside(int fd, const char *ending, char *name, size_t size) {
  struct stat status;
  char link[64], path[4096];
  name[0] = 0;
  if (fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_nlink == 0) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return;
  path[count] = 0;
  if ((size_t)snprintf(name, size, "%s.%s", path, ending) >= size) name[0] = 0;
}

static void note(int fd, const char *format, int first, int second) {
  char name[4200], line[64];
  beside(fd, "calls", name, sizeof name);
  int file = *name ? open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  int length = snprintf(line, sizeof line, format, first, second);
  (void)!write(file, line, (size_t)length);
  close(file);
}

static int screen(int fd, unsigned long request, void *argument) {
  char name[4200];
  beside(fd, "screen", name, sizeof name);
  FILE *file = *name ? fopen(name, "re") : 0;
  if (!file) return -ENODEV;
  unsigned v[14] = {0};
  int count = 0;
  while (count < 14 && fscanf(file, "%u", &v[count]) == 1) count++;
  fclose(file);
  if (count < 14) return -EINVAL;
  if (request == FBIOGET_FSCREENINFO) {
    struct fb_fix_screeninfo *fix = argument;
    memset(fix, 0, sizeof *fix);
    fix->type = FB_TYPE_PACKED_PIXELS;
    fix->visual = FB_VISUAL_TRUECOLOR;
    fix->line_length = v[5];
    fix->smem_len = v[6];
  } else if (request == FBIOGET_VSCREENINFO) {
    struct fb_var_screeninfo *var = argument;
    memset(var, 0, sizeof *var);
    var->xres = v[0];
    var->yres = v[1];
    var->bits_per_pixel = v[2];
    var->xoffset = v[3];
    var->yoffset = v[4];
    var->red = (struct fb_bitfield){v[7], v[8], 0};
    var->green = (struct fb_bitfield){v[9], v[10], 0};
    var->blue = (struct fb_bitfield){v[11], v[12], 0};
  } else if (request == FBIOGET_CON2FBMAP) {
    struct fb_con2fbmap *map = argument;
    unsigned number = 0;
    sscanf(strrchr(name, '/'), "/fb%u", &number);
    map->framebuffer = v[13] && map->console == v[13] ? number : (unsigned)-1;
  } else {
    return -ENOTTY;
  }
  return 0;
}

static int console(int fd, unsigned long request, void *argument) {
  char name[4200];
  beside(fd, "mode", name, sizeof name);
  FILE *file = *name ? fopen(name, "r+e") : 0;
  if (!file) return -ENOTTY;
  int mode = 0, known = fscanf(file, "%d", &mode) == 1, result = known ? 0 : -EINVAL;
  if (request == KDGETMODE) {
    *(int *)argument = mode;
  } else if (request == KDSETMODE) {
    rewind(file);
    fprintf(file, "%d\n", (int)(long)argument);
    note(fd, "mode %d\n", (int)(long)argument, 0);
  } else if (request == VT_SETMODE) {
    struct vt_mode *wanted = argument;
    if (wanted->mode == VT_AUTO) note(fd, "free\n", 0, 0);
    if (wanted->mode == VT_PROCESS) note(fd, "hold %d %d\n", wanted->relsig, wanted->acqsig);
  } else if (request == VT_RELDISP) {
    char wish[4200];
    beside(fd, "wish", wish, sizeof wish);
    result = (long)argument == VT_ACKACQ || access(wish, F_OK) == 0 ? 0 : -EINVAL;
    if (result == 0) note(fd, (long)argument == VT_ACKACQ ? "back\n" : "leave\n", 0, 0);
  } else {
    result = -ENOTTY;
  }
  fclose(file);
  return result;
}

int answer_screen(int fd, unsigned long request, void *argument, int *result) {
  struct stat status;
  if (fstat(fd, &status) || !S_ISREG(status.st_mode)) return 0;
  switch (request) {
    case FBIOGET_FSCREENINFO:
    case FBIOGET_VSCREENINFO:
    case FBIOGET_CON2FBMAP: *result = screen(fd, request, argument); return 1;
    case KDGETMODE:
    case KDSETMODE:
    case VT_SETMODE:
    case VT_RELDISP: *result = console(fd, request, argument); return 1;
    default: return 0;
  }
}
