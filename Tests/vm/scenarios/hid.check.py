#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where the ball came to rest under each pose of the hid scenario: within 1 mm of the wall or corner."""
import json
import sys

WIDTH, HEIGHT, RADIUS = 0.32, 0.2, 0.008
left, right, top, bottom = RADIUS, WIDTH - RADIUS, RADIUS, HEIGHT - RADIUS
states = []
with open(sys.argv[1] + "/states.jsonl") as file:
    for line in file:
        message = json.loads(line)
        if message["class"] == "state" and message["phase"] == "rolling":
            states.append(message)
rests = []
for state in states:
    ball = state["balls"][0]
    # Still, or pressed against a wall by noise alone.
    if abs(ball["vx"]) < 0.002 and abs(ball["vy"]) < 0.002:
        rests.append((ball["x"], ball["y"]))
failed = 0
for name, near in [
    ("right", lambda x, y: abs(x - right) <= 1e-3), ("left", lambda x, y: abs(x - left) <= 1e-3),
    ("top", lambda x, y: abs(y - top) <= 1e-3), ("bottom", lambda x, y: abs(y - bottom) <= 1e-3),
    ("lower right corner", lambda x, y: abs(x - right) <= 1e-3 and abs(y - bottom) <= 1e-3),
]:
    found = any(near(x, y) for x, y in rests)
    failed |= not found
    print("ok  " if found else "FAIL", "the ball rests at the", name)
times = [s["t"] for s in states]
print(len(states), "states;", "age at most", max((s.get("age", 0) for s in states), default=None))
sys.exit(failed)
