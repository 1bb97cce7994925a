#!/usr/bin/env python3
"""Trials of visits: one blocked thing is open for a time, and is shut by its end whoever is still there.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 visits.py PATH/focuskey-shield TRIAL
"""

import subprocess
import sys
import threading
import time

import lab
from desktop import Whole
from machine import tables
from person import PERSONS, ask, opens, starts
from programs import REFUSED
from report import beside, check, timed, until


class Stream:
    """A connection to what is visited, over which something comes all the while."""

    def __init__(self):
        self.talker = subprocess.Popen([*PERSONS, sys.executable, beside("talker.py"), "--stream"], stdout=subprocess.PIPE)
        self.talker.stdout.read(8)

    def lives(self):
        return self.talker.poll() is None

    def close(self):
        self.talker.kill()
        self.talker.wait()


class Probes:
    """Asks ten times a second for something that stays blocked, until it is ended."""

    def __init__(self, *names):
        self.asked = self.opened = 0
        self.goes = True
        self.thread = threading.Thread(target=self.ask, args=(names,))
        self.thread.start()

    def ask(self, names):
        while self.goes:
            for name in names:
                self.asked += 1
                self.opened += opens(name)
            time.sleep(0.1)

    def end(self):
        self.goes = False
        self.thread.join()
        check("everything else stays blocked throughout", self.opened == 0 and self.asked > 3, [self.opened, self.asked])


def clock():
    """The helper's clock."""
    return next(int(line.split()[1]) for line in ask(["status"]) if line.startswith("clock "))


def later(machine):
    """An order carries a visit's end: the helper shuts the thing, though who ordered it ended at once."""
    ends = clock() + 6000
    lines = ["order 30000 -", "section block", "site social.example", "site work.example", "except social.example"]
    lines += [f"later {ends}", "section block", "site social.example", "commit"]
    check("the order is taken", ask(lines) == ["done"])
    check("the visited thing opens", opens("social.example") and opens("m.social.example"))
    probes = Probes("work.example")
    stream = Stream()
    check("a connection to it goes on", stream.lives())
    time.sleep(max(0, (ends - clock()) / 1000 - 2))
    check("until the end", stream.lives() and opens("social.example"))
    cut = until(lambda: not stream.lives(), 5)
    check("its connections are cut", cut is not None)
    timed("cut after the end", (clock() - ends) / 1000, 0.3)
    check("and it is blocked again", not opens("social.example"))
    probes.end()
    stream.close()


def visited(machine):
    """The service and the helper: a visit, its end by the person, its end while no service runs."""
    whole = Whole(machine)
    whole.service.take(
        [
            {
                "id": "p",
                "blocks": {"sites": ["social.example", "games.work.example"], "apps": ["chat"]},
                "visits": {"perSession": 9, "minutes": 1, "minutesPerDay": 9},
            }
        ]
    )
    whole.say("start", profile="p")
    check("a session closes", until(lambda: starts("/run/opt/chat") == REFUSED, 5) is not None, whole.say("status"))
    check("the site is blocked", not opens("social.example"))
    probes = Probes("games.work.example")
    began = time.monotonic()
    told = whole.say("visit", what="m.social.example", minutes=1)
    check("a host below it is visited", told.get("ok"), told)
    check("it opens", until(lambda: opens("m.social.example"), 2) is not None)
    timed("opens after the visit began", time.monotonic() - began, 0.15)
    check("the site itself stays blocked", not opens("social.example"))
    whole.say("visit-end")
    check("the person shuts it", not opens("m.social.example"))
    check("an app is visited", whole.say("visit", what="chat").get("ok"))
    check("it starts", until(lambda: starts("/run/opt/chat") == 0, 2) is not None)
    whole.say("visit-end")
    check("it is refused again", until(lambda: starts("/run/opt/chat") == REFUSED, 2) is not None)
    began = time.monotonic()
    check("the site is visited", whole.say("visit", what="social.example").get("ok"))
    check("the site opens", until(lambda: opens("social.example"), 2) is not None)
    stream = Stream()
    time.sleep(max(0, 55 - (time.monotonic() - began)))
    check("it is open until its end", stream.lives() and opens("social.example"))
    whole.service.kill()
    check("also without the service", opens("social.example") and "focuskey" in tables())
    cut = until(lambda: not stream.lives(), 10)
    check("its connections are cut though the service was killed", cut is not None)
    timed("cut after a minute", abs(time.monotonic() - began - 60), 0.3)
    check("and it is blocked again", not opens("social.example"))
    probes.end()
    stream.close()
    whole.close()


TRIALS = {body.__name__: body for body in [later, visited]}


if __name__ == "__main__":
    lab.main(TRIALS)
