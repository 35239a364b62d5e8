// SPDX-License-Identifier: MIT
/* A virtual HID sensor hub (accelerometer 3D 0x200073 + gyrometer 3D 0x200076)
 * made through /dev/uhid, so that the kernel's own hid-sensor-hub,
 * hid-sensor-accel-3d, hid-sensor-gyro-3d and hid-sensor-trigger drivers
 * present it as two IIO devices. Samples come from a CSV. */
#define _GNU_SOURCE
#include "csvfeed.h"
#include <fcntl.h>
#include <getopt.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { ACC = 0, GYR = 1, NS = 2 };
static const char *sname[NS] = { "accel", "gyro" };

static struct sensor {
	int on;                 /* offered in the descriptor */
	uint8_t report_id;
	int exp10;              /* unit exponent: value * 10^exp */
	int unit;               /* HID unit, 0 = the usage's default (g, deg/s) */
	double per_unit;        /* SI value of one unit */
	/* feature state */
	uint8_t report_state, power_state;   /* selectors, from 1 */
	uint32_t interval_ms;
	uint16_t sensitivity;
	int64_t last_sent_us;
	uint64_t sent;
} S[NS];

static int fd = -1, bits = 32, hwtime, always, verbose;
static int64_t hwtime_base_us;
static struct feed F = { .loop = 1, .burst = 1, .seed = 1 };
static uint8_t desc[1024];
static int dlen;

static void b(int n, ...) {
	va_list ap;
	va_start(ap, n);
	while (n--) desc[dlen++] = va_arg(ap, int);
	va_end(ap);
}
static void b32(int tag, uint32_t v) { b(5, tag, v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24); }
static void usage16(int u) { b(3, 0x0A, u & 255, u >> 8); }
static void unit(int u) { if (u > 255) b(3, 0x66, u & 255, u >> 8); else b(2, 0x65, u); }
static void expo(int e) { b(2, 0x55, e & 15); }

static void selector(int prop, int first)
{
	usage16(prop);
	b(2, 0xA1, 0x02);                       /* Collection (Logical) */
	b(4, 0x15, 1, 0x25, 6);                 /* logical 1..6 */
	b(4, 0x75, 8, 0x95, 1);
	for (int i = 0; i < 6; i++) usage16(first + i);
	b(2, 0xB1, 0x00);                       /* Feature (Data, Array, Abs) */
	b(1, 0xC0);
}

static void one_sensor(struct sensor *s, int type, int xaxis, int datafield)
{
	b(2, 0x85, s->report_id);
	b(2, 0x05, 0x20);
	b(2, 0x09, type);
	b(2, 0xA1, 0x00);                       /* Collection (Physical) */
	selector(0x316, 0x840);                 /* reporting state */
	selector(0x319, 0x850);                 /* power state */
	usage16(0x30E);                         /* report interval, ms */
	b(2, 0x15, 0); b32(0x27, 0x7fffffff);
	b(4, 0x75, 32, 0x95, 1);
	unit(0x19); expo(0);                    /* milliseconds, as the kernel reads it */
	b(2, 0xB1, 0x02);
	usage16(0x1000 | datafield);            /* change sensitivity (absolute) */
	b(2, 0x15, 0); b(5, 0x27, 0xff, 0xff, 0, 0);
	b(4, 0x75, 16, 0x95, 1);
	unit(s->unit); expo(s->exp10);
	b(2, 0xB1, 0x02);
	for (int i = 0; i < 3; i++) {           /* one field an axis */
		usage16(xaxis + i);
		if (bits == 32) { b32(0x17, 0x80000000u); b32(0x27, 0x7fffffff); }
		else { b(3, 0x16, 0x01, 0x80); b(3, 0x26, 0xff, 0x7f); }
		b(4, 0x75, bits, 0x95, 1);
		unit(s->unit); expo(s->exp10);
		b(2, 0x81, 0x02);
	}
	if (hwtime) {                           /* timestamp, microseconds */
		usage16(0x529);
		b(2, 0x15, 0); b32(0x27, 0x7fffffff);
		b(4, 0x75, 64, 0x95, 1);
		unit(0); expo(-6);
		b(2, 0x81, 0x02);
	}
	b(1, 0xC0);
}

