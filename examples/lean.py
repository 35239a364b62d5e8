#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tilts the table round and round: twenty lines that drive balld. Usage: lean.py [SOCKET]"""
import math
import os
import select
import signal
import socket
import sys
import time

for end in signal.SIGINT, signal.SIGPIPE:  # Ctrl-C, or the daemon has gone
    signal.signal(end, signal.SIG_DFL)
by_hand = f"/tmp/balld-{os.getuid()}"
if "XDG_RUNTIME_DIR" in os.environ:
    by_hand = os.path.join(os.environ["XDG_RUNTIME_DIR"], "balld")
places = sys.argv[1:] or ["/run/balld/control.sock", os.path.join(by_hand, "control.sock")]
daemon = socket.socket(socket.AF_UNIX)
try:
    daemon.connect(next((p for p in places if os.path.exists(p)), places[0]))
except OSError as error:
    sys.exit(f"no balld listens in {' or '.join(places)}: {error.strerror}")

begin = time.monotonic()
while True:  # when this program ends, balld gives the table back by itself
    angle = (time.monotonic() - begin) * math.tau / 4
    x, y = 0.6 * math.cos(angle), 0.6 * math.sin(angle)  # m/s²; y points down
    daemon.sendall(f'{{"do":"tilt","x":{x:.3f},"y":{y:.3f}}}\n'.encode())
    time.sleep(0.02)
    if select.select([daemon], [], [], 0)[0] and not daemon.recv(65536):  # who doesn't read is dropped
        sys.exit("balld has gone")
