#!/usr/bin/env python3
"""Names that browsers would hide: how a hello is encrypted, resolvers that are asked in secret, fronts.

unshare -n -m --pid --fork --kill-child --mount-proc python3 hidden.py PATH/focuskey-shield TRIAL
"""

import os
import random
import socket
import subprocess
import sys
import time

import lab
from hellos import CLOSED, hello, hello_here
from internet import FOUR, NEIGHBOUR, SIX
from machine import snapshot, tables
from person import BLOCK, PERSON, as_user, ask, listen
from questions import CANARY, all_at_once, by_tcp, by_udp, one_after_the_other
from report import check, figure, run, until

PASS = [BLOCK[0], "ech pass", *BLOCK[1:]]
NOTHING, ONE, NO_NAME = [0, 0], [0, 1], [3, 0]


def asked(body, user=PERSON):
    return as_user(user, body)


def ways(name, kind, user=PERSON):
    """What a question is answered in each way in which it may be asked."""
    return asked(lambda: {
        "UDP": by_udp(name, kind), "UDP over IPv6": by_udp(name, kind, server=SIX),
        "UDP, plain": by_udp(name, kind, extended=False),
        "TCP": by_tcp(name, kind), "TCP over IPv6": by_tcp(name, kind, server=SIX),
        "TCP, in octets": by_tcp(name, kind, pieces=1), "TCP, its length alone first": by_tcp(name, kind, pieces=2),
        "TCP, filled up": by_tcp(name, kind, padding=900),
        "UDP, of one device": by_udp(name, kind, device="near"), "TCP, of one device": by_tcp(name, kind, device="near"),
        "stub, UDP": by_udp(name, kind, server="127.0.0.53"), "stub, TCP": by_tcp(name, kind, server="127.0.0.53"),
    }, user)


def all_are(found, wanted):
    return all(answer == wanted for answer in found.values())


def stub():
    """A resolver on this computer that asks for everybody: a process, so that it has another user's id."""
    words = [sys.executable, "-c", f"""
import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})
import socket, threading
from internet import name_server, name_streams
threading.Thread(target=name_server, args=(socket.AF_INET, "127.0.0.53"), daemon=True).start()
threading.Timer(0.1, lambda: print("up", flush=True)).start()
name_streams(socket.AF_INET, "127.0.0.53")
"""]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    process.stdout.readline()
    return process


def encrypted(machine):
    """Nobody learns how a hello is encrypted."""
    resolver = stub()
    before = ways("ech.free.example", "HTTPS")
    check("before an order its server answers", all_are(before, ONE), before)
    canary = ways(CANARY, "A")
    check("and the canary's", all_are(canary, ONE), canary)
    check("the order is taken", ask(BLOCK) == ["done"])
    for kind in ["HTTPS", "SVCB"]:
        for user in [PERSON, 1001, 0]:
            found = ways("ech.free.example", kind, user)
            check(f"questions of user {user} for {kind} are answered with nothing", all_are(found, NOTHING), found)
    for kind in ["A", "AAAA"]:
        found = ways("free.example", kind)
        check(f"questions for {kind} are their server's", all_are(found, ONE), found)
    found = ways(CANARY, "A")
    check("the canary is not there", all_are(found, NO_NAME), found)
    check("nor by another spelling", asked(lambda: by_udp(CANARY.upper(), "AAAA")) == NO_NAME)
    found = asked(lambda: one_after_the_other([("free.example", "A"), ("ech.free.example", "HTTPS"),
                                                ("work.example", "A"), ("ech.work.example", "HTTPS")]))
    check("over one connection, each in its turn", found[0] == [ONE, NOTHING, ONE, NOTHING] and found[1] <= 3, found)
    found = asked(lambda: all_at_once([("free.example", "A"), ("ech.free.example", "HTTPS"), ("free.example", "AAAA")]))
    check("in one packet, each in the end", found[0] == [ONE, NOTHING, ONE] and found[1] <= 3, found)
    check("nothing of it stays open", until(lambda: left_open() == 0, 5) is not None, left_open())
    told = ask(["status"])
    check("both layers are told", {"layer ech up", "layer dns up"} <= set(told), told)
    check("the end is taken", ask(["lift"]) == ["done"])
    after = ways("ech.free.example", "HTTPS")
    check("afterwards its server answers again", all_are(after, ONE), after)
    resolver.kill()


def left_open():
    """Connections to the port of questions that somebody on this side has not finished."""
    lines = run("ss", "-tanH", "dport", "=", "53").splitlines()
    return sum(not line.startswith("TIME-WAIT") for line in lines)


