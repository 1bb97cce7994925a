#!/usr/bin/env python3
"""Trials of the hello that is judged: it is the one that the server reads, whatever a program does without any rights.

unshare -n -m --pid --fork --kill-child --mount-proc python3 tricks.py PATH/focuskey-shield TRIAL
"""

import socket
import threading
import time

import lab
from flights import flights
from floods import floods
from innocents import innocents
from internet import FOUR
from listeners import AGAIN, Listeners, PLAIN, SECURE
from paths import paths
from person import BLOCK, PERSON, as_user, ask, order
from report import check
from wording import (
    asked_again,
    Pages,
    connect,
    extension,
    forged,
    hello,
    lost,
    records,
    request,
    routed,
    server_name,
    signed,
    urgent,
    with_more,
)

ALLOW = ["order 60000 -", "section allow", "site work.example", "commit"]
# Three sites with names of one length: blocked and open by the one order, and the other way round by the other.
ORDERS = {
    "block": (["order 60000 -", *BLOCK[1:3], "site free.example", "commit"], "free.example", "work.example"),
    "allow": (ALLOW, "free.example", "work.example"),
}


def plainly(one, words):
    one.sendall(words)


def gone(one, words):
    """Closes while most of it is still to be sent: the kernel sends the rest, for nobody."""
    one.sendall(words)
    one.close()


def in_two(one, words, at, pause=0.05):
    one.sendall(words[:at])
    time.sleep(pause)
    one.sendall(words[at:])


def swapped(one, words, at):
    """The second piece arrives before the first."""
    lost(one, True)
    one.sendall(words[:at])
    lost(one, False)
    one.sendall(words[at:])
    time.sleep(0.5)


def changing(one, fake, real):
    """The pages change while the packet is on its way."""
    pages = Pages(fake)
    turn = threading.Thread(target=pages.send, args=(one,))
    turn.start()
    for _ in range(20):
        pages.change(real)
        pages.change(fake)
    turn.join()
    pages.change(real)
    time.sleep(0.05)


# What each does with a connection, the blocked name and the open one.
OF_TLS = {
    "an urgent octet in front": lambda one, bad, good: urgent(one, hello(bad), 0),
    "an urgent octet behind the first": lambda one, bad, good: urgent(one, hello(bad), 1),
    "an urgent octet in the middle": lambda one, bad, good: urgent(one, hello(bad), 90),
    "an empty record": lambda one, bad, good: plainly(one, b"\x16\x03\x01\0\0" + hello(bad)),
    "records of one octet": lambda one, bad, good: plainly(one, records(hello(bad), 1)),
    "two pieces": lambda one, bad, good: in_two(one, hello(bad), 1),
    "pieces in the wrong order": lambda one, bad, good: swapped(one, hello(bad), 60),
    "a hello of 40 KB": lambda one, bad, good: plainly(one, with_more(hello(bad), extension(9999, bytes(40_000)))),
    "a lost hello, then another": lambda one, bad, good: forged(one, hello(good), hello(bad), lost),
    "a lost line, then a hello": lambda one, bad, good: forged(one, b"+" * len(hello(bad)), hello(bad), lost),
    "a signed hello, then another": lambda one, bad, good: forged(one, hello(good), hello(bad), signed),
    "a routed hello, then another": lambda one, bad, good: forged(one, hello(good), hello(bad), routed),
    "pages that change": lambda one, bad, good: changing(one, hello(good), hello(bad)),
    "another hello, asked for again": lambda one, bad, good: asked_again(one, good, bad),
    "two names": lambda one, bad, good: plainly(one, with_more(hello(bad), server_name(good.encode()))),
    "a hello of 40 KB, then gone": lambda one, bad, good: gone(one, with_more(hello(bad), extension(9999, bytes(40_000)))),
}
LONG = lambda name: request(name, more=b"X: " + b"x" * 50_000 + b"\r\n")
PIECE = b"GET / HTTP/1.1\r\nX: "
OF_HTTP = {
    "an urgent octet": lambda one, bad, good: urgent(one, request(bad), 3),
    "a head of 21 KB in two pieces": lambda one, bad, good: in_two(
        one, PIECE + b"x" * 21_000 + b"\r\nHost: " + bad.encode() + b"\r\n\r\n", 20_500
    ),
    "a tab behind the method": lambda one, bad, good: plainly(one, request(bad, b"GET\t/\tHTTP/1.1")),
    "a blank in front": lambda one, bad, good: plainly(one, request(bad, b" GET / HTTP/1.1")),
    "an unknown method": lambda one, bad, good: plainly(one, request(bad, b"FOO / HTTP/1.1")),
    "a host behind a user": lambda one, bad, good: plainly(one, request("a@" + bad)),
    "an address of FTP": lambda one, bad, good: plainly(one, request(good, b"GET ftp://" + bad.encode() + b"/ HTTP/1.1")),
    "another host in the field": lambda one, bad, good: plainly(
        one, request(bad, b"GET http://" + good.encode() + b"/ HTTP/1.1")
    ),
    "another host in the address": lambda one, bad, good: plainly(
        one, request(good, b"GET http://" + bad.encode() + b"/ HTTP/1.1")
    ),
    "another port in the address": lambda one, bad, good: plainly(
        one, request(bad, b"GET http://" + bad.encode() + b":81/ HTTP/1.1")
    ),
    "two fields": lambda one, bad, good: plainly(one, request(good, more=b"Host: " + bad.encode() + b"\r\n")),
    "a folded field": lambda one, bad, good: plainly(one, request(bad, field=b"Host:\r\n ")),
    "a head without an end": lambda one, bad, good: (one.sendall(request(bad)[:-2]), one.shutdown(socket.SHUT_WR)),
    "a lost request, then another": lambda one, bad, good: forged(one, request(good), request(bad), lost),
    "a head of 50 KB, then gone": lambda one, bad, good: gone(one, LONG(bad)),
    "a request behind a tab": lambda one, bad, good: in_two(one, request(good) + request(bad, b"GET\t/\tHTTP/1.1"), 40),
}


