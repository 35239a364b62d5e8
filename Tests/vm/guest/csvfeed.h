// SPDX-License-Identifier: MIT
/* Rows "t_us, ax, ay, az, gx, gy, gz" (m/s^2, rad/s) and the pacing that the
 * three feeders (hidsensor, uinput-accel, i2c-feed) share. */
#ifndef CSVFEED_H
#define CSVFEED_H
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct row { int64_t t_us; double a[3], g[3]; };

struct feed {
	struct row *rows;
	size_t n;
	int loop;              /* start over after the last row */
	int64_t period_us;     /* length of one pass when looping */
	/* disturbances */
	int64_t jitter_us;     /* +- uniform, on the moment a row is sent */
	double drop;           /* probability that a row is never sent */
	int burst;             /* rows held back and sent together, 1 = none */
	double stall_at, stall_for; /* seconds: silence */
	/* state */
	int64_t t0_ns;         /* CLOCK_MONOTONIC of t_us = 0; 0 = not started */
	uint64_t next;         /* index of the next row, counted over passes */
	uint64_t sent, dropped;
	FILE *log;
	unsigned seed;
};

static inline int64_t now_ns(clockid_t c)
{
	struct timespec t;
	clock_gettime(c, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline int feed_load(struct feed *f, const char *path)
{
	FILE *fp = fopen(path, "r");
	char line[512];
	size_t cap = 0;
	if (!fp) { perror(path); return -1; }
	while (fgets(line, sizeof line, fp)) {
		struct row r = {0};
		double t;
		int k = sscanf(line, "%lf ,%lf ,%lf ,%lf ,%lf ,%lf ,%lf", &t,
			       &r.a[0], &r.a[1], &r.a[2], &r.g[0], &r.g[1], &r.g[2]);
		if (k < 4) continue;            /* header, comment, blank */
		r.t_us = llround(t);
		if (f->n == cap) {
			cap = cap ? cap * 2 : 1024;
			f->rows = realloc(f->rows, cap * sizeof r);
		}
		f->rows[f->n++] = r;
	}
	fclose(fp);
	return f->n ? 0 : -1;
}

/* Without a CSV: 10 s at 100 Hz, gravity turned slowly by +-30 degrees about
 * x and y, and the turn rate that goes with it, so a reader can check that
 * the two agree. */
static inline void feed_default(struct feed *f)
{
	const double G = 9.80665, w = 2 * M_PI / 5;
	f->n = 1000;
	f->rows = calloc(f->n, sizeof *f->rows);
	for (size_t i = 0; i < f->n; i++) {
		double t = i * 0.01, p = 0.5236 * sin(w * t), q = 0.5236 * cos(w * t);
		struct row *r = &f->rows[i];
		r->t_us = i * 10000;
		r->a[0] = -G * sin(p);
		r->a[1] = G * sin(q) * cos(p);
		r->a[2] = G * cos(q) * cos(p);
		r->g[0] = -0.5236 * w * sin(w * t);
		r->g[1] = 0.5236 * w * cos(w * t);
		r->g[2] = 0;
	}
}

static inline void feed_ready(struct feed *f)
{
	int64_t first = f->rows[0].t_us, step;
	for (size_t i = 0; i < f->n; i++) f->rows[i].t_us -= first;
	step = f->n > 1 ? f->rows[f->n - 1].t_us / (int64_t)(f->n - 1) : 10000;
	f->period_us = f->rows[f->n - 1].t_us + step;
	if (f->burst < 1) f->burst = 1;
}

static inline const struct row *feed_row(const struct feed *f, uint64_t i, int64_t *t_us)
{
	const struct row *r = &f->rows[i % f->n];
	*t_us = (int64_t)(i / f->n) * f->period_us + r->t_us;
	return r;
}

/* CLOCK_MONOTONIC ns at which the next row is due; -1 = no more rows. */
static inline int64_t feed_due(struct feed *f)
{
	int64_t t, j = 0;
	uint64_t last;
	if (!f->t0_ns) return INT64_MAX;
	if (!f->loop && f->next >= f->n) return -1;
	last = (f->next / f->burst) * f->burst + f->burst - 1; /* end of its burst */
	if (!f->loop && last >= f->n) last = f->n - 1;
	feed_row(f, last, &t);
	if (f->jitter_us) {
		unsigned s = f->seed ^ (unsigned)(last * 2654435761u);
		s = s * 1103515245u + 12345u; s ^= s >> 13; s = s * 1103515245u + 12345u;
		j = (int64_t)(((s >> 8) & 0xffff) / 65535.0 * 2 * f->jitter_us) - f->jitter_us;
	}
	return f->t0_ns + (t + j) * 1000;
}

static inline int feed_skip(struct feed *f, int64_t t_us)
{
	if (f->stall_for > 0 && t_us >= f->stall_at * 1e6 &&
	    t_us < (f->stall_at + f->stall_for) * 1e6) return 1;
	if (f->drop > 0 && rand_r(&f->seed) / (double)RAND_MAX < f->drop) return 1;
	return 0;
}

static inline void feed_log(struct feed *f, const char *what, uint64_t i, int64_t t_us,
			    const struct row *r)
{
	if (!f->log) return;
	fprintf(f->log, "%s,%llu,%lld,%lld,%lld,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n", what,
		(unsigned long long)i, (long long)t_us, (long long)now_ns(CLOCK_MONOTONIC),
		(long long)now_ns(CLOCK_REALTIME), r->a[0], r->a[1], r->a[2],
		r->g[0], r->g[1], r->g[2]);
}

#define FEED_OPTS \
	{"csv", 1, 0, 'C'}, {"loop", 0, 0, 'L'}, {"once", 0, 0, 'O'}, \
	{"jitter-us", 1, 0, 'J'}, {"drop", 1, 0, 'D'}, {"burst", 1, 0, 'B'}, \
	{"stall-at", 1, 0, 'S'}, {"stall-for", 1, 0, 'F'}, {"seed", 1, 0, 'E'}, \
	{"log", 1, 0, 'G'}
static inline int feed_opt(struct feed *f, int c, const char *arg, const char **csv)
{
	switch (c) {
	case 'C': *csv = arg; return 1;
	case 'L': f->loop = 1; return 1;
	case 'O': f->loop = 0; return 1;
	case 'J': f->jitter_us = atoll(arg); return 1;
	case 'D': f->drop = atof(arg); return 1;
	case 'B': f->burst = atoi(arg); return 1;
	case 'S': f->stall_at = atof(arg); return 1;
	case 'F': f->stall_for = atof(arg); return 1;
	case 'E': f->seed = atoi(arg); return 1;
	case 'G':
		f->log = fopen(arg, "w");
		if (!f->log) { perror(arg); exit(2); }
		setvbuf(f->log, NULL, _IOLBF, 0);
		fprintf(f->log, "what,row,t_us,mono_ns,real_ns,ax,ay,az,gx,gy,gz\n");
		return 1;
	}
	return 0;
}
#endif
