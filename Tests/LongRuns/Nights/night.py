#!/usr/bin/python3
"""A night on a fresh computer, in real time: the real service on a real screen with a pointer, and a player.

    Tests/LongRuns/Nights/night.py FOCUSKEY [--reading MINUTES] [--film MINUTES]

The bedtime is set on the page, in a browser. Then somebody reads for an hour and touches the pointer now and then,
nobody is there for five minutes, and a film plays for ninety that nobody touches. The report of the morning has to say
when each began and ended, and how long the computer was used, to the minute.

It needs Debian's chromium, xvfb, xdotool, dbus-daemon and python3-dbus with python3-gi; what is missing is named (69).
"""

import argparse
import datetime
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

PAUSE = 5
PLAYER = """
import dbus, dbus.mainloop.glib, dbus.service, gi.repository.GLib as glib, sys
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
name = "org.mpris.MediaPlayer2"

class Player(dbus.service.Object):
    status = "Playing"

    def all(self):
        return {"PlaybackStatus": self.status}

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, property):
        return self.all().get(property, "film")

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.all()

    @dbus.service.signal("org.freedesktop.DBus.Properties", signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, gone):
        pass

    def turn(self, status):
        self.status = status
        self.PropertiesChanged(name + ".Player", self.all(), [])

own = dbus.service.BusName(name + ".film", dbus.SessionBus())
player = Player(dbus.SessionBus(), "/org/mpris/MediaPlayer2")
player.turn("Playing")
glib.timeout_add(int(float(sys.argv[1]) * 1000), lambda: (player.turn("Stopped"), glib.timeout_add(2000, sys.exit))[0])
glib.MainLoop().run()
"""


class Browser:
    """A browser without a window over the pipe of its DevTools protocol: zeros end the messages."""

    def __init__(self, folder, environment):
        (orders, self.orders), (self.answers, answers) = os.pipe(), os.pipe()
        call = "exec chromium --headless --no-sandbox --remote-debugging-pipe --disable-gpu --disable-dev-shm-usage " \
            f"--no-first-run --user-data-dir='{folder}' about:blank 3<&{orders} 4>&{answers} </dev/null >/dev/null 2>&1"
        self.program = subprocess.Popen(["/bin/bash", "-c", call], pass_fds=(orders, answers), env=environment)
        os.close(orders)
        os.close(answers)
        self.pending, self.last, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.last += 1
        order = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            order["sessionId"] = self.session
        os.write(self.orders, json.dumps(order).encode() + b"\0")
        while True:
            while b"\0" not in self.pending:
                self.pending += os.read(self.answers, 65536) or sys.exit("the browser has ended")
            message, self.pending = self.pending.split(b"\0", 1)
            answer = json.loads(message)
            if answer.get("id") == self.last:
                return answer["result"]

    def says(self, script):
        return self.call("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def waits(self, script):
        for _ in range(200):
            if self.says(f"Boolean({script})"):
                return
            time.sleep(0.1)
        sys.exit(f"the page never came to: {script}\n{self.says('document.body.innerText')}")


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def clock(at):
    return time.strftime("%H:%M:%S", time.gmtime(at))


class Night:
    def __init__(self, focuskey, folder):
        self.focuskey, self.folder, self.ends = focuskey, folder, []
        home = f"{folder}/home"
        places = {f"XDG_{name}_HOME": f"{home}/{name.lower()}" for name in ["CONFIG", "STATE", "DATA", "CACHE"]}
        os.makedirs(f"{places['XDG_CONFIG_HOME']}/focuskey")
        os.makedirs(f"{folder}/run", mode=0o700)
        # Every port that is free will do: the service takes the next one where this is taken.
        with open(f"{places['XDG_CONFIG_HOME']}/focuskey/config.json5", "w") as file:
            file.write(f"{{port: {random.randrange(20000, 30000)}}}")
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": home, "XDG_RUNTIME_DIR": f"{folder}/run", "TZ": "UTC", "LC_ALL": "C.UTF-8",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", **places,
        }
        bus = f"unix:path={folder}/bus"
        self.start("dbus-daemon", "--session", "--nofork", f"--address={bus}")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        reading, writing = os.pipe()
        words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
        self.start(*words, pass_fds=(writing,))
        self.environment["DISPLAY"] = ":" + os.read(reading, 16).decode().strip()

    def start(self, *words, **how):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        program = subprocess.Popen(words, env=self.environment, **quiet, **how)
        self.ends.append(program)
        return program

    def run(self, *words):
        return subprocess.run([self.focuskey, *words], env=self.environment, capture_output=True, text=True).stdout

    def touch(self):
        place = [str(random.randrange(20, 700)), str(random.randrange(20, 500))]
        subprocess.run(["xdotool", "mousemove", *place], env=self.environment, check=True)

    def set_bedtime(self, start, end):
        browser = Browser(f"{self.folder}/browser", self.environment)
        browser.call("Page.navigate", url=self.run("open", "--print").split()[-1])
        browser.waits("document.querySelector('main h1')")
        browser.says("location.hash = 'nights'")
        browser.waits("document.querySelector('.tonight form')")
        times = [time.strftime("%H:%M", time.gmtime(one)) for one in (start, end)]
        for name, value in zip(["bed-from", "bed-to"], times):
            browser.says(f"document.getElementById('{name}').value = '{value}'")
        browser.says("document.querySelector('.tonight form').requestSubmit()")
        browser.waits("document.querySelector('.tonight h1')?.textContent === 'Not used so far'")
        browser.says("window.close()")
        browser.program.terminate()

    def close(self):
        self.run("down", "--yes")
        for program in reversed(self.ends):
            program.terminate()


