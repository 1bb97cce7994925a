#!/usr/bin/env python3
"""A helper and a clock that are not this computer's: not believed, and told.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 impostors.py PATH/focuskey-shield TRIAL
"""

import json
import os
import socket
import subprocess
import sys
import time

import lab
from desktop import Whole
from machine import SOCKET
from person import PERSON, PERSONS
from report import check, run, until


def play():
    """A helper of the person's own that says yes to everything, and what it was told."""
    os.umask(0)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("/run/opt/own.sock")
    listening.listen(64)
    layers = "".join(f"layer {name} up\n" for name in ["sites", "connections", "app-starts"]) + "done\n"
    print("ready", flush=True)
    while True:
        one, _ = listening.accept()
        with one:
            one.settimeout(0.2)
            try:
                while said := one.recv(65536):
                    with open("/run/opt/own.heard", "ab") as heard:
                        heard.write(said)
                    last = said.split(b"\n")[-2]
                    yes = b"done 7\n" if last == b"commit" else b"done\n"
                    one.sendall(layers.encode() if last == b"status" else yes)
            except (OSError, IndexError):
                pass


def impostor(machine):
    """Nothing that a helper of the person's own says is believed, and every place says what it is."""
    whole = Whole(machine)
    whole.service.kill()
    os.chmod("/run/opt", 0o777)
    open("/run/opt/own.heard", "w").close()
    os.chown("/run/opt/own.heard", PERSON, PERSON)
    player = subprocess.Popen([*PERSONS, sys.executable, __file__, "--play"], stdout=subprocess.PIPE)
    player.stdout.readline()
    whole.service.desktop |= {"FOCUSKEY_SHIELD": "/run/opt/own.sock"}
    whole.service.start()
    whole.say("start", profile="p")
    time.sleep(1.5)
    status = whole.say("status")
    check("its yes does not count", status["blocking"]["state"] != "blocking", status["blocking"])
    check("what it is is told", "FOCUSKEY_SHIELD" in status["blocking"]["text"], status["blocking"])
    whys = {one["layer"]: one.get("why") or "" for one in status["shield"]}
    check("also of each layer", all("on trial" in whys[name] for name in ["sites", "app-starts"]), whys)
    text = whole.service.command("shield", "status")
    check("also by who asks directly", "on trial at /run/opt/own.sock" in text, text)
    found = json.loads(whole.service.command("doctor", "--json"))
    kinds = {one["kind"] for one in found["findings"]}
    check("also by the doctor", "shield-not-roots" in kinds, sorted(kinds))
    check("it was told nothing", os.path.getsize("/run/opt/own.heard") == 0)
    player.kill()
    player.wait()
    del whole.service.desktop["FOCUSKEY_SHIELD"]
    whole.service.kill()
    whole.service.start()
    check("with the computer's helper the session is blocked", until(whole.up, 10) is not None, whole.say("status"))
    whole.close()


SHIFT = """
#include <dlfcn.h>
#include <time.h>
#include <sys/time.h>
int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int answer = real(clock, now);
    now->tv_sec += 7200;
    return answer;
}
"""


def clocks(machine):
    """A clock that somebody shows the service ends no session, and one that is not the computer's is refused."""
    whole = Whole(machine)
    with open(machine.folder + "/shift.c", "w") as file:
        file.write("#define _GNU_SOURCE\n" + SHIFT)
    run("gcc", "-shared", "-fPIC", "-o", "/run/opt/shift.so", machine.folder + "/shift.c", "-ldl")
    whole.say("start", profile="p", minutes=60)
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    left = whole.say("status")["remaining_seconds"]
    whole.service.kill()
    whole.service.desktop |= {"LD_PRELOAD": "/run/opt/shift.so"}
    whole.service.start()
    told = whole.say("status")
    check("a library that shows a clock two hours ahead ends nothing", told.get("state") == "focusing"
          and told["remaining_seconds"] > left - 300, told)
    check("and the session is blocked", until(whole.up, 5) is not None)
    del whole.service.desktop["LD_PRELOAD"]
    whole.service.kill()
    machine.kill()
    os.unlink(SOCKET)
    for ahead in [7_200_000, -int(time.clock_gettime(time.CLOCK_BOOTTIME) * 500), 0]:
        # Root's, so that it is believed.
        player = subprocess.Popen([sys.executable, __file__, "--clock", str(ahead)], stdout=subprocess.PIPE)
        player.stdout.readline()
        began = subprocess.run([*PERSONS, "env", f"HOME={whole.service.home}", f"FOCUSKEY_SHIELD={SOCKET}",
                                "timeout", "3", whole.service.program, *whole.service.place, "serve"],
                               capture_output=True, text=True)
        refused = "the clock of this service" in began.stderr
        check(f"a helper whose clock is {ahead} ms off: refused if it is", refused == (ahead != 0), began.stderr)
        check("by a code that no restart helps", not refused or began.returncode == 77, began.returncode)
        player.kill()
        player.wait()
        os.unlink(SOCKET)
    machine.start()
    whole.service.start()
    whole.end()
    whole.close()


def show(ahead):
    """A helper that blocks nothing and whose clock is off."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(SOCKET)
    os.chmod(SOCKET, 0o666)
    listening.listen(64)
    print("ready", flush=True)
    while True:
        one, _ = listening.accept()
        with one:
            try:
                one.recv(65536)
                one.sendall(b"clock %d\ndone\n" % (time.clock_gettime(time.CLOCK_BOOTTIME) * 1000 + ahead))
            except OSError:
                pass


if __name__ == "__main__":
    if sys.argv[1] == "--play":
        play()
    if sys.argv[1] == "--clock":
        show(int(sys.argv[2]))
    lab.main({body.__name__: body for body in [impostor, clocks]})
