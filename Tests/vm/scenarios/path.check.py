#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the path that a client of the live daemon saw with two recordings' paths, as `balld --print`
gives them: of the scans as the daemon read them, by the kernel's timestamps; and of the rows that the
sensor was fed with, by their nominal times.

    path.check.py PAYLOAD BALLD"""
import json
import re
import struct
import subprocess
import sys

PAYLOAD, BALLD = sys.argv[1:3]
BOUND = 5e-3
failed = False


def check(what, holds):
    global failed
    failed |= not holds
    print("ok  " if holds else "FAIL", what)


def states(lines):
    """The states that roll, (time, x, y, time of the sample in force), in s and m."""
    found = []
    for line in lines:
        message = json.loads(line)
        if message["class"] == "state" and message["phase"] == "rolling" and "age" in message:
            ball = message["balls"][0]
            found.append((message["t"], ball["x"], ball["y"], message["t"] - message["age"]))
    return found


def play(rows, name):
    """The states of a recording of (t, acceleration, angular velocity or nothing)."""
    path = f"{PAYLOAD}/{name}.recording"
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"balld-recording 1\ntitle = {name}\norigin = measured\ndevice = test\n")
        file.write("columns = t ax ay az gx gy gz\nunits = s m/s² rad/s\n[samples]\n")
        for t, force, turn in rows:
            turn = " ".join(repr(v) for v in turn) if turn else "- - -"
            file.write(f"{t:.9f} {' '.join(repr(v) for v in force)} {turn}\n")
    done = subprocess.run([BALLD, "--source", f"log:{path}", "--speed", "max", "--print"],
                          capture_output=True, text=True, timeout=30, check=True)
    return states(done.stdout.splitlines())


def at(path, t):
    """Where a path is at the time t, between its states along a straight line."""
    for (t0, x0, y0, _), (t1, x1, y1, _) in zip(path, path[1:]):
        if t0 <= t <= t1:
            part = (t - t0) / (t1 - t0) if t1 > t0 else 0
            return x0 + part * (x1 - x0), y0 + part * (y1 - y0)
    return None


def start(path):
    """When a path leaves its start: the last state before the ball has moved by 10 µm."""
    _, x, y, _ = path[0]
    for (t, *_), (_, x1, y1, _) in zip(path, path[1:]):
        if abs(x1 - x) + abs(y1 - y) > 1e-5:
            return t
    return None


def distances(live, other, shift, begin, length):
    """The largest distance of two paths from `begin` (by the other's time) on, and how far that goes."""
    found, far = 0.0, 0.0
    for t, x, y, _ in other:
        if not begin <= t <= begin + length:
            continue
        there = at(live, t + shift)
        if there is None:
            continue
        found = max(found, ((there[0] - x) ** 2 + (there[1] - y) ** 2) ** 0.5)
        far = max(far, t - begin)
    return found, far


devices = {}
with open(f"{PAYLOAD}/devices") as file:
    for line in file:
        name, node, scale = line.split()
        devices[node] = name, float(scale)

# The scans in the order in which the daemon's thread read them; the newest of the gyro's belongs to
# the accelerometer's, as in the daemon.
rows, turn, odd = [], None, 0
with open(f"{PAYLOAD}/scans") as file:
    for line in file:
        match = re.search(r'read\(\d+<([^>]*)>, "((?:\\x..)+)"\.{0,3}, \d+\) = (\d+)', line)
        if not match:
            continue
        node, data = (bytes.fromhex(text.replace("\\x", "")) for text in match.group(1, 2))
        if len(data) != 24 or len(data) != int(match[3]):
            odd += 1
            continue
        name, scale = devices[node.decode()]
        # Three axes, four bytes of padding, the timestamp.
        x, y, z, stamp = struct.unpack("<iii4xq", data)
        values = tuple(v * scale for v in (x, y, z))
        if name == "gyro_3d":
            turn = stamp, values
        else:
            isNear = turn and abs(stamp - turn[0]) < 100_000_000
            rows.append((stamp, values, turn[1] if isNear else None))
with open(f"{PAYLOAD}/states.jsonl") as file:
    live = states(file)
check(f"{len(rows)} scans were read one by one, {odd} otherwise", len(rows) > 700 and odd == 0)
check(f"{sum(1 for r in rows if r[2])} of them with an angular velocity",
      sum(1 for r in rows if r[2]) > 700)
check(f"{len(live)} states were seen", len(live) > 300)

# The world's time of the first scan, by the last states: they go on rolling under the last scan
# until the sensor counts as silent.
seconds = [(stamp - rows[0][0]) / 1e9 for stamp, *_ in rows]
first = live[-1][3] - seconds[-1]
# Before that it may have been polled, until udev had given the right to its buffer.
live = [state for state in live if state[3] > first - 1e-3]
worst = max(min(abs(state[3] - first - t) for t in seconds) for state in live)
check(f"each state names a scan that was read, within {worst * 1e3:.3f} ms", worst <= 1.1e-3)
fed = []
with open(f"{PAYLOAD}/feed.csv") as file:
    for line in list(file)[1:]:
        t, *values = (float(word) for word in line.split(","))
        fed.append((t / 1e6, tuple(values[:3]), tuple(values[3:])))
# From the last row back to where the board begins to turn, and by what they say: the feeder of a busy
# host is late, and then sends at once what is due, so the time between two scans proves nothing.
count = next(scale for name, scale in devices.values() if name == "accel_3d")
turned = sum(1 for t, *_ in fed if t >= 3)
others = sum(1 for (_, scan, _), (_, row, _) in zip(rows[:-turned - 1:-1], fed[:-turned - 1:-1])
             if max(abs(a - b) for a, b in zip(scan, row)) > count)
check(f"of the {turned} rows of the turning board none was lost: {others} scans are another row's",
      others == 0)
# strace and this scenario's own clients share the one processor; silence would begin at 250 ms. The last
# scan is in force until then; its time is known to the millisecond that states are told in.
age = max(t - sample for t, _, _, sample in live if first + 1 < sample < live[-1][3] - 2e-3)
check(f"and no state's is older than {age * 1e3:.1f} ms, before the last", age < 0.1)

scanned = play([(t, row[1], row[2]) for t, row in zip(seconds, rows)], "scans")
begin = start(scanned)
largest, far = distances(live, scanned, first, begin, 1)
check(f"the first second is that of the scans as a recording within {largest * 1e3:.3f} mm",
      far > 0.95 and largest <= BOUND)
largest, far = distances(live, scanned, first, begin, 60)
check(f"and so are {far:.2f} s, within {largest * 1e3:.3f} mm", far > 4 and largest <= BOUND)

nominal = play(fed, "rows")
begin = start(nominal)
largest, far = distances(live, nominal, start(live) - begin, begin, 1)
check(f"and that of the rows fed to the sensor within {largest * 1e3:.3f} mm",
      far > 0.95 and largest <= BOUND)
sys.exit(failed)
