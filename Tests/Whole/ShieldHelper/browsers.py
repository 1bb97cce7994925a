#!/usr/bin/env python3
"""Trials of the shield in real browsers, in the throwaway machine of lab.py.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 browsers.py PATH/focuskey-shield TRIAL
"""

import errno
import http.client
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import lab
import tamper
from lab import FOUR, NEIGHBOUR, PERSON, ask, as_person, as_user, check, close_group, run, until

PAGE = "https://work.example/probe?whole"


def trust(database, machine):
    run("certutil", "-d", "sql:" + database, "-A", "-t", "C,,", "-n", "trial", "-i", machine.folder + "/ca.pem")


class Chromium:
    """A real browser of the person's, without a screen, spoken to by its DevTools protocol over a pipe: JSON that a zero ends."""

    name = "chromium"

    def __init__(self, machine, doh=False, page=PAGE):
        self.home = tempfile.mkdtemp(dir="/run/opt")
        os.makedirs(self.home + "/.pki/nssdb")
        run("certutil", "-d", "sql:" + self.home + "/.pki/nssdb", "-N", "--empty-password")
        trust(self.home + "/.pki/nssdb", machine)
        os.mkdir(self.home + "/p")
        if "XDG_CONFIG_HOME" in machine.desktop:
            # Chromium looks for KDE's settings below its home alone.
            os.symlink(machine.desktop["XDG_CONFIG_HOME"], self.home + "/.config")
        if doh:
            with open(self.home + "/p/Local State", "w") as file:
                json.dump({"dns_over_https": {"mode": "secure", "templates": "https://doh.example/dns-query"}}, file)
        # The pipe is expected on 3 and 4, behind the three streams that every program has. Root has no sandbox to give.
        call = ('exec chromium --headless=new --no-sandbox --disable-gpu --no-first-run --enable-quic --remote-debugging-pipe '
                '--enable-unsafe-extension-debugging '
                f'--user-data-dir="{self.home}/p" "{page}" 3<&0 4>&1 </dev/null >/dev/null')
        self.process = as_person(self.home, "sh", "-c", call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **machine.desktop)
        self.turn, self.sessions = 0, {}

    def say(self, method, session=None, **parameters):
        self.turn += 1
        order = {"id": self.turn, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        self.process.stdin.write(json.dumps(order).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            text = b""
            while (piece := self.process.stdout.read1(65536)) and not piece.endswith(b"\0"):
                text += piece
            for message in (text + piece).split(b"\0"):
                if message and (answer := json.loads(message)).get("id") == self.turn:
                    if "error" in answer:
                        raise ValueError(answer["error"])
                    return answer["result"]

    def tabs(self):
        """The tabs that are open, by their address."""
        found = self.say("Target.getTargets")["targetInfos"]
        return {one["url"]: one["targetId"] for one in found if one["type"] in ("page", "tab")}

    def title(self):
        found = self.say("Target.getTargets")["targetInfos"]
        return next((one["title"] for one in found if one["type"] == "page" and "work.example" in one["url"]), "")

    def open(self, address):
        """Another tab, at an address."""
        self.say("Target.createTarget", url=address)

    def evaluate(self, part, expression):
        """What an expression comes to on the page whose address holds a part."""
        target = next((target for url, target in self.tabs().items() if part in url), None)
        if not target:
            return None
        if target not in self.sessions:
            self.sessions[target] = self.say("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        answer = self.say("Runtime.evaluate", self.sessions[target], expression=expression, returnByValue=True, awaitPromise=True,
                          userGesture=True)
        return answer["result"].get("value")

    def close(self):
        close_group(self.process)


class Firefox:
    """The same, spoken to by its own remote protocol (Marionette: a length, a colon, JSON)."""

    name = "firefox"

    def __init__(self, machine, doh=False, page=PAGE):
        self.home = tempfile.mkdtemp(dir="/run/opt")
        os.mkdir(self.home + "/p")
        run("certutil", "-d", "sql:" + self.home + "/p", "-N", "--empty-password")
        trust(self.home + "/p", machine)
        prefs = {"network.trr.mode": 3 if doh else 5, "network.trr.uri": "https://doh.example/dns-query",
                 "network.trr.bootstrapAddr": FOUR, "marionette.port": 2828, "network.captive-portal-service.enabled": False,
                 "network.connectivity-service.enabled": False, "browser.shell.checkDefaultBrowser": False,
                 "network.http.http3.disable_when_third_party_roots_found": False,
                 "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False}
        with open(self.home + "/p/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in prefs.items())
        self.process = as_person(self.home, "firefox-esr", "--headless", "--no-remote", "--marionette", "--profile",
                                 self.home + "/p", page, **machine.desktop)
        self.socket = None

    def reach(self):
        if self.socket:
            return
        self.socket = socket.create_connection(("127.0.0.1", 2828), timeout=20)
        self.turn = 0
        self.hear()
        self.say("WebDriver:NewSession", pageLoadStrategy="none")
        self.first = self.say("WebDriver:GetWindowHandle")["value"]

    def title(self):
        try:
            self.reach()
            self.say("WebDriver:SwitchToWindow", handle=self.first)
            return self.say("WebDriver:GetTitle").get("value", "")
        except (OSError, ValueError):
            if self.socket:
                self.socket.close()
            self.socket = None
            return ""

    def hear(self):
        length = b""
        while (octet := self.socket.recv(1)) != b":":
            if not octet:
                raise OSError("closed")
            length += octet
        data = b""
        while len(data) < int(length):
            data += self.socket.recv(int(length) - len(data))
        return json.loads(data)

    def say(self, command, **parameters):
        self.turn += 1
        text = json.dumps([0, self.turn, command, parameters])
        self.socket.sendall(f"{len(text)}:{text}".encode())
        answer = self.hear()
        if answer[2]:
            raise ValueError(answer[2])
        return answer[3]

    def tabs(self):
        self.reach()
        found = {}
        for handle in self.say("WebDriver:GetWindowHandles"):
            try:
                self.say("WebDriver:SwitchToWindow", handle=handle)
                found[self.say("WebDriver:GetCurrentURL")["value"]] = handle
            except ValueError:
                pass  # a tab that went away meanwhile
        return found

    def open(self, address):
        self.reach()
        self.say("WebDriver:SwitchToWindow", handle=self.say("WebDriver:NewWindow", type="tab")["handle"])
        try:
            self.say("WebDriver:Navigate", url=address)
        except ValueError:
            pass  # it is taken elsewhere, which is what is tried

    def evaluate(self, part, expression):
        for url, handle in self.tabs().items():
            if part in url:
                self.say("WebDriver:SwitchToWindow", handle=handle)
                return self.say("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]
        return None

    def close(self):
        if self.socket:
            self.socket.close()
        close_group(self.process)


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
    "block": lab.BLOCK,
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
            check(f"{self.way}: before {mode}: the browser speaks QUIC", until(self.grows(NEIGHBOUR), 40) is not None, datagrams(self.machine))
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
            check(f"{self.way}: {what}: {name} is {expected[name]}", self.now.get(name) == expected[name], self.now.get(name))
        if start is not None and took is not None:
            print(json.dumps({"measured": f"{self.way}: {what}", "seconds": round(time.monotonic() - start, 2)}), flush=True)

    def grows(self, address):
        start = datagrams(self.machine)[address]
        return lambda: datagrams(self.machine)[address] > start

    def quiet(self, mode):
        """Whether what is closed is asked for by QUIC, which the browser did before: its names are known to speak it."""
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
            "block": {"block": ["site"], "exception": ["exception", "neighbour"], "subdomain": ["subdomain"], "IPv6": ["six", "sixfree"],
                      "running": EVERYTHING, "new": ["new"], "existing": ["stream"]},
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


def helper_alone(machine, table, kind, doh, modes):
    def close(mode):
        check(f"{kind.name}: {mode}: the order is taken", ask(ORDERS[mode]) == ["done"])
    look = Look(machine, table, "names on the wire", kind, doh, close, lambda: ask(["lift"]), stops_quic=True)
    look.run(modes)
    look.browser.close()


def matrix(machine):
    """Every way of asking for a site, in running browsers, in both modes, for each layer by itself."""
    table = Matrix()
    for kind in [Chromium, Firefox]:
        helper_alone(machine, table, kind, False, ORDERS)
        helper_alone(machine, table, kind, True, ORDERS)
    proxies(machine, table)
    pages(machine, table)
    table.show()


def glimpse(machine):
    """The part of it that is quick."""
    table = Matrix()
    helper_alone(machine, table, Chromium, False, ["block"])
    table.show()


def own_service(machine, **desktop):
    """A service of the person's without the helper, with the profiles of the trial."""
    machine.kill()
    os.unlink(lab.SOCKET)
    machine.desktop = desktop
    service = lab.Service(os.path.join(os.path.dirname(machine.helper_path), "focuskey"), 4357, **desktop)
    service.start()
    service.take(PROFILES)
    return service


def proxies(machine, table=None):
    """What the service holds alone, without the helper: browsers that follow the desktop's proxy setting."""
    table = table or Matrix()
    for desktop in ["GNOME", "KDE"]:
        keep, settings, bus = desk(desktop)
        service = own_service(machine, **settings)
        for kind in [Chromium, Firefox]:
            for doh, modes in WAYS:
                proxy(Look(machine, table, f"{desktop}'s proxy", kind, doh, lambda mode: service.say("start", profile=mode),
                           service.end), service, modes, keep)
        service.kill()
        close_group(bus)
        machine.desktop = {}
        machine.start()


def desk(desktop):
    """A desktop of the person's: where it keeps its settings, what its programs are told, and its bus, on which dconf keeps them."""
    keep = tempfile.mkdtemp(dir="/run/opt")
    os.mkdir(keep + "/run")
    with open(keep + "/kioslaverc", "w") as file:
        # Chromium watches KDE's settings where they said something of proxies when it started.
        file.write("[Proxy Settings]\nProxyType=0\n")
    run("chown", "-R", f"{PERSON}:{PERSON}", keep)
    # Who shares settings shares the folder in which dconf says that they changed.
    settings = {"XDG_CONFIG_HOME": keep, "XDG_RUNTIME_DIR": keep + "/run", "XDG_CURRENT_DESKTOP": desktop, "KDE_SESSION_VERSION": "6",
                "XDG_DATA_DIRS": "/usr/share"}
    bus = as_person(keep, "dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE, **settings)
    settings["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
    return keep, settings, bus


def followers(machine):
    """What a program had open ends when it has asked for the script, without any rights; once, and nobody else's."""
    keep, settings, bus = desk("GNOME")
    service = own_service(machine, **settings)

    def begun():
        """A program that listens to a closed site, and asks for a script where it is told one."""
        program = subprocess.Popen(["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", sys.executable, __file__,
                                    "--follow"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        check("a program listens", program.stdout.readline() == b"social.example\n")
        return program

    def script():
        said = as_person(keep, "gsettings", "get", "org.gnome.system.proxy", "autoconfig-url", stdout=subprocess.PIPE, **settings)
        return said.communicate()[0].strip().strip(b"'")

    def told(program):
        program.stdin.write(script() + b"\n")
        program.stdin.flush()

    def words():
        said = json.loads(service.command("shield", "status", "--json"))
        return next(one.get("why", "") for one in said["shield"] if one["layer"] == "browser-proxy")
    one, bystander = begun(), begun()
    service.say("start", profile="block")
    check("the setting leads to the script", until(lambda: script().startswith(b"http://127.0.0.1:"), 5) is not None, script().decode())
    told(one)
    lines = []
    threading.Thread(target=lambda: lines.extend(line.decode().strip() for line in one.stdout), daemon=True).start()
    took = until(lambda: "ended" in lines, 5)
    check("what it had open ends when it has asked", took is not None, lines)
    lab.timed("it ends", took or 5, 1)
    check("the layer says so", "whose open connections end when they see it" in words(), words())
    # It opens another connection then, and asks for the script again, as browsers do from time to time.
    told(one)
    check("it opens another", until(lambda: "work.example" in lines, 5) is not None, lines)
    time.sleep(1.5)
    check("what it opens later goes on", one.poll() is None and lines.count("ended") == 1, lines)
    check("a program that follows no script goes on", bystander.poll() is None)
    close_group(one)
    service.end()

    # A computer whose rules keep programs of one person apart, as the Yama module's do: from here on, whatever this
    # trial starts.
    service.kill()
    tamper.LACKS["borrowing"] = ("pidfd_getfd", None, errno.EPERM)
    tamper.NUMBERS[os.uname().machine]["pidfd_getfd"] = tamper.PIDFD_GETFD
    tamper.without("borrowing")
    service.start()
    service.say("start", profile="block")
    until(lambda: script().startswith(b"http://127.0.0.1:"), 5)
    told(bystander)
    took = until(lambda: "open connections continue" in words(), 5)
    check("where that is forbidden, the layer says that it goes on, and why", took is not None and "Operation not permitted" in words(), words())
    check("and it does", bystander.poll() is None)
    close_group(bystander)
    service.end()
    service.kill()
    close_group(bus)
    machine.desktop = {}
    machine.start()


def follow():
    """Such a program."""
    asked = []
    for site in ["social.example", "work.example"]:
        with socket.create_connection((FOUR, 443)) as raw:
            with ssl._create_unverified_context().wrap_socket(raw, server_hostname=site) as stream:
                stream.sendall(f"GET /stream HTTP/1.1\r\nHost: {site}\r\n\r\n".encode())
                stream.recv(4096)
                print(site, flush=True)
                place, path = sys.stdin.readline().strip().removeprefix("http://").split("/", 1)
                asked.append(http.client.HTTPConnection(place))
                asked[-1].request("GET", "/" + path)
                asked[-1].getresponse().read()
                try:
                    while stream.recv(4096):
                        pass
                except OSError:
                    pass
        print("ended", flush=True)


def proxy(look, service, modes, keep):
    def settings():
        """What the desktop says of proxies, wherever it keeps it."""
        words = ["env", f"HOME={keep}", *(f"{name}={value}" for name, value in look.machine.desktop.items()), "dconf", "dump", "/system/proxy/"]
        said = run("setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", *words)
        file = keep + "/kioslaverc"
        return said + (open(file).read() if os.path.exists(file) else "")
    before = settings()
    look.run(modes)
    if not look.doh:
        service.say("start", profile="block")
        look.reach("once more", CLOSED["block"], 20)
        check(f"{look.way}: the setting is another", settings() != before, settings())
        look.browser.open("http://m.social.example/")
        page = "http://127.0.0.1:4357/shield?site=m.social.example"
        check(f"{look.way}: a page without encryption shows ours", until(lambda: page in look.browser.tabs(), 20) is not None,
              list(look.browser.tabs()))
        check(f"{look.way}: and names what was asked for", until(lambda: "m.social.example is blocked while you focus." in
              (look.browser.evaluate("/shield?", "document.body.textContent") or ""), 10) is not None)
        attempts = service.say("status").get("attempts")
        check(f"{look.way}: a browser that asks all the while is one attempt", attempts == 1, attempts)
        service.kill()
        look.reach("with the service dead", set(), 40)
        service.start()
        service.end()
    check(f"{look.way}: the setting is as it was", until(lambda: settings() == before, 5) is not None, settings())
    look.browser.close()


# The extension.

OTHERS = "/etc/chromium/policies/managed/others.json"


def forced(machine, kind):
    """A computer whose owner had the extension put into browsers, and a person's service on it."""
    lab.own_system(machine)
    os.makedirs(os.path.dirname(OTHERS), exist_ok=True)
    with open(OTHERS, "w") as file:
        # What an owner may have decided before: here that pages of such extensions can be looked into, as this trial
        # has to.
        json.dump({"DeveloperToolsAvailability": 1}, file)
    program = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    said = json.loads(run(program, "--home", machine.folder, "--json", "shield", "install", *(["--firefox"] if kind is Firefox else [])))
    runtime = tempfile.mkdtemp(dir="/run/opt")
    os.chown(runtime, PERSON, PERSON)
    return said, own_service(machine, XDG_RUNTIME_DIR=runtime)


def layer(service):
    """What the product says of the page in browsers."""
    said = service.command("shield", "status", "--json")
    return next(one for one in json.loads(said)["shield"] if one["layer"] == "browser-page")


def connected(service, browser):
    took = until(lambda: browser.name in layer(service).get("why", "") and "running" not in layer(service)["why"], 40)
    check(f"{browser.name}: the extension comes by policy, and says that it is there", took is not None, layer(service))
    return took is not None


def pages(machine, table=None):
    """What the extension holds alone, in the columns of the matrix."""
    table = table or Matrix()
    for kind in [Chromium, Firefox]:
        said, service = forced(machine, kind)
        for doh, modes in WAYS:
            look = Look(machine, table, "page in the browser", kind, doh, lambda mode: service.say("start", profile=mode), service.end)
            look.run(modes, lambda browser: connected(service, browser))
            look.browser.close()
        service.kill()
        machine.desktop = {}
        machine.start()


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
    check(f"{name}: the site opens before", until(lambda: closed in browser.tabs(), 20) is not None, list(browser.tabs()))

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
            lab.timed(f"{name}: {what}", took or seconds, most)
        return took

    def tries():
        """What the product's own trial says of browsers."""
        told = json.loads(service.command("shield", "test", "--json", "--blocked", "social.example", "--open", "work.example"))
        return [(trial["name"], trial["outcome"]) for trial in told["trials"] if trial["what"].startswith("browser-")]

    service.say("start", profile="block")
    comes("an open tab of a closed site shows the page", lambda: page(closed), most=1)
    check(f"{name}: the layer is up", until(lambda: layer(service)["state"] == "up", 5) is not None, layer(service))
    check(f"{name}: a tab that was open is no attempt", attempts() == 0, attempts())
    browser.open(inner)
    comes("a closed page over HTTPS shows ours", lambda: page(inner), most=1)
    comes("it names what was asked for", lambda: browser.evaluate("#" + inner, "document.getElementById('what').textContent")
          == "m.social.example is blocked while you focus.")
    comes("the promise stands there", lambda: browser.evaluate("#" + inner, "document.getElementById('promise').textContent") == "the thesis")
    comes("it wears its profile's accent", lambda: browser.evaluate("#" + inner, "document.body.dataset.accent") == "1")
    comes("and its name", lambda: browser.evaluate("#" + inner, "document.getElementById('profile').textContent") == "Deep Work")
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

    browser.evaluate("#" + inner, "void document.getElementById('keep').click()")
    comes("the promise can be taken back", lambda: browser.evaluate("#" + inner, "document.getElementById('answer').textContent")
          == "Good. Your note to yourself is saved.")
    comes("and comes to the service", lambda: "promise-kept: A note to yourself: the thesis" in service.log(), 5)
    address = browser.evaluate("#" + inner, "document.getElementById('break').href") or ""
    check(f"{name}: the way to a break leads to the dashboard", address.startswith("http://127.0.0.1:"), address)
    browser.evaluate("#" + inner, "void document.getElementById('break').click()")
    comes("and opens it", lambda: any(url.startswith(address) for url in browser.tabs()) and
          browser.evaluate(address, "document.readyState") == "complete")

    program = "chromium" if kind is Chromium else "firefox-esr"
    expected = [(f"social.example in {program}", "refused"), (f"work.example in {program}", "opened")]
    check(f"{name}: the product's own trial asks the browser", tries() == expected, tries())
    check(f"{name}: a trial is no attempt", attempts() == 1, attempts())

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
    check(f"{name}: without a session, the trial closes a site for itself alone", tries() == expected, tries())

    service.say("start", profile="block")
    comes("before the removal it holds once more", lambda: page(closed))
    program = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    run(program, "--home", machine.folder, "shield", "remove")
    comes("its removal brings open tabs back, though the focus goes on", lambda: closed in browser.tabs() and not page(closed), most=2)
    browser.open("https://n2.social.example/")
    comes("and what was closed opens", lambda: "https://n2.social.example/" in browser.tabs())
    # Long enough for the extension, where it is still there, to look for its program again.
    time.sleep(3)
    check(f"{name}: and stays open", closed in browser.tabs() and "https://n2.social.example/" in browser.tabs(), list(browser.tabs()))
    service.end()
    check(f"{name}: policies of others stay", lab.files()[OTHERS][1] == os.path.getsize(OTHERS) and os.path.exists(OTHERS))
    if kind is Chromium:
        comes("its removal takes the extension out of the running browser", lambda: "running" in layer(service).get("why", "")
              or layer(service)["state"] == "unavailable", 20)
    browser.close()


def by_hand(machine, kind):
    """The same extension where nobody is root: put in place by `shield browser`, and loaded by the person."""
    runtime = tempfile.mkdtemp(dir="/run/opt")
    os.chown(runtime, PERSON, PERSON)
    service = own_service(machine, XDG_RUNTIME_DIR=runtime)
    check(f"{kind.name}: without the extension the layer says what to do", layer(service)["state"] == "unavailable" and
          "focuskey shield browser" in layer(service)["why"], layer(service))
    browser = kind(machine, page="about:blank")
    own = {"HOME": browser.home, "XDG_DATA_HOME": browser.home + "/data"} | ({"XDG_CONFIG_HOME": browser.home} if kind is Chromium else {})
    folder = json.loads(service.command("shield", "browser", "--json", **own))["folder"]
    if kind is Chromium:
        # A profile that is elsewhere has its programs beside it.
        os.rename(browser.home + "/chromium/NativeMessagingHosts", browser.home + "/p/NativeMessagingHosts")
        browser.say("Extensions.loadUnpacked", path=folder)
    else:
        until(browser.title, 20)
        browser.reach()
        browser.say("Addon:Install", path=folder, temporary=True)
    took = until(lambda: browser.name in layer(service).get("why", "") and layer(service)["state"] == "down" and
                 "has not done" not in layer(service)["why"], 20)
    check(f"{kind.name}: loaded by hand, it says that it is there", took is not None, layer(service))
    # More than a browser takes from a program at once.
    names = [f"{'long' * 15}.{'name' * 12}{number}.example" for number in range(9_000)]
    service.take([{"id": "long", "blocks": {"sites": ["social.example", *names]}}])
    service.say("start", profile="long")
    check(f"{kind.name}: a long list is held", until(lambda: layer(service)["state"] == "up", 20) is not None, layer(service))
    browser.open("https://social.example/")
    took = until(lambda: any(url.endswith("/shield.html#https://social.example/") for url in browser.tabs()), 20)
    check(f"{kind.name}: loaded by hand, it shows the page", took is not None, list(browser.tabs()))
    service.kill()
    browser.close()
    machine.desktop = {}
    machine.start()


def chromium(machine):
    """The extension in Chromium, by hand and by policy."""
    by_hand(machine, Chromium)
    promise(machine, Chromium)


def firefox(machine):
    """The extension in Firefox ESR, by hand and by policy."""
    by_hand(machine, Firefox)
    promise(machine, Firefox)


if __name__ == "__main__":
    if sys.argv[1] == "--follow":
        follow()
    else:
        lab.main({body.__name__: body for body in [matrix, glimpse, proxies, followers, pages, chromium, firefox]})
