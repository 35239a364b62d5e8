#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A board that lies level, is stood on its near edge for three seconds, nods towards its holder once, and
lies level for five minutes, with some noise: specific force (m/s2) and the turn rate that belongs to it (rad/s)."""
import math
import random

STANDARD_GRAVITY = 9.80665
# The poses along the way: (time in s, angle about x in degrees; the near edge down is positive).
POSES = [(0, 0), (3, 0), (3.6, 80), (6, 80), (6.6, 0), (9, 0), (9.2, 15), (9.4, 15), (9.6, 0), (300, 0)]


def angle(t):
    """Angle and its rate: from pose to pose along half a period of a cosine, so without a jerk."""
    for (start, before), (end, after) in zip(POSES, POSES[1:]):
        if t < end:
            phase = math.pi * (t - start) / (end - start)
            turn = math.radians(after - before)
            return (math.radians(before) + turn * (1 - math.cos(phase)) / 2,
                    turn * math.sin(phase) / 2 * math.pi / (end - start))
    return 0.0, 0.0


random.seed(1)
print("t_us,ax,ay,az,gx,gy,gz")
for row in range(30000):
    theta, rate = angle(row / 100)
    noise = [random.uniform(-0.01, 0.01) for _ in range(3)]
    print(row * 10000, noise[0], STANDARD_GRAVITY * math.sin(theta) + noise[1],
          STANDARD_GRAVITY * math.cos(theta) + noise[2], rate, 0, 0, sep=",")
