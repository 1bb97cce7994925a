#!/usr/bin/env python3
"""Trials of the whole: the person's real service under its real shield, with a desktop's settings, entries and running programs.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 whole.py PATH/focuskey-shield TRIAL
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

import lab
import tamper
from edges import REFUSED, program
from lab import PERSON, SOCKET, Service, as_person, as_user, ask, check, figure, measures, opens, run, snapshot, starts, tables, timed, until

PROFILE = {"id": "p", "blocks": {"sites": ["social.example", "!old.social.example"], "apps": ["chat", "player"]},
           "question": {"wait": "0s", "closes": "30s"}, "breaks": {"minutes": 5}}
SETTINGS = ["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", "env"]


class Whole:
    """A service with all that it may hold: a desktop's proxy setting, an application that can be started, one that runs."""

    def __init__(self, machine, isLoggedIn=False):
        self.machine = machine
        self.bus = None
        program("/run/opt/chat")
        program("/run/opt/player", "/bin/sleep")
        self.keep = tempfile.mkdtemp(dir="/run/opt")
        os.chown(self.keep, PERSON, PERSON)
        # As GLib keeps a desktop's settings without one; and no X11, which is asked before anything is frozen.
        self.desktop = {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": self.keep, "XDG_CURRENT_DESKTOP": "GNOME",
                        "XDG_DATA_DIRS": "/usr/share", "WAYLAND_DISPLAY": "none"}
        runtime = f"/run/user/{PERSON}"
        if isLoggedIn:
            # Real settings, on a real bus.
            self.desktop = {"XDG_RUNTIME_DIR": runtime, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus",
                            "XDG_DATA_DIRS": "/usr/share", "WAYLAND_DISPLAY": "none", "XDG_CURRENT_DESKTOP": "GNOME"}
        self.service = Service(os.path.join(os.path.dirname(machine.helper_path), "focuskey"), **self.desktop)
        self.entries = self.service.home + "/share/applications"
        if isLoggedIn:
            self.log_in()
        with open(self.entries + "/player.desktop", "w") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Player\nExec=/run/opt/player\n")
        run("chown", "-R", f"{PERSON}:{PERSON}", self.service.home)
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
        """The person's own folders as a login makes them, and a service that keeps its things there: what root's way out looks for."""
        home, runtime = self.service.home, self.desktop["XDG_RUNTIME_DIR"]
        os.makedirs(runtime + "/focuskey")
        accounts = self.machine.folder + "/passwd"
        with open(accounts, "w") as file:
            file.write(f"root:x:0:0::/root:/bin/sh\nperson:x:{PERSON}:{PERSON}::{home}:/bin/sh\n")
        run("mount", "--bind", accounts, "/etc/passwd")
        os.makedirs(home + "/.local")
        os.rename(home + "/share", home + "/.local/share")
        self.entries = home + "/.local/share/applications"
        run("chown", "-R", f"{PERSON}:{PERSON}", runtime)
        os.chmod("/run/user", 0o755)
        self.keep = home
        self.service.desktop |= {"XDG_DATA_HOME": home + "/.local/share"}
        self.bus = as_person(home, "dbus-daemon", "--session", "--address=" + self.desktop["DBUS_SESSION_BUS_ADDRESS"], "--nofork",
                             **self.desktop)
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
        notes = [name for name in os.listdir(self.notes) if not name.startswith(("focuskey.sqlite", "control.sock", "log"))]
        # The browsers' note holds nothing once its service has not touched it for five seconds, and the next one takes
        # it away.
        if "browser.json" in notes and not touched(self.notes + "/browser.json"):
            notes.remove("browser.json")
        entries = {}
        for name in sorted(os.listdir(self.entries)):
            with open(f"{self.entries}/{name}") as file:
                entries[name] = file.read()
        everything = snapshot()
        everything["files"] = [file for file in everything["files"] if not file[0].startswith((self.notes, "/run/user"))]
        return everything | {
            "marks": tamper.marks(), "stopped": tamper.stopped(), "entries": entries, "notes": sorted(notes),
            "settings": [self.gsettings("get", key) for key in ["mode", "autoconfig-url"]]}

    def bypasses(self):
        """The layers of which the log says that somebody took them away."""
        with sqlite3.connect(f"file:{self.service.home}/focuskey.sqlite?mode=ro", uri=True) as log:
            return [json.loads(body)["layer"] for (body,) in log.execute("SELECT body FROM facts WHERE kind = 'bypass' ORDER BY seq")]

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


