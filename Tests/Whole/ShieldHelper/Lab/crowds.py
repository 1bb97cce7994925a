#!/usr/bin/env python3
"""What neighbours who fill the helper's places take from a person: nothing, and what is said stays true.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 crowds.py PATH/focuskey-shield TRIAL
"""

import json
import os
import signal
import socket
import subprocess
import time

import lab
from attacks import SECONDS, seconds_of
from desktop import Whole
from machine import SOCKET, own_subordinates
from person import PERSON, answers_here, ask, starts
from programs import REFUSED, program
from report import check, figure, run, timed, until

NEIGHBOUR = 1001
ELSEWHERE = ["order 60000 -", "section block", "site elsewhere.example", "commit"]


class Crowd:
    """Processes of several users that do something with the helper, and then do nothing but hold what they have."""

    def __init__(self, users, body):
        self.children, self.told = [], []
        for user in users:
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                self.be(user, body, writing)
            os.close(writing)
            self.children.append(child)
            with open(reading) as told:
                self.told.append(json.loads(told.readline()))

    @staticmethod
    def be(user, body, writing):
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            held = body()
            os.write(writing, json.dumps(held[1]).encode() + b"\n")
            os.close(writing)
            signal.pause()
        finally:
            os._exit(1)

    def close(self):
        for child in self.children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def watchers(count):
    """Connections that want to hear of everything, each with what it was told."""
    held, told = [], []
    for _ in range(count):
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(5)
        try:
            one.connect(SOCKET)
            one.sendall(b"watch\n")
            told.append(one.recv(100).decode().strip())
        except OSError as error:
            told.append(type(error).__name__)
        held.append(one)
    return held, told


def orderer():
    return answers_here(ELSEWHERE), ["ordered"]


def says(whole):
    """The words for blocking: the service's, and those of who asks the helper."""
    direct = json.loads(whole.service.command("shield", "status", "--json"))
    return whole.say("status")["blocking"]["state"], {one["layer"]: one["state"] for one in direct["shield"]}


def unharmed(whole, what):
    """A session that is under way is blocked, and said to be; another one begins and is, too."""
    word, layers = says(whole)
    check(f"{what}: the running session is said to be blocked", word == "blocking", whole.say("status")["blocking"])
    check(f"{what}: the layers are said to be up", layers["sites"] == layers["app-starts"] == "up", layers)
    check(f"{what}: and it is", whole.up())
    whole.end()
    check(f"{what}: its end opens", until(whole.down, 5) is not None, whole.say("status"))
    whole.say("start", profile="p")
    check(f"{what}: another session is blocked", until(whole.up, 5) is not None, whole.say("status"))
    check(f"{what}: and said to be", says(whole)[0] == "blocking", whole.say("status")["blocking"])


def crowded(machine):
    """Places are counted by the person behind an id, nobody fills them all, and a crowd has a word of its own."""
    own_subordinates(machine, f"{NEIGHBOUR}:100000:65536\n")
    whole = Whole(machine)
    whole.say("start", profile="p")
    check("a session is blocked", until(whole.up, 5) is not None, whole.say("status"))
    crowd = Crowd(range(100_000, 100_040), lambda: watchers(4))
    told = {word for one in crowd.told for word in one}
    check("ids that are not a person's are told nothing", told <= {"refused not-a-person"}, sorted(told))
    unharmed(whole, "40 ids of a neighbour's")
    crowd.close()
    crowd = Crowd(range(2000, 2040), lambda: watchers(4))
    unharmed(whole, "40 neighbours")
    crowd.close()
    # More people than there are places: who has an order keeps it, and who has none is told why.
    crowd = Crowd(range(3000, 3140), lambda: watchers(1))
    check("140 neighbours: the running session is said to be blocked", says(whole)[0] == "blocking")
    whole.end()
    check("its end opens", until(whole.down, 5) is not None, whole.say("status"))
    whole.say("start", profile="p")
    blocking = whole.say("status")["blocking"]
    check("who finds no room is told so", blocking["state"] == "crowded" and "crowded" in blocking["text"], blocking)
    text = whole.service.command("shield", "status")
    check("also by who asks the helper", "the privileged helper is crowded" in text, text)
    crowd.close()
    check("the crowd goes: it is blocked", until(whole.up, 5) is not None, whole.say("status"))
    whole.end()
    # Another's order does not make this one's layers.
    mine = Crowd([PERSON] * 8, orderer)
    whole.say("start", profile="p")
    blocking = whole.say("status")["blocking"]
    layers = {one["layer"]: one for one in whole.say("status")["shield"]}
    check("an order that is refused is not said to be in force", blocking["state"] != "blocking", blocking)
    check("and why is told", "too many programs of yours" in layers["sites"].get("why", ""), layers["sites"])
    whole.end()
    mine.close()
    ask(["clear"], user=0)
    neighbour = Crowd([NEIGHBOUR], orderer)
    check("what is blocked for a neighbour is not said to be for this one", says(whole)[1]["sites"] == "down")
    neighbour.close()
    whole.close()


def thousands(machine):
    """Eight programs of one person name 4,096 programs each, and the helper hardly notices."""
    folders = [f"/run/opt/many/{turn}" for turn in range(8)]
    for folder in folders:
        os.makedirs(folder)
        for one in range(4096):
            os.close(os.open(f"{folder}/{one}", os.O_CREAT | os.O_WRONLY, 0o755))

    def orders(folder):
        lines = [f"program many {folder}/{one}" for one in range(4096)]
        return answers_here(["order 60000 -", *lines, "commit"]), ["ordered"]
    before = seconds_of(machine.helper.pid)
    crowd = Crowd([PERSON], lambda: orders(folders[0]))
    crowd.children += [child for folder in folders[1:] for child in Crowd([PERSON], lambda: orders(folder)).children]
    figure("CPU for the orders", seconds_of(machine.helper.pid) - before, 2, "s")
    time.sleep(1)
    before, began = seconds_of(machine.helper.pid), time.monotonic()
    time.sleep(SECONDS * 4)
    share = (seconds_of(machine.helper.pid) - before) / (time.monotonic() - began) * 100
    figure("the helper's share of a core", share, 5, "%")
    chat = program("/run/opt/chat")
    ask(["order 60000 -", f"program chat {chat}", "commit"])
    check("one more is refused: there are eight orders", starts(chat) == 0)
    os.kill(crowd.children[7], signal.SIGKILL)
    os.waitpid(crowd.children.pop(), 0)
    answer = ask(["order 60000 -", f"program chat {chat}", "commit"])
    check("beside seven of 4,096 one that names few is in force whole", starts(chat) == REFUSED, answer)
    run("cp", "/bin/true", chat + ".new")
    os.rename(chat + ".new", chat)
    took = until(lambda: starts(chat) == REFUSED, 10)
    check("a new version is refused", took is not None)
    timed("a new version is refused", took or 10, 1.5)
    # On a busy computer a look takes longer; the pause after it must not.
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4 * (os.cpu_count() or 1))]
    time.sleep(2)
    run("cp", "/bin/true", chat + ".new")
    os.rename(chat + ".new", chat)
    took = until(lambda: starts(chat) == REFUSED, 10)
    check("also where programs keep every processor busy", took is not None, took)
    for one in busy:
        one.kill()
    crowd.close()


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [crowded, thousands]})