def leftovers(machine):
    """Nothing of it outlives the order, the helper's end, or its death."""
    before = snapshot()
    ends = {
        "lifted": lambda: ask(["lift"]),
        "cleared": lambda: ask(["clear"], user=0),
        "killed": machine.kill,
        "cleaned": lambda: run(machine.helper_path, "--clean"),
    }
    for how, end in ends.items():
        if machine.helper.poll() is not None:
            os.unlink("/run/focuskey/shield.sock")
            machine.start()
        ask(BLOCK)
        check(f"{how}: answered before", asked(lambda: by_udp("ech.free.example", "HTTPS")) == NOTHING)
        end()
        if how == "cleaned":
            machine.kill()
        check(f"{how}: its server's afterwards", until(lambda: "focuskey" not in tables(), 3) is not None
              and asked(lambda: by_udp("ech.free.example", "HTTPS")) == ONE
              and asked(lambda: by_tcp(CANARY, "A")) == ONE)
    check("nothing is left", snapshot() == before)


def passing(machine):
    """What `ech: "pass"` leaves alone, and what not."""
    check("the order is taken", ask(PASS) == ["done"])
    check("questions are their server's", asked(lambda: by_udp("ech.free.example", "HTTPS")) == ONE
          and asked(lambda: by_tcp("ech.free.example", "HTTPS")) == ONE)
    check("a marked hello of a front too", hello("cloudflare-ech.com", marked=True) == "answered")
    check("the canary stays", asked(lambda: by_udp(CANARY, "A")) == NO_NAME)
    check("and so does port 853", asked(lambda: by_tcp("free.example", "A", server=NEIGHBOUR, port=853)) in CLOSED)
    told = ask(["status"])
    check("that is told", any(line.startswith("layer ech down") and "pass" in line for line in told)
          and "layer dns up" in told, told)
    ask(BLOCK)
    check("who orders otherwise beside it is heard", asked(lambda: by_udp("ech.free.example", "HTTPS")) == NOTHING)
    ask(["lift"])
    boot = int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)
    ask([*PASS[:-1], f"later {boot + 800}", "section block", "site social.example", "commit"])
    time.sleep(1.5)
    check("what counts later leaves them alone too", asked(lambda: by_udp("ech.free.example", "HTTPS")) == ONE
          and asked(lambda: by_udp(CANARY, "A")) == NO_NAME)
    check("a wrong word is refused", ask([BLOCK[0], "ech perhaps", *BLOCK[1:]])[0] == "refused arguments")
    check("and so is one without an order", ask(["ech pass"]) == ["refused no-order"])


RESOLVERS = ["dns.google", "cloudflare-dns.com", "mozilla.cloudflare-dns.com", "chrome.cloudflare-dns.com",
             "dns.quad9.net", "doh.opendns.com", "dns.adguard-dns.com", "dns.nextdns.io", "abc123.dns.nextdns.io",
             "doh.cleanbrowsing.org", "dns.mullvad.net"]


def elsewhere(machine):
    """Resolvers that are asked in secret are closed, but for this computer's own."""
    check("before, all of them answer", hello("dns.google") == "answered"
          and asked(lambda: by_tcp("free.example", "A", server=NEIGHBOUR, port=853)) == ONE)
    check("the order is taken", ask(BLOCK) == ["done"])
    for name in RESOLVERS:
        check(f"{name} is closed", hello(name) in CLOSED)
    check("at another port too", hello("dns.google", port=8443) in CLOSED)
    check("over IPv6 too", hello("dns.google", address=SIX) in CLOSED)
    check("its address is not told", asked(lambda: by_udp("dns.google", "A")) == NO_NAME
          and asked(lambda: by_tcp("www.cloudflare-dns.com", "AAAA")) == NO_NAME)
    check("others may ask there", hello("dns.google", user=1001) == "answered" and hello("dns.google", user=0) == "answered"
          and asked(lambda: by_udp("dns.google", "A"), user=0) == ONE)
    check("what is only called alike opens", hello("cloudflare.com") == "answered" and hello("mydns.google.example") == "answered")
    check("that counts as no attempt", not [line for line in heard(lambda: hello_here("dns.google")) if "denied" in line])
    for way in [by_udp, by_tcp]:
        check(f"port 853 is closed ({way.__name__})",
              asked(lambda: way("free.example", "A", server=NEIGHBOUR, port=853)) in CLOSED)
        check(f"also over IPv6 ({way.__name__})",
              asked(lambda: way("free.example", "A", server=SIX, port=853)) in CLOSED)
        check(f"but for this computer's resolver ({way.__name__})",
              asked(lambda: way("free.example", "A", server=FOUR, port=853)) == ONE)
        check(f"others may ask there ({way.__name__})",
              asked(lambda: way("free.example", "A", server=NEIGHBOUR, port=853), user=1001) == ONE)
    # Another network, another resolver; then the stub of systemd-resolved, and who is behind it.
    behind = "/run/systemd/resolve"
    os.makedirs(behind)
    for text, more in [(f"nameserver {NEIGHBOUR}\nnameserver {SIX}%near\n", ""),
                       ("nameserver 127.0.0.53\noptions edns0\n", f"# that is it\nnameserver {NEIGHBOUR}\n")]:
        with open(f"{behind}/resolv.conf", "w") as file:
            file.write(more)
        with open("/etc/resolv.conf", "w") as file:
            file.write(text)
        check("its new resolver may be asked", until(
            lambda: asked(lambda: by_tcp("free.example", "A", server=NEIGHBOUR, port=853)) == ONE, 4) is not None)
        check("and the one before not", asked(lambda: by_tcp("free.example", "A", server=FOUR, port=853)) in CLOSED)
    ask(["lift"])
    check("afterwards all of them answer", hello("dns.google") == "answered"
          and asked(lambda: by_udp("free.example", "A", server=SIX, port=853)) == ONE)


