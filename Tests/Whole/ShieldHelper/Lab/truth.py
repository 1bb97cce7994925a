#!/usr/bin/env python3
"""What is said about the shield while it changes behind the service's back: every way of changing it, and every place
that speaks of it.

unshare -n -m --pid --fork --kill-child --mount-proc python3 truth.py PATH/focuskey-shield TRIAL
"""

import json
import os
import signal
import struct
import subprocess
import time

import lab
import tamper
from desktop import Whole
from machine import SOCKET, connects
from leaving import abandoned, guarded, halted, returning, stopping
from mouths import Mouths, begin
from person import ask
from report import check, timed, until
from trying import trials

LIMIT = 1.0


class Truth:
    """The whole, its mouths, and what they must say after each change."""

    def __init__(self, machine):
        self.machine = machine
        self.whole = Whole(machine)
        # With a dashboard, which other trials do without.
        service = self.whole.service
        service.process.terminate()
        service.process.wait()
        with open(service.home + "/config.json5", "w") as file:
            file.write("{ port: 4357, readers: { pcsc: false } }")
        service.start()
        self.mouths = Mouths(self.whole)

    def close(self):
        self.mouths.close()
        self.whole.close()

    def expects(self, what, word):
        """Each place says it within a second of now, unasked or asked."""
        began = time.monotonic()

        def wrong():
            said = self.mouths.told() | self.mouths.shown()
            return {place: saw for place, saw in said.items() if not agrees(place, saw, word)}
        took = until(lambda: not wrong(), 10)
        saw = wrong() if took is None else round(time.monotonic() - began, 2)
        check(f"{what}: every place says {word}", took is not None, saw)
        self.late(what, took)

    def late(self, what, took):
        """Asking ten programs takes a slow machine longer than the bound: what they show unasked is what is timed."""
        timed(f"{what}: every place", took or 10, LIMIT)


def agrees(place, saw, word):
    """Whether what a place says is that word, as far as it tells words apart."""
    if place == "watch":
        return saw == ("none" if word == "none" else "held")
    if place == "shield status":
        return saw == ("up" if word in ("blocking", "partly") else saw)
    if saw == "held":
        return word in ("blocking", "partly")
    if place in ("plain", "polybar", "i3blocks") and word == "idle":
        return saw == "idle"
    return saw == word


def change_helper(machine, truth):
    """What somebody does to the helper, its layers and its orders."""
    machine.kill()
    os.unlink(SOCKET)
    truth.expects("2. the helper is killed", "partly")
    machine.start()
    truth.expects("3. a helper comes", "blocking")
    tamper.take_table(machine.helper.pid)
    truth.expects("4. the table is deleted, and stands again", "blocking")
    tamper.take_marks(machine.helper.pid)
    truth.expects("5. the marks are taken, and stand again", "blocking")
    ask(["lift"])
    truth.expects("6. another program lifts the order", "blocking")
    ask(["clear"], user=0)
    truth.expects("7. root clears", "blocking")
    os.kill(machine.helper.pid, signal.SIGSTOP)
    # The app that runs stays frozen all the same.
    truth.expects("8. the helper stands still", "partly")
    check("its watchdog ends it", until(lambda: machine.helper.poll() is not None, 10) is not None)
    if os.path.exists(SOCKET):
        os.unlink(SOCKET)
    machine.start()
    truth.expects("9. one comes in its place", "blocking")


def lack_a_part(machine, truth):
    """A helper whose kernel says no to the table."""
    machine.kill()
    os.unlink(SOCKET)
    child = subprocess.Popen([machine.helper_path], preexec_fn=lambda: tamper.without("netfilter"))
    until(connects, 5)
    truth.expects("10. a helper comes that cannot block sites", "partly")
    child.kill()
    child.wait()
    os.unlink(SOCKET)
    machine.start()
    truth.expects("and one that can", "blocking")


