"""Parts of sites in real browsers: addresses, what a page changes itself, frames, exceptions, and what is said of it."""

import json
import signal
import time

from pages import connected, forced
from person import opens
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

    def text(self, address):
        """What a page says; nothing while it is on its way."""
        try:
            return self.browser.evaluate(address, "document.body && document.body.textContent.trim()")
        except ValueError:
            return None

    def opens(self, address):
        self.browser.open(address)
        self.comes(f"{address} opens", lambda: self.text(address) == "ok")
        time.sleep(0.3)
        check(f"{self.name}: {address} stays open", address in self.browser.tabs() and not self.covered(address))


def see_addresses(sight):
    """What is asked for by its address."""
    for path in ["shorts", "shorts/1?a=b", "%73horts/2", "r/fun/top"]:
        sight.closes("https://free.example/" + path)
    sight.closes("https://m.free.example/shorts/")
    for path in ["shortsx", "Shorts", "r?own", "r/work/today", "#/shorts"]:
        sight.opens("https://free.example/" + path)
    sight.closes("https://social.example/else")
    sight.opens("https://social.example/watch?v=1")
    loads = "fetch('/asset').then((one) => one.text()).then((text) => { document.title = text }).catch(() => { document.title = 'none' })"
    sight.browser.evaluate("/watch?v=1", f"void {loads}")
    sight.comes(
        "what is open loads what it needs from its site",
        lambda: sight.browser.evaluate("/watch?v=1", "document.title") == "ok",
    )


def leave(window, path):
    """Changes the address of a window, and has it note when that was and when the window was gone: who asks from outside
    takes longer to see it."""
    gone = f"{window}.addEventListener('pagehide', () => {{ localStorage.gone = Date.now() }})"
    change = f"{window}.history.pushState(null, '', '{path}')"
    return f"(() => {{ localStorage.gone = 0; localStorage.began = Date.now(); {gone}; {change} }})()"


def took(sight, what):
    """How long it took until the page that noted that was gone."""
    until(lambda: sight.browser.evaluate("/frames", "localStorage.gone") not in (None, "0"), 10)
    milliseconds = sight.browser.evaluate("/frames", "localStorage.gone - localStorage.began")
    check(f"{sight.name}: {what} is measured", isinstance(milliseconds, (int, float)) and milliseconds >= 0, milliseconds)
    timed(f"{sight.name}: {what}", (milliseconds or 0) / 1000, 0.2)


def see_changes(sight):
    """What a page, and a frame in one, change without asking for anything."""
    sight.browser.evaluate("/start", f"void {leave('self', '/shorts/3')}")
    sight.comes("a page that goes there itself is closed", lambda: sight.covered("https://free.example/shorts/3"))
    frames = "https://free.example/frames"
    sight.opens(frames)
    add = "(() => { const one = document.createElement('iframe'); one.src = '/inside'; document.body.append(one) })()"
    sight.browser.evaluate("/frames", f"void {add}")
    where = "(() => { try { return frames[0].location.pathname } catch { return 'closed' } })()"
    sight.comes("a frame of an open part opens", lambda: sight.browser.evaluate("/frames", where) == "/inside")
    took(sight, "a page that goes there itself is closed")
    sight.browser.evaluate("/frames", f"void {leave('frames[0]', '/shorts/4')}")
    sight.comes("a frame that goes there itself is closed", lambda: sight.browser.evaluate("/frames", where) == "closed")
    took(sight, "a frame that goes there itself is closed")
    check(f"{sight.name}: the page around it stays", frames in sight.browser.tabs())
    again = add.replace("/inside", "/shorts/5")
    sight.browser.evaluate("/frames", f"void {again}")
    other = where.replace("[0]", "[1]")
    time.sleep(1)
    there = sight.browser.evaluate("/frames", other)
    check(f"{sight.name}: a frame of a closed part is closed", there in ("closed", "blank"), there)


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
    check(f"{sight.name}: each entry counts once in its minute", 3 <= attempts <= 6, attempts)
    service.end()
    sight.comes("the end opens all", lambda: not any("/shield.html" in url for url in browser.tabs()))
    service.kill()
    browser.close()
    machine.desktop = {}
    machine.start()


def see_orders(sight, service, asks):
    """Other orders, and a visited part of a site that is blocked whole."""
    address = "https://social.example/visited/1"
    sight.closes(address)
    told = service.say("visit", what="social.example/visited", minutes=1)
    check(f"{sight.name}: a part of a blocked site is visited", told.get("ok"), told)
    sight.comes("it comes back in this browser", lambda: sight.text(address) == "ok")
    check(f"{sight.name}: what is left to it goes on loading meanwhile", asks() == "yes")
    sight.closes("https://social.example/other/2")
    check("a program without the extension is refused the visited part, too", not opens("social.example"))
    service.say("visit-end")
    sight.comes("its end closes it again", lambda: sight.covered(address))
    check(f"{sight.name}: and the site that is left to it goes on loading", asks() == "yes")


def left(machine, kind):
    """With the helper: a site of which parts are blocked is left to a browser that sees them, and shut to all else."""
    _, service = forced(machine, kind)
    machine.start()
    service.take([{**PROFILE, "paths": "whole"}])
    browser = kind(machine, page="about:blank")
    sight = Sight(browser)
    if not connected(service, browser):
        return browser.close()
    check("before, the site opens to any program", opens("free.example"))
    service.say("start", profile="parts")
    # Before anybody knows what this browser sees: what it is refused now it gets a moment later, and nobody asks again.
    early = "https://free.example/early"
    browser.open(early)
    sight.comes("a page that was asked for at once comes by itself", lambda: sight.text(early) == "ok")
    sight.comes("a program without the extension is refused", lambda: not opens("free.example"))
    check("and what has an exception is shut to it", not opens("social.example"))

    def is_seen():
        browsers = json.loads(service.command("shield", "status", "--json"))["paths"]["browsers"]
        return any(one["state"] == "active" for one in browsers)

    sight.comes("its extension is seen at work", is_seen)
    address = "https://free.example/left"
    sight.opens(address)
    sight.opens("https://social.example/watch")
    sight.closes("https://free.example/shorts/9")
    sight.closes("https://social.example/other")
    said = json.loads(service.command("shield", "status", "--json"))["paths"]
    check("elsewhere sites are shut", said["otherwise"] == "shut", said)
    ask_again = "fetch('/again').then(() => { document.title = 'yes' }).catch(() => { document.title = 'no' })"

    def asks():
        browser.evaluate(address, "document.title = ''")
        browser.evaluate(address, f"void {ask_again}")
        until(lambda: browser.evaluate(address, "document.title"), 3)
        return browser.evaluate(address, "document.title")

    check(f"{sight.name}: it goes on loading", asks() == "yes")
    check("a program without it is refused all the while", not opens("free.example"))
    see_orders(sight, service, asks)
    # A service that is stopped says nothing for the browser, and its extension lets go.
    service.process.send_signal(signal.SIGSTOP)
    sight.comes("nothing is left to a browser for which nobody speaks", lambda: asks() == "no", 12)
    service.process.send_signal(signal.SIGCONT)
    # An extension whose program went away is back by its alarm of half a minute at the latest.
    sight.comes("and it is again when somebody does", lambda: asks() == "yes", 40)
    service.end()
    service.kill()
    browser.close()
