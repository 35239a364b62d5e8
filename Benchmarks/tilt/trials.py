# SPDX-License-Identifier: MIT
"""Made-up trials with an exact truth: a board that rests, then moves in bursts of eleven seconds.

Turns and pushes are sums of sines; the sensor has a bias, a wrong scale, axes that aren't quite
perpendicular, and noise. The gyro reads the mean of each period, as a chip at its own rate does.
"""
import numpy as np

# name: rate Hz, turn deg/s (rms), its highest frequency Hz, push m/s2 (rms), its highest frequency
TRIALS = {
    "play": (100, 40, 1.5, 1, 2),
    "play, 50 Hz": (50, 60, 1.5, 2, 2),
    "slow rotation": (142.857, 60, 1, 0.3, 1),
    "fast rotation": (142.857, 300, 2, 3, 2),
    "slow translation": (142.857, 15, 1, 2, 0.7),
    "fast translation": (142.857, 20, 1, 12, 2),
    "fast, combined": (142.857, 300, 2, 12, 2.5),
    "vibration": (142.857, 30, 1, 20, 30),
}
GRAVITY = 9.81
PIECES = 4  # of a period, in each of which the turn is constant


def product(a, b):
    w, x, y, z = a
    v = np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])
    return v @ b


def unrotate(q, v):
    """v of the room in the board's axes."""
    u = -q[1:]
    t = 2 * np.cross(u, v)
    return v + q[0] * t + np.cross(u, t)


def burst(t):
    """0 at rest, 1 in motion, with half a second between them."""
    if t < 5:
        return 0.0
    phase = (t - 5) % 13
    return float(np.clip(min(phase, 11 - phase) * 2, 0, 1)) if phase < 11 else 0.0


def make(name, seed, seconds=60):
    """Rows of t, gyro rad/s, force m/s2, true up, moving 0/1."""
    rate, turn, turn_frequency, push, push_frequency = TRIALS[name]
    dice = np.random.default_rng(seed)
    sines = 6

    def wave(size, highest):
        f = dice.uniform(0.3, 1, (3, sines)) * highest
        p = dice.uniform(0, 2 * np.pi, (3, sines))
        return lambda t: size * np.sqrt(2 / sines) * np.sin(2 * np.pi * f * t + p).sum(1) * burst(t)

    omega = wave(np.deg2rad(turn), turn_frequency)
    force = wave(push, push_frequency)
    bias = np.deg2rad(dice.normal(0, 0.5, 3))
    scale = np.eye(3) + dice.normal(0, 0.01, (3, 3))
    q = dice.normal(size=4)
    q /= np.linalg.norm(q)
    rows, dt = [], 1 / rate
    for index in range(int(seconds * rate)):
        t, before = index * dt, q
        for piece in range(PIECES):
            w = omega(t - dt + (piece + 0.5) * dt / PIECES)
            angle = np.linalg.norm(w) * dt / PIECES
            axis = w / (np.linalg.norm(w) + 1e-30)
            q = product(q, np.array([np.cos(angle / 2), *(axis * np.sin(angle / 2))]))
        q = q / np.linalg.norm(q)
        step = product(before * np.array([1, -1, -1, -1]), q)
        step = step if step[0] > 0 else -step
        half = np.linalg.norm(step[1:])
        vector = step[1:] / (half + 1e-30) * 2 * np.arctan2(half, step[0])
        gyro = scale @ (vector / dt) + bias + np.deg2rad(dice.normal(0, 0.1, 3))
        up = unrotate(q, np.array([0.0, 0.0, 1.0]))
        reading = unrotate(q, np.array([0, 0, GRAVITY]) + force(t)) + dice.normal(0, 0.08, 3)
        rows.append([t, *gyro, *reading, *up, float(t > 5)])
    return np.array(rows)
