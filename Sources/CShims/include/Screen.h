// SPDX-License-Identifier: MIT
//
// Framebuffers and the consoles on them: what linux/fb.h, linux/kd.h and the Sense HAT's driver define.
#ifndef BALLD_SCREEN_H
#define BALLD_SCREEN_H

#include <errno.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

/// A framebuffer's layout, from FBIOGET_FSCREENINFO and FBIOGET_VSCREENINFO.
struct shim_screen {
  /// The driver's name, always ended by a zero.
  char name[17];
  /// Whether a pixel is one number with a field for each colour, stored in a row with its neighbours.
  int is_packed_truecolor;
  uint32_t width, height;
  uint32_t x_offset, y_offset;
  uint32_t bits_per_pixel;
  /// Bytes from one row to the next, and of all of the memory.
  uint32_t stride, size;
  /// Each colour's lowest bit and number of bits.
  uint32_t red_offset, red_length, green_offset, green_length, blue_offset, blue_length;
};

/// Asks for a framebuffer's layout. 0, or -1 with errno.
static inline int shim_screen_layout(int fd, struct shim_screen *out) {
  struct fb_fix_screeninfo fix;
  struct fb_var_screeninfo var;
  memset(&fix, 0, sizeof fix);
  memset(&var, 0, sizeof var);
  if (ioctl(fd, FBIOGET_FSCREENINFO, &fix) != 0) return -1;
  if (ioctl(fd, FBIOGET_VSCREENINFO, &var) != 0) return -1;
  memset(out, 0, sizeof *out);
  memcpy(out->name, fix.id, sizeof fix.id);
  // DIRECTCOLOR's palettes are straight lines unless somebody changed them.
  out->is_packed_truecolor =
      fix.type == FB_TYPE_PACKED_PIXELS && var.nonstd == 0 &&
      (fix.visual == FB_VISUAL_TRUECOLOR || fix.visual == FB_VISUAL_DIRECTCOLOR) &&
      !var.red.msb_right && !var.green.msb_right && !var.blue.msb_right;
  out->width = var.xres;
  out->height = var.yres;
  out->x_offset = var.xoffset;
  out->y_offset = var.yoffset;
  out->bits_per_pixel = var.bits_per_pixel;
  out->stride = fix.line_length;
  out->size = fix.smem_len;
  out->red_offset = var.red.offset;
  out->red_length = var.red.length;
  out->green_offset = var.green.offset;
  out->green_length = var.green.length;
  out->blue_offset = var.blue.offset;
  out->blue_length = var.blue.length;
  return 0;
}

/// A framebuffer's number by its node (29 is their major number), or -1.
int shim_screen_number(int fd);

/// Which framebuffer a console (1 is tty1) is shown on, or -1: none, or nobody knows.
static inline int shim_console_screen(int fd, uint32_t console) {
  struct fb_con2fbmap map = {.console = console, .framebuffer = 0};
  if (ioctl(fd, FBIOGET_CON2FBMAP, &map) != 0) return -1;
  return (int)map.framebuffer;
}

/// A console's mode, KD_TEXT or KD_GRAPHICS; -1 with errno for what is no console.
static inline int shim_console_mode(int fd) {
  int mode = 0;
  return ioctl(fd, KDGETMODE, &mode) == 0 ? mode : -1;
}

/// Stops the console's cursor and writing (KD_GRAPHICS), or puts a mode back. 0, or -1 with errno.
static inline int shim_set_console_mode(int fd, int mode) {
  return ioctl(fd, KDSETMODE, (unsigned long)mode);
}

enum { shim_console_graphics = KD_GRAPHICS };

/// Lets this process decide when the console is left for another one and when it is shown again: it gets
/// these signals, and answers by the two calls below. 0, or -1 with errno.
///
/// Without that, a console in graphics mode can't be left at all (change_console() in the kernel's
/// drivers/tty/vt/vt_ioctl.c).
static inline int shim_hold_console(int fd, int release, int acquire) {
  struct vt_mode mode = {.mode = VT_PROCESS, .relsig = (short)release, .acqsig = (short)acquire};
  return ioctl(fd, VT_SETMODE, &mode);
}

/// Consoles change without asking again. 0, or -1 with errno.
static inline int shim_free_console(int fd) {
  struct vt_mode mode = {.mode = VT_AUTO};
  return ioctl(fd, VT_SETMODE, &mode);
}

/// The console may be left now. 0, or -1 with errno if nobody wants to.
static inline int shim_leave_console(int fd) { return ioctl(fd, VT_RELDISP, 1L); }

/// That the console is shown again is known. 0, or -1 with errno.
static inline int shim_return_to_console(int fd) { return ioctl(fd, VT_RELDISP, (long)VT_ACKACQ); }

/// The Sense HAT's table from 32 levels to pulse widths, by its driver's own request, which newer
/// kernels don't know. 0, or -1 with errno.
static inline int shim_lamp_gamma(int fd, uint8_t table[32]) { return ioctl(fd, 0xF100, table); }

/// Starts a process that frees the console `fd` and puts it back into `mode` when this one is gone, however
/// it went (GuardProcess.h). Returns a descriptor, closed on exec, or -1 with errno.
int console_guard_start(int fd, int mode);

/// Ends that process without any effect.
void console_guard_end(int guard);

#endif
