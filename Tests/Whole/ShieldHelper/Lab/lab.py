#!/usr/bin/env python3
"""A throwaway machine for the helper's trials.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 lab.py PATH/focuskey-shield TRIAL

Everything happens in namespaces of its own: a network with a private internet behind it, a /run and an /opt of its own. Each check
prints one JSON line; the exit code says whether all held. With --measure behind the trial's name the times count too; without, a
slow machine is no failure.
"""

import os
import socket
import subprocess
import sys
import threading
import time

import report
from internet import SIX
from machine import SOCKET, Machine, tables
from person import BLOCK, PERSON, as_user, ask, fetch_here, fetch_quietly, listen, opens, order, quic, starts
from report import beside, check, run, timed, until
from strangers import strangers
from wear import browser, costs, kills, lists, removal


def look_closed():
    """What a blocked site looks like in every way of asking."""
    check("a subdomain is closed", not opens("m.social.example"))
    check("the exception opens", opens("old.social.example"))
    check("another name on the same address opens", opens("work.example"))
    check("a name that only ends alike opens", opens("antisocial.example"))
    check("closed over IPv6", not opens("social.example", address=SIX))
    check("the neighbour opens over IPv6", opens("work.example", address=SIX))
    check("closed over HTTP", not opens("social.example", port=80))
    check("the neighbour opens over HTTP", opens("work.example", port=80))
    check("closed on another port", not opens("social.example", port=8443))
    for size in [1, 40, 100]:
        check(f"closed in pieces of {size}", not opens("social.example", pieces=size))
    check("open in pieces", opens("work.example", pieces=100))


def stay_unconcerned():
    """Others are not concerned, and nobody else takes the table down."""
    check("another person is not concerned", opens("social.example", user=1001))
    check("root is not concerned", opens("social.example", user=0))
    layers = ask(["status"])
    check("the layers are up", "layer sites up" in layers and "layer connections up" in layers, layers)
    for words in [["nft", "delete", "table", "inet", "focuskey"], ["nft", "flush", "ruleset"]]:
        subprocess.run(words, capture_output=True)
    check("nobody else takes the table down", not opens("social.example"))


def refuse_quic():
    """QUIC is refused at once, and only to the person."""
    # The kernel says it to the sender right away (EPERM) or by ICMP, whichever comes first.
    told = as_user(PERSON, quic)
    check("QUIC is refused at once", told in ("PermissionError", "ConnectionRefusedError"), told)
    check("QUIC is others' to use", as_user(1001, quic) == "answered")