def lives(machine):
    """Service and helper killed at random moments of a session's start, break and end, and started again, or not."""
    chance = random.Random(int(os.environ.get("SEED", "1")))
    rounds = int(os.environ.get("ROUNDS", "4"))
    # So many of the rounds wait for the lease of a service that does not come again: half a minute each.
    lonely = int(os.environ.get("LONELY", "0"))
    whole = Whole(machine)
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    whole.end()
    check("its end opens", until(whole.down, 5) is not None, whole.say("status"))
    before = whole.picture()
    late = left = wrong = stayed = 0
    slowest, saw = 0, None
    for turn in range(rounds):
        def session():
            for command, more in [("start", {"profile": "p"}), ("break", {}), ("resume", {}), ("stop", {}), ("confirm", {})]:
                whole.say(command, **more)
                time.sleep(chance.random() * 0.02)
        acting = threading.Thread(target=session)
        acting.start()
        time.sleep(chance.random() * 0.5)
        alone = turn < lonely
        victims = chance.choice([["service"], ["helper", "service"]] if alone else [["helper"], ["service"], ["helper", "service"]])
        if "service" in victims:
            whole.service.kill()
        if "helper" in victims:
            machine.kill()
            os.unlink(SOCKET)
        acting.join()
        if alone:
            whole.thaw()
            if "helper" in victims:
                machine.start()
            # Nobody is asked meanwhile: others wait beside this one.
            time.sleep(31)
            after = whole.picture()
            stayed += after != before
            saw = differences(before, after) or saw
        began = time.monotonic()
        if "helper" in victims and not alone:
            machine.start()
        if "service" in victims:
            whole.service.start()
        matches = until(lambda: whole.up() if whole.session() == "focusing" else whole.down(), 10) is not None
        took = time.monotonic() - began
        late += not matches or (measures and took > 2)
        slowest = max(slowest, took)
        whole.end()
        wrong += until(lambda: whole.session() == "idle", 5) is None
        if until(lambda: whole.down() and whole.picture() == before, 5) is None:
            left += 1
            saw = differences(before, whole.picture())
    check(f"after {rounds} kills the shield is what the session says, within 2 s of the restart", late == 0, [late, round(slowest, 2)])
    check("every session can be ended", wrong == 0, wrong)
    check("nothing is left behind by any", left == 0, [left, saw])
    check("a service that does not come again leaves nothing once its lease is out", stayed == 0, [stayed, lonely, saw])
    whole.close()


