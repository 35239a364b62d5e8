#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a client of balld against a server that does all that the protocol allows.

Usage: conformance.py CLIENT [ARGUMENT]...

`{}` in an argument becomes the directory with the sockets view.sock and control.sock: for ballview,
say `conformance.py ballview --once --runtime-dir {}`. One line a check; ends with 0 if the client
stood all, with 1 if it didn't, with 64 or 66 if it couldn't be tried.
"""
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HELLO = {"class": "hello", "server": "balld conformance", "protocol": "1.0", "session": "one"}
SENSOR = {"class": "sensor", "source": "log", "name": "made up", "mode": "replayed", "gyro": False,
          "mount": [1, 0, 0, 0, 1, 0, 0, 0, 1], "mountFrom": "identity", "health": "ok"}
TABLE = {"class": "table", "name": "marble", "hash": "0a1b2c3d4e5f6071", "game": "marble",
         "width": 0.32, "height": 0.2, "ballRadius": 0.008}


def state(seq, **more):
    ball = {"x": 0.1 + 0.001 * (seq % 100), "y": 0.1, "vx": 0.06, "vy": 0}
    return {"class": "state", "seq": seq, "t": seq / 60, "phase": "rolling", "balls": [ball],
            "tilt": [0.4, 0], "age": 0.01, "skipped": 0} | more


def large_table():
    return TABLE | {"name": "large", "game": "maze", "columns": 256, "rows": 256,
                    "blocks": [".#" * 128 if row % 2 else "." * 256 for row in range(256)]}


class Client:
    """The client under test, between the sockets of a server that this program is."""

    def __init__(self, command):
        self.directory = tempfile.TemporaryDirectory(prefix="balld-conformance-")
        self.command = [word.replace("{}", self.directory.name) for word in command]
        self.listeners = []
        self.listen()
        self.errors = tempfile.TemporaryFile()  # not a pipe: the client may say more than it holds
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors)
        self.connection = None

    def listen(self):
        for name in ["view.sock", "control.sock"]:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(os.path.join(self.directory.name, name))
            listener.listen()
            self.listeners.append(listener)

    def accept(self, seconds=5):
        ready, _, _ = select.select(self.listeners, [], [], seconds)
        if not ready:
            raise Failed("it didn't connect")
        self.connection, _ = ready[0].accept()
        self.connection.settimeout(5)

    def send(self, *messages, pieces=None):
        data = b"".join(json.dumps(m, separators=(",", ":")).encode() + b"\n" for m in messages)
        try:
            for start in range(0, len(data), pieces or len(data)):
                self.connection.sendall(data[start:start + (pieces or len(data))])
                if pieces:
                    time.sleep(0.001)
        except BrokenPipeError:
            pass  # A client that shows one frame has seen enough; whether it failed, its end tells.

    def watched(self):
        """Waits for the client's `watch`; what else it asks for is confirmed."""
        buffer = b""
        end = time.monotonic() + 5
        while time.monotonic() < end:
            try:
                data = self.connection.recv(4096)
            except socket.timeout:
                break
            if not data:
                raise Failed("it hung up before it asked for anything")
            buffer += data
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                if len(line) > 4095:
                    raise Failed("it sent a line of more than 4 KiB")
                try:
                    request = json.loads(line)
                    what = request["do"]
                except (ValueError, KeyError, TypeError, RecursionError):
                    raise Failed(f"it asked for nothing that makes sense: {line[:80]!r}") from None
                if "id" in request:
                    self.send({"class": "ok", "do": what, "id": request["id"]})
                if what == "watch":
                    return
            if len(buffer) > 4095:
                raise Failed("it sent a line of more than 4 KiB")
        raise Failed("it never asked to watch")

    def hang_up(self):
        for each in [self.connection, *self.listeners]:
            each.close()
        self.listeners = []
        for name in ["view.sock", "control.sock"]:
            os.unlink(os.path.join(self.directory.name, name))

    def still_well(self):
        """That it goes on, or has ended by itself without a failure."""
        time.sleep(0.3)
        code = self.process.poll()
        if code not in (None, 0):
            self.errors.seek(0)
            said = self.errors.read(200).decode(errors="replace").strip()
            # Nothing in it may give a terminal an order.
            said = "".join(sign if sign.isprintable() else "?" for sign in said)
            raise Failed(f"it ended with {code}: {said}")

    def end(self):
        """Ends it; what it leaves behind is taken away in any case."""
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failed("it didn't end on SIGTERM within 5 s") from None
        finally:
            self.errors.close()
            for each in [self.connection, *self.listeners]:
                if each:
                    each.close()
            self.directory.cleanup()


