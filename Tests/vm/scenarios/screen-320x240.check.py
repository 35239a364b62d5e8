#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds ball, holes and blocks in the screenshots of screen-WIDTHxHEIGHT.sh by their colours, and holds them
against the places that the state tells."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from png import png  # noqa: E402

directory = sys.argv[1]
width, height = (int(n) for n in os.path.basename(directory).split("-")[1].split("x"))
failures = 0


def check(what, ok):
    global failures
    print(("ok   " if ok else "FAIL ") + what)
    failures += not ok


def picture(name):
    rows = png(os.path.join(directory, name))
    assert (len(rows[0]), len(rows)) == (width, height), name
    return rows


def is_block(pixel):
    return pixel[0] > 150 and pixel[0] - pixel[2] > 55


def is_steel(pixel):
    return max(pixel) > 100 and max(pixel) - min(pixel) < 40


def is_deep(pixel):
    return max(pixel) < 40


class Table:
    """Where a table lies on the screen: as large as it fits below the line with the run's numbers, in a frame
    of 3 % of the shorter side."""

    def __init__(self, name):
        messages = [json.loads(line) for line in open(os.path.join(directory, name))]
        self.table = next(m for m in messages if m["class"] == "table")
        self.state = next(m for m in messages if m["class"] == "state")
        shorter = min(width, height)
        self.frame, margin = max(1, round(shorter * 0.03)), shorter // 100
        strip = max(16, int(height * 0.075))
        scale = min((width - 2 * (self.frame + margin)) / self.table["width"],
                    (height - strip - 2 * (self.frame + margin)) / self.table["height"])
        self.columns = round(self.table["width"] * scale)
        self.rows = round(self.table["height"] * scale)
        self.left = (width - self.columns) // 2
        self.top = strip + (height - strip - self.rows) // 2
        self.scale = scale

    def place(self, x, y):
        return (self.left + x * self.columns / self.table["width"],
                self.top + y * self.rows / self.table["height"])

    def middle(self, picture, x, y, radius, fits):
        """The middle and the half width of what has a colour about a place of the table."""
        (x, y), reach = self.place(x, y), radius * self.scale + 5
        found = [
            (column, row)
            for row in range(max(self.top, int(y - reach)), min(self.top + self.rows, int(y + reach) + 1))
            for column in range(max(self.left, int(x - reach)), min(self.left + self.columns, int(x + reach) + 1))
            if fits(picture[row][column])
        ]
        if not found:
            return None
        columns, rows = [c for c, _ in found], [r for _, r in found]
        return ((min(columns) + max(columns) + 1) / 2, (min(rows) + max(rows) + 1) / 2,
                (max(columns) - min(columns) + 1) / 2)

    def check(self, picture, what, x, y, radius, fits):
        """That something of a radius lies at a place of the table, within 2 pixels."""
        found, (wantedX, wantedY) = self.middle(picture, x, y, radius, fits), self.place(x, y)
        off = max(abs(found[0] - wantedX), abs(found[1] - wantedY)) if found else 99
        size = abs(found[2] - radius * self.scale) if found else 99
        check("%s: off by %.1f pixels, its radius by %.1f" % (what, off, size), off <= 2 and size <= 2)


def check_ball(table, picture, name):
    for number, ball in enumerate(table.state["balls"]):
        table.check(picture, "%s: ball %d" % (name, number), ball["x"], ball["y"],
                    table.table["ballRadius"], is_steel)


def check_outline(table, picture, name):
    columns = [x for x in range(width) if sum(is_block(row[x]) for row in picture) > height * 0.3]
    rows = [y for y in range(height) if sum(map(is_block, picture[y])) > width * 0.3]
    wanted = (table.left - table.frame, table.left + table.columns + table.frame - 1,
              table.top - table.frame, table.top + table.rows + table.frame - 1)
    found = (min(columns), max(columns), min(rows), max(rows))
    off = max(abs(a - b) for a, b in zip(wanted, found))
    check("%s: the frame's outer edge: off by %d pixels" % (name, off), off <= 2)