def main():
    words = argparse.ArgumentParser()
    words.add_argument("focuskey")
    words.add_argument("--reading", type=int, default=60)
    words.add_argument("--film", type=int, default=90)
    words = words.parse_args()
    missing = [one for one in ["chromium", "Xvfb", "xdotool", "dbus-daemon"] if not shutil.which(one)]
    if subprocess.run(["/usr/bin/python3", "-c", "import dbus, gi"], capture_output=True).returncode:
        missing.append("python3-dbus with python3-gi")
    if missing:
        print("NOT CHECKED, missing:", ", ".join(missing), file=sys.stderr)
        return 69
    folder = tempfile.mkdtemp(prefix="focuskey-night-")
    night = Night(os.path.abspath(words.focuskey), folder)
    try:
        night.run("up")
        begun = time.time()
        wakes = (begun + 60 * (words.reading + words.film + 2 * PAUSE)) // 60 * 60
        night.set_bedtime(begun - 60, wakes)
        truth = [[time.time(), 0]]
        # Somebody who reads: a page takes them less than a minute.
        while time.time() < truth[0][0] + 60 * words.reading:
            night.touch()
            truth[0][1] = time.time()
            time.sleep(random.uniform(5, 50))
        time.sleep(max(0, truth[0][1] + 60 * PAUSE - time.time()))
        player = ["/usr/bin/python3", "-c", PLAYER, str(60 * words.film)]
        truth.append([time.time(), time.time() + 60 * words.film])
        if night.start(*player).wait():
            sys.exit("the player did not play to the film's end")
        time.sleep(max(0, wakes + 5 - time.time()))
        night.touch()
        time.sleep(2)
        return judge(json.loads(night.run("night", "--json")), truth)
    finally:
        night.close()
        shutil.rmtree(folder, ignore_errors=True)


def judge(report, truth):
    """Whether the report says what was: each use from the minute to the minute, and the sum."""
    told = [[moment(one["began_at"]), moment(one["ended_at"])] for one in report["uses"]]
    for name, uses in [("was", truth), ("told", told)]:
        print(name, ", ".join("–".join(map(clock, one)) for one in uses))
    spent = sum(end - start for start, end in truth) / 60
    print(f"used {spent:.1f} min, told {report['minutes']} min")
    wrong = len(told) != len(truth) or abs(report["minutes"] - spent) > 1
    wrong = wrong or any(abs(a - b) > 60 for one, other in zip(told, truth) for a, b in zip(one, other))
    return 1 if wrong else 0


sys.exit(main())
