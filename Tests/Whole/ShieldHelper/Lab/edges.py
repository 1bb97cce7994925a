#!/usr/bin/env python3
"""Trials of the helper's edges: what it never refuses, what it mends, what it does where the kernel lacks a part, and
what comes of nonsense.

unshare -n -m --pid --fork --kill-child --mount-proc python3 edges.py PATH/focuskey-shield TRIAL
"""

import os
import socket
import subprocess
import sys

import lab
import tamper
from machine import SOCKET, connects
from nonsense import fuzz
from person import BLOCK, PERSON, as_user, ask, opens, starts
from programs import REFUSED, program
from report import check, run, until
from upgrading import upgrades


def try_loopback():
    """Loopback is nobody else."""
    for family, address in [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.9.9.9"), (socket.AF_INET6, "::1")]:
        for port in [80, 443]:
            with socket.socket(family) as local:
                local.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                local.bind((address, port))
                local.listen(1)
                held = as_user(
                    PERSON,
                    lambda: bool(
                        socket.create_connection((address, port), 2).send(
                            b"GET / HTTP/1.1\r\nHost: social.example\r\n\r\n"
                        )
                    ),
                )
                talk = local.accept()[0].recv(100)
                check(f"loopback at {address}, port {port}, opens", held is True and talk.startswith(b"GET"))
    return local


def protected(machine):
    """The protected lists, name by name, asked closed by somebody who asks the helper directly."""
    names, sites = (os.environ[name].split(" ") for name in ["PROTECTED_PROGRAMS", "PROTECTED_SITES"])
    os.mkdir("/run/opt/p")
    # A folder that counts as the system's, with nobody else's files in it.
    run("mount", "-t", "tmpfs", "none", "/usr/local/bin")
    os.mkdir("/run/opt/mounted")
    chat = program("/run/opt/chat")
    paths = []
    for name in names:
        path = program(f"/run/opt/p/{name}")
        os.symlink(path, f"/run/opt/link-{name}")
        program(f"/usr/local/bin/{name}")
        os.link(f"/usr/local/bin/{name}", f"/usr/local/bin/innocent-{name}")
        paths += [path, f"/run/opt/link-{name}", f"/usr/local/bin/{name}", f"/usr/local/bin/innocent-{name}"]
    # What a person can make of a protected program in a world of their own.
    open("/run/opt/mounted/innocent", "w").close()
    os.chmod("/run/opt/mounted/innocent", 0o755)
    run("mount", "--bind", "/usr/local/bin/orca", "/run/opt/mounted/innocent")
    paths.append("/run/opt/mounted/innocent")
    order = [
        "order 30000 -",
        "section allow",
        "section block",
        *(f"site {name}" for name in sites + ["org", "com", "net", "io"]),
        f"program chat {chat}",
        *(f"program chat {path}" for path in paths),
        "commit",
    ]
    check("the order is taken", ask(order) == ["done"])
    check("what is not protected is refused", starts(chat) == REFUSED and not opens("social.example"))
    for name in names:
        refused = [
            path for path in paths if path.endswith(f"/{name}") or path.endswith(f"-{name}") if starts(path) != 0
        ]
        check(f"{name} starts under each of its names", not refused, refused)
    check(
        "a mount of a protected program does not get it refused",
        starts("/run/opt/mounted/innocent") == 0 and starts("/usr/local/bin/orca") == 0,
    )
    for name in sites:
        if name != "localhost":
            check(f"{name} opens, and what is below it", opens(name) and opens("x." + name))
    local = try_loopback()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as local:
        local.bind(("127.0.0.1", 443))
        as_user(PERSON, lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("127.0.0.1", 443)))
        local.settimeout(2)
        check("loopback opens by UDP, port 443", local.recv(10) == b"hello")
    ask(["lift"])


OTHERS = """
table inet filter { chain out { type filter hook output priority 0; policy accept; tcp dport 25 drop; }; set names { type ipv4_addr; elements = { 192.0.2.1 } ; } ; }
table ip nat { chain out { type nat hook output priority -100; policy accept; } ; }
table inet theirs { chain names { type filter hook output priority -160; tcp dport 443 ct mark set 0x42; } ; chain verdicts { type filter hook postrouting priority 10; tcp dport 443 ct mark & 0x0fffffff == 0x42 meta mark & 0x30000000 == 0x0 accept; tcp dport 443 drop; } ; }
"""