def tried(way, port, bad, good, patience=0.2, user=PERSON):
    """The port from which a way was tried."""

    def body():
        with connect(port) as one:
            mine = one.getsockname()[1]
            try:
                way(one, bad, good)
                time.sleep(patience)
            except OSError:
                pass
            return mine

    return as_user(user, body)


def ports_of(mode, ports):
    """A profile that names what is open does not ask programs elsewhere than on the web."""
    return ports if mode == "block" else ports[:1]


def kept_alive(port, bad):
    """A hello behind forty packets without content."""

    def body():
        with connect(port) as one:
            for option, value in [(socket.TCP_KEEPIDLE, 1), (socket.TCP_KEEPINTVL, 1), (socket.TCP_KEEPCNT, 100)]:
                one.setsockopt(socket.IPPROTO_TCP, option, value)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            time.sleep(40)
            try:
                one.sendall(hello(bad))
                time.sleep(0.3)
            except OSError:
                pass
            return one.getsockname()[1]

    return as_user(PERSON, body)


def tricks(machine):
    servers = Listeners(machine)
    for mode, (lines, bad, good) in ORDERS.items():
        stamp, patient = order(lines), []
        waits = [threading.Thread(target=lambda port=port: patient.append(kept_alive(port, bad))) for port in SECURE]
        for wait in waits if mode == "block" else []:
            wait.start()
        for ways, ports in [(OF_TLS, SECURE), (OF_HTTP, PLAIN)]:
            for port in ports_of(mode, ports):
                check(f"{mode}: the order is renewed", ask([f"renew {stamp}"]) == ["done"])
                try_all(mode, ways, port, AGAIN[ports.index(port)], servers, bad, good)
        for wait in waits if mode == "block" else []:
            while wait.is_alive():
                check(f"{mode}: the order is renewed", ask([f"renew {stamp}"]) == ["done"])
                wait.join(15)
        heard = [name for one in patient for name in servers.names(one)]
        check(f"{mode}: packets without content decide nothing", bad not in heard, heard)
        ask(["lift"])
    two_people(servers)
    servers.close()


def try_all(mode, ways, port, again, servers, bad, good):
    """Every way at a port; those that want a server to ask for a hello again, at one that does."""
    for what, way in ways.items():
        there = again if "asked for again" in what else port
        mine = [tried(way, there, bad, good) for _ in range(20 if "pages" in what else 1)]
        heard = [name for one in mine for name in servers.names(one)]
        check(f"{mode}: {what}, port {there}: the site is not asked for", bad not in heard, heard)
    plain = hello(good) if ways is OF_TLS else request(good)
    mine = tried(lambda one, bad, good: one.sendall(plain), port, bad, good)
    check(f"{mode}: the open site is asked for, port {port}", servers.hears(mine, good))


def two_people(servers):
    """What is sent for a program that has closed is nobody's: it is known by its connection, whoever is there."""
    other = PERSON + 1
    lines, bad, good = ORDERS["block"]
    stamps = {user: order(lines, user) for user in (PERSON, other)}
    for user in stamps:
        for port in PLAIN:
            mine = tried(lambda one, bad, good: gone(one, LONG(bad)), port, bad, good, user=user)
            check(f"the site is not asked for by {user}, who is gone, port {port}", not servers.hears(mine, bad))
    mine = tried(lambda one, bad, good: gone(one, LONG(good)), PLAIN[0], bad, good)
    check("who is gone asks for an open site", servers.hears(mine, good))
    for user in stamps:
        ask(["lift"], user)


def datagrams(machine):
    """QUIC is refused at every port, and nothing else of UDP is."""
    opening = lambda version: b"\xc3" + version + b"\x08" + bytes(1200)

    def sent(words, port):
        def body():
            udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            udp.settimeout(0.3)
            udp.connect((FOUR, port))
            try:
                udp.send(words)
                udp.recv(100)
            except TimeoutError:
                return "silence"
            except OSError as error:
                return type(error).__name__
            return "answered"

        return as_user(PERSON, body)

    check("the order is taken", ask(BLOCK) == ["done"])
    for version in [b"\0\0\0\1", b"\x6b\x33\x43\xcf", b"\xff\0\0\x1d"]:
        told = sent(opening(version), 53)
        check(f"QUIC of version {version.hex()} is refused at another port", told in ("PermissionError", "ConnectionRefusedError"), told)
    # The name server of the private internet says everything again that is not a question.
    for words in [b"\xc3\0\0\0\2" + bytes(40), b"\x43\0\0\0\1" + bytes(40), b"hello"]:
        told = sent(words, 53)
        check(f"{words[:5].hex()} is not", told == "answered", told)
    ask(["lift"])
    told = sent(opening(b"\0\0\0\1"), 53)
    check("the end opens", told == "answered", told)


if __name__ == "__main__":
    lab.main({body.__name__: body for body in [tricks, datagrams, innocents, floods, flights, paths]})
