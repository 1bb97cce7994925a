#!/usr/bin/env python3
"""Trials of visits: one blocked thing is open for a time, and is shut by its end whoever is still there.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 visits.py PATH/focuskey-shield TRIAL
"""

import json
import os
import subprocess
import sys
import threading
import time

import lab
from desktop import Whole
from machine import tables
from person import PERSONS, ask, opens, starts
from programs import REFUSED
from report import beside, check, figure, timed, until


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
    took = spoken(whole, "visit", lambda: opens("m.social.example"), what="m.social.example", minutes=1)
    check("a host below it is visited, and opens", took is not None)
    timed("opens after the visit was asked for", took or 5, 0.15)
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


def spoken(whole, command, until_held, **more):
    """How long it takes from a word until something holds, which may be before the word is answered; None if never."""
    told = []
    speaker = threading.Thread(target=lambda: told.append(whole.say(command, **more)))
    began = time.monotonic()
    speaker.start()
    held = until(until_held, 5)
    took = time.monotonic() - began
    speaker.join()
    check(f"{command} is answered", bool(told) and told[0].get("ok"), told)
    return took if held is not None else None


def visit_figures(machine):
    """From the word to visit until the site opens, and from the word to end it until it is refused."""
    rounds = int(os.environ.get("ROUNDS", "25"))
    whole = Whole(machine)
    rules = {"perSession": 1000, "minutes": 1, "minutesPerDay": 1000}
    whole.service.take([{"id": "p", "blocks": {"sites": ["social.example"], "apps": ["chat"]}, "visits": rules}])
    whole.say("start", profile="p")
    check("a session closes", until(lambda: not opens("social.example"), 5) is not None)
    opening, closing = [], []
    for _ in range(rounds):
        for times, command, more, is_open in [
            (opening, "visit", {"what": "social.example"}, True),
            (closing, "visit-end", {}, False),
        ]:
            took = spoken(whole, command, lambda wanted=is_open: opens("social.example") == wanted, **more)
            check(f"{command} does what it says", took is not None)
            times.append((took or 5) * 1000)
    for what, times, most in [("from visit to open", opening, 150), ("from its end to refused", closing, 300)]:
        figure(f"{what}, median", sorted(times)[rounds // 2], most, "ms")
        print(json.dumps({"measured": f"{what}, slowest", "value": round(max(times), 1), "unit": "ms"}), flush=True)
    whole.close()


TRIALS = {body.__name__: body for body in [later, visited, visit_figures]}


if __name__ == "__main__":
    lab.main(TRIALS)
