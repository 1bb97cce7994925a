"""What strangers, other people and nonsense come to."""

import random
import socket

import tamper
from machine import SOCKET
from person import BLOCK, PERSON, answers_here, as_user, ask, opens
from report import check


def make_noise(machine):
    """Nonsense from strangers and other people, which changes nothing."""
    chance = random.Random(7)
    words = [
        "order",
        "section",
        "site",
        "except",
        "program",
        "commit",
        "renew",
        "renew 1",
        "lift",
        "lift 1",
        "status",
        "watch",
        "clear",
        "30000",
        "-",
        "block",
        "allow",
        "a.example",
        "/bin/sh",
        "/run/opt/../..",
        "\0",
        "x" * 5000,
        " ",
        "99999999999999999999",
        "\n",
        "é",
    ]

    def noise():
        for _ in range(40):
            try:
                service = socket.socket(socket.AF_UNIX)
                service.settimeout(0.05)
                service.connect(SOCKET)
                for _ in range(30):
                    count = chance.randrange(6)
                    line = " ".join(chance.choice(words) for _ in range(count)).encode("utf8")
                    if chance.random() < 0.3:
                        line = chance.randbytes(chance.randrange(300))
                    service.sendall(line + b"\n")
                service.recv(1000)
            except OSError:
                pass
        return True

    for user in [65534, 1001, 1002]:
        as_user(user, noise)
    check("the helper lives", machine.helper.poll() is None)
    check("the person's order stands", not opens("social.example"))


def strangers(machine):
    ask(BLOCK)
    for user in [1, 999, 65534]:
        for line in ["order 30000 -", "lift", "renew 1", "clear", "commit"]:
            answer = ask([line], user=user)
            check(f"{user} may not {line}", answer and answer[0].startswith("refused not-"), answer)
    check("a person may not clear", ask(["clear"]) == ["refused not-root"])
    check("another person's lift is their own", ask(["lift"], user=1001) == ["done"] and not opens("social.example"))
    make_noise(machine)
    before = open(f"/proc/{machine.helper.pid}/status").read()
    held = [socket.socket(socket.AF_UNIX) for _ in range(200)]
    for one in held:
        try:
            one.connect(SOCKET)
        except OSError:
            pass
    check("many connections do not lock a person out", ask(["status"])[-1] == "done")
    for one in held:
        one.close()

    told = as_user(PERSON, lambda: tamper.crowd(SOCKET, lambda: answers_here(["status"])))
    check("nor do connections of the person's own", told[-1] == "done", told)
    check("rights are few", "CapEff:\t0000000000281004" in before and "NoNewPrivs:\t1" in before)
