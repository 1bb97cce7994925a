"""A blocked site, loaded again and again by real browsers that hide its name where they can."""

import os
import time

from drivers import Chromium, Firefox
from person import BLOCK, ask, order
from report import check, until

WAYS = [(doh, ech) for doh in [False, True] for ech in [False, True]]


def noted(machine, what):
    try:
        return os.path.getsize(f"{machine.folder}/{what}")
    except OSError:
        return 0


def told(browser):
    return dict(pair.split("=") for pair in browser.title().split(" ") if "=" in pair)


def loaded(machine, kind, doh, ech, count, renew=lambda: None):
    """What a browser opened of so many loads: what it says itself, what servers were asked for, and how many hellos
    came that were encrypted for the front."""
    before = [noted(machine, what) for what in ["opened", "fronted"]]
    browser = kind(machine, doh, f"https://work.example/loads?count={count}", ech)
    end = time.monotonic() + 60 + count
    while time.monotonic() < end and told(browser).get("done") != "1":
        renew()
        time.sleep(0.5)
    said = told(browser)
    browser.close()
    after = [noted(machine, what) for what in ["opened", "fronted"]]
    return said, *(new - old for new, old in zip(after, before))


def encrypt(machine, **names):
    """Whose names browsers are told to encrypt, by the way in which they ask."""
    for way, sites in names.items():
        with open(f"{machine.folder}/encrypted-{way}", "w") as file:
            file.write(sites)


def loads(machine):
    """Every way of asking for names and of encrypting them: none of the loads of a blocked site opens it."""
    count = int(os.environ.get("LOADS", "40"))
    kinds = [kind for kind in [Chromium, Firefox] if kind.name in os.environ.get("BROWSERS", "chromium firefox")]
    # At first nobody's are: a browser that is told how to encrypt a name does so, whatever it was started with.
    encrypt(machine, dns="", doh="")
    machine.serve(patience=5)
    for kind in kinds:
        # A browser that starts for the first time may take the network for another one in the middle of it.
        for _ in range(3):
            said, opened, fronted = loaded(machine, kind, False, False, 10)
            if said.get("site") == "10":
                break
        check(f"{kind.name}: without a shield the site opens", said.get("site") == "10" and opened >= 10, [said, opened])
    # Everybody's names are encrypted for those who ask this computer's resolver. Who asks over HTTPS, at a resolver
    # that is on no list, hears it of the blocked site alone: a front that is closed takes all that is behind it.
    encrypt(machine, dns="social free", doh="social")
    for kind in kinds:
        said, opened, fronted = loaded(machine, kind, True, True, 10)
        check(f"{kind.name}: without a shield names are encrypted for the front", fronted > 0, [said, opened, fronted])
        for doh, ech in WAYS:
            what = f"{kind.name}, {'DNS over HTTPS' if doh else 'plain DNS'}, ECH {'on' if ech else 'off'}"
            stamp = order(["order 60000 -", *BLOCK[1:]])
            said, opened, fronted = loaded(machine, kind, doh, ech, count, lambda: ask([f"renew {stamp}"]))
            check(f"{what}: all were tried", said.get("done") == "1", said)
            check(f"{what}: 0 of {count} loads opened", said.get("site") == "0" and opened == 0, [said, opened])
            check(f"{what}: no name got past in a front", fronted == 0, fronted)
            check(f"{what}: neighbours on the same address open", said.get("neighbour") == str(-(-count // 10)), said)
            ask(["lift"])