static void build(void)
{
	b(2, 0x05, 0x20); b(2, 0x09, 0x01); b(2, 0xA1, 0x01);
	if (S[ACC].on) one_sensor(&S[ACC], 0x73, 0x453, 0x452);
	if (S[GYR].on) one_sensor(&S[GYR], 0x76, 0x457, 0x456);
	b(1, 0xC0);
}

static int put(struct uhid_event *ev)
{
	ssize_t n = write(fd, ev, sizeof *ev);
	if (n != sizeof *ev) { perror("write uhid"); return -1; }
	return 0;
}

static int input_bytes(const struct sensor *s, const struct row *r, int64_t t_us, uint8_t *p)
{
	const double *v = s == &S[ACC] ? r->a : r->g;
	double lim = bits == 32 ? 2147483647.0 : 32767.0;
	uint8_t *q = p;
	*q++ = s->report_id;
	for (int i = 0; i < 3; i++) {
		double x = v[i] / s->per_unit / pow(10, s->exp10);
		int32_t k = lrint(x > lim ? lim : x < -lim ? -lim : x);
		memcpy(q, &k, bits / 8);
		q += bits / 8;
	}
	if (hwtime) { int64_t t = hwtime_base_us + t_us; memcpy(q, &t, 8); q += 8; }
	return q - p;
}

static void send_sensor(int k, const struct row *r, int64_t t_us, uint64_t i)
{
	struct sensor *s = &S[k];
	struct uhid_event ev = { .type = UHID_INPUT2 };
	if (!s->on) return;
	/* the hub itself obeys power, reporting state and the report interval */
	if (!always && !(s->report_state == 2 && s->power_state == 2)) return;
	if (s->sent && t_us - s->last_sent_us < (int64_t)s->interval_ms * 1000 - 500) return;
	ev.u.input2.size = input_bytes(s, r, t_us, ev.u.input2.data);
	feed_log(&F, sname[k], i, t_us, r);
	put(&ev);
	s->last_sent_us = t_us;
	s->sent++;
}

static uint64_t cur;                            /* the row a polled read sees */

static int feature_bytes(const struct sensor *s, uint8_t *p)
{
	p[0] = s->report_id; p[1] = s->report_state; p[2] = s->power_state;
	memcpy(p + 3, &s->interval_ms, 4);
	memcpy(p + 7, &s->sensitivity, 2);
	return 9;
}

static int by_id(int id)
{
	for (int k = 0; k < NS; k++) if (S[k].on && S[k].report_id == id) return k;
	return -1;
}

