"""What packages replace, and what somebody takes away."""

import os
import shutil
import socket
import time

import tamper
from machine import SOCKET
from person import BLOCK, PERSON, ask, opens, starts
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


def take_marks_away(taken, thief):
    """Marks that somebody takes are put back, and that is told."""
    heard = watched(thief)
    check("marks that somebody takes stand again", max(taken) < 10, taken)
    timed("marked again", max(taken), 1)
    check(
        "and that is told, once each",
        [line for line in heard if line.startswith("repaired")] == ["repaired app-starts"] * 3,
        heard,
    )


def upgrades(machine):
    """A package replaces what is closed: it stays closed, and nobody is accused. Somebody takes the marks away: that
    is told."""
    run("mount", "-t", "tmpfs", "none", "/opt")
    os.mkdir("/opt/room")
    paths = [program("/run/opt/chat"), program("/opt/room/talk")]
    late = "/run/opt/late"
    order = ["order 30000 -", *(f"program chat {path}" for path in paths + [late]), "commit"]
    check("the order is taken", ask(order) == ["done"] and all(starts(path) == REFUSED for path in paths))
    marked = tamper.marks(machine.helper.pid)
    slowest = 0

    def packages():
        nonlocal slowest
        for turn in range(5):
            for path in paths:
                program(path)
            check(
                f"in a folder of its own not one start gets through, turn {turn + 1}",
                starts("/opt/room/talk") == REFUSED,
            )
            took = until(lambda: all(starts(path) == REFUSED for path in paths), 10)
            slowest = max(slowest, took or 10)
        # The folder goes too.
        shutil.rmtree("/opt/room")
        os.mkdir("/opt/room")
        program("/opt/room/talk")
        slowest = max(slowest, until(lambda: starts("/opt/room/talk") == REFUSED, 10) or 10)
        time.sleep(0.7)
        program("/opt/room/talk")
        check("a folder that was made anew closes at once", starts("/opt/room/talk") == REFUSED)
        # Taken away and put back at the same number, as file systems do that give numbers again.
        os.unlink("/run/opt/chat")
        program("/run/opt/chat")
        slowest = max(slowest, until(lambda: starts("/run/opt/chat") == REFUSED, 10) or 10)
        program(late)
        slowest = max(slowest, until(lambda: starts(late) == REFUSED, 10) or 10)

    heard = watched(packages)
    check("what a package replaced or brought is refused", slowest < 10, slowest)
    timed("refused again", slowest, 1)
    check("a package is not accused", not any(line.startswith("repaired") for line in heard), heard)

    taken = []

    def thief():
        for _ in range(3):
            # On a busy computer the lease is over before the last of them is looked at.
            check("the order is taken again", ask(order) == ["done"])
            taken_away = tamper.take_marks(machine.helper.pid) == 1 and not tamper.marks(machine.helper.pid)
            check("the marks can be taken", taken_away)
            taken.append(until(lambda: all(starts(path) == REFUSED for path in paths + [late]), 10) or 10)

    take_marks_away(taken, thief)
    ask(["lift"])
    check("nothing stays marked", not tamper.marks(machine.helper.pid), tamper.marks(machine.helper.pid))
    check("there were marks", bool(marked))

    take_table_away(machine)


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
