"""Requests of chance from people and strangers."""

import collections
import os
import random
import socket
import subprocess

import tamper
from machine import SOCKET
from person import BLOCK, PERSON, as_user, ask, opens, order, starts
from programs import REFUSED, program
from report import check, run, until

VALID = [
    "order 30000 -",
    "order 1 0",
    "order 60000 99999999",
    "section block",
    "section allow",
    "site social.example",
    "except a.b",
    "program chat /run/opt/chat",
    "program x /bin/sh",
    "program x /run/opt/../opt/chat",
    "commit",
    "renew 1",
    "lift",
    "lift 1",
    "status",
    "watch",
    "clear",
    "program x /proc/self/exe",
    "program x /dev/stdin",
    f"program x {SOCKET}",
    "site localhost",
    "site *",
]


def line(chance):
    """A request of chance: one that is valid, with changes."""
    text = bytearray(chance.choice(VALID).encode())
    for _ in range(chance.choice([0, 0, 0, 1, 1, 3, 9])):
        place = chance.randrange(len(text) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            text[place:place] = chance.randbytes(chance.randrange(1, 6))
        elif kind == 1:
            del text[place : place + chance.randrange(1, 6)]
        elif kind == 2:
            text[place:place] = chance.choice([b" ", b"\0", b"\r", b"/" * 5000, b"9" * 30, "é".encode(), b"../" * 40])
        elif kind == 3 and text:
            text[min(place, len(text) - 1)] ^= 1 << chance.randrange(8)
        else:
            text += chance.choice(VALID).encode()
    return bytes(text) + b"\n"


def noise(count, chance):
    """Says so many lines of chance."""
    said = 0
    while said < count:
        try:
            with socket.socket(socket.AF_UNIX) as one:
                one.settimeout(0.2)
                one.connect(SOCKET)
                for _ in range(chance.randrange(1, 60)):
                    one.sendall(line(chance))
                    said += 1
                one.setblocking(False)
                one.recv(1 << 16)
        except OSError:
            said += 1
    return said


def say_nonsense(machine, chat, lines, other, seed, stamp):
    """Nonsense of each person changes nothing of anybody else."""
    for user in [PERSON, 65534, 1, PERSON + 1]:
        chance = random.Random(seed * 10 + user)
        said = as_user(user, lambda: noise(lines, chance))
        check(f"{user} said {said} lines", said >= lines)
        check(f"after {user}: the helper lives", machine.helper.poll() is None)
        check(
            f"after {user}: nobody else's order is touched",
            not opens("social.example", user=other) and starts(chat, user=other) == REFUSED,
        )
        check(f"after {user}: root is not concerned", opens("social.example", user=0) and starts(chat, user=0) == 0)
        check(
            f"after {user}: shells start",
            starts("/bin/true", user=user) == 0
            and as_user(user, lambda: subprocess.run(["/bin/sh", "-c", "exit 5"]).returncode) == 5,
        )
        check(
            f"after {user}: another person is not concerned",
            opens("social.example", user=1009) and starts(chat, user=1009) == 0,
        )
        check(
            f"after {user}: only the table of the name stands", run("nft", "list", "tables") == "table inet focuskey\n"
        )
        check(f"after {user}: it is renewed", ask([f"renew {stamp}"], user=other) == ["done"])


def fuzz(machine):
    """Requests of chance from people and strangers: they do what the verbs say to whoever says them, and nothing
    else."""
    seed = int(os.environ.get("SEED", "1"))
    lines = int(os.environ.get("LINES", "3000"))
    chat = program("/run/opt/chat")
    other = 1003
    stands = [*BLOCK[:-1], f"program chat {chat}", "commit"]
    stamp = order(stands, user=other)
    check("somebody's order stands", stamp > 0)

    def processes():
        return sorted(name for name in os.listdir("/proc") if name.isdigit())

    def files():
        return sorted(
            os.path.join(folder, name)
            for top in ["/run", "/etc"]
            for folder, _, names in os.walk(top)
            for name in names
        )

    def descriptors():
        """What each is, not its number: a program that is looked at again may get another."""
        folder = f"/proc/{machine.helper.pid}/fd"
        return sorted(os.readlink(f"{folder}/{name}").split("[")[0] for name in os.listdir(folder))

    # A person with an order has a queue of packets: as many have one before and after.
    check("so does the person's own", ask(stands) == ["done"])
    before = processes(), files(), descriptors()
    say_nonsense(machine, chat, lines, other, seed, stamp)
    check("people can still order", ask(stands) == ["done"] and not opens("social.example"))
    until(lambda: len(os.listdir(f"/proc/{machine.helper.pid}/fd")) <= len(before[2]), 2)
    after = processes(), files(), descriptors()
    # One that was just closing at the first look may be gone.
    more = [collections.Counter(late) - collections.Counter(early) for early, late in zip(before, after)]
    check("no process, no file, no descriptor more than before", not any(more), [before[2], after[2], str(more)])
    # Who sent much nonsense may be asked to wait a moment.
    for lift in [lambda: ask(["lift"])[-1], lambda: ask(["lift"], user=other)[-1]]:
        check("a lift is taken", until(lambda: lift() == "done", 5) is not None)
    bare = until(lambda: "focuskey" not in run("nft", "list", "tables") and not tamper.marks(machine.helper.pid), 2)
    check("nothing is left", bare is not None)
