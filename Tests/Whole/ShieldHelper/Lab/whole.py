#!/usr/bin/env python3
"""Trials of the whole: the person's real service under its real shield, with a desktop's settings, entries and
running programs.

unshare -n -m --pid --fork --kill-child --mount-proc python3 whole.py PATH/focuskey-shield TRIAL
"""

import json
import os
import random
import signal
import subprocess
import threading
import time

import lab
import tamper
from desktop import Whole, differences
from programs import REFUSED
from machine import SOCKET
from person import PERSON, as_person, opens, starts
from report import check, figure, measures, run, timed, until
from tampering import edited, tampering, woken


def live(whole, chance):
    """A session from its start to its end, with a break, quickly."""
    told = [("start", {"profile": "p"}), ("break", {}), ("resume", {}), ("stop", {}), ("confirm", {})]
    for command, more in told:
        whole.say(command, **more)
        time.sleep(chance.random() * 0.02)


def lives(machine):
    """Service and helper killed at random moments of a session's start, break and end, and started again, or not."""
    chance = random.Random(int(os.environ.get("SEED", "1")))
    rounds = int(os.environ.get("ROUNDS", "4"))
    # This number of rounds waits for the lease of a service that does not come again: half a minute each.
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
        acting = threading.Thread(target=live, args=(whole, chance))
        acting.start()
        time.sleep(chance.random() * 0.5)
        alone = turn < lonely
        victims = chance.choice(
            [["service"], ["helper", "service"]] if alone else [["helper"], ["service"], ["helper", "service"]]
        )
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
    check(
        f"after {rounds} kills the shield is what the session says, within 2 s of the restart",
        late == 0,
        [late, round(slowest, 2)],
    )
    check("every session can be ended", wrong == 0, wrong)
    check("nothing is left behind by any", left == 0, [left, saw])
    check("a service that does not come again leaves nothing once its lease is out", stayed == 0, [stayed, lonely, saw])
    whole.close()


def menus(machine):
    """An application of X11 that holds the pointer, as an open menu does, goes on until it lets go: the desktop would
    stand with it."""
    whole = Whole(machine)
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Rooms/RunningApps/holder.c")
    run("gcc", "-o", "/run/opt/menu", source, "-lxcb")
    with open(whole.entries + "/player.desktop", "w") as file:
        file.write("[Desktop Entry]\nType=Application\nName=Player\nExec=/run/opt/menu\n")
    # A screen's socket is there, and what says that its name is taken: by a process, whose number means another one
    # elsewhere.
    run("mount", "-t", "tmpfs", "none", "/tmp")
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    name = ":" + screen.stdout.readline().decode().strip()
    # The service was started before there was any screen, as systemd starts it; the application knows its own.
    menu = as_person(
        whole.service.home, "/run/opt/menu", "pointer", stdin=subprocess.PIPE, stdout=subprocess.PIPE, DISPLAY=name
    )

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
    check(
        "and the status says so",
        layer()[0] == "unavailable" and "the pointer of an X11 screen is grabbed" in layer()[1],
        layer(),
    )
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


def break_database(clear, database, whole):
    """The way out with a database that is broken, and with none."""
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
        [
            "setpriv",
            "--reuid",
            str(PERSON),
            "--regid",
            str(PERSON),
            "--clear-groups",
            "env",
            f"HOME={whole.service.home}",
            *(f"{name}={value}" for name, value in whole.service.desktop.items()),
            whole.service.program,
            "serve",
        ],
        capture_output=True,
        text=True,
        timeout=30,
    )
    check(
        "such a service does not come up, and says why",
        told.returncode == 65 and told.stderr.count("\n") == 1,
        [told.returncode, told.stdout, told.stderr],
    )
    for path in filter(os.path.exists, files):
        os.unlink(path)
    clear("the database is gone")
    for path, content in files.items():
        with open(path, "wb") as file:
            file.write(content)
        os.chown(path, PERSON, PERSON)

    whole.service.start()


def waysout(machine):
    """`focuskey shield clear` when service, database and helper are well, broken or gone."""
    whole = Whole(machine, isLoggedIn=True)
    database = whole.service.home + "/.local/state/focuskey/focuskey.sqlite"
    before = whole.picture()

    def clear(what):
        outcome = subprocess.run(
            [whole.service.program, "shield", "clear"],
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], "HOME": "/root"},
        )
        check(f"{what}: clear says that nothing is left", outcome.returncode == 0, [outcome.returncode, outcome.stderr])
        after = whole.picture()
        after["stopped"] = [one for one in after["stopped"] if one != whole.service.process.pid]
        # Notes of a dead service that nobody heeds any more lie where the next one looks.
        notes = [name for name in after["notes"] if name in ("frozen", "proxy-before")]
        check(
            f"{what}: nothing is",
            all(after[name] == before[name] for name in before if name != "notes") and not notes,
            [differences(before, after), notes],
        )

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
    break_database(clear, database, whole)
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
    check(
        "what the service holds alone stands in",
        until(lambda: "focuskey-" in whole.gsettings("get", "autoconfig-url"), 5) is not None,
    )
    whole.service.kill()
    clear("helper and service are gone, and the desktop is led elsewhere")
    machine.start()
    whole.close()


def figures(machine):
    """From the word to start until both refuse, and from the word to end until both open: the whole way through the
    service."""
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
    lab.main({body.__name__: body for body in [lives, tampering, menus, waysout, woken, edited, figures]})
