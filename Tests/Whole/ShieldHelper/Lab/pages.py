"""The page of the shield in real browsers, its buttons, and its removal."""

import json
import os
import tempfile
import time

from drivers import Chromium, Firefox
from machine import files, own_system
from person import PERSON
from report import check, run, timed, until
from sights import Look, Matrix, PROFILES, WAYS, own_service

OTHERS = "/etc/chromium/policies/managed/others.json"


def forced(machine, kind):
    """A computer whose owner had the extension put into browsers, and a person's service on it."""
    own_system(machine)
    os.makedirs(os.path.dirname(OTHERS), exist_ok=True)
    with open(OTHERS, "w") as file:
        # What an owner may have decided before: here that pages of such extensions can be looked into, as this trial
        # has to.
        json.dump({"DeveloperToolsAvailability": 1}, file)
    program = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    said = json.loads(
        run(
            program,
            "--home",
            machine.folder,
            "--json",
            "shield",
            "install",
            *(["--firefox"] if kind is Firefox else []),
        )
    )
    runtime = tempfile.mkdtemp(dir="/run/opt")
    os.chown(runtime, PERSON, PERSON)
    return said, own_service(machine, XDG_RUNTIME_DIR=runtime)


def layer(service):
    """What the product says of the page in browsers."""
    said = service.command("shield", "status", "--json")
    return next(one for one in json.loads(said)["shield"] if one["layer"] == "browser-page")


def applied(service, browser):
    """Whether the product names the browser, and it has done what it was told."""
    why = layer(service).get("why", "")
    return browser.name in why and "has not applied" not in why


def connected(service, browser):
    took = until(lambda: applied(service, browser), 40)
    check(f"{browser.name}: the extension comes by policy, and says that it is there", took is not None, layer(service))
    return took is not None


def pages(machine, table=None):
    """What the extension holds alone, in the columns of the matrix."""
    table = table or Matrix()
    for kind in [Chromium, Firefox]:
        said, service = forced(machine, kind)
        for doh, modes in WAYS:
            look = Look(
                machine,
                table,
                "page in the browser",
                kind,
                doh,
                lambda mode: service.say("start", profile=mode),
                service.end,
            )
            look.run(modes, lambda browser: connected(service, browser))
            look.browser.close()
        service.kill()
        machine.desktop = {}
        machine.start()


def see_page(attempts, browser, closed, comes, inner, name, page, service):
    """The page in place of a site, and what counts as an attempt."""
    comes("an open tab of a closed site shows the page", lambda: page(closed), most=1)
    check(f"{name}: the layer is up", until(lambda: layer(service)["state"] == "up", 5) is not None, layer(service))
    check(f"{name}: a tab that was open is no attempt", attempts() == 0, attempts())
    browser.open(inner)
    comes("a closed page over HTTPS shows ours", lambda: page(inner), most=1)
    comes(
        "it names what was asked for",
        lambda: browser.evaluate("#" + inner, "document.getElementById('what').textContent")
        == "m.social.example is blocked while you focus.",
    )
    comes(
        "the promise stands there",
        lambda: browser.evaluate("#" + inner, "document.getElementById('promise').textContent") == "the thesis",
    )
    comes("it wears its profile's accent", lambda: browser.evaluate("#" + inner, "document.body.dataset.accent") == "1")
    comes(
        "and its name",
        lambda: browser.evaluate("#" + inner, "document.getElementById('profile').textContent") == "Deep Work",
    )
    comes("the attempt is counted", lambda: attempts() == 1, 5)
    for _ in range(4):
        browser.evaluate("#" + inner, "void location.reload()")
        time.sleep(0.4)
    browser.open("https://n1.social.example/")
    comes("another name of the site is closed too", lambda: page("https://n1.social.example/"))
    time.sleep(1)
    check(f"{name}: a flood of the same site is one attempt", attempts() == 1, attempts())
    browser.open("https://old.social.example/")
    comes("the exception opens", lambda: "https://old.social.example/" in browser.tabs())
    check(f"{name}: what opens is no attempt", attempts() == 1, attempts())


