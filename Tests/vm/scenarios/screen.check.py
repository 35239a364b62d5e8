#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the screenshots of screen.sh with the picture that ballview drew into a file."""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from png import png  # noqa: E402

directory = sys.argv[1]
failures = 0


def check(what, ok):
    global failures
    print(("ok   " if ok else "FAIL ") + what)
    failures += not ok


def picture(name):
    return png(os.path.join(directory, name))


def differing(first, second, most=0):
    return sum(
        max(abs(p - q) for p, q in zip(a, b)) > most
        for r, s in zip(first, second)
        for a, b in zip(r, s)
    )


drawn = picture("drawn.png")
shots = {name: picture(name + ".png") for name in ("running", "quiet", "stopped", "again", "killed")}
# The picture in the file has never seen the ball roll: its grooves lie otherwise.
places = [
    (x, y)
    for y, (r, s) in enumerate(zip(shots["running"], drawn))
    for x, (a, b) in enumerate(zip(r, s))
    if a != b
]
columns, rows = [x for x, _ in places] or [0], [y for _, y in places] or [0]
check(
    "the screen shows the picture, pixel by pixel, but for the ball's grooves: columns %d to %d, rows %d to %d"
    % (min(columns), max(columns), min(rows), max(rows)),
    max(columns) - min(columns) < 18 and max(rows) - min(rows) < 18,
)
memory = open(os.path.join(directory, "running.raw"), "rb").read()
held = [[tuple(memory[1280 * y + 4 * x + i] for i in (2, 1, 0)) for x in range(320)] for y in range(240)]
check("and the screen's memory is what is seen", differing(shots["running"], held) == 0)
check("the console's text isn't seen", differing(shots["quiet"], shots["running"]) == 0)
check("after the stop the console is seen again", differing(shots["stopped"], drawn, 8) > 2000)
check("drawn again it is the same picture", differing(shots["again"], drawn) == 0)
check("after kill -9 the console is seen again", differing(shots["killed"], drawn, 8) > 100)
raw = open(os.path.join(directory, "late.raw"), "rb").read()
values = struct.unpack("<%dH" % (320 * 240), raw)


def whole(value):
    """This driver has red in the lowest bits."""
    return (
        (value & 31) * 255 / 31,
        (value >> 5 & 63) * 255 / 63,
        (value >> 11) * 255 / 31,
    )


late = [[whole(values[y * 320 + x]) for x in range(320)] for y in range(240)]
check("a screen of 16 bits shows it within its steps", differing(late, drawn, 4.2) == 0)
sys.exit(failures > 0)
