#!/usr/bin/env python3
"""Trials of what the queue of packets misses, and of what the server hears of a refusal.

unshare -n -m --pid --fork --kill-child --mount-proc python3 wire.py PATH/focuskey-shield TRIAL
"""

import os
import resource
import select
import socket
import ssl
import struct
import subprocess
import sys
import time

import lab
from ear import END, Ear, LIST
from internet import FOUR, SIX
from person import BLOCK, PERSON, as_user, ask, opens
from report import check, run, until

# More packets than the queue holds, whose room is 4096.
BURST = 6000


# No server has that address: what the full queue lets pass is to keep none of them busy.
NOBODY = "198.51.100.99"


class Talk:
    """A connection of the person's that goes on for as long as it can: it listens to an endless stream, or asks again
    and again."""

    def __init__(self, name, port=443, way="stream", address=FOUR):
        self.process = subprocess.Popen(
            [
                "setpriv",
                "--reuid",
                str(PERSON),
                "--regid",
                str(PERSON),
                "--clear-groups",
                sys.executable,
                __file__,
                "--" + way,
                name,
                str(port),
                address,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        # It is connected, and says nothing yet.
        self.process.stdout.read(1)

    def begins(self, patience=5):
        """Lets it speak; whether its server answers it within so many seconds."""
        self.process.stdin.close()
        return bool(select.select([self.process.stdout], [], [], patience)[0] and self.process.stdout.read1(1))

    def goes_on(self):
        return self.process.poll() is None

    def close(self):
        self.process.kill()
        self.process.wait()


def talk(name, port, address, way):
    """What such a connection does."""
    with socket.create_connection((address, port), timeout=20) as stream:
        print("c", end="", flush=True)
        sys.stdin.read()
        if port in (443, 8443):
            stream = ssl._create_unverified_context().wrap_socket(stream, server_hostname=name)
        while True:
            stream.sendall(f"GET {'/stream' if way == 'stream' else '/'} HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
            while data := stream.recv(4096):
                print("h", end="", flush=True)
                if way == "talk":
                    break
            if not data:
                return
            time.sleep(0.02)


def crowd():
    """So many connections at once that the queue overflows, while nobody answers it."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (BURST + 100, BURST + 100))
    many = []
    for _ in range(BURST):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex((NOBODY, 443))
        many.append(one)
    return len(many)


def waiting():
    """How many packets wait for the helper's answer."""
    with open("/proc/net/netfilter/nfnetlink_queue") as file:
        return int(file.read().split()[2])


WAYS = [
    ("social.example", 443, "stream"),
    ("social.example", 443, "talk"),
    ("m.social.example", 8443, "stream"),
    ("social.example", 80, "stream"),
    ("social.example", 80, "talk"),
    ("mail.example", 25, "talk"),
]


def overflow(machine):
    """The helper stands still until the queue is full: what is said then goes by unseen, and is judged once more is
    heard of it."""
    server = subprocess.Popen(
        ["nsenter", "-t", str(machine.far.pid), "-n", sys.executable, __file__, "--mail"], stdout=subprocess.PIPE
    )
    server.stdout.readline()
    resource.setrlimit(resource.RLIMIT_NOFILE, (BURST + 100, BURST + 100))
    # On a busy computer a crowd takes its time: until the queue is full, servers wait for those who are silent, and the
    # order holds.
    machine.serve(patience=120)
    for mode, section in [("block", BLOCK[1:]), ("allow", ["section allow", "site work.example", "commit"])]:
        check(f"{mode}: the order is taken", ask(["order 60000 -", *section]) == ["done"])
        before = Talk("work.example", way="talk")
        check(f"{mode}: an open site is talked to", before.begins())
        # Those whose SYN was seen, and then those of which nothing was.
        talks = {
            f"{way} with {name}, port {port}, {when}": (name, port, way)
            for when in ["connected before", "connected unseen"]
            for name, port, way in WAYS
        }
        going = {what: Talk(*words) for what, words in talks.items() if "before" in what}
        machine.stop()
        # Under load some of a crowd come late: as long as there is room, what is said later waits in it.
        until(lambda: as_user(PERSON, crowd) and waiting() >= 4096, 20)
        check(f"{mode}: the queue is full", waiting() >= 4096, waiting())
        going |= {what: Talk(*words) for what, words in talks.items() if "unseen" in what}
        for what, one in going.items():
            check(f"{mode}: nobody asks about a {what}", one.begins())
        machine.go_on()
        check(f"{mode}: the queue is emptied", until(lambda: waiting() == 0, 10) is not None, waiting())
        until(lambda: not any(one.goes_on() for what, one in going.items() if "social" in what), 5)
        for what, one in going.items():
            check(f"{mode}: a {what} {'ends' if 'social' in what else 'goes on'}", one.goes_on() == ("mail" in what))
        check(f"{mode}: what is known to be open goes on", before.goes_on())
        check(f"{mode}: new connections are asked about", opens("work.example") and not opens("social.example"))
        for one in [before, *going.values()]:
            one.close()
        ask(["lift"])
    server.kill()
    server.wait()


def bothways(machine):
    """A refusal reaches the server too, which otherwise would keep its half."""

    def kept():
        """How many connections servers of the private internet hold."""
        return len(run("nsenter", "-t", str(machine.far.pid), "-n", "ss", "-Htn", "state", "connected").splitlines())

    for mode, order in [("block", BLOCK), ("allow", ["order 30000 -", "section allow", "site work.example", "commit"])]:
        check(f"{mode}: the order is taken", ask(order) == ["done"])
        for address in [FOUR, SIX]:
            for port in [443, 80, 8443]:
                before = kept()
                check(
                    f"{mode}: refused at {address}, port {port}",
                    not any(opens("social.example", address=address, port=port) for _ in range(5)),
                )
                check(
                    f"{mode}: no half of it stays at {address}, port {port}",
                    until(lambda: kept() <= before, 2) is not None,
                    kept(),
                )
    ask(["lift"])


def remainders(machine):
    """A connection that does not end keeps none of the others, and one that the kernel's list left out is found when
    it is looked for again."""
    # On a busy computer the first are silent until the last is there, and their servers wait for them.
    machine.serve(patience=120)
    ended = []

    def stubborn(said):
        """The first connection that is to end does not."""
        if said[4] == END:
            # struct inet_diag_req_v2 behind the header: five numbers, then the ports.
            port = struct.unpack_from(">H", said, 24)[0]
            ended.append(port)
            return (1 if port == ended[0] else 0), said
        return 0, said

    Ear(machine, stubborn)
    talks = [Talk("social.example") for _ in range(6)]
    check("streams go on before", all(talk.begins(patience=60) for talk in talks))
    check("the order is taken", ask(BLOCK) == ["done"])
    until(lambda: sum(talk.goes_on() for talk in talks) <= 1, 3)
    going = sum(talk.goes_on() for talk in talks)
    check("all others end", going <= 1, going)
    check("it was asked to end more than once", ended.count(ended[0]) == 3, ended)
    said = [line for line in ask(["status"]) if line.startswith("layer connections")]
    check("and the layer says that it did not", "layer connections up" not in said, said)
    ask(["lift"])
    for talk in talks:
        talk.close()

    lists = []

    def forgetful(said):
        """The first list leaves out what goes over IPv6."""
        if said[4] == LIST and said[16] == socket.AF_INET6:
            lists.append(said)
            if len(lists) == 1:
                return 0, said[:20] + bytes(4) + said[24:]
        return 0, said

    Ear(machine, forgetful)
    talks = [Talk("social.example", address=address) for address in (FOUR, SIX)]
    check("streams over both go on before", all(talk.begins(patience=60) for talk in talks))
    check("the order is taken again", ask(BLOCK) == ["done"])
    until(lambda: not any(talk.goes_on() for talk in talks), 3)
    check(
        "what the first list left out ends too",
        not any(talk.goes_on() for talk in talks),
        [talk.goes_on() for talk in talks],
    )
    check("the list was asked for again", len(lists) >= 2, len(lists))
    ask(["lift"])
    for talk in talks:
        talk.close()


def mail():
    """A server of something else than the web."""
    server = socket.create_server((FOUR, 25))
    print("up", flush=True)
    while True:
        one, _ = server.accept()
        if os.fork() == 0:
            while data := one.recv(4096):
                one.sendall(data)
            os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] in ("--stream", "--talk"):
        talk(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[1][2:])
    elif sys.argv[1] == "--mail":
        mail()
    else:
        lab.main({body.__name__: body for body in [overflow, bothways, remainders]})
