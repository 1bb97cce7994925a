"""What running browsers reach before, during and after a shield."""

import json
import os
import subprocess
import tempfile
import time

from internet import NEIGHBOUR
from machine import SOCKET
from person import BLOCK, PERSON, as_person, give
from report import check, until
from service import Service


def seen(browser):
    """What the browser's page can reach."""
    return dict(pair.split("=") for pair in browser.title().split(" ") if "=" in pair)


EVERYTHING = ["exception", "neighbour", "new", "own", "site", "six", "sixfree", "stream", "subdomain"]


# What each column of the page is in the matrix: a site by its name, one more below it, its exception, a neighbour on
# the same address, both over IPv6 alone, a connection that was there before, one that is new.
CLOSED = {
    "block": {"site", "subdomain", "six", "new", "stream"},
    "allow": {"site", "subdomain", "six", "new", "stream", "exception", "neighbour", "sixfree"},
}


ORDERS = {
    "block": BLOCK,
    "allow": ["order 30000 -", "section allow", "site work.example", "site doh.example", "commit"],
}


# How names are asked for, and the modes that are tried so.
WAYS = [(False, ["block", "allow"]), (True, ["block"])]


PROFILES = [
    {"id": "block", "blocks": {"sites": ["social.example", "!old.social.example"]}},
    {"id": "allow", "blocks": {"mode": "allow", "sites": ["work.example", "doh.example"]}},
]


class Matrix:
    """What held, by layer and browser."""

    columns = ["block", "allow", "exception", "subdomain", "IPv6", "running", "new", "existing", "DoH", "QUIC"]

    def __init__(self):
        self.rows = {}

    def note(self, layer, browser, column, held):
        """Adds what was seen to a cell; what fails once has failed."""
        row = self.rows.setdefault((layer, browser), {})
        row[column] = held if row.get(column, held) == held else "NO"

    def show(self):
        width = max(len(layer) + len(browser) for layer, browser in self.rows) + 2
        print(" " * width + "".join(f"{name:>10}" for name in self.columns))
        for (layer, browser), row in self.rows.items():
            print(f"{layer}, {browser}".ljust(width) + "".join(f"{row.get(name, '-'):>10}" for name in self.columns))


class Look:
    """A running browser before, during and after a shield that one layer alone holds."""

    def __init__(self, machine, table, layer, kind, doh, close, open_, stops_quic=False):
        self.machine, self.table, self.layer, self.close, self.open = machine, table, layer, close, open_
        self.stops_quic = stops_quic
        self.doh = doh
        self.browser = kind(machine, doh)
        self.way = f"{layer}, {kind.name}, {'DNS over HTTPS' if doh else 'plain DNS'}"

    def run(self, modes, before=lambda browser: None):
        before(self.browser)
        self.reach("before", set(), 60)
        for mode in modes:
            # Only a browser that does speak QUIC shows something when it does not.
            check(
                f"{self.way}: before {mode}: the browser speaks QUIC",
                until(self.grows(NEIGHBOUR), 40) is not None,
                datagrams(self.machine),
            )
            start = time.monotonic()
            self.close(mode)
            self.reach(mode, CLOSED[mode], 20, start)
            self.quiet(mode)
            self.note(mode)
            start = time.monotonic()
            self.open()
            self.reach(f"after {mode}", set(), 40, start)

    def reach(self, what, closed, seconds, start=None):
        """Whether the browser reaches exactly what it should, one check for each way."""
        expected = {name: "closed" if name in closed else "open" for name in EVERYTHING}
        took = until(lambda: seen(self.browser) == expected, seconds)
        self.now = expected if took is not None else seen(self.browser)
        self.expected = expected
        for name in EVERYTHING:
            check(
                f"{self.way}: {what}: {name} is {expected[name]}",
                self.now.get(name) == expected[name],
                self.now.get(name),
            )
        if start is not None and took is not None:
            print(
                json.dumps({"measured": f"{self.way}: {what}", "seconds": round(time.monotonic() - start, 2)}),
                flush=True,
            )

    def grows(self, address):
        start = datagrams(self.machine)[address]
        return lambda: datagrams(self.machine)[address] > start

    def quiet(self, mode):
        """Whether what is closed is asked for by QUIC, which the browser did before: its names are known to speak
        it."""
        time.sleep(0.5)
        before = datagrams(self.machine)
        time.sleep(5)
        after = datagrams(self.machine)
        self.silent = before[NEIGHBOUR] == after[NEIGHBOUR]
        check(f"{self.way}: {mode}: nothing closed is asked for by QUIC", self.silent, [before, after])
        if self.stops_quic:
            check(f"{self.way}: {mode}: nothing at all leaves by QUIC", before == after, [before, after])

    def note(self, mode):
        held = {name: self.now.get(name) == self.expected[name] for name in EVERYTHING}
        columns = {
            "block": {
                "block": ["site"],
                "exception": ["exception", "neighbour"],
                "subdomain": ["subdomain"],
                "IPv6": ["six", "sixfree"],
                "running": EVERYTHING,
                "new": ["new"],
                "existing": ["stream"],
            },
            "allow": {"allow": EVERYTHING, "running": EVERYTHING},
        }[mode]
        if self.doh:
            columns = {"DoH": EVERYTHING}
        for column, names in columns.items():
            word = "held" if all(held[name] for name in names) else "NO"
            self.table.note(self.layer, self.browser.name, column, word)
        self.table.note(self.layer, self.browser.name, "QUIC", "held" if self.silent else "NO")


def datagrams(machine):
    """How many connections of QUIC were begun to each address: names that are to be closed have one of their own."""
    with open(machine.folder + "/quic") as file:
        return json.loads(file.read() or "{}")


def own_service(machine, **desktop):
    """A service of the person's without the helper, with the profiles of the trial."""
    machine.kill()
    os.unlink(SOCKET)
    machine.desktop = desktop
    service = Service(os.path.join(os.path.dirname(machine.helper_path), "focuskey"), 4357, **desktop)
    service.start()
    service.take(PROFILES)
    return service


def desk(desktop):
    """A desktop of the person's: where it keeps its settings, what its programs are told, and its bus, on which dconf
    keeps them."""
    keep = tempfile.mkdtemp(dir="/run/opt")
    os.mkdir(keep + "/run")
    with open(keep + "/kioslaverc", "w") as file:
        # Chromium watches KDE's settings where they said something of proxies when it started.
        file.write("[Proxy Settings]\nProxyType=0\n")
    give(keep)
    # Who shares settings shares the folder in which dconf says that they changed.
    settings = {
        "XDG_CONFIG_HOME": keep,
        "XDG_RUNTIME_DIR": keep + "/run",
        "XDG_CURRENT_DESKTOP": desktop,
        "KDE_SESSION_VERSION": "6",
        "XDG_DATA_DIRS": "/usr/share",
    }
    bus = as_person(keep, "dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE, **settings)
    settings["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
    return keep, settings, bus
