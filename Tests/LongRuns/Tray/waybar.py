"""A real waybar in a headless sway shows FocusKey in its tray: Tests/LongRuns/Tray/waybar.py FOCUSKEY

Its bar is one pixel high while its tray is empty, which the place that sway leaves for windows tells.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
"""


def check(is_so, what):
    print(("ok    " if is_so else "NOT   ") + what, flush=True)
    if not is_so:
        sys.exit(1)


def eventually(condition, limit=20.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Desk:
    """A desktop in a folder of its own; sway wants another user than root."""

    def __init__(self, folder, focuskey):
        self.folder, self.focuskey, self.children = folder, focuskey, []
        self.prefix = []
        if os.getuid() == 0:
            self.prefix = ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        self.variables = {
            "XDG_RUNTIME_DIR": str(folder / "run"), "HOME": str(folder / "run"), "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8", "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            "WLR_RENDERER_ALLOW_SOFTWARE": "1", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/run/bus",
            "FOCUSKEY_SHIELD": "none", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        }

    def start(self, *words):
        log = open(self.folder / f"{pathlib.Path(words[0]).name}.log", "a")
        child = subprocess.Popen(
            [*self.prefix, *map(str, words)], env=self.variables, stdout=log, stderr=subprocess.STDOUT)
        self.children.append(child)
        return child

    def ask(self, *words):
        done = subprocess.run([*self.prefix, *map(str, words)], env=self.variables, capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else None

    def tray(self):
        status = self.ask(self.focuskey, "status", "--json", "--home", self.folder / "run/home")
        return status and status["tray"]

    def room(self):
        """How much of the screen's height windows do not get."""
        places = self.ask("/usr/bin/swaymsg", "-t", "get_workspaces") or [{"rect": {"y": -1}}]
        return places[0]["rect"]["y"]

    def end(self):
        for child in reversed(self.children):
            child.terminate()
            child.wait()


def prepare(folder):
    folder.chmod(0o755)
    (folder / "run/home").mkdir(parents=True)
    (folder / "bus.conf").write_text(BUS.format(folder / "run/bus"))
    (folder / "sway.conf").write_text("xwayland disable\n")
    (folder / "run/home/config.json5").write_text("{ port: 0, readers: { pcsc: false } }")
    (folder / "waybar.json").write_text(json.dumps({"layer": "top", "modules-right": ["tray"], "tray": {"icon-size": 20}}))
    (folder / "waybar.css").write_text("* { min-height: 0; padding: 0; margin: 0; border: none; }\n")
    if os.getuid() == 0:
        for place in [folder / "run", *(folder / "run").rglob("*")]:
            shutil.chown(place, "nobody", "nogroup")
    (folder / "run").chmod(0o700)


def main(focuskey):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="focuskey-tray-"))
    prepare(folder)
    desk = Desk(folder, focuskey)
    try:
        desk.start("/usr/bin/dbus-daemon", "--nofork", "--config-file", folder / "bus.conf")
        desk.start("/usr/bin/sway", "-c", folder / "sway.conf")
        check(eventually(lambda: list((folder / "run").glob("sway-ipc.*"))), "sway is there")
        desk.variables["SWAYSOCK"] = str(next((folder / "run").glob("sway-ipc.*")))
        check(eventually(lambda: list((folder / "run").glob("wayland-?"))), "its screen is there")
        desk.variables["WAYLAND_DISPLAY"] = next((folder / "run").glob("wayland-?")).name
        desk.start(focuskey, "serve", "--home", folder / "run/home", "--reader", "simulated")
        check(eventually(lambda: desk.tray() == "no-tray"), "without a bar there is no tray, and nothing is wrong")
        words = ["/usr/bin/waybar", "-c", folder / "waybar.json", "-s", folder / "waybar.css"]
        bar = desk.start(*words)
        check(eventually(lambda: desk.tray() == "shown"), "waybar shows it")
        check(eventually(lambda: desk.room() >= 20), f"the bar is {desk.room()} pixels high")
        bar.terminate()
        bar.wait()
        check(eventually(lambda: desk.tray() == "no-tray"), "a bar that ends takes it along")
        desk.start(*words)
        check(eventually(lambda: desk.tray() == "shown"), "a bar that starts again shows it again")
        complaints = [line for line in (folder / "waybar.log").read_text().splitlines() if "error" in line.lower()]
        check(not [line for line in complaints if "focuskey" in line.lower()], f"it complains of nothing: {complaints}")
    finally:
        desk.end()
    shutil.rmtree(folder)


main(sys.argv[1])