class Failed(Exception):
    pass


def greeted(client, table=TABLE):
    client.accept()
    client.send(HELLO, SENSOR, table)
    client.watched()


def ordinary(client):
    greeted(client)
    client.send(*(state(seq) for seq in range(30)))


def byte_by_byte(client):
    greeted(client)
    client.send(*(state(seq) for seq in range(5)), pieces=7)


def all_at_once(client):
    greeted(client)
    client.send(*(state(seq, skipped=0) for seq in range(5000)))


def long_line(client):
    greeted(client, large_table())
    client.send(*(state(seq) for seq in range(30)))


def unknown(client):
    client.accept()
    client.send(HELLO | {"colour": "blue"}, {"class": "weather", "rain": [1, {"a": True}]},
                SENSOR | {"health": "drowsy", "more": {}}, TABLE | {"game": "curling", "ice": True})
    client.watched()
    client.send({"class": "event", "event": "eclipse", "t": 1.0},
                *(state(seq, phase="floating", wind=[1, 2]) for seq in range(30)))


def others(client):
    greeted(client)
    client.send(state(1, driver="client 3"), state(2, driver="client 3", phase="paused", menu="client 4"),
                *(state(seq) for seq in range(3, 30)))


def no_balls(client):
    greeted(client)
    off = {"x": 0.1, "y": 0.1, "vx": 0, "vy": 0, "off": True}
    client.send(state(1, balls=[]), state(2, balls=[off]), state(3, balls=[off] * 4),
                state(4, score=10 ** 9, ballsLeft=0, time=1e6, phase="captured"))


def other_table(client):
    greeted(client)
    client.send(state(1), large_table(), state(2), TABLE, state(3))


def restart(client):
    greeted(client)
    client.send(state(1))
    client.hang_up()
    time.sleep(0.3)
    if client.process.poll() is not None:
        return  # One that ends with the daemon is no worse, if it says so.
    client.listen()
    client.accept(seconds=15)
    client.send(HELLO | {"session": "two"}, SENSOR, TABLE)
    client.watched()
    client.send(*(state(seq) for seq in range(30)))


CHECKS = [
    (ordinary, "an ordinary daemon"),
    (byte_by_byte, "lines that come in pieces of seven bytes"),
    (all_at_once, "five thousand states at once"),
    (long_line, "a table in a line of 66 KiB"),
    (unknown, "classes, fields, games, phases and events of a later version"),
    (others, "who drives, and whose menu is open, with their names"),
    (no_balls, "no ball, balls that are off the table, large numbers"),
    (other_table, "another table in between"),
    (restart, "the daemon goes and comes back"),
]


def main():
    command = sys.argv[1:]
    if command and command[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    if not command:
        print(f"conformance.py: no client is named\n{__doc__}", file=sys.stderr)
        return 64
    if not any("{}" in word for word in command):
        print("conformance.py: no argument has {} in it, so the client wouldn't find the sockets that "
              "it is to be tried on: say --runtime-dir {}, or {}/view.sock", file=sys.stderr)
        return 64
    if not shutil.which(command[0]):
        print(f"conformance.py: there is no program {command[0]}", file=sys.stderr)
        return 66
    return max([tried(command, check, what) for check, what in CHECKS])


def tried(command, check, what):
    client = Client(command)
    trouble = None
    try:
        check(client)
        if check is not restart:
            client.still_well()
    except (Failed, OSError) as error:
        trouble = error
    try:
        client.end()
    except Failed as error:
        trouble = trouble or error
    print(f"failed   {what}: {trouble}" if trouble else f"ok       {what}", flush=True)
    return 1 if trouble else 0


sys.exit(main())
