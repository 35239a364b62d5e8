#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""From the row that turns the board, as the sensor's driver is given it, to the first state at a client
whose tilt has moved: the middle one and the one that 99 of 100 are below."""
import json
import sys

PAYLOAD = sys.argv[1]
failed = False


def check(what, holds):
    global failed
    failed |= not holds
    print("ok  " if holds else "FAIL", what)


def turns(name, what):
    """When the rows were handed over that lean to another side than the one before, in s."""
    found, before = [], None
    with open(f"{PAYLOAD}/{name}") as file:
        for line in list(file)[1:]:
            kind, _, _, monotonic, _, x, *_ = line.split(",")
            if kind == what:
                side = float(x) > 0
                if before not in (None, side):
                    found.append(int(monotonic) / 1e9)
                before = side
    return found


def states(name):
    """(arrival in s, tilt along x) of each state."""
    with open(f"{PAYLOAD}/{name}", "rb") as file:
        data = file.read()
    found, place, rest = [], 0, b""
    while place < len(data):
        end = data.index(b"\n", place)
        stamp, length = map(int, data[place:end].split())
        rest += data[end + 1:end + 1 + length]
        place = end + 2 + length
        *lines, rest = rest.split(b"\n")
        for line in lines:
            message = json.loads(line)
            if message["class"] == "state":
                found.append((stamp / 1e9, message["tilt"][0]))
    return found


def latencies(rows, told):
    found, index = [], 0
    for row in rows:
        while index < len(told) and told[index][0] <= row:
            index += 1
        if not 0 < index < len(told):
            continue
        before = told[index - 1][1]
        for stamp, tilt in told[index:]:
            if stamp - row > 0.2:
                break
            # The filter has settled to less than this in a quarter of a second, and the readings have steps.
            if abs(tilt - before) > 5e-3:
                found.append(stamp - row)
                break
    return sorted(found)


# Of the emulator's instruction clock, so much the same on every machine. Polled, what counts is how long
# the driver takes: it sleeps for two periods of the sensor at each axis.
for name, log, what, bounds in [("buffered", "hid.log", "accel", (1e-3, 5e-3)),
                                ("polled", "i2c.log", "i2c", (60e-3, 120e-3))]:
    told = states(name + ".states")
    rows = [row for row in turns(log, what) if told[0][0] < row < told[-1][0] - 0.3]
    found = latencies(rows, told)
    check(f"{name}: of {len(rows)} turns {len(found)} were told", len(rows) >= 140 and len(found) >= 0.98 * len(rows))
    p50, p99 = found[len(found) // 2], found[int(len(found) * 0.99)]
    check(f"{name}: p50 {p50 * 1e3:.2f} ms, p99 {p99 * 1e3:.2f} ms, most {found[-1] * 1e3:.2f} ms; {len(told)} states",
          p50 <= bounds[0] and p99 <= bounds[1])
with open(f"{PAYLOAD}/wakeups") as file:
    awake = {name: float(number) for name, number in (line.split() for line in file)}
check(f"awake a second: without a sensor {awake['waiting']}", awake["waiting"] <= 5)
check(f"awake a second: with one at 100 Hz and its gyro, from their buffers, {awake['buffered']}: "
      "at most 5 beyond the sensors' own", awake["buffered"] <= 205)
print("     awake a second: polled", awake["polled"])
sys.exit(failed)
