"""What a service leaves behind: one that is killed, and one that stops in order."""

import json
import os
import signal
import time

from desktop import Whole, differences
from machine import SOCKET
from person import PERSON
from report import check, never, until


def guarded(machine):
    """A service that is killed and does not come again, without systemd: all is as it was once its lease is out."""
    whole = Whole(machine)
    before = whole.picture()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    began = time.monotonic()
    whole.service.kill()
    check("within the lease it stays closed", whole.stands() and never(lambda: not whole.stands(), 25))
    took = until(lambda: not whole.stands(), 12)
    check("at the lease's end the app goes on", took is not None, round(time.monotonic() - began, 1))
    check("and all is as it was", until(lambda: whole.picture() == before, 5) is not None,
          differences(before, whole.picture()))
    whole.close()


def abandoned(machine):
    """What the service holds without a helper is brought back as well, once it does not come again."""
    whole = Whole(machine)
    machine.kill()
    os.unlink(SOCKET)
    before = whole.picture()
    whole.say("start", profile="p")
    led = until(lambda: "focuskey-" in whole.gsettings("get", "autoconfig-url"), 8)
    check("what the service holds alone stands in", led is not None)
    check("and is not what was there", whole.picture() != before)
    whole.service.kill()
    check("at the lease's end the setting and the entries are as they were",
          until(lambda: whole.picture() == before, 40) is not None, differences(before, whole.picture()))
    whole.close()


def returning(machine):
    """A service that comes again takes up the session, and the guardian of the old one leaves it alone."""
    whole = Whole(machine)
    whole.say("start", profile="p")
    check("a session closes", until(whole.stands, 5) is not None, whole.say("status"))
    whole.service.kill()
    whole.service.start()
    check("a service comes again, and takes up the session", until(whole.stands, 5) is not None)
    check("for longer than the lease of the one before", never(lambda: not whole.stands(), 33))
    check("one guardian is there", len(guardians()) == 1, guardians())
    whole.end()
    check("the end lets it go", until(lambda: guardians() == [], 5) is not None, guardians())
    whole.close()


def guardians():
    """The processes that watch over a service."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
            with open(f"/proc/{name}/stat") as file:
                state = file.read().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if b"guard" in words and state != "Z":
            found.append(int(name))
    return found


def stopping(machine):
    """An orderly stop leaves the log and what the person wrote, and nothing else."""
    whole = Whole(machine, isLoggedIn=True)
    runtime = f"/run/user/{PERSON}/focuskey"
    state = whole.service.home + "/.local/state/focuskey"
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    whole.end()
    whole.service.process.terminate()
    whole.service.process.wait()
    check("the runtime folder is gone", not os.path.exists(runtime), os.path.exists(runtime) and os.listdir(runtime))
    check("the log is one file, with its anchor beside it",
          sorted(os.listdir(state)) == ["focuskey.sqlite", "focuskey.sqlite-anchor"], os.listdir(state))
    whole.close()


def halted(machine):
    """A service that somebody stops opens everything once its lease is out, and the history has the gap."""
    whole = Whole(machine)
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))

    def gaps():
        sessions = [json.loads(line) for line in whole.service.command("history", "--json").splitlines()]
        return [gap["down_seconds"] for session in sessions for gap in session.get("gaps", [])]
    check("there is no gap", gaps() == [], gaps())
    for pause in [3, 13]:
        whole.service.process.send_signal(signal.SIGSTOP)
        time.sleep(pause)
        whole.service.process.send_signal(signal.SIGCONT)
        time.sleep(2)
    told = gaps()
    check("the long halt is a gap, the short one is not", len(told) == 1 and 12 <= told[0] <= 20, told)
    check("the session goes on", until(whole.up, 5) is not None, whole.say("status"))
    whole.end()
    whole.close()