def stand_beside(machine, order, picture):
    """Another firewall, and a resolver of somebody else, are left as they were."""
    # Another firewall's tables, byte for byte; one of them has chains of our names and marks connections itself.
    run("nft", "-f", "-", input=OTHERS)
    names = [line.split(" ")[1:] for line in run("nft", "list", "tables").splitlines()]
    check("another firewall's tables are there", len(names) == 3, names)

    def theirs():
        return [run("nft", "list", "table", *name) for name in names]

    before, resolving = theirs(), picture()
    check("the order is taken beside them", ask(order) == ["done"])
    check("it closes", not opens("social.example") and opens("work.example"))
    check("their tables are as they were", theirs() == before)
    machine.kill()
    check(
        "their tables outlive a helper that is killed",
        theirs() == before and "focuskey" not in run("nft", "list", "tables"),
    )
    machine.start()
    ask(order)
    ask(["clear"], user=0)
    check("and root's way out", theirs() == before and opens("social.example"))
    # A resolver of somebody else's is neither asked nor changed.
    check("the resolver's file is as it was", picture() == resolving)
    run("nft", "flush", "ruleset")


def lacking(machine):
    """Kernels and computers that lack something, or hold something of somebody else's."""
    path = program("/run/opt/chat")
    order = [*BLOCK[:-1], f"program chat {path}", "commit"]
    resolver = os.path.realpath("/etc/resolv.conf")

    def picture():
        with open(resolver, "rb") as file:
            return os.stat(resolver).st_mtime_ns, os.stat(resolver).st_ino, file.read()

    stand_beside(machine, order, picture)

    for part, layers in [
        ("netfilter", ["sites"]),
        ("connections", ["connections"]),
        ("fanotify", ["app-starts"]),
        ("exec questions", ["app-starts"]),
    ]:
        machine.kill()
        machine.helper = subprocess.Popen([sys.executable, sys.argv[0], "--without", part, machine.helper_path])
        check(f"without {part}: the helper starts", until(lambda: os.path.exists(SOCKET) and connects(), 5) is not None)
        check(f"without {part}: the order is taken", ask(order) == ["done"])
        said = {line.split(" ")[1]: line for line in ask(["status"]) if line.startswith("layer ")}
        gone = [name for name, line in said.items() if line.split(" ")[2] == "unavailable"]
        # Connections are cut for the sake of sites.
        wanted = layers + ["connections", "ech", "dns"] if layers == ["sites"] else layers
        check(
            f"without {part}: what cannot be is unavailable, and says why",
            sorted(gone) == sorted(wanted) and all(len(said[name].split(" ")) > 5 for name in gone),
            said,
        )
        sites, starting = "netfilter" != part, layers != ["app-starts"]
        check(f"without {part}: sites {'close' if sites else 'open'}", opens("social.example") != sites)
        check(
            f"without {part}: the program {'is refused' if starting else 'starts'}",
            (starts(path) == REFUSED) == starting,
        )
        ask(["lift"])
        check(f"without {part}: all opens again", opens("social.example") and starts(path) == 0)
    machine.kill()

    # No root: one line, its own exit code, and nothing done.
    os.unlink(SOCKET)
    rootless = subprocess.run(
        ["setpriv", "--reuid", str(PERSON), "--clear-groups", machine.helper_path], capture_output=True, text=True
    )
    check(
        "without root: the helper says so",
        rootless.returncode == 77 and rootless.stderr.count("\n") == 1,
        rootless.stderr,
    )
    check(
        "without root: nothing is done", not os.path.exists(SOCKET) and "focuskey" not in run("nft", "list", "tables")
    )
    machine.start()


if __name__ == "__main__":
    if sys.argv[1] == "--without":
        tamper.without(sys.argv[2])
        os.execv(sys.argv[3], sys.argv[3:])
    lab.main({body.__name__: body for body in [protected, upgrades, lacking, fuzz]})