static void handle(struct uhid_event *ev, int *start_on_power)
{
	struct uhid_event out = {0};
	int k;
	switch (ev->type) {
	case UHID_GET_REPORT: {
		struct uhid_get_report_reply_req *rep = &out.u.get_report_reply;
		out.type = UHID_GET_REPORT_REPLY;
		rep->id = ev->u.get_report.id;
		k = by_id(ev->u.get_report.rnum);
		if (k < 0) rep->err = EIO;
		else if (ev->u.get_report.rtype == UHID_FEATURE_REPORT)
			rep->size = feature_bytes(&S[k], rep->data);
		else if (ev->u.get_report.rtype == UHID_INPUT_REPORT) {
			int64_t t;
			const struct row *r = feed_row(&F, cur, &t);
			rep->size = input_bytes(&S[k], r, t, rep->data);
			if (verbose) fprintf(stderr, "hidsensor: polled %s\n", sname[k]);
		} else rep->err = EIO;
		put(&out);
		break;
	}
	case UHID_SET_REPORT: {
		const uint8_t *d = ev->u.set_report.data;
		out.type = UHID_SET_REPORT_REPLY;
		out.u.set_report_reply.id = ev->u.set_report.id;
		k = by_id(ev->u.set_report.rnum);
		if (k < 0 || ev->u.set_report.rtype != UHID_FEATURE_REPORT ||
		    ev->u.set_report.size < 9) out.u.set_report_reply.err = EIO;
		else {
			struct sensor *s = &S[k];
			s->report_state = d[1]; s->power_state = d[2];
			memcpy(&s->interval_ms, d + 3, 4);
			memcpy(&s->sensitivity, d + 7, 2);
			if (s->interval_ms < 1) s->interval_ms = 1;
			fprintf(stderr, "hidsensor: %s report_state=%d power=%d interval=%ums sens=%u\n",
				sname[k], s->report_state, s->power_state, s->interval_ms, s->sensitivity);
			if (*start_on_power && s->report_state == 2 && s->power_state == 2) {
				*start_on_power = 0;
				F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000;
			}
		}
		put(&out);
		break;
	}
	case UHID_START: fprintf(stderr, "hidsensor: start\n"); break;
	case UHID_STOP: fprintf(stderr, "hidsensor: stop\n"); break;
	case UHID_OPEN: fprintf(stderr, "hidsensor: open\n"); break;
	case UHID_CLOSE: fprintf(stderr, "hidsensor: close\n"); break;
	default: break;
	}
}

