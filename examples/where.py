#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows where the ball is: a client of balld in thirty lines. Usage: where.py [SOCKET]"""
import json
import os
import signal
import socket
import sys

for end in signal.SIGINT, signal.SIGPIPE:  # Ctrl-C, or the reader of the output has gone
    signal.signal(end, signal.SIG_DFL)
by_hand = f"/tmp/balld-{os.getuid()}"
if "XDG_RUNTIME_DIR" in os.environ:
    by_hand = os.path.join(os.environ["XDG_RUNTIME_DIR"], "balld")
places = sys.argv[1:] or ["/run/balld/view.sock", os.path.join(by_hand, "view.sock")]
daemon = socket.socket(socket.AF_UNIX)
try:
    daemon.connect(next((p for p in places if os.path.exists(p)), places[0]))
except OSError as error:
    sys.exit(f"no balld listens in {' or '.join(places)}: {error.strerror}")
daemon.sendall(b'{"do":"watch","rate":10}\n')

table = {"name": "?", "width": 1, "height": 1}
for line in daemon.makefile("rb"):  # a line may be long, and makefile puts it together
    message = json.loads(line)
    if message["class"] == "table":
        table = message
    elif message["class"] == "state":
        for number, ball in enumerate(message["balls"]):
            if not ball.get("off"):
                across, down = ball["x"] / table["width"], ball["y"] / table["height"]
                print(f"{message['t']:8.2f} s  {table['name']}: ball {number} at {across:4.0%}"
                      f" from the left, {down:4.0%} from the top ({message['phase']})", flush=True)
    elif message["class"] == "error":
        print(message["message"], message.get("hint", ""), file=sys.stderr)
    # Whatever else comes, now or in a later version, is none of our business.