def change_idle(machine, truth):
    """While nothing is ordered, too, a helper that goes or comes is told unasked."""
    def fix():
        return truth.mouths.feed.last["blocking"]["fix"]
    check("idle, with a helper: nothing is to be mended", fix() is None, fix())
    machine.kill()
    os.unlink(SOCKET)
    check("idle, the helper goes: the dashboard is told unasked", until(lambda: fix() is not None, 1) is not None)
    machine.start()
    check("idle, a helper comes: the dashboard is told unasked", until(lambda: fix() is None, 1) is not None, fix())


def table(machine):
    """Every way in which the shield changes behind the service's back, and what every place says then."""
    truth = Truth(machine)
    whole = truth.whole
    truth.expects("idle, with a helper", "idle")
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None, whole.say("status"))
    truth.expects("1. a session starts", "blocking")
    change_helper(machine, truth)
    lack_a_part(machine, truth)
    whole.say("break")
    truth.expects("11. a break", "idle")
    whole.say("resume")
    truth.expects("its end", "blocking")
    whole.end()
    truth.expects("12. the end", "idle")
    change_idle(machine, truth)
    truth.close()


def pages(machine):
    """A browser's extension that comes, does what it is told, and goes."""
    truth = Truth(machine)
    whole = truth.whole

    def page():
        layers = truth.mouths.feed.last.get("shield", [])
        return next(((one["state"], one.get("why", "")) for one in layers if one["layer"] == "browser-page"), None)

    def host():
        return begin(whole, "shield", "browser-host", stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def says(browser, **words):
        text = json.dumps(words).encode()
        browser.stdin.write(struct.pack("=I", len(text)) + text)
        browser.stdin.flush()
    whole.say("start", profile="p")
    check("a session closes", until(whole.up, 5) is not None)
    check("no browser is there", until(lambda: page() and page()[0] != "up", 1) is not None, page())
    browser = host()
    told = until(lambda: "has not applied the order" in page()[1], 3)
    check("a browser comes: told unasked", told is not None, page())
    says(browser, rules=3)
    took = until(lambda: page()[0] == "up", 3)
    check("it does what it was told: the layer is up", took is not None, page())
    check("and no reason says that there is nothing to block", "nothing to block" not in page()[1], page())
    timed("it does what it was told", took or 10, LIMIT)
    browser.kill()
    browser.wait()
    took = until(lambda: page()[0] != "up", 3)
    check("it is killed: the layer is not up", took is not None, page())
    timed("it is killed", took or 10, LIMIT)
    browser = host()
    says(browser, rules=3)
    check("another one comes", until(lambda: page()[0] == "up", 3) is not None, page())
    browser.stdin.close()
    browser.wait()
    check("it is closed: the layer is not up", until(lambda: page()[0] != "up", 3) is not None, page())
    truth.close()


def woken(process):
    """How often a process's threads went to sleep by themselves, so far."""
    count = 0
    for task in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{task}/status") as file:
            count += sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt_switches"))
    return count


def sleeps(machine):
    """While nothing happens nobody wakes: not the service, not the helper, not who looks on."""
    truth = Truth(machine)
    whole = truth.whole
    watched = {"the service": whole.service.process.pid, "the helper": machine.helper.pid,
               "a bar": truth.mouths.bars["plain"].process.pid, "status --follow": truth.mouths.following.process.pid}

    def rest(what, seconds=5):
        # What was begun is done by then.
        time.sleep(2)
        before = {name: woken(process) for name, process in watched.items()}
        time.sleep(seconds)
        after = {name: woken(process) - before[name] for name, process in watched.items()}
        # The dashboard's feed says every 20 s that it lives; the helper's own pulse looks once a second after its loop.
        check(f"{what}: nobody wakes", all(count <= 2 for name, count in after.items() if name != "the helper"), after)
    rest("idle, with a helper")
    machine.kill()
    os.unlink(SOCKET)
    del watched["the helper"]
    rest("idle, without one")
    truth.close()


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [table, pages, sleeps, guarded, abandoned, returning, stopping, halted, trials]})
