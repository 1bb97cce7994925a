"""Trials of what the helper costs, survives and leaves behind."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from internet import FOUR
from machine import SOCKET, files, own_system, snapshot, tables
from person import BLOCK, PERSON, as_user, ask, fetch_here, opens, starts
from report import check, figure, run, timed, until


def memory(machine, kind):
    """What the helper's own memory is, or was at most, in megabytes."""
    lines = open(f"/proc/{machine.helper.pid}/status").readlines()
    return int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024


def lists(machine):
    chance = random.Random(4)
    names = [
        "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(4, 14)))
        + "."
        + chance.choice(["com", "net", "org", "example", "co.uk"])
        for _ in range(500_000)
    ]
    text = "order 30000 -\nsection block\n" + "".join(f"site {name}\n" for name in names) + "commit\n"

    def body():
        service = socket.socket(socket.AF_UNIX)
        service.connect(SOCKET)
        start = time.monotonic()
        service.sendall(text.encode())
        service.recv(100)
        return time.monotonic() - start

    figure("half a million names load", as_user(PERSON, body), 2, "s")
    figure("half a million names cost the helper", memory(machine, "VmHWM"), 26, "MB")
    # Another order takes its place, and for a moment both are there; what is said beyond a budget comes slowly.
    figure("they load once more", as_user(PERSON, body), 30, "s")
    figure("two such orders at a time cost it", memory(machine, "VmHWM"), 45, "MB")
    figure("the second one costs it", memory(machine, "VmRSS"), 26, "MB")
    check("the last of them is closed", not opens("www." + names[-1]))
    check("another name opens", opens("work.example"))