int main(int argc, char **argv)
{
	static const struct option lo[] = { FEED_OPTS,
		{"bits", 1, 0, 1}, {"hwtime", 0, 0, 2}, {"always", 0, 0, 3},
		{"accel-exp", 1, 0, 4}, {"gyro-exp", 1, 0, 5}, {"accel-unit", 1, 0, 6},
		{"gyro-unit", 1, 0, 7}, {"no-gyro", 0, 0, 8}, {"no-accel", 0, 0, 9},
		{"start-on-power", 0, 0, 10}, {"verbose", 0, 0, 11}, {"interval", 1, 0, 12},
		{"gyro-late-us", 1, 0, 13}, {0} };
	const char *csv = NULL;
	int c, sop = 0, silent = 0, done = 0;
	int64_t gyro_late_us = 0;
	struct uhid_event ev;
	sigset_t m;

	S[ACC] = (struct sensor){ .on = 1, .report_id = 1, .exp10 = -3, .per_unit = 9.80665 };
	S[GYR] = (struct sensor){ .on = 1, .report_id = 2, .exp10 = -2, .per_unit = M_PI / 180 };
	for (int k = 0; k < NS; k++) {
		S[k].report_state = 1; S[k].power_state = 1; S[k].interval_ms = 10; S[k].sensitivity = 1;
	}
	while ((c = getopt_long(argc, argv, "", lo, 0)) != -1) {
		if (feed_opt(&F, c, optarg, &csv)) continue;
		switch (c) {
		case 1: bits = atoi(optarg) == 16 ? 16 : 32; break;
		case 2: hwtime = 1; break;
		case 3: always = 1; break;
		case 4: S[ACC].exp10 = atoi(optarg); break;
		case 5: S[GYR].exp10 = atoi(optarg); break;
		case 6: if (!strcmp(optarg, "ms2")) { S[ACC].unit = 0x11E0; S[ACC].per_unit = 1; }
			else if (!strcmp(optarg, "g")) S[ACC].unit = 0x1A;
			break;
		case 7: if (!strcmp(optarg, "rads")) { S[GYR].unit = 0x12F0; S[GYR].per_unit = 1; }
			else if (!strcmp(optarg, "degs")) S[GYR].unit = 0x15;
			break;
		case 8: S[GYR].on = 0; break;
		case 9: S[ACC].on = 0; break;
		case 10: sop = 1; break;
		case 11: verbose = 1; break;
		case 12: S[ACC].interval_ms = S[GYR].interval_ms = atoi(optarg); break;
		case 13: gyro_late_us = atoll(optarg); break;
		default: return 2;
		}
	}
	if (csv) { if (feed_load(&F, csv)) return 2; } else feed_default(&F);
	feed_ready(&F);
	build();

	sigemptyset(&m);
	sigaddset(&m, SIGTERM); sigaddset(&m, SIGINT); sigaddset(&m, SIGUSR1); sigaddset(&m, SIGUSR2);
	sigprocmask(SIG_BLOCK, &m, 0);
	int sfd = signalfd(-1, &m, SFD_CLOEXEC);

	fd = open("/dev/uhid", O_RDWR | O_CLOEXEC);
	if (fd < 0) { perror("/dev/uhid"); return 1; }
	memset(&ev, 0, sizeof ev);
	ev.type = UHID_CREATE2;
	strcpy((char *)ev.u.create2.name, "lab virtual sensor hub");
	strcpy((char *)ev.u.create2.uniq, "lab-0001");
	ev.u.create2.rd_size = dlen;
	memcpy(ev.u.create2.rd_data, desc, dlen);
	ev.u.create2.bus = BUS_USB;
	ev.u.create2.vendor = 0x1209;            /* pid.codes */
	ev.u.create2.product = 0x0001;
	if (put(&ev)) return 1;
	hwtime_base_us = now_ns(CLOCK_MONOTONIC) / 1000;
	if (!sop) F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000;

	while (!done) {
		struct pollfd p[2] = { { fd, POLLIN, 0 }, { sfd, POLLIN, 0 } };
		int64_t due = feed_due(&F), now = now_ns(CLOCK_MONOTONIC);
		struct timespec ts, *tp = NULL;
		if (due == -1) { fprintf(stderr, "hidsensor: last row sent\n"); F.t0_ns = 0; F.next = 0; continue; }
		if (due != INT64_MAX) {
			int64_t w = due > now ? due - now : 0;
			ts.tv_sec = w / 1000000000; ts.tv_nsec = w % 1000000000;
			tp = &ts;
		}
		int k = ppoll(p, 2, tp, NULL);
		if (k < 0) { if (errno == EINTR) continue; perror("ppoll"); return 1; }
		if (p[0].revents & POLLIN) {
			if (read(fd, &ev, sizeof ev) > 0) handle(&ev, &sop);
			continue;
		}
		if (p[1].revents & POLLIN) {
			struct signalfd_siginfo si;
			if (read(sfd, &si, sizeof si) == sizeof si) {
				if (si.ssi_signo == SIGUSR1) { silent = !silent; fprintf(stderr, "hidsensor: silent=%d\n", silent); }
				else if (si.ssi_signo == SIGUSR2) { F.next = 0; F.t0_ns = now_ns(CLOCK_MONOTONIC) + 1000000;
					for (int q = 0; q < NS; q++) S[q].sent = 0; }
				else done = 1;
			}
			continue;
		}
		if (due == INT64_MAX || now_ns(CLOCK_MONOTONIC) < due) continue;
		for (int n = 0; n < F.burst; n++) {
			int64_t t;
			const struct row *r;
			if (!F.loop && F.next >= F.n) break;
			r = feed_row(&F, F.next, &t);
			cur = F.next;
			F.next++;
			if (silent || feed_skip(&F, t)) { F.dropped++; continue; }
			send_sensor(ACC, r, t, cur);
			if (gyro_late_us) {
				struct timespec d = { 0, gyro_late_us * 1000 };
				nanosleep(&d, NULL);
			}
			send_sensor(GYR, r, t, cur);
		}
	}
	memset(&ev, 0, sizeof ev);
	ev.type = UHID_DESTROY;
	put(&ev);
	fprintf(stderr, "hidsensor: destroyed; sent accel %llu gyro %llu\n",
		(unsigned long long)S[ACC].sent, (unsigned long long)S[GYR].sent);
	return 0;
}
