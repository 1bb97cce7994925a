#!/usr/bin/env python3
"""What is said about the shield while it changes behind the service's back: every way of changing it, and every place that speaks of it.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 truth.py PATH/focuskey-shield TRIAL
"""

import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time

import lab
import tamper
from lab import PERSON, SOCKET, as_person, as_user, ask, check, run, timed, until
from whole import PROFILE, Whole

LIMIT = 1.0


class Lines:
    """A program that goes on, and the last line that it has said."""

    def __init__(self, whole, *words):
        surroundings = {"XDG_DATA_HOME": whole.service.home + "/share", "FOCUSKEY_SHIELD": SOCKET} | whole.desktop
        self.process = as_person(whole.service.home, whole.service.program, *whole.service.place, *words, stdout=subprocess.PIPE,
                                 **surroundings)
        self.last = b""
        self.at = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.last, self.at = line, time.monotonic()

    def close(self):
        self.process.kill()
        self.process.wait()


class Feed:
    """The dashboard's own view: the last status that the service sent it without being asked."""

    def __init__(self, port):
        self.last = {}
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.connection.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        kind = None
        for line in self.connection.makefile("rb"):
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"data: ") and kind == b"status":
                self.last = json.loads(line[6:])
            elif not line.strip():
                kind = None

    def close(self):
        self.connection.close()


class Notices(threading.Thread):
    """The desktop's notification service, which keeps what it was told (Desktop Notifications Specification)."""

    CODE = """
import sys, dbus, dbus.service, dbus.mainloop.glib
from gi.repository import GLib
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
class Server(dbus.service.Object):
    last = 0
    @dbus.service.method("org.freedesktop.Notifications", in_signature="", out_signature="as")
    def GetCapabilities(self): return ["body"]
    @dbus.service.method("org.freedesktop.Notifications", in_signature="", out_signature="ssss")
    def GetServerInformation(self): return ("trial", "trial", "1", "1.2")
    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, title, body, actions, hints, expires):
        print(title, "|", body.replace(chr(10), " "), flush=True)
        Server.last += 1
        return replaces or Server.last
    @dbus.service.method("org.freedesktop.Notifications", in_signature="u", out_signature="")
    def CloseNotification(self, number): pass
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.Notifications", bus)
Server(bus, "/org/freedesktop/Notifications")
print("up", flush=True)
GLib.MainLoop().run()
"""

    def __init__(self, whole):
        super().__init__(daemon=True)
        self.lines = []
        self.process = as_person(whole.keep, "/usr/bin/python3", "-c", self.CODE, stdout=subprocess.PIPE, **whole.desktop)
        self.process.stdout.readline()
        self.start()

    def run(self):
        for line in self.process.stdout:
            self.lines.append(line.decode().strip())

    def close(self):
        self.process.kill()
        self.process.wait()


class Mouths:
    """Every place that speaks of the shield, each with what it says of blocking: `blocking`, `partly`, `none` or `idle`."""

    def __init__(self, whole):
        self.whole = whole
        self.port = whole.say("status")["dashboard"]["port"]
        self.feed = Feed(self.port)
        self.bars = {name: Lines(whole, "status", "--format", name, "--follow") for name in ["plain", "polybar", "waybar", "i3blocks"]}
        self.following = Lines(whole, "status", "--json", "--follow")
        self.screen = Lines(whole, "watch")

    def close(self):
        for one in [self.feed, self.following, self.screen, *self.bars.values()]:
            one.close()

    def told(self):
        """Asked, each place that answers."""
        status = self.whole.say("status")
        text = self.whole.service.command("status")
        direct = json.loads(self.whole.service.command("shield", "status", "--json") or "{}")
        return {"status --json": status["blocking"]["state"], "status": word_of(text),
                "shield status": "up" if any(one["state"] == "up" for one in direct.get("shield", [])) else "none"}

    def shown(self):
        """Not asked, each place that says it by itself."""
        def bar(name):
            line = self.bars[name].last.decode()
            if name == "waybar":
                seen = json.loads(line or "{}").get("class")
                return "none" if isinstance(seen, list) and "not-blocked" in seen else \
                    "partly" if isinstance(seen, list) else "idle" if seen == "idle" else "blocking"
            return "none" if "not blocked" in line else "idle" if "idle" in line else "held"
        return {"dashboard": self.feed.last.get("blocking", {}).get("state"),
                "status --follow": json.loads(self.following.last or "{}").get("blocking", {}).get("state"),
                **{name: bar(name) for name in self.bars},
                "watch": "none" if "Nothing is blocked" in self.screen.last.decode() else "held"}


def word_of(text):
    """What a text for people says of blocking."""
    for words, word in [("are blocked.", "blocking"), ("Blocked in part", "partly"), ("Nothing is blocked on this computer yet", "none"),
                        ("Nothing is blocked now", "idle")]:
        if words in text:
            return word
    return None