def browser(machine):
    """A real Chromium that runs before the order comes: what it sees, and how soon."""
    if not shutil.which("chromium"):
        check("chromium is not installed: not tried", True)
        return
    profile = tempfile.mkdtemp(dir="/run/opt")
    os.chmod("/run/opt", 0o755)
    os.chown(profile, PERSON, PERSON)
    program = subprocess.Popen(
        [
            "setpriv",
            "--reuid",
            "1000",
            "--regid",
            "1000",
            "--clear-groups",
            "env",
            f"HOME={profile}",
            "chromium",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--ignore-certificate-errors",
            f"--user-data-dir={profile}/p",
            "--remote-debugging-port=9222",
            f"--host-resolver-rules=MAP * {FOUR}, EXCLUDE 127.0.0.1",
            "https://work.example/probe",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def title():
        try:
            with urllib.request.urlopen("http://127.0.0.1:9222/json/list", timeout=2) as answer:
                return next((tab["title"] for tab in json.load(answer) if "work.example" in tab["url"]), "")
        except OSError:
            return ""

    everything = "exception=open neighbour=open site=open subdomain=open"
    closed = "exception=open neighbour=open site=closed subdomain=closed"
    check("everything opens in a running browser", until(lambda: title() == everything, 40) is not None, title())
    for turn in ["first", "second"]:
        ask(BLOCK)
        took = until(lambda: title() == closed, 15)
        check(f"the running browser sees the {turn} order", took is not None, title())
        timed(f"seen the {turn} time", took or 0, 1)
        ask(["lift"])
        took = until(lambda: title() == everything, 15)
        check(f"and its {turn} end", took is not None, title())
        timed(f"opened the {turn} time", took or 0, 1)
    program.kill()
    program.wait()


def kills(machine):
    """Helper and service killed at random moments of a session's start, break and end."""
    chance = random.Random(int(os.environ.get("SEED", "1")))
    rounds = int(os.environ.get("ROUNDS", "40"))
    run("cp", "/bin/true", "/run/opt/chat")
    machine.kill()
    os.unlink(SOCKET)
    before = snapshot()
    order = "order 400 -\nsection block\nsite social.example\nprogram chat /run/opt/chat\ncommit\n"
    script = [order, "renew", "lift\n", order, "renew", "lift\n"]
    left = late = slow = 0
    for _ in range(rounds):
        machine.start()

        def service():
            socket_ = socket.socket(socket.AF_UNIX)
            socket_.connect(SOCKET)
            told = b""
            for text in script:
                # An order's answer ends with its stamp.
                text = f"renew {told.split()[1].decode()}\n" if text == "renew" else text
                socket_.sendall(text.encode())
                told = socket_.recv(100)
                if not told:
                    # The helper is gone.
                    return
                time.sleep(chance.random() * 0.004)

        child = os.fork()
        if child == 0:
            try:
                os.setgid(PERSON)
                os.setuid(PERSON)
                service()
            except OSError:
                pass
            os._exit(0)
        time.sleep(chance.random() * 0.025)
        victim = chance.choice(["helper", "service", "both"])
        if victim != "helper":
            os.kill(child, signal.SIGKILL)
        if victim != "service":
            machine.kill()
            # What the kernel takes down with the helper is gone at once.
            slow += until(lambda: "focuskey" not in tables() and starts("/run/opt/chat") == 0, 1) is None
        os.waitpid(child, 0)
        if victim == "service":
            late += until(lambda: "focuskey" not in tables() and starts("/run/opt/chat") == 0, 3) is None
            machine.kill()
        os.unlink(SOCKET)
        left += snapshot() != before
    check(f"{rounds} kills leave nothing behind", left == 0, left)
    check("what the helper held goes with it", slow == 0, slow)
    check("what a dead service ordered goes with the lease", late == 0, late)
    machine.start()


def removal(machine):
    """Installed, ordered from and removed: what is on disk and in the kernel afterwards is what was there before."""
    machine.kill()
    shutil.rmtree(os.path.dirname(SOCKET))
    own_system(machine)

    def picture():
        return files(), tables(), os.path.exists(SOCKET)

    focuskey = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    before = picture()
    run(focuskey, "--home", machine.folder, "shield", "install")
    added = sorted(set(picture()[0]) - set(before[0]))
    check("the helper and its unit are installed", "/etc/systemd/system/focuskey-shield.service" in added, added)
    machine.helper_path = "/usr/local/libexec/focuskey/focuskey-shield"
    machine.start()
    ask(BLOCK)
    check("the installed helper closes", not opens("social.example") and "focuskey" in tables())
    run(focuskey, "--home", machine.folder, "shield", "remove")
    check("the removal opens", opens("social.example"))
    check("the helper is gone", until(lambda: machine.helper.poll() is not None, 2) is not None)
    after = picture()
    differences = sorted(set(after[0].items()) ^ set(before[0].items()))
    check("nothing is left on disk or in the kernel", after == before, [differences, after[1:]])
    again = subprocess.run([focuskey, "--home", machine.folder, "shield", "remove"], capture_output=True, text=True)
    check("removing twice is no fault", again.returncode == 0, again.stderr)


def starting():
    """How long an unblocked program's start takes, at the median."""
    times = []
    for _ in range(400):
        start = time.perf_counter()
        os.waitpid(os.posix_spawn("/run/opt/free", ["free"], {}), 0)
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def asking():
    """How long a name server's answer takes, at the median."""
    far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    far.settimeout(2)
    far.connect((FOUR, 53))
    times = []
    for _ in range(200):
        start = time.perf_counter()
        far.send(b"a question")
        far.recv(100)
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def connecting():
    """How long a connection to an open site takes."""
    start = time.perf_counter()
    fetch_here("work.example")
    return time.perf_counter() - start


def by_turns(body, rounds):
    """How much longer something takes the person than somebody who ordered nothing, at the median: by turns, so that
    whatever else this computer does falls on both."""
    slower = []
    for _ in range(rounds):
        took = []
        for user in [PERSON, PERSON + 1]:
            os.seteuid(user)
            took.append(body())
            os.seteuid(0)
        slower.append(took[0] - took[1])
    return sorted(slower)[rounds // 2]


def is_asked_about():
    """Whether the person's connections are asked about, made in this way."""
    os.seteuid(PERSON)
    try:
        return fetch_here("social.example") is None
    except OSError:
        return True
    finally:
        os.seteuid(0)


def costs(machine):
    """What a shield costs those whom it does not concern."""
    run("cp", "/bin/true", "/run/opt/chat")
    run("cp", "/bin/true", "/run/opt/free")
    words = ["order 60000 -", *BLOCK[1:4], "program chat /run/opt/chat", "commit"]
    rounds = {"start": [], "lookup": []}
    for _ in range(5):
        pair = []
        for state in [["lift"], words]:
            ask(state)
            pair.append([as_user(PERSON, body) for body in [starting, asking]])
        for index, name in enumerate(rounds):
            rounds[name].append(pair[1][index] - pair[0][index])
    slower = {name: sorted(values)[2] * 1e6 for name, values in rounds.items()}
    ask(words)
    check("a connection made by turns is asked about", is_asked_about())
    slower["connection"] = by_turns(connecting, 150) * 1e6
    for name, most in [("start", 100), ("lookup", 1000), ("connection", 1000)]:
        figure(f"an unblocked {name} is slower by", slower[name], most, "µs")
