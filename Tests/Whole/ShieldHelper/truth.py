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
                    "partly" if isinstance(seen, list) else "idle" if seen in ("idle", "break") else "blocking"
            return "none" if "not blocked" in line else "idle" if "idle" in line or "break" in line else "held"
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


class Truth:
    """The whole, its mouths, and what they must say after each change."""

    def __init__(self, machine):
        self.machine = machine
        self.whole = Whole(machine)
        # With a dashboard, which other trials do without.
        service = self.whole.service
        service.process.terminate()
        service.process.wait()
        with open(service.home + "/config.json5", "w") as file:
            file.write("{ port: 4357, readers: { pcsc: false } }")
        service.start()
        self.mouths = Mouths(self.whole)

    def close(self):
        self.mouths.close()
        self.whole.close()

    def expects(self, what, word):
        """Each place says it within a second of now, unasked or asked."""
        began = time.monotonic()

        def wrong():
            said = self.mouths.shown() | self.mouths.told()
            return {place: saw for place, saw in said.items() if not agrees(place, saw, word)}
        took = until(lambda: not wrong(), 10)
        check(f"{what}: every place says {word}", took is not None, wrong() if took is None else round(time.monotonic() - began, 2))
        self.late(what, took)

    def late(self, what, took):
        """Asking ten programs takes a slow machine longer than the bound: what they show unasked is what is timed."""
        timed(f"{what}: every place", took or 10, LIMIT)


def agrees(place, saw, word):
    """Whether what a place says is that word, as far as it tells words apart."""
    if place == "watch":
        return saw == ("none" if word == "none" else "held")
    if place == "shield status":
        return saw == ("up" if word in ("blocking", "partly") else saw)
    if saw == "held":
        return word in ("blocking", "partly")
    if place in ("plain", "polybar", "i3blocks") and word == "idle":
        return saw == "idle"
    return saw == word


def table(machine):
    """Every way in which the shield changes behind the service's back, and what every place says then."""
    truth = Truth(machine)
    whole, helper = truth.whole, lambda: machine.helper
    truth.expects("idle, with a helper", "idle")
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    truth.expects("1. a session starts", "blocking")

    machine.kill()
    os.unlink(SOCKET)
    truth.expects("2. the helper is killed", "partly")
    machine.start()
    truth.expects("3. a helper comes", "blocking")
    tamper.take_table(helper().pid)
    truth.expects("4. the table is deleted, and stands again", "blocking")
    tamper.take_marks(helper().pid)
    truth.expects("5. the marks are taken, and stand again", "blocking")
    ask(["lift"])
    truth.expects("6. another program lifts the order", "blocking")
    ask(["clear"], user=0)
    truth.expects("7. root clears", "blocking")
    os.kill(helper().pid, signal.SIGSTOP)
    # The app that runs stands still all the same.
    truth.expects("8. the helper stands still", "partly")
    led = until(lambda: "focuskey-" in whole.gsettings("get", "autoconfig-url"), 15)
    check("after five seconds what the service holds alone stands in", led is not None, led)
    os.kill(helper().pid, signal.SIGCONT)
    truth.expects("9. the helper goes on", "blocking")

    # A helper without its way to the network: the kernel says no to the table.
    machine.kill()
    os.unlink(SOCKET)
    child = subprocess.Popen([machine.helper_path], preexec_fn=lambda: tamper.without("netfilter"))
    until(lab.connects, 5)
    truth.expects("10. a helper comes that cannot block sites", "partly")
    child.kill()
    child.wait()
    os.unlink(SOCKET)
    machine.start()
    truth.expects("and one that can", "blocking")
    whole.say("break")
    truth.expects("11. a break", "idle")
    whole.say("resume")
    truth.expects("its end", "blocking")
    whole.end()
    truth.expects("12. the end", "idle")

    # While nothing is ordered, too.
    def fix():
        return whole.say("status")["blocking"]["fix"]
    check("idle, with a helper: nothing is to be mended", fix() is None, fix())
    machine.kill()
    os.unlink(SOCKET)
    check("idle, the helper goes: the dashboard is told unasked", until(lambda: truth.mouths.feed.last["blocking"]["fix"], 1) is not None)
    machine.start()
    check("idle, a helper comes: the dashboard is told unasked",
          until(lambda: truth.mouths.feed.last["blocking"]["fix"] is None, 1) is not None, truth.mouths.feed.last["blocking"])
    truth.close()


