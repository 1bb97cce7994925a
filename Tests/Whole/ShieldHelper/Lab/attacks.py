#!/usr/bin/env python3
"""Trials of what programs of the same person, and of others, can do to an order: nothing, at any rate.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 attacks.py PATH/focuskey-shield TRIAL

SECONDS in the environment says how long each attack lasts.
"""

import os
import signal
import socket
import subprocess
import sys
import time

import lab
import tamper
from attackers import ATTACKS
from doors import proxies
from machine import SOCKET, children_of, own_subordinates, tables
from person import BLOCK, PERSON, PERSONS, answers_here, as_user, ask, fetch_quietly, listen, opens, starts
from report import check, figure, run, until

REFUSED = "Operation not permitted"


STRANGER = 1001


SECONDS = float(os.environ.get("SECONDS", "3"))


class Owner:
    """A process of the person's that orders and renews twice a second, as the service does."""

    def __init__(self, lines):
        self.process = subprocess.Popen(
            [*PERSONS, sys.executable, __file__, "--owner", "\n".join(lines) + "\n"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        check("the owner's order is taken", self.process.stdout.readline().startswith(b"done "))

    def close(self):
        """Lifts what it ordered and ends; what it was told meanwhile."""
        self.process.stdin.close()
        told = self.process.stdout.read().decode().splitlines()
        self.process.wait()
        return told


def own(lines):
    """What an owner does: it says what the helper tells it, until its input ends, and how its lift went."""
    watch = socket.socket(socket.AF_UNIX)
    watch.connect(SOCKET)
    watch.sendall(b"watch\n")
    stamp = answers_here(lines.splitlines())[-1].split(" ")[1]
    answers_here([f"renew {stamp}"])
    print("done", stamp, flush=True)
    os.set_blocking(0, False)
    lost = 0
    while sys.stdin.buffer.read(1) is None:
        time.sleep(0.5)
        try:
            if answers_here([f"renew {stamp}"], 5) != ["done"]:
                lost += 1
        except OSError:
            pass
    print("lost", lost)
    print("lift", answers_here(["lift"], 20)[-1])
    watch.settimeout(0.3)
    try:
        while piece := watch.recv(65536):
            sys.stdout.write(piece.decode())
    except OSError:
        pass


def seconds_of(process):
    """The processor's time that a process has had."""
    with open(f"/proc/{process}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process):
    """The most memory that a process has had, in MB."""
    with open(f"/proc/{process}/status") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1]) / 1024


def attacked(machine, what, body, user, count=4):
    """Whether an order holds while some processes of a user do something as fast as they may."""
    children = []
    for _ in range(count):
        child = os.fork()
        if child == 0:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            try:
                body()
            finally:
                os._exit(1)
        children.append(child)
    opened = samples = 0
    before, began = seconds_of(machine.helper.pid), time.monotonic()
    while time.monotonic() - began < SECONDS:
        samples += 1
        opened += opens("social.example") or starts("/run/opt/chat") != REFUSED
        time.sleep(SECONDS / 120)
    share = (seconds_of(machine.helper.pid) - before) / (time.monotonic() - began) * 100
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    whose = "the same person" if user == PERSON else "another person"
    check(f"{what} of {whose}: open in none of the samples", opened == 0, [opened, samples])
    check(f"{what} of {whose}: the helper lives", machine.helper.poll() is None, machine.helper.poll())
    figure(f"{what} of {whose}: the helper's share of a core", share, 5, "%")


def ownership(machine):
    """Attacks of every kind, from the owner's person and from another one, while a service renews its order."""
    run("cp", "/bin/true", "/run/opt/chat")
    owner = Owner([*BLOCK[:-1], "program chat /run/opt/chat", "commit"])
    check("the order holds", not opens("social.example") and starts("/run/opt/chat") == REFUSED)
    wanted = os.environ.get("ATTACK")
    for what, body in ATTACKS.items():
        if wanted and wanted != what:
            continue
        for user in [PERSON, STRANGER]:
            attacked(machine, what, body, user)
    figure("the helper's memory", memory_of(machine.helper.pid), 160, "MB")
    told = owner.close()
    check("the owner's order was there at each renewal", "lost 0" in told, told)
    check("the owner lifts it", "lift done" in told, told)
    count = told.count("repaired helper")
    check("attempts are told, once a minute at most", 1 <= count <= 1 + SECONDS * 2 * len(ATTACKS) / 60, told)
    check("all opens again", until(lambda: opens("social.example") and starts("/run/opt/chat") == 0, 10) is not None)
    check("nothing is left", until(lambda: "focuskey" not in tables(), 10) is not None)


def successors(machine):
    """Who has a killed owner's order, and who comes first."""
    first = Owner(BLOCK)
    first.process.kill()
    first.process.wait()
    check("a killed owner's order stands", not opens("social.example"))
    second = Owner(["order 30000 -", "section block", "site work.example", "commit"])
    check("the next one adds to it", not opens("social.example") and not opens("work.example"))
    check("and has its place soon", until(lambda: opens("social.example"), 6) is not None and not opens("work.example"))
    check("others cannot lift it", ask(["lift"]) == ["refused other-order"] and not opens("work.example"))
    check("root can", ask(["clear"], user=0) == ["done"] and opens("work.example"))
    second.process.kill()
    second.process.wait()
    # Killed and lifted again and again, as fast as that goes: some seconds are left to who comes next.
    began, opened = time.monotonic(), 0
    while time.monotonic() - began < 3:
        third = Owner(BLOCK)
        third.process.kill()
        third.process.wait()
        ask(["lift"])
        opened += opens("social.example")
    check("a kill and a word to the helper open nothing at once", opened == 0, opened)
    check("and what was left goes", until(lambda: opens("social.example"), 6) is not None)
    # A program that orders first keeps nobody out.
    squatter = Owner(["order 60000 -", "section block", "site elsewhere.example", "commit"])
    owner = Owner(BLOCK)
    check("a program that ordered first keeps no other from ordering", not opens("social.example"))
    squatter.close()
    check("and its end ends nothing else", not opens("social.example"))
    owner.close()
    check("the owner's end opens", opens("social.example"))


def stopped(machine):
    """A helper that is stopped hangs nobody's start for long, and leaves nothing; nor do helper and watchdog
    together."""
    run("cp", "/bin/true", "/run/opt/chat")
    order = [*BLOCK[:-1], "program chat /run/opt/chat", "commit"]
    machine.kill()
    for turn in range(3):
        machine.start()
        ask(order)
        check("the start is refused", starts("/run/opt/chat") == REFUSED)
        time.sleep(0.3 * turn)
        machine.helper.send_signal(signal.SIGSTOP)
        until(lambda: machine.helper.pid in tamper.stopped(), 1)
        began = time.monotonic()
        came = starts("/run/opt/chat", patience=30)
        check("a stopped helper lets the start go on", came == 0, came)
        took = time.monotonic() - began
        check("within 3 s", took <= 3, round(took, 2))
        check("it is ended", until(lambda: machine.helper.poll() is not None, 3) is not None)
        check("nothing is left", "focuskey" not in tables() and opens("social.example"))
    machine.start()
    dogs = children_of(machine.helper.pid)
    check("there is one watchdog", len(dogs) == 1, dogs)

    def is_powerless():
        with open(f"/proc/{dogs[0]}/status") as file:
            text = file.read()
        return "CapEff:\t0000000000000000" in text and "NoNewPrivs:\t1" in text

    # It gives its rights away as the first thing that it does.
    check("it has no rights", until(is_powerless, 5) is not None)
    # Idle, a helper may stand still for as long as it likes.
    machine.helper.send_signal(signal.SIGSTOP)
    time.sleep(2)
    machine.helper.send_signal(signal.SIGCONT)
    check("a helper that holds nothing is left alone", ask(["status"])[-1] == "done")
    ask(order)
    os.kill(dogs[0], signal.SIGKILL)
    time.sleep(0.7)
    check("without its watchdog the helper goes on", starts("/run/opt/chat") == REFUSED)
    machine.kill()
    check(
        "both dead leave nothing",
        starts("/run/opt/chat") == 0 and opens("social.example") and "focuskey" not in tables(),
    )
    machine.start()
    dog = children_of(machine.helper.pid)[0]
    machine.kill()
    check("a watchdog ends with its helper", until(lambda: not lives(dog), 3) is not None)
    machine.start()
    machine.helper.terminate()
    machine.helper.wait()
    check("told to end, the helper takes its socket away", not os.path.exists(SOCKET))
    machine.start()


def lives(process):
    """Whether a process has not ended; one that nobody waited for has."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def subordinates(machine):
    """The ids that belong to a person of their own accord count as the person: for sites and for app starts."""
    run("cp", "/bin/true", "/run/opt/chat")
    own_subordinates(machine, f"{PERSON}:100000:65536\n{STRANGER}:165536:65536\nnobody:300000:65536\n")
    check("the order is taken", ask([*BLOCK[:-1], "program chat /run/opt/chat", "commit"]) == ["done"])
    for user in [100_000, 100_001, 165_535]:
        check(f"a site is closed for {user}", not opens("social.example", user=user))
        check(f"another site opens for {user}", opens("work.example", user=user))
        check(f"the program is refused to {user}", starts("/run/opt/chat", user=user) == REFUSED)
    for user in [STRANGER, 99_999, 165_536, 300_000]:
        check(
            f"{user} is not concerned", opens("social.example", user=user) and starts("/run/opt/chat", user=user) == 0
        )
    told = as_user(PERSON, lambda: listen(lambda: as_user(0, lambda: 0) or fetch_quietly("m.social.example")))
    check("the person is told", any(line.startswith("denied-site m.social.example") for line in told), told)
    ask(["order 30000 -", "section allow", "site work.example", "commit"])
    check(
        "in allow mode only named sites open for them",
        opens("work.example", user=100_001) and not opens("social.example", user=100_001),
    )
    ask(["lift"])
    check(
        "the end opens for them too",
        opens("social.example", user=100_001) and starts("/run/opt/chat", user=100_001) == 0,
    )


if __name__ == "__main__":
    if sys.argv[1] == "--owner":
        own(sys.argv[2])
    else:
        lab.main({body.__name__: body for body in [ownership, successors, stopped, subordinates, proxies]})
