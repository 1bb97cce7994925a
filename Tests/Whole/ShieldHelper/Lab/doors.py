"""Names that are said to a proxy, and the later requests of a connection."""

import os
import signal
import socket
import struct
import subprocess
import sys

from internet import FOUR
from person import BLOCK, PERSON, as_user, ask
from report import check


def through(port, *pieces):
    """What comes of words said to a proxy at the far side, one after another."""
    with socket.create_connection((FOUR, port), timeout=3) as one:
        text = b""
        for piece in pieces:
            one.sendall(piece)
            text = one.recv(4096)
            if not text:
                return "closed"
        return "open"


def goes(port, *pieces):
    """Whether all those words get their answer."""

    def body():
        try:
            return through(port, *pieces)
        except OSError as error:
            return type(error).__name__

    return as_user(PERSON, body) == "open"


def socks5(name, port=443):
    """A greeting, and a request for a name."""
    return b"\x05\x01\x00", b"\x05\x01\x00\x03" + bytes([len(name)]) + name + struct.pack(">H", port)


def socks4(name, port=443):
    """A request of SOCKS 4a."""
    return (b"\x04\x01" + struct.pack(">H", port) + b"\0\0\0\x01me\0" + name + b"\0",)


def get(name, target=b"/"):
    """A plain request."""
    return b"GET " + target + b" HTTP/1.1\r\nHost: " + name + b"\r\n\r\n"


def proxies(machine):
    """Names that are said to a proxy, and the later requests of a connection, in both modes."""
    server = subprocess.Popen(
        ["nsenter", "-t", str(machine.far.pid), "-n", sys.executable, __file__], stdout=subprocess.PIPE
    )
    server.stdout.readline()
    address = b"\x05\x01\x00", b"\x05\x01\x00\x01" + socket.inet_aton(FOUR) + b"\0\x50"
    ways = {
        "SOCKS 5": lambda name: (1080, *socks5(name)),
        "SOCKS 5 with a password": lambda name: (1080, b"\x05\x02\x00\x02", b"\x01\x01u\x01p", socks5(name)[1]),
        "SOCKS 4a": lambda name: (1080, *socks4(name)),
        "SOCKS 5 to an address": lambda name: (1080, *address, get(name)),
        "a tunnel of HTTP": lambda name: (3128, b"CONNECT " + name + b":443 HTTP/1.1\r\n\r\n"),
        "an HTTP proxy": lambda name: (3128, get(b"x", b"http://" + name + b"/")),
        "an HTTP proxy's second request": lambda name: (
            3128,
            get(b"x", b"http://work.example/"),
            get(b"x", b"http://" + name + b"/"),
        ),
        "a second request": lambda name: (80, get(b"work.example"), get(name)),
        "a tenth request": lambda name: (80, *[get(b"work.example")] * 9, get(name)),
        "a request behind a body": lambda name: (
            80,
            b"POST / HTTP/1.1\r\nHost: work.example\r\nContent-Length: 5\r\n\r\nhello",
            get(name),
        ),
        "a request behind chunks": lambda name: (
            80,
            b"POST / HTTP/1.1\r\nHost: work.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            get(name),
        ),
    }
    for what, words in ways.items():
        check(f"{what} opens before", goes(*words(b"social.example")))
    for mode, order in [("block", BLOCK), ("allow", ["order 30000 -", "section allow", "site work.example", "commit"])]:
        check(f"{mode}: the order is taken", ask(order) == ["done"])
        for what, words in ways.items():
            check(f"{mode}: {what} of a closed site is refused", not goes(*words(b"m.social.example")))
            check(f"{mode}: {what} of another site opens", goes(*words(b"work.example")))
    check("what a proxy does for others than the web opens", goes(1080, *socks5(b"mail.example", 993)))
    ask(["lift"])
    check("and all opens again", all(goes(*words(b"social.example")) for words in ways.values()))
    server.kill()
    server.wait()


def proxy():
    """A server that answers whatever it is told, as a proxy would at each step."""
    doors = [socket.create_server((FOUR, port)) for port in (1080, 3128)]
    print("up", flush=True)
    for door in doors[1:]:
        if os.fork() == 0:
            doors = [door]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        one, _ = doors[0].accept()
        if os.fork() == 0:
            try:
                while one.recv(4096):
                    one.sendall(b"go on")
            except ConnectionResetError:
                pass  # It is refused, and hears of it.
            os._exit(0)
        one.close()


if __name__ == "__main__":
    proxy()
