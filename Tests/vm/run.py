# SPDX-License-Identifier: MIT
"""Boots the lab's Debian under QEMU with real kernel sensor devices, runs
COMMAND there as root with PAYLOAD_DIR at /payload (writable: it is the host's
own folder over 9p), streams its output and returns its exit status."""
import argparse, json, os, select, shutil, signal, socket, struct, subprocess, sys, tempfile, time, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.environ.get("BALLVM", "/tmp/ballvm13")

ap = argparse.ArgumentParser(description=__doc__)
ap.add_argument("payload", help="host folder, at /payload in the guest")
ap.add_argument("command", help="shell text, run by bash as root in /payload")
ap.add_argument("--timeout", type=float, default=300, help="seconds for the whole run (300); status 124")
ap.add_argument("--devices", default="hid,uinput", help="of hid,uinput,i2c,hrtimer; '' for none (hid,uinput)")
ap.add_argument("--csv", help="rows t_us,ax,ay,az,gx,gy,gz for every feeder (default: a slow tilt at 100 Hz)")
ap.add_argument("--hid-opts", default="", help="hidsensor options, for instance '--bits 16 --hwtime'")
ap.add_argument("--uinput-opts", default="", help="uinput-accel options, for instance '--gyro --jitter-us 4000'")
ap.add_argument("--i2c-opts", default="", help="i2c-feed options")
ap.add_argument("--overlay", action="append", default=[], metavar="DIR",
                help="tree laid over / before systemd starts (units, binaries); up to 3")
ap.add_argument("--shots", default=".", metavar="DIR", help="where 'lab-shot NAME' leaves NAME.png (.)")
ap.add_argument("--display", default="virtio:800x480", help="virtio:WxH, bochs:WxH, std, none")
ap.add_argument("--image", default="bare", choices=["bare", "balld"],
                help="Debian alone (default), or with balld's packages installed")
ap.add_argument("--disk", metavar="FILE", help="keep the root's changes in FILE (made if missing) for the next run")
ap.add_argument("--accel", default="tcg", choices=["tcg", "kvm", "icount", "warp"],
                help="tcg (default), kvm, icount: one vCPU, virtual time by instructions; warp: the same, and idle time takes none")
ap.add_argument("--smp", type=int, default=2)
ap.add_argument("--mem", default="1024")
ap.add_argument("--append", default="", help="more kernel command line")
ap.add_argument("--qemu", action="append", default=[], metavar="ARG", help="more QEMU argument(s)")
ap.add_argument("--console", metavar="FILE", help="keep the serial console's text here")
ap.add_argument("--clean", action="store_true", help="shut down through systemd, so services get their SIGTERM")
ap.add_argument("--booted", metavar="FILE", help="write there how many seconds it took to COMMAND")
ap.add_argument("-v", "--verbose", action="store_true", help="times of boot and shutdown on stderr")
o = ap.parse_args()

root = f"{CACHE}/{o.image}.ext4"
if not os.path.exists(root) or not os.path.exists(f"{CACHE}/initrd.gz"):
    sys.exit("run.py: run build-image.sh first")
W = tempfile.mkdtemp(prefix="run.", dir=CACHE)
ctl = f"{W}/ctl"
os.mkdir(ctl)
env = {}
csvopt = ""
if o.csv:
    shutil.copy(o.csv, f"{ctl}/feed.csv")
    csvopt = "--csv /ctl/feed.csv "
for k, v in (("HID", o.hid_opts), ("UINPUT", o.uinput_opts), ("I2C", o.i2c_opts)):
    env[f"LAB_{k}_OPTS"] = csvopt + v
open(f"{ctl}/env", "w").write("".join(f"{k}={v}\n" for k, v in env.items()))
open(f"{ctl}/command", "w").write(o.command + "\n")
if o.clean:
    open(f"{ctl}/clean", "w").close()

disk = o.disk or root
if o.disk and not os.path.exists(o.disk):
    subprocess.check_call(["cp", "--sparse=always", root, o.disk])

a = ["qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
     "-name", "ballvm", "-m", o.mem, "-M", "pc,hpet=on" if o.accel != "kvm" else "pc"]
