#!/usr/bin/env python3
"""The known ways around blocking, tried: what `focuskey shield limits` lists is so, and what it says stops one does.

unshare -n -m --pid --fork --kill-child --mount-proc python3 limits.py PATH/focuskey-shield TRIAL
"""

import json
import os
import socket
import ssl
import subprocess

import lab
from hellos import hello
from internet import FOUR
from person import BLOCK, PERSON, PERSONS, as_user, ask, opens, starts
from programs import REFUSED, program
from report import check, run


def listed(machine):
    """The ways that `focuskey shield limits` lists, by their kind."""
    told = json.loads(run(os.path.join(os.path.dirname(machine.helper_path), "focuskey"), "shield", "limits", "--json"))
    check("each has what it takes", all(one["way"] and one["takes"] for one in told["limits"]), told)
    return {one["kind"]: one for one in told["limits"]}


def from_memory(path):
    """Starts a program from a file without a name."""
    file = os.memfd_create("trial")
    with open(path, "rb") as source:
        os.write(file, source.read())
    return subprocess.run([f"/proc/self/fd/{file}"], pass_fds=[file]).returncode


def fronted():
    """Whether a page of a blocked site comes over a connection that names another one."""
    with socket.create_connection((FOUR, 443), timeout=5) as raw:
        with ssl._create_unverified_context().wrap_socket(raw, server_hostname="work.example") as stream:
            stream.sendall(b"GET / HTTP/1.1\r\nHost: social.example\r\nConnection: close\r\n\r\n")
            return stream.recv(4096).startswith(b"HTTP/1.1 200")


def limits(machine):
    known = listed(machine)
    chat = program("/run/opt/chat")
    with open("/run/opt/script", "w") as file:
        file.write("#!/bin/sh\nexit 0\n")
    os.chmod("/run/opt/script", 0o755)
    lines = [*BLOCK[:-1], f"program chat {chat}", "program script /run/opt/script", "commit"]
    check("the order is taken", ask(lines) == ["done"])
    check("what is ordered is blocked", not opens("social.example") and starts(chat) == REFUSED)
    check("the script too", starts("/run/opt/script") == REFUSED)
    run("cp", chat, "/run/opt/copy")
    loader = next(f"/lib64/{name}" for name in os.listdir("/lib64") if name.startswith("ld-linux"))
    ways = {
        "root": lambda: opens("social.example", user=0) and opens("social.example", user=1001),
        "no-name": lambda: opens(None),
        "secret-resolver": lambda: hello("doh.example") == "answered",
        "encrypted-name": lambda: hello("free.example", marked=True) == "answered",
        "fronting": lambda: as_user(PERSON, fronted) is True,
        "app-of-root": lambda: starts(chat, user=0) == 0 and starts(chat, user=1001) == 0,
        "copied-app": lambda: starts("/run/opt/copy") == 0,
        "loader": lambda: subprocess.run([*PERSONS, loader, chat]).returncode == 0
        and as_user(PERSON, lambda: from_memory("/run/opt/copy")) == 0,
        "interpreter": lambda: subprocess.run([*PERSONS, "sh", "/run/opt/script"]).returncode == 0,
    }
    # Others are tried where their own trials are: attacks.py, whole.py, truth.py, crowds.py, impostors.py.
    ways["user-id"] = lambda: all(ask([line], user=user) == ["refused not-a-person"] and opens("social.example", user=user)
                                  for user in [999, 60_000] for line in ["order 30000 -"])
    for kind, opened in ways.items():
        check(f"{kind} is listed", kind in known)
        check(f"{kind} is a way around: when it is stopped, it leaves the list", opened())
    others = {"packet-tricks", "quic-elsewhere", "woken-app", "entry-changed", "service-stopped", "service-halted",
              "service-environment", "full-disk", "neighbour", "part", "part-pretence",
              "private-window"}
    check("so are those that other trials know", others <= set(known), sorted(others - set(known)))
    ask(["lift"])
    ask(["order 30000 -", "section allow", "site work.example", "commit"])
    check("a profile that names what is open refuses a connection without a name", not opens(None))
    check("as the list says", "names what is open" in known["no-name"]["stop"], known["no-name"])


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [limits]})