def tampering(machine):
    """Each layer taken away in the middle of a session: it stands again within a second, and the log says so."""
    whole = Whole(machine)
    helper = machine.helper
    before = whole.picture()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    expected = []

    def mended(what, layer, take, holds):
        # A fight that goes on and on counts as one.
        time.sleep(2.1 if layer in expected[-1:] else 0)
        expected.append(layer)
        take()
        took = until(holds, 10)
        check(f"{what}: it stands again", took is not None)
        timed(f"{what}: again", took or 10, 1)
        check(f"{what}: the log says so, once", until(lambda: whole.bypasses() == expected, 3) is not None, [whole.bypasses(), expected])

    mended("the table is deleted", "sites", lambda: tamper.take_table(helper.pid), lambda: "focuskey" in tables())
    check("the site is closed", not opens("social.example"))
    # What gets through meanwhile is stopped before it has ended; nobody waits for that one.
    mended("the marks are taken", "app-starts", lambda: tamper.take_marks(helper.pid),
           lambda: starts("/run/opt/chat", patience=0.1) == REFUSED)
    mended("the running application is let go", "running-apps", lambda: os.kill(whole.player.pid, signal.SIGCONT), whole.stands)
    mended("another program of the person's lifts the order", "helper", lambda: ask(["lift"]), whole.up)
    mended("another program of the person's puts an empty order in its place", "helper", lambda: ask(["order 60000 -", "commit"]), whole.up)
    short = ["order 200 -", "section block", "site social.example", "program chat /run/opt/chat", "commit"]
    mended("another program of the person's orders the same for a moment", "helper", lambda: ask(short), whole.up)
    mended("root clears", "helper", lambda: ask(["clear"], user=0), whole.up)

    def replaced():
        machine.kill()
        machine.start()
    mended("the helper is killed and started again", "helper", replaced, whole.up)
    check("an order that was put in its place and runs out ends nothing", whole.up())
    as_user(PERSON, lambda: tamper.crowd(SOCKET, lambda: time.sleep(2)))
    check("another program of the person's holds every connection: the order is renewed all the same",
          whole.up() and whole.bypasses() == expected, [whole.bypasses(), expected])
    # What nobody took away is nobody's doing.
    program("/run/opt/chat")
    check("a package replaces the application: refused again", until(lambda: starts("/run/opt/chat") == REFUSED, 5) is not None)
    whole.say("break")
    check("a break opens", until(whole.down, 5) is not None)
    whole.say("resume")
    check("and its end closes", until(whole.up, 5) is not None)
    time.sleep(1.2)
    check("neither counts as somebody's doing", whole.bypasses() == expected, whole.bypasses())

    # Without a helper: what the service holds alone.
    machine.kill()
    os.unlink(SOCKET)

    def led():
        return whole.gsettings("get", "autoconfig-url").startswith("'http://127.0.0.1:") and whole.gsettings("get", "mode") == "'auto'"

    def standing():
        with open(whole.entries + "/chat.desktop") as file:
            return "X-FocusKey-Shield=true" in file.read()
    check("the proxy setting and the entries stand in", until(lambda: led() and standing(), 5) is not None)
    mended("the proxy's mode is changed", "browser-proxy", lambda: whole.gsettings("reset", "mode"), led)
    mended("the script's address is changed", "browser-proxy", lambda: whole.gsettings("reset", "autoconfig-url"), led)

    def brought_back():
        os.rename(whole.entries + "/chat.desktop.focuskey-kept", whole.entries + "/chat.desktop")
    mended("an entry that stands in is taken away", "app-entries", brought_back, standing)
    # The helper that comes back is told; that it was away was somebody's doing.
    machine.start()
    expected.append("helper")
    check("a helper that comes back holds the order", until(lambda: whole.up() and not led() and not standing(), 5) is not None)
    check("the log says that it was away", until(lambda: whole.bypasses() == expected, 3) is not None, [whole.bypasses(), expected])
    whole.end()
    check("the end leaves what was there", until(lambda: whole.down() and differences(before, whole.picture()) == {}, 5) is not None,
          differences(before, whole.picture()))
    whole.close()


def menus(machine):
    """An application of X11 that holds the pointer, as an open menu does, goes on until it lets go: the desktop would stand with it."""
    whole = Whole(machine)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../RunningApps/holder.c")
    run("gcc", "-o", "/run/opt/menu", source, "-lxcb")
    with open(whole.entries + "/player.desktop", "w") as file:
        file.write("[Desktop Entry]\nType=Application\nName=Player\nExec=/run/opt/menu\n")
    # A screen's socket is there, and what says that its name is taken: by a process, whose number means another one
    # elsewhere.
    run("mount", "-t", "tmpfs", "none", "/tmp")
    screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    name = ":" + screen.stdout.readline().decode().strip()
    # The service was started before there was any screen, as systemd starts it; the application knows its own.
    menu = as_person(whole.service.home, "/run/opt/menu", "pointer", stdin=subprocess.PIPE, stdout=subprocess.PIPE, DISPLAY=name)

    def told(command):
        menu.stdin.write(command + b"\n")
        menu.stdin.flush()
        return menu.stdout.readline()

    def layer():
        told = json.loads(whole.service.command("shield", "status", "--json"))["shield"]
        return next((one["state"], one.get("why", "")) for one in told if one["layer"] == "running-apps")
    check("the menu is open", told(b"hold") == b"held\n")
    whole.say("start", profile="p")
    check("a session closes", until(lambda: starts("/run/opt/chat") == REFUSED, 5) is not None, whole.say("status"))
    time.sleep(1.2)
    check("the application goes on", menu.pid not in tamper.stopped())
    check("and the status says so", layer()[0] == "unavailable" and "the pointer of an X11 screen is held" in layer()[1], layer())
    check("the menu closes", told(b"free") == b"free\n")
    took = until(lambda: menu.pid in tamper.stopped(), 10)
    check("the application stands still", took is not None, layer())
    timed("stands still", took or 10, 1)
    check("the layer holds", layer() == ("up", "1 frozen"), layer())
    whole.end()
    check("the end lets it go on", until(lambda: menu.pid not in tamper.stopped(), 5) is not None)
    for process in [menu, screen]:
        process.kill()
        process.wait()
    whole.close()