def press_buttons(browser, comes, inner, name, service):
    """The buttons of the page."""
    browser.evaluate("#" + inner, "void document.getElementById('keep').click()")
    comes(
        "the promise can be taken back",
        lambda: browser.evaluate("#" + inner, "document.getElementById('answer').textContent")
        == "Good. Your note to yourself is saved.",
    )
    comes("and comes to the service", lambda: "promise-kept: A note to yourself: the thesis" in service.log(), 5)
    address = browser.evaluate("#" + inner, "document.getElementById('break').href") or ""
    check(f"{name}: the way to a break leads to the dashboard", address.startswith("http://127.0.0.1:"), address)
    browser.evaluate("#" + inner, "void document.getElementById('break').click()")
    comes(
        "and opens it",
        lambda: any(url.startswith(address) for url in browser.tabs())
        and browser.evaluate(address, "document.readyState") == "complete",
    )


def see_removal(machine, kind, browser, closed, comes, name, page, service):
    """The removal in the middle of a session, though the focus goes on."""
    comes("before the removal it holds once more", lambda: page(closed))
    program = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    run(program, "--home", machine.folder, "shield", "remove")
    comes(
        "its removal brings open tabs back, though the focus goes on",
        lambda: closed in browser.tabs() and not page(closed),
        most=2,
    )
    browser.open("https://n2.social.example/")
    comes("and what was closed opens", lambda: "https://n2.social.example/" in browser.tabs())
    # Long enough for the extension, where it is still there, to look for its program again.
    time.sleep(3)
    check(
        f"{name}: and stays open",
        closed in browser.tabs() and "https://n2.social.example/" in browser.tabs(),
        list(browser.tabs()),
    )
    service.end()
    check(f"{name}: policies of others stay", files()[OTHERS][1] == os.path.getsize(OTHERS) and os.path.exists(OTHERS))
    if kind is Chromium:
        comes(
            "its removal takes the extension out of the running browser",
            lambda: "no browser" in layer(service).get("why", "") or layer(service)["state"] == "unavailable",
            20,
        )


def say_trial(kind, attempts, name, tries):
    """What the product says of browsers in its own trial."""
    program = "chromium" if kind is Chromium else "firefox-esr"
    expected = [(f"social.example in {program}", "refused"), (f"work.example in {program}", "opened")]
    check(f"{name}: the product's own trial asks the browser", tries() == expected, tries())
    check(f"{name}: a trial is no attempt", attempts() == 1, attempts())
    return expected


def alone(expected):
    """What the trial says where nothing is ordered: it closes a part of a site, too."""
    return [*expected, (expected[1][0].replace("work.example", "work.example/focuskey-trial"), "refused")]


