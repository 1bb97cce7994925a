"""Floods from the person and from another one: what a connection costs the helper, what it keeps and how long others
wait are the same before and afterwards."""

import glob
import os
import resource
import selectors
import signal
import socket
import struct
import subprocess
import sys
import time

from internet import FOUR
from person import BLOCK, PERSON, as_user, ask, fetch_here, opens
from report import check, figure, until
from wording import extension, hello, records, with_more

OTHER = PERSON + 1
# Where floods go: somebody who takes all and answers nothing, so that the servers of the person's sites stay free.
SINK = (FOUR, 8080)
ORDER = ["order 60000 -", *BLOCK[1:]]
# How many connections each flood has; more of them in the long form.
SIZE = float(os.environ.get("SIZE", "1"))


def work_of(helper):
    """The seconds of a processor that a process has had, to the nanosecond."""
    total = 0
    for path in glob.glob(f"/proc/{helper}/task/*/schedstat"):
        with open(path) as file:
            total += int(file.read().split()[0])
    return total / 1e9


def kept_by(helper):
    """The memory that a process has now, in MB."""
    with open(f"/proc/{helper}/status") as file:
        return int(next(line for line in file if line.startswith("VmRSS")).split()[1]) / 1024


def fetches(count):
    for _ in range(count):
        fetch_here("work.example")
    return count


def cost(helper):
    """What a connection costs the helper, in thousandths of what it costs the program that makes it, at its cheapest of
    many rounds: what else this computer does makes both of them dearer."""
    found = []
    for _ in range(8):
        check("the order is renewed", ask(ORDER) == ["done"])
        before = work_of(helper), work_of_children()
        came = as_user(PERSON, lambda: fetches(20))
        check("every fetch comes", came == 20, came)
        found.append((work_of(helper) - before[0]) / (work_of_children() - before[1]) * 1e3)
    return min(found)


def work_of_children():
    """The seconds of a processor that the processes had that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rests(helper):
    """Waits until the helper has worked off what was sent to it, and says whether that came to an end."""

    def is_at_rest():
        before = work_of(helper)
        time.sleep(0.3)
        return work_of(helper) - before < 0.003

    return until(is_at_rest, 30)


def many(count):
    resource.setrlimit(resource.RLIMIT_NOFILE, (count + 100, count + 100))


def small_packets():
    """Three connections of thousands of small packets."""
    head = b"POST / HTTP/1.1\r\nHost: work.example\r\nContent-Length: 99999999\r\n\r\n"
    for _ in range(3):
        with socket.create_connection(SINK, timeout=5) as one:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            one.sendall(head)
            for _ in range(int(15_000 * SIZE)):
                one.sendall(b"x")


def cut_off():
    """Thousands of connections that are reset in the middle of their first words."""
    half = hello("work.example")[:200]
    for _ in range(int(8_000 * SIZE)):
        with socket.create_connection(SINK, timeout=5) as one:
            one.sendall(half)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def long_hellos(count):
    """Hellos of 114 KB in records of one octet, side by side, none of which comes to its end."""
    words = records(with_more(hello("work.example"), extension(9999, bytes(18_000))), 1)
    many(count)
    every = [socket.create_connection(SINK, timeout=5) for _ in range(count)]
    for one in every:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        one.setblocking(False)
    for start in range(0, len(words) - 1400, 60):
        for one in every:
            try:
                one.send(words[start : start + 60])
            except OSError:
                pass


def openings():
    """Thousands of connections to nobody."""
    many(4000)
    every = []
    for _ in range(int(4000 * min(SIZE, 1))):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(("198.51.100.99", 443))
        every.append(one)
    time.sleep(0.2)


FLOODS = {
    "small packets": small_packets,
    "connections that are cut off": cut_off,
    "long hellos": lambda: long_hellos(int(96 * SIZE)),
    "more long hellos": lambda: long_hellos(int(300 * SIZE)),
    "openings": openings,
}


def flooded(user, body):
    """A process of a user that floods."""
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        try:
            body()
        finally:
            os._exit(0)
    return child


def waited():
    """How long the person waits for an open site now."""
    start = time.monotonic()
    came = opens("work.example")
    return time.monotonic() - start if came else 99


def floods(machine):
    helper = machine.helper.pid
    sink = subprocess.Popen(
        ["nsenter", "-t", str(machine.far.pid), "-n", sys.executable, __file__], stdout=subprocess.PIPE
    )
    sink.stdout.readline()
    for user in [PERSON, OTHER]:
        check(f"the order of {user} is taken", ask(ORDER, user=user) == ["done"])
        as_user(user, lambda: fetches(200))
    before = cost(helper), kept_by(helper)
    for user in [OTHER, PERSON]:
        whose = "another person" if user == OTHER else "the person"
        for what, body in FLOODS.items():
            for one in [PERSON, OTHER]:
                check(f"the order of {one} is renewed", ask(ORDER, user=one) == ["done"])
            child = flooded(user, body)
            waits, opened = [], []
            until(lambda: waits.append(waited()) or opened.append(opens("social.example")) or ended(child), 20 * SIZE)
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except OSError:
                pass
            check(f"{what} of {whose}: what is blocked stays so", not any(opened), opened)
            if user == OTHER:
                figure(f"{what} of {whose}: the person waits", max(waits), 1, "s")
    check("what was sent to the helper is worked off", rests(helper))
    after = [cost(helper)]
    # Once no more packets come, free memory is given back.
    time.sleep(2.5)
    after.append(kept_by(helper))
    for what, unit, one, other in zip(("a connection costs the helper", "the helper keeps"), ("thousandths of its program", "MB"), before, after):
        seen = [round(one, 1), round(other, 1), unit]
        check(f"{what} as much as before the floods, within 20 %", other <= one * 1.2, seen)
    ask(["lift"], user=OTHER)
    ask(["lift"])
    sink.kill()
    sink.wait()


def ended(child):
    """Whether a flood is over."""
    try:
        return os.waitpid(child, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def swallow():
    """Takes connections and what they say, without a word."""
    door = socket.create_server(SINK, backlog=1024)
    many(4000)
    print("up", flush=True)
    ready = selectors.DefaultSelector()
    ready.register(door, selectors.EVENT_READ)
    while True:
        for key, _ in ready.select():
            one = key.fileobj
            try:
                if one is door:
                    ready.register(door.accept()[0], selectors.EVENT_READ)
                elif not one.recv(1 << 16):
                    raise ConnectionResetError
            except OSError:
                ready.unregister(one)
                one.close()
        time.sleep(0.01)


if __name__ == "__main__":
    swallow()