def pages(machine):
    """A browser's extension that comes, does what it is told, and goes."""
    truth = Truth(machine)
    whole = truth.whole

    def page():
        layers = truth.mouths.feed.last.get("shield", [])
        return next(((one["state"], one.get("why", "")) for one in layers if one["layer"] == "browser-page"), None)

    def host():
        surroundings = {"XDG_DATA_HOME": whole.service.home + "/share", "FOCUSKEY_SHIELD": SOCKET} | whole.desktop
        return as_person(whole.service.home, whole.service.program, *whole.service.place, "shield", "browser-host",
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, **surroundings)

    def says(browser, **words):
        text = json.dumps(words).encode()
        browser.stdin.write(struct.pack("=I", len(text)) + text)
        browser.stdin.flush()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None)
    check("no browser is there", until(lambda: page() and page()[0] != "up", 1) is not None, page())
    browser = host()
    check("a browser comes: told unasked", until(lambda: "not done what it was told" in page()[1], 3) is not None, page())
    says(browser, rules=3)
    took = until(lambda: page()[0] == "up", 3)
    check("it does what it was told: the layer is up", took is not None, page())
    check("and no reason says that nothing is ordered", "nothing is ordered" not in page()[1], page())
    timed("it does what it was told", took or 10, LIMIT)
    browser.kill()
    browser.wait()
    took = until(lambda: page()[0] != "up", 3)
    check("it is killed: the layer is not up", took is not None, page())
    timed("it is killed", took or 10, LIMIT)
    browser = host()
    says(browser, rules=3)
    check("another one comes", until(lambda: page()[0] == "up", 3) is not None, page())
    browser.stdin.close()
    browser.wait()
    check("it is closed: the layer is not up", until(lambda: page()[0] != "up", 3) is not None, page())
    truth.close()


def woken(process):
    """How often a process's threads went to sleep by themselves, so far."""
    count = 0
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/status") as file:
            count += sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
    return count


def sleeps(machine):
    """While nothing happens nobody wakes: not the service, not the helper, not who looks on."""
    truth = Truth(machine)
    whole = truth.whole
    watched = {"the service": whole.service.process.pid, "the helper": machine.helper.pid,
               "a bar": truth.mouths.bars["plain"].process.pid, "status --follow": truth.mouths.following.process.pid}

    def rest(what, seconds=5):
        # What was begun is done by then.
        time.sleep(2)
        before = {name: woken(process) for name, process in watched.items()}
        time.sleep(seconds)
        after = {name: woken(process) - before[name] for name, process in watched.items()}
        # The dashboard's feed says every 20 s that it lives; the helper's own pulse looks once a second after its loop.
        check(f"{what}: nobody wakes", all(count <= 2 for name, count in after.items() if name != "the helper"), after)
    rest("idle, with a helper")
    machine.kill()
    os.unlink(SOCKET)
    del watched["the helper"]
    rest("idle, without one")
    truth.close()