if o.accel == "kvm":
    a += ["-accel", "kvm", "-cpu", "host,-arch-capabilities", "-smp", str(o.smp)]
elif o.accel in ("icount", "warp"):
    sleep = "on" if o.accel == "icount" else "off"
    a += ["-accel", "tcg,thread=single", "-icount", f"shift=1,sleep={sleep}", "-cpu", "Nehalem", "-smp", "1"]
else:
    a += ["-accel", "tcg,thread=multi,tb-size=512", "-cpu", "Nehalem", "-smp", str(o.smp)]
a += ["-kernel", f"{CACHE}/vmlinuz", "-initrd", f"{CACHE}/initrd.gz", "-append",
      "console=ttyS0 quiet loglevel=4 no_timer_check panic=-1 mitigations=off nokaslr audit=0 net.ifnames=0 "
      "random.trust_cpu=on systemd.unit=lab.target systemd.show_status=0 "
      f"lab.devices={o.devices} lab.overlays={','.join(str(i + 1) for i in range(len(o.overlay[:3])))} {o.append}",
      "-drive", f"if=none,id=d0,file={disk},format=raw,cache=unsafe,snapshot={'off' if o.disk else 'on'}",
      "-device", "virtio-blk-pci,drive=d0",
      "-device", "virtio-rng-pci",
      "-device", "virtio-serial-pci",
      "-chardev", f"socket,id=out,path={W}/out.sock,server=on,wait=off",
      "-device", "virtserialport,chardev=out,name=lab.out",
      "-chardev", f"socket,id=ctl,path={W}/ctl.sock,server=on,wait=off",
      "-device", "virtserialport,chardev=ctl,name=lab.ctl",
      "-chardev", f"file,id=con,path={W}/console",
      "-serial", "chardev:con",
      "-qmp", f"unix:{W}/qmp.sock,server=on,wait=off"]
shares = [("ctl", ctl, ""), ("payload", os.path.abspath(o.payload), ""),
          ("overlay0", f"{CACHE}/labroot", ",readonly=on")]
shares += [(f"overlay{i + 1}", os.path.abspath(d), ",readonly=on") for i, d in enumerate(o.overlay[:3])]
for tag, path, ro in shares:
    a += ["-virtfs", f"local,path={path},mount_tag={tag},security_model=none,multidevs=remap{ro}"]
kind, _, size = o.display.partition(":")
w, h = (size or "800x480").split("x")
a += {"virtio": ["-device", f"virtio-vga,xres={w},yres={h}"],
      "bochs": ["-device", f"bochs-display,xres={w},yres={h},edid=on"],
      "std": ["-device", f"VGA,xres={w},yres={h},edid=on"], "none": []}[kind]
for x in o.qemu:
    a += x.split()


class Qmp:
    def __init__(self, connected):
        self.s = connected
        self.f = self.s.makefile("rwb", 0)
        self.f.readline()
        self("qmp_capabilities")

    def __call__(self, name, **args):
        self.f.write(json.dumps({"execute": name, "arguments": args}).encode() + b"\n")
        while True:
            r = json.loads(self.f.readline())
            if "return" in r:
                return r["return"]
            if "error" in r:
                raise RuntimeError(r["error"]["desc"])


def png(ppm, dst):
    b = open(ppm, "rb").read()
    f, n = [], 0
    while len(f) < 4:                       # P6 W H MAX, then one blank
        e = n
        while b[e:e + 1] not in (b" ", b"\n", b"\t"):
            e += 1
        f.append(b[n:e])
        n = e + 1
    w, h = int(f[1]), int(f[2])
    raw = b"".join(b"\0" + b[n + y * w * 3:n + (y + 1) * w * 3] for y in range(h))
    def chunk(t, d):
        return struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
    open(dst, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0))
                          + chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))
    return w, h


def note(*x):
    if o.verbose:
        print(f"run.py: [{time.monotonic() - t0:7.2f}]", *x, file=sys.stderr, flush=True)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))    # so that QEMU goes too
