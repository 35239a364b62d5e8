// SPDX-License-Identifier: MIT
/* Reads an IIO device's buffer without libiio: sysfs + /dev/iio:deviceN.
 * Prints one CSV line a scan: kernel timestamp, arrival on CLOCK_REALTIME and
 * CLOCK_MONOTONIC, scaled channels; then on stderr how regular, how late and
 * how ordered the timestamps were. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SYS "/sys/bus/iio/devices/"
static char base[300];

static int rd(const char *rel, char *out, size_t n)
{
	char p[600];
	snprintf(p, sizeof p, "%s/%s", base, rel);
	int f = open(p, O_RDONLY);
	if (f < 0) return -1;
	ssize_t k = read(f, out, n - 1);
	close(f);
	if (k < 0) return -1;
	out[k] = 0;
	out[strcspn(out, "\n")] = 0;
	return 0;
}
static int wr(const char *rel, const char *v)
{
	char p[600];
	snprintf(p, sizeof p, "%s/%s", base, rel);
	int f = open(p, O_WRONLY);
	if (f < 0) { fprintf(stderr, "open %s: %s\n", p, strerror(errno)); return -1; }
	ssize_t k = write(f, v, strlen(v));
	int e = errno;
	close(f);
	if (k < 0) { fprintf(stderr, "write %s > %s: %s\n", v, p, strerror(e)); return -1; }
	return 0;
}
static int64_t now_ns(clockid_t c)
{
	struct timespec t;
	clock_gettime(c, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}
struct ch { char name[64]; int idx, be, sgn, real, store, shift, off; double scale; };
static int cmp(const void *a, const void *b) { return ((struct ch *)a)->idx - ((struct ch *)b)->idx; }
static int dcmp(const void *a, const void *b) { double x = *(double *)a, y = *(double *)b; return x < y ? -1 : x > y; }

int main(int argc, char **argv)
{
	static const struct option lo[] = { {"n", 1, 0, 'n'}, {"trigger", 1, 0, 't'}, {"clock", 1, 0, 'c'},
		{"length", 1, 0, 'l'}, {"watermark", 1, 0, 'w'}, {"quiet", 0, 0, 'q'}, {"timeout", 1, 0, 'T'}, {0} };
	int n = 100, c, quiet = 0, timeout = 5000, nch = 0, bytes = 0;
	const char *trig = NULL, *clk = NULL, *len = "256", *wm = NULL;
	struct ch chs[16];
	char v[256], rel[400];
	while ((c = getopt_long(argc, argv, "n:t:c:l:w:qT:", lo, 0)) != -1) switch (c) {
		case 'n': n = atoi(optarg); break;
		case 't': trig = optarg; break;
		case 'c': clk = optarg; break;
		case 'l': len = optarg; break;
		case 'w': wm = optarg; break;
		case 'q': quiet = 1; break;
		case 'T': timeout = atoi(optarg); break;
		default: return 2;
	}
	if (optind >= argc) { fprintf(stderr, "iio-dump [-n N] [-t TRIGGER] [-c CLOCK] [-q] NAME|iio:deviceN\n"); return 2; }
	DIR *d = opendir(SYS);
	struct dirent *e;
	char dev[64] = "";
	while (d && (e = readdir(d))) {
		if (strncmp(e->d_name, "iio:device", 10)) continue;
		snprintf(base, sizeof base, SYS "%s", e->d_name);
		if (!strcmp(e->d_name, argv[optind]) || (!rd("name", v, sizeof v) && !strcmp(v, argv[optind]))) {
			snprintf(dev, sizeof dev, "%.60s", e->d_name);
			break;
		}
	}
	if (!*dev) { fprintf(stderr, "no IIO device %s\n", argv[optind]); return 1; }
	snprintf(base, sizeof base, SYS "%s", dev);
	wr("buffer/enable", "0");
	if (clk) wr("current_timestamp_clock", clk);
	if (trig && wr("trigger/current_trigger", trig)) return 1;
	snprintf(rel, sizeof rel, "%s/scan_elements", base);
	d = opendir(rel);
	while (d && (e = readdir(d))) {
		size_t k = strlen(e->d_name);
		if (k < 4 || strcmp(e->d_name + k - 3, "_en")) continue;
		struct ch *h = &chs[nch];
		char stem[64], en, sg;
		snprintf(stem, sizeof stem, "%.*s", (int)(k - 3), e->d_name);
		snprintf(h->name, sizeof h->name, "%s", stem);
		snprintf(rel, sizeof rel, "scan_elements/%s_index", stem); rd(rel, v, sizeof v); h->idx = atoi(v);
		snprintf(rel, sizeof rel, "scan_elements/%s_type", stem); rd(rel, v, sizeof v);
		h->shift = 0;
		if (sscanf(v, "%ce:%c%d/%d>>%d", &en, &sg, &h->real, &h->store, &h->shift) < 4) { fprintf(stderr, "type %s?\n", v); return 1; }
		h->be = en == 'b'; h->sgn = sg == 's';
		snprintf(rel, sizeof rel, "scan_elements/%s", e->d_name);
		if (wr(rel, "1")) return 1;
		/* the scale: of the channel, or shared by type */
		h->scale = 1;
		snprintf(rel, sizeof rel, "%s_scale", stem);
		if (!rd(rel, v, sizeof v)) h->scale = atof(v);
		else {
			char *u = strrchr(stem, '_');
			if (u) { *u = 0; snprintf(rel, sizeof rel, "%s_scale", stem); if (!rd(rel, v, sizeof v)) h->scale = atof(v); }
		}
		nch++;
	}
	qsort(chs, nch, sizeof *chs, cmp);
	int maxb = 1;
	for (int i = 0; i < nch; i++) {
		int sb = chs[i].store / 8;
		bytes = (bytes + sb - 1) / sb * sb;
		chs[i].off = bytes;
		bytes += sb;
		if (sb > maxb) maxb = sb;
	}
	bytes = (bytes + maxb - 1) / maxb * maxb;
	if (wr("buffer/length", len)) return 1;
	if (wm) wr("buffer/watermark", wm);
	if (!rd("current_timestamp_clock", v, sizeof v)) fprintf(stderr, "# clock %s", v);
	fprintf(stderr, " scan %d bytes\n", bytes);
	clockid_t cid = !strcmp(v, "monotonic") ? CLOCK_MONOTONIC : !strcmp(v, "boottime") ? CLOCK_BOOTTIME :
		!strcmp(v, "monotonic_raw") ? CLOCK_MONOTONIC_RAW : !strcmp(v, "realtime_coarse") ? CLOCK_REALTIME_COARSE :
		!strcmp(v, "monotonic_coarse") ? CLOCK_MONOTONIC_COARSE : !strcmp(v, "tai") ? CLOCK_TAI : CLOCK_REALTIME;
	char path[100];
	snprintf(path, sizeof path, "/dev/%s", dev);
	int64_t te = now_ns(CLOCK_MONOTONIC);
	if (wr("buffer/enable", "1")) return 1;
	fprintf(stderr, "# enabling took %.1f ms\n", (now_ns(CLOCK_MONOTONIC) - te) / 1e6);
	int f = open(path, O_RDONLY | O_NONBLOCK);
	if (f < 0) { perror(path); return 1; }
	if (!quiet) {
		printf("ts_ns,recv_real_ns,recv_mono_ns");
		for (int i = 0; i < nch; i++) if (strcmp(chs[i].name, "in_timestamp")) printf(",%s", chs[i].name);
		printf("\n");
	}
	double *dt = calloc(n + 1, 8), *lat = calloc(n + 1, 8);
	int got = 0, back = 0, same = 0, zero = 0;
	int64_t last = 0, first = 0;
	uint8_t buf[4096];
	while (got < n) {
		struct pollfd p = { f, POLLIN, 0 };
		int k = poll(&p, 1, timeout);
		if (k == 0) {   /* poll() does not tell a removed device from a silent one; read() does */
			ssize_t z = read(f, buf, bytes);
			fprintf(stderr, "# timeout after %d scans; read() then: %s\n", got, z < 0 ? strerror(errno) : "data");
			break;
		}
		ssize_t r = read(f, buf, sizeof buf / bytes * bytes);
		if (r < 0 && errno == EAGAIN) continue;
		if (r <= 0) { fprintf(stderr, "# read: %s (revents %x)\n", r ? strerror(errno) : "0 bytes", p.revents); break; }
		int64_t real = now_ns(CLOCK_REALTIME), mono = now_ns(CLOCK_MONOTONIC), here = now_ns(cid);
		for (uint8_t *q = buf; q + bytes <= buf + r && got < n; q += bytes) {
			int64_t ts = 0;
			double val[16];
			for (int i = 0; i < nch; i++) {
				uint64_t x = 0;
				int sb = chs[i].store / 8;
				for (int j = 0; j < sb; j++)
					x |= (uint64_t)q[chs[i].off + j] << (8 * (chs[i].be ? sb - 1 - j : j));
				x >>= chs[i].shift;
				int64_t y = x;
				if (chs[i].real < 64) {
					x &= (1ULL << chs[i].real) - 1;
					y = chs[i].sgn ? (int64_t)(x << (64 - chs[i].real)) >> (64 - chs[i].real) : (int64_t)x;
				}
				if (!strcmp(chs[i].name, "in_timestamp")) ts = y;
				val[i] = y * chs[i].scale;
			}
			if (!quiet) {
				printf("%lld,%lld,%lld", (long long)ts, (long long)real, (long long)mono);
				for (int i = 0; i < nch; i++) if (strcmp(chs[i].name, "in_timestamp")) printf(",%.6f", val[i]);
				printf("\n");
			}
			if (got) { dt[got - 1] = (ts - last) / 1e6; back += ts < last; same += ts == last; } else first = ts;
			zero += ts == 0;
			lat[got] = (here - ts) / 1e6;
			last = ts;
			got++;
		}
	}
	close(f);
	wr("buffer/enable", "0");
	if (got > 1) {
		double m = (last - first) / 1e6 / (got - 1), s = 0, lm = 0;
		for (int i = 0; i < got - 1; i++) s += (dt[i] - m) * (dt[i] - m);
		for (int i = 0; i < got; i++) lm += lat[i];
		qsort(dt, got - 1, 8, dcmp);
		qsort(lat, got, 8, dcmp);
		fprintf(stderr, "# %d scans; interval ms: mean %.3f sd %.3f min %.3f p1 %.3f p50 %.3f p99 %.3f max %.3f; backwards %d equal %d zero %d\n",
			got, m, sqrt(s / (got - 1)), dt[0], dt[(got - 1) / 100], dt[(got - 1) / 2], dt[(got - 1) * 99 / 100], dt[got - 2], back, same, zero);
		fprintf(stderr, "# timestamp to arrival ms: mean %.3f min %.3f p50 %.3f p99 %.3f max %.3f\n",
			lm / got, lat[0], lat[got / 2], lat[got * 99 / 100], lat[got - 1]);
	}
	return got == n ? 0 : 1;
}