def waysout(machine):
    """`focuskey shield clear` when service, database and helper are well, broken or gone."""
    whole = Whole(machine, isLoggedIn=True)
    database = whole.service.home + "/.local/state/focuskey/focuskey.sqlite"
    before = whole.picture()

    def clear(what):
        outcome = subprocess.run([whole.service.program, "shield", "clear"], capture_output=True, text=True,
                                 env={"PATH": os.environ["PATH"], "HOME": "/root"})
        check(f"{what}: clear says that nothing is left", outcome.returncode == 0, [outcome.returncode, outcome.stderr])
        after = whole.picture()
        after["stopped"] = [one for one in after["stopped"] if one != whole.service.process.pid]
        # Notes of a dead service that nobody heeds any more lie where the next one looks.
        notes = [name for name in after["notes"] if name in ("frozen", "proxy-before")]
        check(f"{what}: nothing is", all(after[name] == before[name] for name in before if name != "notes") and not notes,
              [differences(before, after), notes])

    def begin(what):
        whole.end()
        whole.say("start", profile="p")
        check(f"{what}: a session closes", until(whole.up, 5) is not None, whole.say("status"))
    begin("all is well")
    whole.service.process.send_signal(signal.SIGSTOP)
    clear("the service stands still")
    whole.service.kill()
    clear("the service is gone")

    whole.service.start()
    begin("the database is to break")
    whole.service.kill()
    files = {}
    for name in os.listdir(os.path.dirname(database)):
        if name.startswith("focuskey.sqlite"):
            path = os.path.join(os.path.dirname(database), name)
            with open(path, "r+b") as file:
                files[path] = file.read()
                file.seek(0)
                file.write(b"nonsense" * (len(files[path]) // 8 + 1))
    clear("the database is broken")
    told = subprocess.run(
        ["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", "env", f"HOME={whole.service.home}",
         *(f"{name}={value}" for name, value in whole.service.desktop.items()), whole.service.program, "serve"],
        capture_output=True, text=True, timeout=30)
    check("such a service does not come up, and says why", told.returncode == 65 and told.stderr.count("\n") == 1,
          [told.returncode, told.stdout, told.stderr])
    for path in filter(os.path.exists, files):
        os.unlink(path)
    clear("the database is gone")
    for path, content in files.items():
        with open(path, "wb") as file:
            file.write(content)
        os.chown(path, PERSON, PERSON)

    whole.service.start()
    begin("the helper is to stand still")
    whole.service.kill()
    # A helper that does not turn any more answers nobody.
    os.kill(machine.helper.pid, signal.SIGSTOP)
    clear("the helper stands still")
    check("it is ended", until(lambda: machine.helper.poll() is not None, 3) is not None)
    machine.start()
    whole.service.start()
    check("the session goes on", until(whole.up, 5) is not None, whole.say("status"))
    machine.kill()
    os.unlink(SOCKET)
    check("what the service holds alone stands in", until(lambda: "focuskey-" in whole.gsettings("get", "autoconfig-url"), 5) is not None)
    whole.service.kill()
    clear("helper and service are gone, and the desktop is led elsewhere")
    machine.start()
    whole.close()


def figures(machine):
    """From the word to start until both refuse, and from the word to end until both open: the whole way through the service."""
    rounds = int(os.environ.get("ROUNDS", "25"))
    whole = Whole(machine)
    closing, opening = [], []
    for _ in range(rounds):
        began = time.monotonic()
        whole.say("start", profile="p")
        held = until(lambda: starts("/run/opt/chat") == REFUSED and not opens("social.example"), 10)
        closing.append((time.monotonic() - began) * 1000)
        whole.say("stop")
        began = time.monotonic()
        whole.say("confirm")
        free = until(lambda: starts("/run/opt/chat") == 0 and opens("social.example"), 10)
        opening.append((time.monotonic() - began) * 1000)
        if held is None or free is None:
            check("a session closes and its end opens", False)
    # The slowest of them is told without a bound: it is that of whatever else this computer does.
    for what, times, most in [("from start to refused", closing, 300), ("from end to open", opening, 500)]:
        figure(f"{what}, median", sorted(times)[rounds // 2], most, "ms")
        print(json.dumps({"measured": f"{what}, slowest", "value": round(max(times), 1), "unit": "ms"}), flush=True)
    whole.close()


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [lives, tampering, menus, waysout, figures]})