def check_blocks(table, picture):
    """Each cell's middle, and each edge between a block and the floor: 2.5 pixels and the soft edge itself to
    either side of it there is the one or the other."""
    grid = table.table["blocks"]
    cell = table.table["width"] / len(grid[0])
    soft = max(1, table.frame // 3)

    def pixel(x, y, dx=0.0, dy=0.0):
        x, y = table.place(x * cell, y * cell)
        return picture[int(y + dy)][int(x + dx)]

    wrong = sum(is_block(pixel(x + 0.5, y + 0.5)) != (mark == "#")
                for y, row in enumerate(grid) for x, mark in enumerate(row))
    check("blocks: %d cells, %d wrong" % (len(grid) * len(grid[0]), wrong), wrong == 0)
    edges = wrong = 0
    for y, row in enumerate(grid):
        for x, mark in enumerate(row):
            for nextX, nextY in ((x + 1, y), (x, y + 1)):
                if nextX >= len(row) or nextY >= len(grid) or grid[nextY][nextX] == mark:
                    continue
                aside = nextX > x
                middle = (x + 1, y + 0.5) if aside else (x + 0.5, y + 1)
                reach = 2.5 + soft
                dx, dy = (reach, 0) if aside else (0, reach)
                sides = is_block(pixel(*middle, -dx, -dy)), is_block(pixel(*middle, dx, dy))
                edges += 1
                wrong += sides != ((True, False) if mark == "#" else (False, True))
    check("blocks: %d edges, %d wrong" % (edges, wrong), edges > 100 and wrong == 0)


def differing(first, second, most=0):
    return sum(max(abs(p - q) for p, q in zip(a, b)) > most
               for r, s in zip(first, second) for a, b in zip(r, s))


def wood(picture):
    """The share of the picture that has a block's colour."""
    return sum(map(is_block, (p for row in picture for p in row))) / (width * height)


lane, shot = Table("fast-lane.json"), picture("fast-lane.png")
check_outline(lane, shot, "fast-lane")
check_blocks(lane, shot)
check_ball(lane, shot, "fast-lane")
for number, hole in enumerate(lane.table["holes"]):
    lane.check(shot, "fast-lane: hole %d" % number, hole["x"], hole["y"], hole["radius"], is_deep)
check("no cursor blinks", differing(shot, picture("blink.png")) == 0)
ball = lane.place(lane.state["balls"][0]["x"], lane.state["balls"][0]["y"])
reach = lane.table["ballRadius"] * lane.scale + 2
strays = [
    (x, y)
    for y, (r, s) in enumerate(zip(shot, picture("drawn.png")))
    for x, (a, b) in enumerate(zip(r, s))
    if max(abs(p - q) for p, q in zip(a, b)) > 3 and max(abs(x - ball[0]), abs(y - ball[1])) > reach
    # The clock goes on until the picture is drawn into the file.
    and y >= lane.top - lane.frame
]
check("nor is there anything else that isn't in the picture in the file", strays == [])
other = picture("other.png")
check("the other console is black, and no wood is on it", wood(other) < 0.002)
check("and stays so while another table is laid out", differing(other, picture("still-other.png")) < 400
      and wood(picture("still-other.png")) < 0.002)
for name in ("marble", "back"):
    marble, shot = Table("marble.json"), picture(name + ".png")
    check_outline(marble, shot, name)
    check_ball(marble, shot, name)
check("a login prompt on the console isn't seen", differing(picture("marble.png"), picture("prompt.png")) == 0)
menu = picture("menu.png")
bar = sum(p[0] > 240 and 190 < p[1] < 220 and p[2] < 130 for row in menu for p in row)
check("the menu's marked entry lies in its light bar: %d pixels" % bar, bar > width * height * 0.005)
after, shot = Table("after.json"), picture("after.png")
check("the menu has gone, and the game goes on", after.state["phase"] in ("rolling", "countdown"))
check_outline(after, shot, "after")
check("after the stop the console is seen again", wood(picture("stopped.png")) < 0.002)
sys.exit(failures > 0)
