"""Parts of sites in real browsers: addresses, what a page changes itself, frames, exceptions, and what is said of it."""

import json
import time

from pages import connected, forced
from report import check, timed, until

SITES = [
    "free.example/shorts",
    "free.example/r/*",
    "!free.example/r/work",
    "social.example",
    "!social.example/watch",
]
PROFILE = {"id": "parts", "blocks": {"sites": SITES}, "visits": {"perSession": 3, "minutes": 5}}
START = "https://free.example/start"


class Sight:
    """What a browser shows of addresses."""

    def __init__(self, browser):
        self.browser, self.name = browser, browser.name

    def covered(self, address):
        """Whether our page stands for an address."""
        return any(url.endswith("#" + address) and "/shield.html" in url for url in self.browser.tabs())

    def comes(self, what, condition, seconds=20, most=None):
        took = until(condition, seconds)
        check(f"{self.name}: {what}", took is not None, None if took is not None else list(self.browser.tabs()))
        if most:
            timed(f"{self.name}: {what}", took or seconds, most)

    def closes(self, address):
        self.browser.open(address)
        self.comes(f"{address} is closed", lambda: self.covered(address))

    def opens(self, address):
        self.browser.open(address)
        self.comes(f"{address} opens", lambda: address in self.browser.tabs())
        time.sleep(0.3)
        check(f"{self.name}: {address} stays open", address in self.browser.tabs() and not self.covered(address))


def see_addresses(sight):
    """What is asked for by its address."""
    for path in ["shorts", "shorts/1?a=b", "%73horts/2", "r/fun/top"]:
        sight.closes("https://free.example/" + path)
    sight.closes("https://m.free.example/shorts/")
    for path in ["shortsx", "Shorts", "r", "r/work/today", "#/shorts"]:
        sight.opens("https://free.example/" + path)
    sight.closes("https://social.example/else")
    sight.opens("https://social.example/watch?v=1")
    loads = "fetch('/asset').then((one) => one.text()).then((text) => { document.title = text }).catch(() => { document.title = 'none' })"
    sight.browser.evaluate("/watch?v=1", f"void {loads}")
    sight.comes(
        "what is open loads what it needs from its site",
        lambda: sight.browser.evaluate("/watch?v=1", "document.title") == "ok",
    )


def see_changes(sight):
    """What a page, and a frame in one, change without asking for anything."""
    sight.browser.evaluate("/start", "void history.pushState(null, '', '/shorts/3')")
    sight.comes("a page that goes there itself is closed", lambda: sight.covered("https://free.example/shorts/3"), most=0.2)
    frames = "https://free.example/frames"
    sight.opens(frames)
    add = "(() => { const one = document.createElement('iframe'); one.src = '/inside'; document.body.append(one) })()"
    sight.browser.evaluate("/frames", f"void {add}")
    where = "(() => { try { return frames[0].location.pathname } catch { return 'closed' } })()"
    sight.comes("a frame of an open part opens", lambda: sight.browser.evaluate("/frames", where) == "/inside")
    sight.browser.evaluate("/frames", "void frames[0].history.pushState(null, '', '/shorts/4')")
    sight.comes("a frame that goes there itself is closed", lambda: sight.browser.evaluate("/frames", where) == "closed", most=0.2)
    check(f"{sight.name}: the page around it stays", frames in sight.browser.tabs())
    again = add.replace("/inside", "/shorts/5")
    sight.browser.evaluate("/frames", f"void {again}")
    other = where.replace("[0]", "[1]")
    sight.comes("a frame of a closed part is closed", lambda: sight.browser.evaluate("/frames", other) == "closed")


def see_words(sight, service):
    """What the product says of it."""
    name = "Chromium" if sight.name == "chromium" else "Firefox"
    told = json.loads(service.command("shield", "status", "--json"))["paths"]
    check(f"{sight.name}: it is said to see paths", {"name": name, "state": "active"} in told["browsers"], told)
    check(f"{sight.name}: elsewhere the site is open", told["otherwise"] == "open" and told["state"] != "off", told)
    check(f"{sight.name}: in words", name in service.command("status") and "Parts of sites" in service.command("status"))
    tried = json.loads(service.command("shield", "test", "--json", "--open", "work.example"))["trials"]
    paths = [one for one in tried if one["what"] == "browser-blocked-path"]
    check(f"{sight.name}: the trial tries one", [one["outcome"] for one in paths] == ["refused"], paths)


def see_visit(sight, service):
    """A part that is visited, as it is written."""
    address = "https://free.example/shorts/6"
    sight.closes(address)
    said = service.command("visit", "free.example/shorts")
    sight.comes("a visit brings it back", lambda: address in sight.browser.tabs() and not sight.covered(address))
    sight.closes("https://free.example/r/other")
    service.command("visit", "--end")
    sight.comes("its end closes it again", lambda: sight.covered(address))
    check(f"{sight.name}: the visit is taken", said is not None)


def parts(machine, kind):
    _, service = forced(machine, kind)
    service.take([PROFILE])
    browser = kind(machine, page=START)
    sight = Sight(browser)
    if not connected(service, browser):
        return browser.close()
    sight.comes("the page opens before", lambda: START in browser.tabs())
    service.say("start", profile="parts")
    browser.open("https://free.example/shorts/0")
    sight.comes("the order is held", lambda: sight.covered("https://free.example/shorts/0"))
    check(f"{sight.name}: what is open stays", START in browser.tabs())
    see_addresses(sight)
    see_changes(sight)
    see_words(sight, service)
    see_visit(sight, service)
    attempts = service.say("status").get("attempts")
    check(f"{sight.name}: attempts are counted", (attempts or 0) > 3, attempts)
    service.end()
    sight.comes("the end opens all", lambda: not any("/shield.html" in url for url in browser.tabs()))
    service.kill()
    browser.close()
    machine.desktop = {}
    machine.start()
