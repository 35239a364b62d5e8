// SPDX-License-Identifier: MIT
/* An evdev accelerometer through uinput (libevdev): INPUT_PROP_ACCELEROMETER,
 * ABS_X/Y/Z in units per g, optionally ABS_RX/RY/RZ in units per deg/s,
 * MSC_TIMESTAMP in microseconds (32 bits, wraps). */
#define _GNU_SOURCE
#include "csvfeed.h"
#include <getopt.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static struct feed F = { .loop = 1, .burst = 1, .seed = 1 };

static void abs_axis(struct libevdev *d, int code, int lim, int res, int fuzz, int flat)
{
	struct input_absinfo ai = { .minimum = -lim, .maximum = lim, .resolution = res,
				    .fuzz = fuzz, .flat = flat };
	libevdev_enable_event_code(d, EV_ABS, code, &ai);
}

int main(int argc, char **argv)
{
	static const struct option lo[] = { FEED_OPTS,
		{"per-g", 1, 0, 1}, {"per-dps", 1, 0, 2}, {"gyro", 0, 0, 3}, {"fuzz", 1, 0, 4},
		{"flat", 1, 0, 5}, {"no-timestamp", 0, 0, 6}, {"name", 1, 0, 7}, {"wait", 1, 0, 8}, {0} };
	const char *csv = NULL, *name = "lab uinput accelerometer";
	int c, per_g = 8192, per_dps = 1024, gyro = 0, fuzz = 0, flat = 0, stamp = 1, done = 0, silent = 0;
	double wait_s = 0;
	sigset_t m;
	while ((c = getopt_long(argc, argv, "", lo, 0)) != -1) {
		if (feed_opt(&F, c, optarg, &csv)) continue;
		switch (c) {
		case 1: per_g = atoi(optarg); break;
		case 2: per_dps = atoi(optarg); break;
		case 3: gyro = 1; break;
		case 4: fuzz = atoi(optarg); break;
		case 5: flat = atoi(optarg); break;
		case 6: stamp = 0; break;
		case 7: name = optarg; break;
		case 8: wait_s = atof(optarg); break;
		default: return 2;
		}
	}
	if (csv) { if (feed_load(&F, csv)) return 2; } else feed_default(&F);
	feed_ready(&F);

	struct libevdev *d = libevdev_new();
	struct libevdev_uinput *u;
	libevdev_set_name(d, name);
	libevdev_set_id_bustype(d, 0x18);         /* BUS_I2C */
	libevdev_set_id_vendor(d, 0x1209);
	libevdev_set_id_product(d, 0x0002);
	libevdev_enable_property(d, INPUT_PROP_ACCELEROMETER);
	libevdev_enable_event_type(d, EV_ABS);
	for (int i = 0; i < 3; i++) abs_axis(d, ABS_X + i, 4 * per_g, per_g, fuzz, flat);
	if (gyro) for (int i = 0; i < 3; i++) abs_axis(d, ABS_RX + i, 2000 * per_dps, per_dps, fuzz, flat);
	if (stamp) libevdev_enable_event_code(d, EV_MSC, MSC_TIMESTAMP, NULL);
	int rc = libevdev_uinput_create_from_device(d, LIBEVDEV_UINPUT_OPEN_MANAGED, &u);
	if (rc) { fprintf(stderr, "uinput: %s\n", strerror(-rc)); return 1; }
	fprintf(stderr, "uinput-accel: %s\n", libevdev_uinput_get_devnode(u));

	sigemptyset(&m);
	sigaddset(&m, SIGTERM); sigaddset(&m, SIGINT); sigaddset(&m, SIGUSR1); sigaddset(&m, SIGUSR2);
	sigprocmask(SIG_BLOCK, &m, 0);
	int sfd = signalfd(-1, &m, SFD_CLOEXEC);
	if (wait_s > 0) usleep(wait_s * 1e6);
	F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000;
	while (!done) {
		struct pollfd p = { sfd, POLLIN, 0 };
		int64_t due = feed_due(&F), now = now_ns(CLOCK_MONOTONIC), w;
		struct timespec ts;
		if (due == -1) { F.t0_ns = 0; F.next = 0; due = INT64_MAX; fprintf(stderr, "uinput-accel: last row sent\n"); }
		w = due == INT64_MAX ? 3600LL * 1000000000 : due > now ? due - now : 0;
		ts.tv_sec = w / 1000000000; ts.tv_nsec = w % 1000000000;
		if (ppoll(&p, 1, &ts, NULL) > 0) {
			struct signalfd_siginfo si;
			if (read(sfd, &si, sizeof si) == sizeof si) {
				if (si.ssi_signo == SIGUSR1) silent = !silent;
				else if (si.ssi_signo == SIGUSR2) { F.next = 0; F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000; }
				else done = 1;
			}
			continue;
		}
		if (due == INT64_MAX || now_ns(CLOCK_MONOTONIC) < due) continue;
		for (int n = 0; n < F.burst; n++) {
			int64_t t;
			if (!F.loop && F.next >= F.n) break;
			uint64_t i = F.next++;
			const struct row *r = feed_row(&F, i, &t);
			if (silent || feed_skip(&F, t)) { F.dropped++; continue; }
			feed_log(&F, "evdev", i, t, r);
			for (int k = 0; k < 3; k++)
				libevdev_uinput_write_event(u, EV_ABS, ABS_X + k, lrint(r->a[k] / 9.80665 * per_g));
			if (gyro) for (int k = 0; k < 3; k++)
				libevdev_uinput_write_event(u, EV_ABS, ABS_RX + k, lrint(r->g[k] * 180 / M_PI * per_dps));
			if (stamp) libevdev_uinput_write_event(u, EV_MSC, MSC_TIMESTAMP, (int)(uint32_t)t);
			libevdev_uinput_write_event(u, EV_SYN, SYN_REPORT, 0);
			F.sent++;
		}
	}
	fprintf(stderr, "uinput-accel: sent %llu\n", (unsigned long long)F.sent);
	libevdev_uinput_destroy(u);
	libevdev_free(d);
	return 0;
}