def sites(machine):
    check("open before", opens("social.example"))
    layers = ask(["status"])
    check("the layers can be had", "layer sites down nothing to block" in layers, layers)
    stream = subprocess.Popen(
        [
            "setpriv",
            "--reuid",
            "1000",
            "--regid",
            "1000",
            "--clear-groups",
            sys.executable,
            beside("talker.py"),
            "--stream",
        ],
        stdout=subprocess.PIPE,
    )
    stream.stdout.read(8)
    talks = [
        subprocess.Popen(
            [
                "setpriv",
                "--reuid",
                "1000",
                "--regid",
                "1000",
                "--clear-groups",
                sys.executable,
                beside("talker.py"),
                "--talk",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(12)
    ]
    for talk in talks:
        talk.stdout.read(8)
    start = time.monotonic()
    check("the order is taken", ask(BLOCK) == ["done"])
    check("the name is closed", not opens("social.example"))
    timed("closed by the order", time.monotonic() - start, 0.3)
    check("a stream that was there is cut", until(lambda: stream.poll() is not None, 2) is not None)
    until(lambda: all(talk.poll() is not None for talk in talks), 3)
    going = sum(talk.poll() is None for talk in talks)
    check("connections that talk all the while are cut", going == 0, going)
    for talk in talks:
        talk.kill()
    look_closed()
    refuse_quic()
    stay_unconcerned()
    heard = as_user(PERSON, lambda: listen(lambda: [fetch_quietly("m.social.example") for _ in range(5)]))
    check("refusals are told", "denied-site m.social.example social.example" in heard, heard)
    start = time.monotonic()
    check("the end is taken", ask(["lift"]) == ["done"])
    check("open again", opens("social.example"))
    timed("open by the end", time.monotonic() - start, 0.5)
    check("nothing is left", "focuskey" not in tables())


def allow(machine):
    check(
        "the order is taken",
        ask(["order 30000 -", "section allow", "site work.example", "except games.work.example", "commit"]) == ["done"],
    )
    check("what is named opens", opens("work.example") and opens("docs.work.example"))
    check("its exception is closed", not opens("games.work.example"))
    check("nothing else opens", not opens("social.example") and not opens("social.example", address=SIX))
    check("nothing else opens over HTTP", not opens("social.example", port=80))
    check("the package manager's hosts open", opens("deb.debian.org"))
    check("a hello without a name is closed", not opens(None))
    local = socket.create_server(("127.0.0.1", 8080))
    check("loopback opens", as_user(PERSON, lambda: bool(socket.create_connection(("127.0.0.1", 8080)))))
    local.close()
    check(
        "two orders add up",
        ask(["order 30000 -", "section allow", "site work.example", "section block", "site work.example", "commit"])
        == ["done"]
        and not opens("work.example"),
    )


def apps(machine):
    for name in ["chat", "tool"]:
        run("cp", "/bin/true", f"/run/opt/{name}")
    with open("/run/opt/script", "w") as file:
        file.write("#!/bin/sh\nexit 0\n")
    run("chmod", "755", "/run/opt/script")
    lines = [
        "order 30000 -",
        "program org.example.chat /run/opt/chat",
        "program script /run/opt/script",
        "program shell /bin/sh",
        "program loader /lib64/ld-linux-x86-64.so.2",
        "program device /dev/zero",
        "program folder /run/opt",
        "program nothing /run/opt/none",
        "commit",
    ]
    check("starts before", starts("/run/opt/chat") == 0)
    check("the order is taken", ask(lines) == ["done"])
    check("the start is refused", starts("/run/opt/chat") == "Operation not permitted", starts("/run/opt/chat"))
    check("a script is refused", starts("/run/opt/script") == "Operation not permitted")
    os.link("/run/opt/chat", "/run/opt/alias")
    os.symlink("/run/opt/chat", "/run/opt/link")
    check("a hard link is refused", starts("/run/opt/alias") == "Operation not permitted")
    check("a symbolic link is refused", starts("/run/opt/link") == "Operation not permitted")
    run("unshare", "-m", "mkdir", "-p", "/run/opt/elsewhere")
    inside = as_user(
        0,
        lambda: subprocess.run(
            ["unshare", "-m", "setpriv", "--reuid", "1000", "--clear-groups", "/run/opt/chat"], capture_output=True
        ).returncode,
    )
    check("another mount namespace does not help", inside != 0, inside)
    check("an unmarked program starts", starts("/run/opt/tool") == 0)
    check("a shell starts, whatever is ordered", starts("/bin/sh") == 0)
    check("root is not concerned", starts("/run/opt/chat", user=0) == 0)
    check("another person is not concerned", starts("/run/opt/chat", user=1001) == 0)
    heard = as_user(
        PERSON,
        lambda: listen(lambda: subprocess.run(["sh", "-c", "/run/opt/chat; /run/opt/chat"], capture_output=True)),
    )
    check(
        "the refusal names the application",
        any(line.startswith("denied-program org.example.chat ") for line in heard),
        heard,
    )
    run("cp", "/bin/true", "/run/opt/new")
    os.rename("/run/opt/new", "/run/opt/chat")
    took = until(lambda: starts("/run/opt/chat") != 0, 10)
    check("a new version is refused", took is not None)
    timed("refused again", took or 0, 1)
    check("the end is taken", ask(["lift"]) == ["done"])
    check("starts again", starts("/run/opt/chat") == 0)
    ask(lines)
    machine.kill()
    check("starts at once when the helper dies", starts("/run/opt/chat") == 0)


def speaking_slowly():
    """What the site is to somebody who ordered it closed for three seconds and takes six to say the next order.

    It is said beside the looking, which may take longer than the order lasts on a busy computer.
    """
    service = socket.socket(socket.AF_UNIX)
    service.connect(SOCKET)
    service.sendall(("order 3000 -\n" + "".join(line + "\n" for line in BLOCK[1:])).encode())
    said = [service.recv(100).split()[0].decode()]
    service.sendall(b"order 3000 -\nsection block\n")

    def speak():
        for number in range(24):
            time.sleep(0.25)
            service.sendall(f"site number{number}.example\n".encode())

    speech = threading.Thread(target=speak)
    speech.start()
    while speech.is_alive():
        time.sleep(0.25)
        said.append("closed" if is_closed_here("social.example") else "open")
    return said


def is_closed_here(name):
    try:
        return fetch_here(name) is None
    except OSError:
        return True


def leases(machine):
    # Long enough for what is asked meanwhile on a busy computer.
    stamp = order(["order 4000 -", *BLOCK[1:]])
    check("closed while the lease runs", not opens("social.example"))
    check(
        "a renewal names its order",
        [ask([line]) for line in ["renew", f"renew {stamp + 1}"]] == [["refused arguments"], ["refused other-order"]],
    )
    check("renewed", ask([f"renew {stamp}"]) == ["done"])
    took = until(lambda: opens("social.example"), 10)
    check("open when the lease is out, and not before", took is not None and took > 0.2, took)
    timed("open by the lease's end", took or 0, 4.5)
    check("nothing is left", "focuskey" not in tables())
    check("what is out cannot be renewed", ask([f"renew {stamp}"]) == ["refused no-order"])
    said = as_user(PERSON, speaking_slowly)
    check("what an owner ordered is in force while it says its next order", "closed" in said and "open" not in said, said)
    boot = int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)
    ask([f"order 30000 {boot + 4000}", *BLOCK[1:]])
    check("closed before the end", not opens("social.example"))
    took = until(lambda: opens("social.example"), 10)
    check("open at the end, whatever the lease", took is not None)
    timed("open by the end that was ordered", took or 0, 4.5)
    ask(BLOCK)
    machine.kill()
    check("open at once when the helper dies", opens("social.example") and "focuskey" not in tables())
    machine.start()
    check("a new helper holds nothing", opens("social.example"))
    ask(BLOCK)
    check("root clears", ask(["clear"], user=0) == ["done"] and opens("social.example"))
    machine.helper.terminate()
    machine.helper.wait()
    machine.start()


def main(trials):
    """Runs the trial that is named, in a machine of its own."""
    machine = Machine(sys.argv[1])
    try:
        machine.start()
        trials[sys.argv[2]](machine)
    finally:
        machine.close()
    sys.exit(1 if report.failures else 0)


TRIALS = {
    body.__name__: body for body in [sites, allow, apps, leases, strangers, lists, kills, costs, browser, removal]
}


if __name__ == "__main__":
    main(TRIALS)
