"""What packages replace, and what somebody takes away."""

import os
import shutil
import socket
import time

import tamper
from machine import SOCKET
from person import BLOCK, PERSON, ask, opens, order, starts
from programs import REFUSED, program
from report import check, run, timed, until


def take_table_away(machine):
    """A table that somebody takes is raised again, and that is told."""
    ask(BLOCK)
    taken = []

    def vandal():
        for _ in range(3):
            tamper.take_table(machine.helper.pid)
            check("the table can be taken", "focuskey" not in run("nft", "list", "tables"))
            taken.append(until(lambda: "focuskey" in run("nft", "list", "tables"), 10) or 10)
            check("the name is closed again", not opens("social.example"))

    heard = watched(vandal)
    check("a table that somebody takes stands again", max(taken) < 10, taken)
    timed("raised again", max(taken), 1)
    check(
        "and that is told too, once each",
        [line for line in heard if line.startswith("repaired")] == ["repaired sites"] * 3,
        heard,
    )


def take_marks_away(taken, thief, count):
    """Marks that somebody takes are put back, and that is told."""
    heard = watched(thief)
    check("marks that somebody takes stand again", max(taken) < 10, taken)
    timed("marked again", max(taken), 1)
    check(
        "and that is told, once each",
        [line for line in heard if line.startswith("repaired")] == ["repaired app-starts"] * count,
        heard,
    )


CHAT, TALK, LATE = "/run/opt/chat", "/opt/room/talk", "/run/opt/late"


def upgrades(machine):
    """A package replaces what is closed: it stays closed, and nobody is accused. Somebody takes the marks away: that
    is told."""
    run("mount", "-t", "tmpfs", "none", "/opt")
    os.mkdir("/opt/room")
    paths = [program(CHAT), program(TALK)]
    lines = ["order 60000 -", *(f"program chat {path}" for path in [CHAT, TALK, LATE]), "commit"]
    stamp = order(lines)
    check("the order is taken", all(starts(path) == REFUSED for path in paths))
    marked = tamper.marks(machine.helper.pid)
    times = []
    heard = watched(lambda: times.extend(packages(stamp)))
    check("what a package replaced or brought is refused", max(times) < 10, times)
    timed("refused again", max(times), 1)
    check("a package is not accused", not any(line.startswith("repaired") for line in heard), heard)

    taken = []

    def thief():
        for _ in range(3):
            # On a busy computer the lease is over before the last of them is looked at.
            check("the order is taken again", ask(lines) == ["done"])
            taken_away = tamper.take_marks(machine.helper.pid) == 1 and not tamper.marks(machine.helper.pid)
            check("the marks can be taken", taken_away)
            taken.append(refused(CHAT, TALK, LATE))
        # An order comes before anybody has looked.
        tamper.take_marks(machine.helper.pid)
        check("and once more", ask(lines) == ["done"])
        taken.append(refused(CHAT, TALK, LATE))

    take_marks_away(taken, thief, 4)
    ask(["lift"])
    check("nothing stays marked", not tamper.marks(machine.helper.pid), tamper.marks(machine.helper.pid))
    check("there were marks", bool(marked))

    take_table_away(machine)


def refused(*paths):
    """After how long none of them starts; 10 where that is longer."""
    return until(lambda: all(starts(path) == REFUSED for path in paths), 10) or 10


def packages(stamp):
    """Replaces and brings what is closed; how long each was open."""
    times = []
    for turn in range(5):
        check(f"the order is renewed, turn {turn + 1}", ask([f"renew {stamp}"]) == ["done"])
        program(CHAT)
        program(TALK)
        check(f"in a folder of its own not one start gets through, turn {turn + 1}", starts(TALK) == REFUSED)
        times.append(refused(CHAT, TALK))
    check("the order is renewed once more", ask([f"renew {stamp}"]) == ["done"])
    # The folder goes too.
    shutil.rmtree("/opt/room")
    os.mkdir("/opt/room")
    program(TALK)
    times.append(refused(TALK))
    time.sleep(0.7)
    program(TALK)
    check("a folder that was made anew closes at once", starts(TALK) == REFUSED)
    # Taken away and put back at the same number, as file systems do that give numbers again.
    os.unlink(CHAT)
    program(CHAT)
    times.append(refused(CHAT))
    program(LATE)
    times.append(refused(LATE))
    return times


def watched(body):
    """What the helper tells its person while root does something."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgid(PERSON)
        os.setuid(PERSON)
        one = socket.socket(socket.AF_UNIX)
        one.connect(SOCKET)
        one.sendall(b"watch\n")
        while piece := one.recv(65536):
            os.write(writing, piece)
        os._exit(0)
    os.close(writing)
    text = os.read(reading, 5)
    body()
    time.sleep(0.3)
    os.kill(child, 9)
    os.waitpid(child, 0)
    while piece := os.read(reading, 65536):
        text += piece
    os.close(reading)
    return text.decode().splitlines()[1:]