def promise(machine, kind):
    """What a person sees of it: the page in place of a site, its buttons, and open tabs that go and come back."""
    said, service = forced(machine, kind)
    # Not the first of the profiles: its place among them is its accent.
    service.take([{"id": "other"}, *({"name": "Deep Work", **profile} for profile in PROFILES)], promise="the thesis")
    closed, inner = "https://social.example/", "https://m.social.example/some/page?a=b#c"
    browser = kind(machine, page=closed)
    name = browser.name
    if not connected(service, browser):
        return browser.close()
    check(
        f"{name}: the site opens before", until(lambda: closed in browser.tabs(), 20) is not None, list(browser.tabs())
    )

    def page(part):
        """The address of our page that stands for one."""
        return next((url for url in browser.tabs() if url.endswith("#" + part) and "/shield.html" in url), None)

    def attempts():
        return service.say("status").get("attempts")

    def comes(what, condition, seconds=20, most=None):
        took = until(condition, seconds)
        check(f"{name}: {what}", took is not None, None if took is not None else list(browser.tabs()))
        print(json.dumps({"measured": f"{name}: {what}", "seconds": round(took or seconds, 2)}), flush=True)
        if most:
            timed(f"{name}: {what}", took or seconds, most)
        return took

    def tries():
        """What the product's own trial says of browsers."""
        told = json.loads(
            service.command("shield", "test", "--json", "--blocked", "social.example", "--open", "work.example")
        )
        return [(trial["name"], trial["outcome"]) for trial in told["trials"] if trial["what"].startswith("browser-")]

    service.say("start", profile="block")
    see_page(attempts, browser, closed, comes, inner, name, page, service)

    press_buttons(browser, comes, inner, name, service)

    expected = say_trial(kind, attempts, name, tries)

    service.say("break")
    comes("a break brings open tabs back", lambda: closed in browser.tabs(), most=1)
    service.say("resume")
    comes("its end moves them again", lambda: page(closed), most=1)
    service.kill()
    comes("a service that dies opens everything", lambda: closed in browser.tabs() and not page(closed), 30, most=10)
    service.start()
    comes("the next one closes again", lambda: page(closed), most=3)
    service.end()
    comes("the end brings open tabs back", lambda: closed in browser.tabs(), most=1)
    time.sleep(1)
    check(f"{name}: coming back is no attempt", layer(service)["state"] == "down", layer(service))
    check(f"{name}: without a session, the trial closes a site for itself alone", tries() == alone(expected), tries())

    service.say("start", profile="block")
    see_removal(machine, kind, browser, closed, comes, name, page, service)
    browser.close()


def reached(firefox):
    """Whether a Firefox that was just started can be spoken to."""
    try:
        firefox.reach()
    except OSError:
        firefox.socket = None
        return False
    return True


def by_hand(machine, kind):
    """The same extension where nobody is root: put in place by `shield browser`, and loaded by the person."""
    runtime = tempfile.mkdtemp(dir="/run/opt")
    os.chown(runtime, PERSON, PERSON)
    service = own_service(machine, XDG_RUNTIME_DIR=runtime)
    check(
        f"{kind.name}: without the extension the layer says what to do",
        layer(service)["state"] == "unavailable" and "focuskey shield browser" in layer(service)["why"],
        layer(service),
    )
    browser = kind(machine, page="about:blank")
    own = {"HOME": browser.home, "XDG_DATA_HOME": browser.home + "/data"} | (
        {"XDG_CONFIG_HOME": browser.home} if kind is Chromium else {}
    )
    folder = json.loads(service.command("shield", "browser", "--json", **own))["folder"]
    if kind is Chromium:
        # A profile that is elsewhere has its programs beside it.
        os.rename(browser.home + "/chromium/NativeMessagingHosts", browser.home + "/p/NativeMessagingHosts")
        browser.say("Extensions.loadUnpacked", path=folder)
    else:
        until(lambda: reached(browser), 20)
        browser.say("Addon:Install", path=folder, temporary=True)
    took = until(
        lambda: applied(service, browser) and layer(service)["state"] == "down",
        20,
    )
    check(f"{kind.name}: loaded by hand, it says that it is there", took is not None, layer(service))
    # More than a browser takes from a program at once.
    names = [f"{'long' * 15}.{'name' * 12}{number}.example" for number in range(9_000)]
    service.take([{"id": "long", "blocks": {"sites": ["social.example", *names]}}])
    dragged = kind is Chromium and browser.drag("https://social.example/dragged")
    service.say("start", profile="long")
    check(
        f"{kind.name}: a long list is held",
        until(lambda: layer(service)["state"] == "up", 20) is not None,
        layer(service),
    )
    if kind is Chromium:
        check("chromium: its extension is refused", dragged)
        took = until(lambda: any(url.endswith("#https://social.example/dragged") for url in browser.tabs()), 20)
        check(f"{kind.name}: a tab that cannot be moved at once is moved later", took is not None, list(browser.tabs()))
    browser.open("https://social.example/")
    took = until(lambda: any(url.endswith("/shield.html#https://social.example/") for url in browser.tabs()), 20)
    check(f"{kind.name}: loaded by hand, it shows the page", took is not None, list(browser.tabs()))
    service.kill()
    browser.close()
    machine.desktop = {}
    machine.start()
