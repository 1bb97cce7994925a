#!/usr/bin/env python3
"""Trials of the helper's edges: what it never refuses, what it mends, what it does where the kernel lacks a part, and what comes of nonsense.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 edges.py PATH/focuskey-shield TRIAL
"""

import os
import random
import shutil
import socket
import subprocess
import sys
import time

import lab
import tamper
from lab import BLOCK, PERSON, SOCKET, as_user, ask, check, connects, opens, run, starts, timed, until

REFUSED = "Operation not permitted"


def program(path, source="/bin/true"):
    """Puts a program where another may lie, as a package does: no moment without it, and never the same file."""
    run("cp", source, path + ".dpkg-new")
    os.chmod(path + ".dpkg-new", 0o755)
    if os.path.exists(path):
        os.link(path, path + ".dpkg-tmp")
    os.rename(path + ".dpkg-new", path)
    if os.path.exists(path + ".dpkg-tmp"):
        os.unlink(path + ".dpkg-tmp")
    return path


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
    order = ["order 30000 -", "section allow", "section block", *(f"site {name}" for name in sites + ["org", "com", "net", "io"]),
             f"program chat {chat}", *(f"program chat {path}" for path in paths), "commit"]
    check("the order is taken", ask(order) == ["done"])
    check("what is not protected is refused", starts(chat) == REFUSED and not opens("social.example"))
    for name in names:
        refused = [path for path in paths if path.endswith(f"/{name}") or path.endswith(f"-{name}") if starts(path) != 0]
        check(f"{name} starts under each of its names", not refused, refused)
    check("a mount of a protected program does not get it refused",
          starts("/run/opt/mounted/innocent") == 0 and starts("/usr/local/bin/orca") == 0)
    for name in sites:
        if name != "localhost":
            check(f"{name} opens, and what is below it", opens(name) and opens("x." + name))
    for family, address in [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET, "127.9.9.9"), (socket.AF_INET6, "::1")]:
        for port in [80, 443]:
            with socket.socket(family) as local:
                local.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                local.bind((address, port))
                local.listen(1)
                held = as_user(PERSON, lambda: bool(socket.create_connection((address, port), 2).send(
                    b"GET / HTTP/1.1\r\nHost: social.example\r\n\r\n")))
                talk = local.accept()[0].recv(100)
                check(f"loopback at {address}, port {port}, opens", held is True and talk.startswith(b"GET"))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as local:
        local.bind(("127.0.0.1", 443))
        as_user(PERSON, lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hello", ("127.0.0.1", 443)))
        local.settimeout(2)
        check("loopback opens by UDP, port 443", local.recv(10) == b"hello")
    ask(["lift"])


def upgrades(machine):
    """A package replaces what is closed: it stays closed, and nobody is accused. Somebody takes the marks away: that is told."""
    run("mount", "-t", "tmpfs", "none", "/opt")
    os.mkdir("/opt/room")
    paths = [program("/run/opt/chat"), program("/opt/room/talk")]
    late = "/run/opt/late"
    order = ["order 30000 -", *(f"program chat {path}" for path in paths + [late]), "commit"]
    check("the order is taken", ask(order) == ["done"] and all(starts(path) == REFUSED for path in paths))
    marked = tamper.marks(machine.helper.pid)
    slowest = 0

    def packages():
        nonlocal slowest
        for turn in range(5):
            for path in paths:
                program(path)
            check(f"in a folder of its own not one start gets through, turn {turn + 1}", starts("/opt/room/talk") == REFUSED)
            took = until(lambda: all(starts(path) == REFUSED for path in paths), 10)
            slowest = max(slowest, took or 10)
        # The folder goes too.
        shutil.rmtree("/opt/room")
        os.mkdir("/opt/room")
        program("/opt/room/talk")
        slowest = max(slowest, until(lambda: starts("/opt/room/talk") == REFUSED, 10) or 10)
        time.sleep(0.7)
        program("/opt/room/talk")
        check("a folder that was made anew closes at once", starts("/opt/room/talk") == REFUSED)
        # Taken away and put back at the same number, as file systems do that give numbers again.
        os.unlink("/run/opt/chat")
        program("/run/opt/chat")
        slowest = max(slowest, until(lambda: starts("/run/opt/chat") == REFUSED, 10) or 10)
        program(late)
        slowest = max(slowest, until(lambda: starts(late) == REFUSED, 10) or 10)
    heard = watched(packages)
    check("what a package replaced or brought is refused", slowest < 10, slowest)
    timed("refused again", slowest, 1)
    check("a package is not accused", not any(line.startswith("repaired") for line in heard), heard)

    taken = []

    def thief():
        for _ in range(3):
            check("the marks can be taken", tamper.take_marks(machine.helper.pid) == 1 and not tamper.marks(machine.helper.pid))
            taken.append(until(lambda: all(starts(path) == REFUSED for path in paths + [late]), 10) or 10)
    heard = watched(thief)
    check("marks that somebody takes stand again", max(taken) < 10, taken)
    timed("marked again", max(taken), 1)
    check("and that is told, once each", [line for line in heard if line.startswith("repaired")] == ["repaired app-starts"] * 3, heard)
    ask(["lift"])
    check("nothing stays marked", not tamper.marks(machine.helper.pid), tamper.marks(machine.helper.pid))
    check("there were marks", bool(marked))

    ask(BLOCK)
    taken = []

    def vandal():
        for _ in range(3):
            tamper.take_table(machine.helper.pid)
            check("the table can be taken", "focuskey" not in run("nft", "list", "tables"))
            taken.append(until(lambda: "focuskey" in run("nft", "list", "tables"), 10) or 10)
            check("the name is closed again", not opens("social.example"))
    heard = watched(vandal)
    check("a table that somebody takes stands again", max(taken) < 10, taken)
    timed("raised again", max(taken), 1)
    check("and that is told too, once each", [line for line in heard if line.startswith("repaired")] == ["repaired sites"] * 3, heard)


def watched(body):
    """What the helper tells its person while root does something."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgid(PERSON)
        os.setuid(PERSON)
        one = socket.socket(socket.AF_UNIX)
        one.connect(SOCKET)
        one.sendall(b"watch\n")
        while piece := one.recv(65536):
            os.write(writing, piece)
        os._exit(0)
    os.close(writing)
    text = os.read(reading, 5)
    body()
    time.sleep(0.3)
    os.kill(child, 9)
    os.waitpid(child, 0)
    while piece := os.read(reading, 65536):
        text += piece
    os.close(reading)
    return text.decode().splitlines()[1:]


OTHERS = """
table inet filter { chain out { type filter hook output priority 0; policy accept; tcp dport 25 drop; }; set names { type ipv4_addr; elements = { 192.0.2.1 } ; } ; }
table ip nat { chain out { type nat hook output priority -100; policy accept; } ; }
table inet theirs { chain names { type filter hook output priority -160; tcp dport 443 ct mark set 0x42; } ; chain verdicts { type filter hook postrouting priority 10; tcp dport 443 ct mark & 0x0fffffff == 0x42 meta mark & 0x30000000 == 0x0 accept; tcp dport 443 drop; } ; }
"""


def lacking(machine):
    """Kernels and computers that lack something, or hold something of somebody else's."""
    path = program("/run/opt/chat")
    order = [*BLOCK[:-1], f"program chat {path}", "commit"]
    resolver = os.path.realpath("/etc/resolv.conf")

    def picture():
        with open(resolver, "rb") as file:
            return os.stat(resolver).st_mtime_ns, os.stat(resolver).st_ino, file.read()
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
    check("their tables outlive a helper that is killed", theirs() == before and "focuskey" not in run("nft", "list", "tables"))
    machine.start()
    ask(order)
    ask(["clear"], user=0)
    check("and root's way out", theirs() == before and opens("social.example"))
    # A resolver of somebody else's is neither asked nor changed.
    check("the resolver's file is as it was", picture() == resolving)
    run("nft", "flush", "ruleset")

    for part, layers in [("netfilter", ["sites"]), ("connections", ["connections"]), ("fanotify", ["app-starts"]),
                         ("exec questions", ["app-starts"])]:
        machine.kill()
        machine.helper = subprocess.Popen([sys.executable, sys.argv[0], "--without", part, machine.helper_path])
        check(f"without {part}: the helper starts", until(lambda: os.path.exists(SOCKET) and connects(), 5) is not None)
        check(f"without {part}: the order is taken", ask(order) == ["done"])
        said = {line.split(" ")[1]: line for line in ask(["status"]) if line.startswith("layer ")}
        gone = [name for name, line in said.items() if line.split(" ")[2] == "unavailable"]
        # Connections are cut for the sake of sites.
        wanted = layers + ["connections"] if layers == ["sites"] else layers
        check(f"without {part}: what cannot be is unavailable, and says why", sorted(gone) == sorted(wanted) and all(
            len(said[name].split(" ")) > 5 for name in gone), said)
        sites, starting = "netfilter" != part, layers != ["app-starts"]
        check(f"without {part}: sites {'close' if sites else 'open'}", opens("social.example") != sites)
        check(f"without {part}: the program {'is refused' if starting else 'starts'}", (starts(path) == REFUSED) == starting)
        ask(["lift"])
        check(f"without {part}: all opens again", opens("social.example") and starts(path) == 0)
    machine.kill()

    # No root: one line, its own exit code, and nothing done.
    os.unlink(SOCKET)
    rootless = subprocess.run(["setpriv", "--reuid", str(PERSON), "--clear-groups", machine.helper_path], capture_output=True, text=True)
    check("without root: the helper says so", rootless.returncode == 77 and rootless.stderr.count("\n") == 1, rootless.stderr)
    check("without root: nothing is done", not os.path.exists(SOCKET) and "focuskey" not in run("nft", "list", "tables"))
    machine.start()


def fuzz(machine):
    """Requests of chance from people and strangers: they do what the verbs say to whoever says them, and nothing else."""
    seed = int(os.environ.get("SEED", "1"))
    lines = int(os.environ.get("LINES", "3000"))
    chance = random.Random(seed)
    chat = program("/run/opt/chat")
    other = 1003
    stands = [*BLOCK[:-1], f"program chat {chat}", "commit"]
    stamp = lab.order(stands, user=other)
    check("somebody's order stands", stamp > 0)
    valid = ["order 30000 -", "order 1 0", "order 60000 99999999", "section block", "section allow", "site social.example", "except a.b",
             "program chat /run/opt/chat", "program x /bin/sh", "program x /run/opt/../opt/chat", "commit", "renew 1", "lift", "lift 1", "status",
             "watch", "clear", "program x /proc/self/exe", "program x /dev/stdin", f"program x {SOCKET}", "site localhost", "site *"]

    def line():
        text = bytearray(chance.choice(valid).encode())
        for _ in range(chance.choice([0, 0, 0, 1, 1, 3, 9])):
            place = chance.randrange(len(text) + 1)
            kind = chance.randrange(5)
            if kind == 0:
                text[place:place] = chance.randbytes(chance.randrange(1, 6))
            elif kind == 1:
                del text[place:place + chance.randrange(1, 6)]
            elif kind == 2:
                text[place:place] = chance.choice([b" ", b"\0", b"\r", b"/" * 5000, b"9" * 30, "é".encode(), b"../" * 40])
            elif kind == 3 and text:
                text[min(place, len(text) - 1)] ^= 1 << chance.randrange(8)
            else:
                text += chance.choice(valid).encode()
        return bytes(text) + b"\n"

    def noise(count):
        said = 0
        while said < count:
            try:
                with socket.socket(socket.AF_UNIX) as one:
                    one.settimeout(0.2)
                    one.connect(SOCKET)
                    for _ in range(chance.randrange(1, 60)):
                        one.sendall(line())
                        said += 1
                    one.setblocking(False)
                    one.recv(1 << 16)
            except OSError:
                said += 1
        return said

    def processes():
        return sorted(name for name in os.listdir("/proc") if name.isdigit())

    def files():
        return sorted(os.path.join(folder, name) for top in ["/run", "/etc"] for folder, _, names in os.walk(top)
                      for name in names)
    before = processes(), files(), sorted(os.listdir(f"/proc/{machine.helper.pid}/fd"))
    for user in [PERSON, 65534, 1, PERSON + 1]:
        chance = random.Random(seed * 10 + user)
        said = as_user(user, lambda: noise(lines))
        check(f"{user} said {said} lines", said >= lines)
        check(f"after {user}: the helper lives", machine.helper.poll() is None)
        check(f"after {user}: nobody else's order is touched", not opens("social.example", user=other) and starts(chat, user=other) == REFUSED)
        check(f"after {user}: root is not concerned", opens("social.example", user=0) and starts(chat, user=0) == 0)
        check(f"after {user}: shells start", starts("/bin/true", user=user) == 0 and as_user(
            user, lambda: subprocess.run(["/bin/sh", "-c", "exit 5"]).returncode) == 5)
        check(f"after {user}: another person is not concerned", opens("social.example", user=1009) and starts(chat, user=1009) == 0)
        check(f"after {user}: only the table of the name stands", run("nft", "list", "tables") == "table inet focuskey\n")
        check(f"after {user}: it is renewed", ask([f"renew {stamp}"], user=other) == ["done"])
    check("people can still order", ask(stands) == ["done"] and not opens("social.example"))
    until(lambda: len(os.listdir(f"/proc/{machine.helper.pid}/fd")) <= len(before[2]), 2)
    after = processes(), files(), sorted(os.listdir(f"/proc/{machine.helper.pid}/fd"))
    check("no process, no file, no descriptor more than before", after == before,
          [sorted(set(one) ^ set(two)) for one, two in zip(before, after)])
    ask(["lift"])
    ask(["lift"], user=other)
    check("nothing is left", "focuskey" not in run("nft", "list", "tables") and not tamper.marks(machine.helper.pid))


if __name__ == "__main__":
    if sys.argv[1] == "--without":
        tamper.without(sys.argv[2])
        os.execv(sys.argv[3], sys.argv[3:])
    lab.main({body.__name__: body for body in [protected, upgrades, lacking, fuzz]})
