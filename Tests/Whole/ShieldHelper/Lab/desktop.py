"""A service with all that it may hold: a desktop's settings, entries and running applications."""

import json
import os
import sqlite3
import tempfile
import time

import tamper
from programs import REFUSED, program
from machine import snapshot, tables
from person import PERSON, as_person, give, starts
from report import check, run, until
from service import Service

PROFILE = {
    "id": "p",
    "blocks": {"sites": ["social.example", "!old.social.example"], "apps": ["chat", "player"]},
    "question": {"wait": "0s", "closes": "30s"},
    "breaks": {"minutes": 5},
}


SETTINGS = ["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", "env"]


class Whole:
    """A service with all that it may hold: a desktop's proxy setting, an application that can be started, one that
    runs."""

    def __init__(self, machine, isLoggedIn=False):
        self.machine = machine
        self.bus = None
        program("/run/opt/chat")
        program("/run/opt/player", "/bin/sleep")
        self.keep = tempfile.mkdtemp(dir="/run/opt")
        os.chown(self.keep, PERSON, PERSON)
        # As GLib keeps a desktop's settings without one; and no X11, which is asked before anything is frozen.
        self.desktop = {
            "GSETTINGS_BACKEND": "keyfile",
            "XDG_CONFIG_HOME": self.keep,
            "XDG_CURRENT_DESKTOP": "GNOME",
            "XDG_DATA_DIRS": "/usr/share",
            "WAYLAND_DISPLAY": "none",
        }
        runtime = f"/run/user/{PERSON}"
        if isLoggedIn:
            # Real settings, on a real bus.
            self.desktop = {
                "XDG_RUNTIME_DIR": runtime,
                "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus",
                "XDG_DATA_DIRS": "/usr/share",
                "WAYLAND_DISPLAY": "none",
                "XDG_CURRENT_DESKTOP": "GNOME",
            }
        self.service = Service(os.path.join(os.path.dirname(machine.helper_path), "focuskey"), **self.desktop)
        self.entries = self.service.home + "/share/applications"
        if isLoggedIn:
            self.log_in()
        with open(self.entries + "/player.desktop", "w") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Player\nExec=/run/opt/player\n")
        give(self.service.home)
        self.player = as_person(self.service.home, "/run/opt/player", "100000", WAYLAND_DISPLAY="none")
        self.service.start()
        settings = self.say("settings")["settings"]
        settings["profiles"] = [PROFILE]
        told = self.say("configure", settings=settings)
        check("the profile is taken", told.get("ok"), told)
        # The file of the settings comes with the first one that is set, and stays.
        self.set("mode", "manual")
        self.gsettings("reset", "mode")

    def log_in(self):
        """The person's own folders as a login makes them, and a service that keeps its things there: what root's way
        out looks for."""
        home, runtime = self.service.home, self.desktop["XDG_RUNTIME_DIR"]
        os.makedirs(runtime + "/focuskey")
        accounts = self.machine.folder + "/passwd"
        with open(accounts, "w") as file:
            file.write(f"root:x:0:0::/root:/bin/sh\nperson:x:{PERSON}:{PERSON}::{home}:/bin/sh\n")
        run("mount", "--bind", accounts, "/etc/passwd")
        os.makedirs(home + "/.local")
        os.rename(home + "/share", home + "/.local/share")
        self.entries = home + "/.local/share/applications"
        give(runtime)
        os.chmod("/run/user", 0o755)
        self.keep = home
        self.service.desktop |= {"XDG_DATA_HOME": home + "/.local/share"}
        self.bus = as_person(
            home,
            "dbus-daemon",
            "--session",
            "--address=" + self.desktop["DBUS_SESSION_BUS_ADDRESS"],
            "--nofork",
            **self.desktop,
        )
        until(lambda: os.path.exists(runtime + "/bus"), 5)

    @property
    def notes(self):
        return os.path.dirname(self.service.socket)

    def say(self, command, **more):
        return self.service.say(command, **more)

    def gsettings(self, *words):
        pairs = [f"{name}={value}" for name, value in (self.desktop | {"HOME": self.keep}).items()]
        return run(*SETTINGS, *pairs, "gsettings", words[0], "org.gnome.system.proxy", *words[1:]).strip()

    def set(self, key, value):
        self.gsettings("set", key, value)

    def thaw(self):
        """What the service's unit runs when the service has ended, however it did (ExecStopPost)."""
        self.service.command("shield", "thaw")

    def session(self):
        return self.say("status").get("state")

    def end(self):
        for command in ["resume", "stop", "confirm"]:
            self.say(command)

    def stands(self):
        return self.player.pid in tamper.stopped()

    def up(self):
        return "focuskey" in tables() and starts("/run/opt/chat") == REFUSED and self.stands()

    def down(self):
        return "focuskey" not in tables() and starts("/run/opt/chat") == 0 and not self.stands()

    def picture(self):
        """Everything that a shield changes, wherever it lies."""
        notes = [
            name
            for name in os.listdir(self.notes)
            # What a session is and what it is about outlives its service.
            if not name.startswith(("focuskey.sqlite", "control.sock", "log", "session-programs"))
        ]
        # The browsers' note holds nothing once its service has not touched it for five seconds, and the next one takes
        # it away.
        if "browser.json" in notes and not touched(self.notes + "/browser.json"):
            notes.remove("browser.json")
        entries = {}
        for name in sorted(os.listdir(self.entries)):
            with open(f"{self.entries}/{name}") as file:
                entries[name] = file.read()
        everything = snapshot()
        everything["files"] = [
            file for file in everything["files"] if not file[0].startswith((self.notes, "/run/user"))
        ]
        return everything | {
            "marks": tamper.marks(),
            "stopped": tamper.stopped(),
            "entries": entries,
            "notes": sorted(notes),
            "settings": [self.gsettings("get", key) for key in ["mode", "autoconfig-url"]],
        }

    def bypasses(self):
        """The layers of which the log says that somebody took them away."""
        with sqlite3.connect(f"file:{self.service.home}/focuskey.sqlite?mode=ro", uri=True) as log:
            return [
                json.loads(body)["layer"]
                for (body,) in log.execute("SELECT body FROM facts WHERE kind = 'bypass' ORDER BY seq")
            ]

    def close(self):
        self.service.kill()
        if self.bus:
            self.bus.kill()
            self.bus.wait()
        self.player.kill()
        self.player.wait()


def touched(path):
    """Whether somebody touched a file within the last five seconds."""
    try:
        return time.time() - os.stat(path).st_mtime <= 5
    except FileNotFoundError:
        return False


def differences(one, two):
    """What stands in one picture and not in the other."""

    def short(first, second):
        return [str(item) for item in first if item not in second] if isinstance(first, list) else first

    return {name: [short(one[name], two[name]), short(two[name], one[name])] for name in one if one[name] != two[name]}
