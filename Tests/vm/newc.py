# SPDX-License-Identifier: MIT
"""Writes a directory as a newc cpio (an initramfs) to stdout; with the two
device nodes the kernel wants before /dev is mounted."""
import os, stat, sys

out, ino = sys.stdout.buffer, 0


def entry(name, mode, data=b"", rdev=(0, 0)):
    global ino
    ino += 1
    n = name.encode() + b"\0"
    f = [ino, mode, 0, 0, 1, 0, len(data), 0, 0, *rdev, len(n), 0]
    h = b"070701" + b"".join(b"%08X" % x for x in f) + n
    out.write(h + b"\0" * (-len(h) % 4) + data + b"\0" * (-len(data) % 4))


root = sys.argv[1]
for d, dirs, files in os.walk(root):
    for x in sorted(dirs) + sorted(files):
        p = os.path.join(d, x)
        st = os.lstat(p)
        rel = os.path.relpath(p, root)
        if stat.S_ISLNK(st.st_mode):
            entry(rel, st.st_mode, os.readlink(p).encode())
        elif stat.S_ISDIR(st.st_mode):
            entry(rel, st.st_mode)
        else:
            entry(rel, st.st_mode, open(p, "rb").read())
entry("dev/console", stat.S_IFCHR | 0o600, rdev=(5, 1))
entry("dev/null", stat.S_IFCHR | 0o666, rdev=(1, 3))
entry("TRAILER!!!", 0)