def guarded(machine):
    """A service that is killed and does not come again: when its lease is out everything is as it was, without systemd."""
    whole = Whole(machine)
    before = whole.picture()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    began = time.monotonic()
    whole.service.kill()
    check("within the lease it stays closed", whole.stands() and until(lambda: not whole.stands(), 25) is None)
    took = until(lambda: not whole.stands(), 12)
    check("at the lease's end the app goes on", took is not None, round(time.monotonic() - began, 1))
    check("and all is as it was", until(lambda: whole.picture() == before, 5) is not None, differ(before, whole.picture()))
    # Without a helper: what the service holds alone.
    machine.kill()
    os.unlink(SOCKET)
    before = whole.picture()
    whole.service.start()
    check("what the service holds alone stands in", until(lambda: "focuskey-" in whole.gsettings("get", "autoconfig-url"), 8) is not None)
    whole.service.kill()
    check("at the lease's end the setting and the entries are as they were", until(lambda: whole.picture() == before, 40) is not None,
          differ(before, whole.picture()))
    # A service that comes again takes up the session, and the guardian of the old one leaves it alone.
    whole.service.start()
    check("a service comes again", until(whole.stands, 5) is not None)
    whole.service.kill()
    whole.service.start()
    check("and takes up the session", until(whole.stands, 5) is not None)
    check("for longer than the lease of the one before", until(lambda: not whole.stands(), 33) is None)
    check("one guardian is there", len(guardians()) == 1, guardians())
    whole.end()
    check("the end lets it go", until(lambda: guardians() == [], 5) is not None, guardians())
    whole.close()


def guardians():
    """The processes that watch over a service."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{name}/stat") as file:
                state = file.read().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if b"guard" in words and state != "Z":
            found.append(int(name))
    return found


def differ(one, two):
    """What is not the same in two pictures."""
    return {name: [one[name], two[name]] for name in one if one[name] != two[name]}


def stopping(machine):
    """An orderly stop leaves the log and what the person wrote, and nothing else."""
    whole = Whole(machine, isLoggedIn=True)
    runtime = f"/run/user/{PERSON}/focuskey"
    state = whole.service.home + "/.local/state/focuskey"
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    whole.end()
    whole.service.process.terminate()
    whole.service.process.wait()
    check("the runtime folder is gone", not os.path.exists(runtime), os.path.exists(runtime) and os.listdir(runtime))
    check("the log is one file", os.listdir(state) == ["focuskey.sqlite"], os.listdir(state))
    whole.close()


def trials(machine):
    """`focuskey shield test`: between sessions, in one, without a helper."""
    whole = Whole(machine)

    def test(*words):
        surroundings = {"XDG_DATA_HOME": whole.service.home + "/share", "FOCUSKEY_SHIELD": SOCKET} | whole.desktop
        child = as_person(whole.service.home, whole.service.program, *whole.service.place, "shield", "test", "--json", "--open",
                          "free.example", *words, stdout=subprocess.PIPE, **surroundings)
        told = json.loads(child.communicate()[0])
        return child.returncode, told["ok"], {one["what"]: one for one in told["trials"]}

    def outcomes(found):
        return {what: one["outcome"] for what, one in found.items()}
    right = {"blocked-site": "refused", "open-site": "opened", "blocked-program": "refused", "open-program": "opened"}
    code, ok, found = test("--blocked", "social.example")
    check("between sessions all four hold", (code, ok, outcomes(found)) == (0, True, right), [code, ok, found])
    check("and the way in which the site was refused is told", found["blocked-site"].get("how") in ("aborted", "reset"), found)
    # No name has a label of more than 63 letters.
    code, ok, found = test("--blocked", "x" * 64 + ".example")
    check("a name that cannot have an address is not tried, and that is not ok",
          (code, ok, found["blocked-site"]["outcome"], found["blocked-site"]["held"]) == (1, False, "not-tried", False), [code, found])
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    code, ok, found = test()
    check("in a session its own site and app are tried", (code, ok, outcomes(found)) == (0, True, right), [code, ok, found])
    check("by their names", found["blocked-site"]["name"] == "social.example" and found["blocked-program"]["name"] == "Chat", found)
    machine.kill()
    os.unlink(SOCKET)
    code, ok, found = test()
    check("in a session without a helper both open, and that is a failure",
          (code, ok, found["blocked-site"]["outcome"], found["blocked-program"]["outcome"]) == (1, False, "opened", "opened"), [code, found])
    whole.end()
    code, ok, found = test("--blocked", "social.example")
    check("without either nothing is tried, and the reason is true",
          (code, ok, found["blocked-site"]["outcome"]) == (1, False, "not-tried")
          and "no session is under way" in found["blocked-site"]["why"], [code, found])
    machine.start()
    whole.close()


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [table, pages, sleeps, guarded, stopping, trials]})
