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
import threading
import time

import lab
import tamper
from drivers import Chromium, Firefox
from internet import FOUR
from loading import loads
from pages import by_hand, pages, promise
from parts import left, parts
from person import PERSON, PERSONS, as_person, ask, close_group
from report import check, run, timed, until
from sights import CLOSED, Look, Matrix, ORDERS, WAYS, desk, own_service


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


def proxies(machine, table=None):
    """What the service holds alone, without the helper: browsers that follow the desktop's proxy setting."""
    table = table or Matrix()
    for desktop in ["GNOME", "KDE"]:
        keep, settings, bus = desk(desktop)
        service = own_service(machine, **settings)
        for kind in [Chromium, Firefox]:
            for doh, modes in WAYS:
                proxy(
                    Look(
                        machine,
                        table,
                        f"{desktop}'s proxy",
                        kind,
                        doh,
                        lambda mode: service.say("start", profile=mode),
                        service.end,
                    ),
                    service,
                    modes,
                    keep,
                )
        service.kill()
        close_group(bus)
        machine.desktop = {}
        machine.start()


def keep_apart(bystander, script, service, told, words):
    """Where programs of one person are kept apart, connections go on, and the layer says so."""
    tamper.LACKS["borrowing"] = ("pidfd_getfd", None, errno.EPERM)
    tamper.NUMBERS[os.uname().machine]["pidfd_getfd"] = tamper.PIDFD_GETFD
    tamper.without("borrowing")
    service.start()
    service.say("start", profile="block")
    until(lambda: script().startswith(b"http://127.0.0.1:"), 5)
    told(bystander)
    took = until(lambda: "open connections continue" in words(), 5)
    check(
        "where that is forbidden, the layer says that it goes on, and why",
        took is not None and "Operation not permitted" in words(),
        words(),
    )
    check("and it does", bystander.poll() is None)
    close_group(bystander)
    service.end()
    service.kill()


def followers(machine):
    """What a program had open ends when it has asked for the script, without any rights; once, and nobody else's."""
    keep, settings, bus = desk("GNOME")
    service = own_service(machine, **settings)

    def begun():
        """A program that listens to a closed site, and asks for a script where it is told one."""
        program = subprocess.Popen(
            [*PERSONS, sys.executable, __file__, "--follow"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        check("a program listens", program.stdout.readline() == b"social.example\n")
        return program

    def script():
        said = as_person(
            keep, "gsettings", "get", "org.gnome.system.proxy", "autoconfig-url", stdout=subprocess.PIPE, **settings
        )
        return said.communicate()[0].strip().strip(b"'")

    def told(program):
        program.stdin.write(script() + b"\n")
        program.stdin.flush()

    def words():
        said = json.loads(service.command("shield", "status", "--json"))
        return next(one.get("why", "") for one in said["shield"] if one["layer"] == "browser-proxy")

    one, bystander = begun(), begun()
    service.say("start", profile="block")
    check(
        "the setting leads to the script",
        until(lambda: script().startswith(b"http://127.0.0.1:"), 5) is not None,
        script().decode(),
    )
    told(one)
    lines = []
    threading.Thread(target=lambda: lines.extend(line.decode().strip() for line in one.stdout), daemon=True).start()
    took = until(lambda: "ended" in lines, 5)
    check("what it had open ends when it has asked", took is not None, lines)
    timed("it ends", took or 5, 1)
    check("the layer says so", "whose open connections end when they notice it" in words(), words())
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
    keep_apart(bystander, script, service, told, words)
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
        words = [
            "env",
            f"HOME={keep}",
            *(f"{name}={value}" for name, value in look.machine.desktop.items()),
            "dconf",
            "dump",
            "/system/proxy/",
        ]
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
        check(
            f"{look.way}: a page without encryption shows ours",
            until(lambda: page in look.browser.tabs(), 20) is not None,
            list(look.browser.tabs()),
        )
        check(
            f"{look.way}: and names what was asked for",
            until(
                lambda: "m.social.example is blocked while you focus."
                in (look.browser.evaluate("/shield?", "document.body.textContent") or ""),
                10,
            )
            is not None,
        )
        attempts = service.say("status").get("attempts")
        check(f"{look.way}: a browser that asks all the while is one attempt", attempts == 1, attempts)
        service.kill()
        look.reach("with the service dead", set(), 40)
        service.start()
        service.end()
    check(f"{look.way}: the setting is as it was", until(lambda: settings() == before, 5) is not None, settings())
    look.browser.close()


def chromium(machine):
    """The extension in Chromium, by hand and by policy."""
    by_hand(machine, Chromium)
    promise(machine, Chromium)


def firefox(machine):
    """The extension in Firefox ESR, by hand and by policy."""
    by_hand(machine, Firefox)
    promise(machine, Firefox)


def chromium_parts(machine):
    """Parts of sites in Chromium."""
    parts(machine, Chromium)


def firefox_parts(machine):
    """Parts of sites in Firefox ESR."""
    parts(machine, Firefox)


def chromium_left(machine):
    """Sites that are left to Chromium."""
    left(machine, Chromium)


def firefox_left(machine):
    """Sites that are left to Firefox ESR."""
    left(machine, Firefox)


if __name__ == "__main__":
    if sys.argv[1] == "--follow":
        follow()
    else:
        bodies = [matrix, glimpse, loads, proxies, followers, pages, chromium, firefox]
        bodies += [chromium_parts, firefox_parts, chromium_left, firefox_left]
        lab.main({body.__name__: body for body in bodies})
