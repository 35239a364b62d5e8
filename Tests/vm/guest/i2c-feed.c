// SPDX-License-Identifier: MIT
/* Keeps the data registers of an i2c-stub chip up to date from a CSV, the way
 * a real accelerometer refreshes its own: six bytes, x y z, little endian. */
#define _GNU_SOURCE
#include "csvfeed.h"
#include <fcntl.h>
#include <getopt.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct feed F = { .loop = 1, .burst = 1, .seed = 1 };

int main(int argc, char **argv)
{
	static const struct option lo[] = { FEED_OPTS, {"dev", 1, 0, 1}, {"addr", 1, 0, 2}, {"reg", 1, 0, 3},
		{"lsb", 1, 0, 4}, {"shift", 1, 0, 5}, {"fsreg", 1, 0, 6}, {0} };
	const char *csv = NULL, *dev = NULL;
	int c, addr = 0x18, reg = 0xA8, shift = 4, fsreg = -1;
	double lsb = 0.00980665;                 /* m/s^2 per count, after the shift */
	while ((c = getopt_long(argc, argv, "", lo, 0)) != -1) {
		if (feed_opt(&F, c, optarg, &csv)) continue;
		switch (c) {
		case 1: dev = optarg; break;
		case 2: addr = strtol(optarg, 0, 0); break;
		case 3: reg = strtol(optarg, 0, 0); break;
		case 4: lsb = atof(optarg); break;
		case 5: shift = atoi(optarg); break;
		case 6: fsreg = strtol(optarg, 0, 0); break;
		default: return 2;
		}
	}
	if (!dev) { fprintf(stderr, "--dev /dev/i2c-N\n"); return 2; }
	if (csv) { if (feed_load(&F, csv)) return 2; } else feed_default(&F);
	feed_ready(&F);
	int fd = open(dev, O_RDWR);
	if (fd < 0 || ioctl(fd, I2C_SLAVE_FORCE, addr) < 0) { perror(dev); return 1; }
	F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000;
	for (;;) {
		int64_t due = feed_due(&F), t;
		if (due == -1) { pause(); continue; }
		struct timespec ts = { due / 1000000000, due % 1000000000 };
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR);
		for (int n = 0; n < F.burst; n++) {
			if (!F.loop && F.next >= F.n) break;
			uint64_t i = F.next++;
			const struct row *r = feed_row(&F, i, &t);
			if (feed_skip(&F, t)) continue;
			union i2c_smbus_data d;
			struct i2c_smbus_ioctl_data a = { I2C_SMBUS_WRITE, reg, I2C_SMBUS_I2C_BLOCK_DATA, &d };
			double l = lsb;
			if (fsreg >= 0) {
				/* LIS3DH: the range the driver chose is in CTRL_REG4. The driver
				 * writes registers at their own address and reads them at
				 * address|0x80, so show what it wrote where it will read it. */
				static const int mul[] = { 1, 2, 4, 12 };
				struct i2c_smbus_ioctl_data q = { I2C_SMBUS_READ, 0x20, I2C_SMBUS_I2C_BLOCK_DATA, &d };
				d.block[0] = 7;
				if (ioctl(fd, I2C_SMBUS, &q) == 0) {
					l = lsb * mul[d.block[1 + fsreg - 0x20] >> 4 & 3];
					q.read_write = I2C_SMBUS_WRITE; q.command = 0xA0;
					ioctl(fd, I2C_SMBUS, &q);
				}
			}
			d.block[0] = 6;
			for (int k = 0; k < 3; k++) {
				long lim = (1L << (15 - shift)) - 1, v = lrint(r->a[k] / l);
				v = v > lim ? lim : v < -lim - 1 ? -lim - 1 : v;
				int16_t q = (int16_t)(v << shift);
				memcpy(&d.block[1 + 2 * k], &q, 2);
			}
			feed_log(&F, "i2c", i, t, r);
			if (ioctl(fd, I2C_SMBUS, &a) < 0) perror("i2c write");
		}
	}
}