t0 = time.monotonic()
err = open(f"{W}/qemu.err", "w+")
q = subprocess.Popen(a, stdin=subprocess.DEVNULL, stdout=err, stderr=err)
rc = 125
cut = None
asleep = None           # seconds that it is to sleep
slept = None            # since when it has slept


def connect(name):
    for _ in range(500):
        try:
            s = socket.socket(socket.AF_UNIX)
            s.connect(f"{W}/{name}.sock")
            return s
        except OSError:
            s.close()
            if q.poll() is not None:
                break
            time.sleep(0.02)
    err.seek(0)
    print("run.py: QEMU did not start: " + err.read(), file=sys.stderr)
    sys.exit(125)


def answer(line):
    """One request of the guest's, see guest/root/usr/local/bin/lab-ctl."""
    word, _, arg = line.partition(" ")
    if word == "BOOTED":
        note(f"command starts; guest uptime {arg} s")
        if o.booted:
            open(o.booted, "w").write(f"{time.monotonic() - t0:.0f}\n")
        return "OK"
    if word == "SHOT":
        name = os.path.basename(arg) or "shot"
        os.makedirs(o.shots, exist_ok=True)
        ppm = f"{W}/{name}.ppm"
        try:
            qmp("screendump", filename=ppm)
            w, h = png(ppm, os.path.join(o.shots, name + ".png"))
            note(f"shot {name} {w}x{h}")
            return f"OK {name} {w}x{h}"
        except (RuntimeError, OSError) as e:
            return f"ERR {e}"
    if word == "NOW":
        return f"OK {time.time_ns()} {time.monotonic_ns()}"
    if word == "MARK":
        note("mark", arg)
        return "OK"
    if word == "CUT":                       # the plug is pulled: what the guest has only in memory is lost
        global cut
        cut = int(arg or 0)
        note("cut")
        q.kill()
        return "OK"
    if word == "WAKE":                      # it is about to suspend to RAM, for so many seconds
        global asleep
        asleep = float(arg or 10)
        return "OK"
    return "ERR unknown"


try:
    out, c, qs = connect("out"), connect("ctl"), None
    qmp = Qmp(connect("qmp"))
    buf, open_ = b"", True
    while True:
        # Woken from here: an alarm of its clock that comes before it sleeps would leave it asleep.
        if asleep is not None and q.poll() is None and qmp("query-status")["status"] == "suspended":
            slept = slept or time.monotonic()
            if time.monotonic() - slept >= asleep:
                note(f"woken after {time.monotonic() - slept:.1f} s")
                qmp("system_wakeup")
                asleep = None
        left = o.timeout - (time.monotonic() - t0)
        if left <= 0:
            print(f"run.py: timeout after {o.timeout:g} s", file=sys.stderr)
            rc = 124
            break
        r, _, _ = select.select([s for s in (out, c) if s], [], [], min(left, 0.2))
        if out in r:
            try:
                d = out.recv(65536)
            except ConnectionError:
                d = b""
            if d:
                sys.stdout.buffer.write(d)
                sys.stdout.buffer.flush()
            else:
                out = None
        if c in r:
            try:
                d = c.recv(65536)
            except ConnectionError:
                d = b""
            if not d:
                c = None
            buf += d
            while b"\n" in buf:
                line, _, buf = buf.partition(b"\n")
                try:
                    c.sendall((answer(line.decode()) + "\n").encode())
                except BrokenPipeError:
                    pass
        if not r and q.poll() is not None:
            break
    if rc != 124:
        note("guest is off")
        try:
            rc = cut if cut is not None else int(open(f"{ctl}/status").read())
        except (OSError, ValueError):
            tail = open(f"{W}/console", errors="replace").read()[-3000:]
            err.seek(0)
            print("run.py: no status from the guest; console:\n" + tail + err.read(), file=sys.stderr)
            rc = 125
finally:
    if q.poll() is None:
        q.terminate()
        try:
            q.wait(5)
        except subprocess.TimeoutExpired:
            q.kill()
            q.wait()
    if o.console:
        shutil.copy(f"{W}/console", o.console)
    if rc == 124:
        print(open(f"{W}/console", errors="replace").read()[-2000:], file=sys.stderr)
    shutil.rmtree(W, ignore_errors=True)
sys.exit(rc)