def heard(body):
    """What a watcher of the person's is told while they do something."""
    return asked(lambda: listen(body))


def fronts(machine):
    """A hello that is encrypted for a known front is refused; the mark alone says nothing."""
    check("the order is taken", ask(BLOCK) == ["done"])
    for name in ["cloudflare-ech.com", "CLOUDFLARE-ECH.COM", "www.cloudflare-ech.com", "public.tls-ech.dev"]:
        check(f"a marked hello to {name} is refused", hello(name, marked=True) in CLOSED)
    for name in ["free.example", "cloudflare.com", "tls-ech.dev", None]:
        check(f"a marked hello to {name} is not", hello(name, marked=True) == "answered")
    check("a front that is named openly opens", hello("cloudflare-ech.com") == "answered")
    check("a marked hello to a closed site is refused", hello("m.social.example", marked=True) in CLOSED)
    check("others' hellos are theirs", hello("cloudflare-ech.com", marked=True, user=1001) == "answered")
    ask(["lift"])
    ask(["order 30000 -", "section allow", "site work.example", "site cloudflare-ech.com", "commit"])
    check("where only what is named opens, the outer name decides", hello("cloudflare-ech.com", marked=True) == "answered"
          and hello("free.example", marked=True) in CLOSED and hello("work.example", marked=True) == "answered")


def flooding(machine):
    """Hostile questions and many of them: the helper lives, its memory stays, and others are answered."""
    ask(BLOCK)
    rss = memory(machine)

    def nonsense():
        out = random.Random(7)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            for turn in range(int(os.environ.get("COUNT", "240")) * 50):
                octets = bytearray(out.randbytes(out.choice([0, 3, 11, 12, 17, 40, 300, 1400])))
                if len(octets) > 12 and turn % 2:
                    octets[2:12] = b"\1\0\0\1\0\0\0\0\0\1"
                # A pointer to itself, and one to the next.
                if len(octets) > 20 and turn % 3 == 0:
                    octets[12:16] = b"\xc0\x0c\xc0\x0e"
                udp.sendto(bytes(octets), (FOUR, 53))
        for _ in range(300):
            with socket.create_connection((FOUR, 53), timeout=2) as stream:
                stream.sendall(out.randbytes(out.randrange(1, 900)))
        return "sent"

    check("nonsense goes out", asked(nonsense) == "sent")
    check("questions are answered as before", asked(lambda: by_udp("ech.free.example", "HTTPS")) == NOTHING
          and asked(lambda: by_tcp("free.example", "A")) == ONE)
    check("the helper lives", machine.helper.poll() is None)
    figure("memory after hostile questions, above before", (memory(machine) - rss) / 1024, 2, "MB")
    times = asked(lambda: [seconds(lambda: by_udp("free.example", "A")) for _ in range(200)])
    ask(["lift"])
    plain = asked(lambda: [seconds(lambda: by_udp("free.example", "A")) for _ in range(200)])
    figure("a question, above one without a shield", (sorted(times)[100] - sorted(plain)[100]) * 1000, 0.5, "ms")


def seconds(body):
    start = time.monotonic()
    body()
    return time.monotonic() - start


def memory(machine):
    with open(f"/proc/{machine.helper.pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [encrypted, leftovers, passing, elsewhere, fronts, flooding]})
