"""The places that speak of the shield, as a person or a program sees them while a trial goes on."""

import json
import socket
import subprocess
import threading

from machine import SOCKET
from person import as_person


def begin(whole, *words, **streams):
    """`focuskey`, begun by the person, in the home of their service."""
    surroundings = {"XDG_DATA_HOME": whole.service.home + "/share", "FOCUSKEY_SHIELD": SOCKET} | whole.desktop
    service = whole.service
    return as_person(service.home, service.program, *service.place, *words, **streams, **surroundings)


class Lines:
    """A program that goes on, and the last line that it has said."""

    def __init__(self, whole, *words):
        self.process = begin(whole, *words, stdout=subprocess.PIPE)
        self.last = b""
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.last = line

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


class Mouths:
    """Every place that speaks of the shield, each with its word for blocking: `blocking`, `partly`, `none`, `idle`."""

    def __init__(self, whole):
        self.whole = whole
        self.port = whole.say("status")["dashboard"]["port"]
        self.feed = Feed(self.port)
        names = ["plain", "polybar", "waybar", "i3blocks"]
        self.bars = {name: Lines(whole, "status", "--format", name, "--follow") for name in names}
        self.following = Lines(whole, "status", "--json", "--follow")
        self.screen = Lines(whole, "watch")

    def close(self):
        for one in [self.feed, self.following, self.screen, *self.bars.values()]:
            one.close()

    def told(self):
        """Asked, each place that answers; at the same time, because each waits a moment for a helper that is silent."""
        asked = [begin(self.whole, *words, stdout=subprocess.PIPE)
                 for words in [("status",), ("shield", "status", "--json")]]
        status = self.whole.say("status")
        text, direct = [one.communicate()[0].decode() for one in asked]
        direct = json.loads(direct or "{}")
        return {"status --json": status["blocking"]["state"], "status": word_of(text),
                "shield status": "up" if any(one["state"] == "up" for one in direct.get("shield", [])) else "none"}

    def shown(self):
        """Not asked, each place that says it by itself."""
        def bar(name):
            line = self.bars[name].last.decode()
            if name == "waybar":
                seen = json.loads(line or "{}").get("class")
                return "none" if isinstance(seen, list) and "not-blocked" in seen else \
                    "partly" if isinstance(seen, list) else "idle" if seen in ("idle", "break") else "blocking"
            return "none" if "not blocked" in line else "idle" if "idle" in line or "break" in line else "held"
        return {"dashboard": self.feed.last.get("blocking", {}).get("state"),
                "status --follow": json.loads(self.following.last or "{}").get("blocking", {}).get("state"),
                **{name: bar(name) for name in self.bars},
                "watch": "none" if "Nothing is blocked" in self.screen.last.decode() else "held"}


def word_of(text):
    """What a text for people says of blocking."""
    known = {"are blocked.": "blocking", "Blocked in part": "partly", "Nothing is blocked now": "idle",
             "Nothing is blocked on this computer yet": "none"}
    return next((word for words, word in known.items() if words in text), None)
