// SPDX-License-Identifier: MIT
/* Says what /dev/fb0 is and paints a test card on it: four quarters of red,
 * green, blue and white, a black ball in the middle. */
#include <fcntl.h>
#include <linux/fb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct fb_var_screeninfo v;
	struct fb_fix_screeninfo x;
	int f = open("/dev/fb0", O_RDWR);
	if (f < 0 || ioctl(f, FBIOGET_VSCREENINFO, &v) || ioctl(f, FBIOGET_FSCREENINFO, &x)) { perror("/dev/fb0"); return 1; }
	printf("fb0 id=%.16s %ux%u virtual %ux%u bpp=%u line=%u len=%u r=%u+%u g=%u+%u b=%u+%u\n", x.id, v.xres, v.yres,
	       v.xres_virtual, v.yres_virtual, v.bits_per_pixel, x.line_length, x.smem_len, v.red.offset, v.red.length,
	       v.green.offset, v.green.length, v.blue.offset, v.blue.length);
	if (argc > 1 && !strcmp(argv[1], "info")) return 0;
	uint8_t *m = mmap(0, x.smem_len, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
	if (m == MAP_FAILED) { perror("mmap"); return 1; }
	int R = (v.xres < v.yres ? v.xres : v.yres) / 5, cx = v.xres / 2, cy = v.yres / 2;
	for (int j = 0; j < (int)v.yres; j++)
		for (int i = 0; i < (int)v.xres; i++) {
			int q = (i >= cx) + 2 * (j >= cy), r = q == 0 || q == 3, g = q == 1 || q == 3, b = q >= 2;
			if ((i - cx) * (i - cx) + (j - cy) * (j - cy) < R * R) r = g = b = 0;
			uint32_t p = 0;
			p |= (r ? (1u << v.red.length) - 1 : 0) << v.red.offset;
			p |= (g ? (1u << v.green.length) - 1 : 0) << v.green.offset;
			p |= (b ? (1u << v.blue.length) - 1 : 0) << v.blue.offset;
			memcpy(m + j * x.line_length + i * (v.bits_per_pixel / 8), &p, v.bits_per_pixel / 8);
		}
	return 0;
}
