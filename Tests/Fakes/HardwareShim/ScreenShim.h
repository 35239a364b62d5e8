// SPDX-License-Identifier: MIT
#ifndef BALLD_SCREEN_SHIM_H
#define BALLD_SCREEN_SHIM_H

/// Whether `request` is one that a framebuffer or a console answers, and `fd` a file that stands for one.
/// What the kernel would answer goes to `result`: 0, or a negative errno.
int answer_screen(int fd, unsigned long request, void *argument, int *result);

#endif
