#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A board that lies still for three seconds, is then turned smoothly about one axis in its plane, and
to and fro past level until the end: specific force (m/s2) and the turn rate that belongs to it (rad/s)."""
import math

STANDARD_GRAVITY = 9.80665
# The axis in the device's plane, and the poses along the way: (time in s, angle in degrees).
AXIS = (math.cos(2.0), math.sin(2.0))
POSES = [(0, 0), (3, 0), (3.4, 14), (4.2, 14), (5, -12), (6, -12), (7, 9), (7.6, -9)]


def angle(t):
    """Angle and its rate: from pose to pose along half a period of a cosine, so without a jerk."""
    for (start, before), (end, after) in zip(POSES, POSES[1:]):
        if t < end:
            phase = math.pi * (t - start) / (end - start)
            turn = math.radians(after - before)
            return (math.radians(before) + turn * (1 - math.cos(phase)) / 2,
                    turn * math.sin(phase) / 2 * math.pi / (end - start))
    return math.radians(POSES[-1][1]), 0.0


print("t_us,ax,ay,az,gx,gy,gz")
for row in range(760):
    theta, rate = angle(row / 100)
    x, y = AXIS
    side, up = STANDARD_GRAVITY * math.sin(theta), STANDARD_GRAVITY * math.cos(theta)
    print(row * 10000, -y * side, x * side, up, x * rate, y * rate, 0, sep=",")
