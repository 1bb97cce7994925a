"""Connections that ask for no site at all, at ports of the web: they live."""

import os
import socket
import subprocess
import sys
import time

from internet import FOUR
from person import BLOCK, PERSON, answers_here, as_user, ask, order
from report import check

PORTS = (8080, 8443, 5000)
TIMES = 20


def finished(one):
    """What the server counted, once this side has said all."""
    one.shutdown(socket.SHUT_WR)
    text = b""
    while piece := one.recv(4096):
        text += piece
    return text.decode()


def upload(port, words):
    with socket.create_connection((FOUR, port), timeout=5) as one:
        one.sendall(words)
        return finished(one)


def in_turns(port, words):
    """One word after another, each when the server has answered."""
    with socket.create_connection((FOUR, port), timeout=5) as one:
        for _ in range(50):
            one.sendall(words)
            time.sleep(0.002)
        return finished(one)


DATA = bytes((200 + turn * 7) % 256 for turn in range(200_000))
TEXT = b"all work and no play" * 10_000
HEAD = b"POST /up HTTP/1.1\r\nHost: work.example\r\nContent-Length: 200000\r\n\r\n"
BLOCKED = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"
UPGRADE = b"GET /chat HTTP/1.1\r\nHost: work.example\r\nUpgrade: websocket\r\n\r\n"

KINDS = {
    "200 KB of anything": lambda port: upload(port, DATA) == "200000",
    "200 KB of text": lambda port: upload(port, TEXT) == "200000",
    "one line": lambda port: upload(port, b"one line\n") == "9",
    "one line without an end": lambda port: upload(port, b"one line") == "8",
    "nothing": lambda port: upload(port, b"") == "0",
    "line by line": lambda port: in_turns(port, b"a line\n") == "350",
    "word by word": lambda port: in_turns(port, b"word") == "200",
    "an upload of the web": lambda port: upload(port, HEAD + DATA) == str(200_000 + len(HEAD)),
    "another protocol behind a request": lambda port: upload(port, UPGRADE + b"\x81\x85" + DATA)
    == str(200_002 + len(UPGRADE)),
}


def arrives(kind, port):
    """How many connections of a kind arrive whole."""

    def body():
        count = 0
        for _ in range(TIMES):
            try:
                count += kind(port)
            except OSError:
                pass
        return count

    return as_user(PERSON, body)


def innocents(machine):
    machine.web.kill()
    machine.web.wait()
    server = subprocess.Popen(
        ["nsenter", "-t", str(machine.far.pid), "-n", sys.executable, __file__], stdout=subprocess.PIPE
    )
    server.stdout.readline()
    stamp = order(["order 60000 -", *BLOCK[1:]])
    for port in PORTS:
        for what, kind in KINDS.items():
            check("the order is renewed", ask([f"renew {stamp}"]) == ["done"])
            count = arrives(kind, port)
            check(f"{what} arrives at port {port}", count == TIMES, f"{count} of {TIMES}")
    # What is known of them outlives another order.
    with_more = as_user(PERSON, lambda: through_orders(8080))
    check("a connection goes on through another order", with_more == "400000", with_more)
    before_words = as_user(PERSON, lambda: through_orders(8080, b""))
    check("so does one that said nothing yet", before_words == "200000", before_words)
    asked = as_user(PERSON, lambda: through_orders(8080, b"", BLOCKED))
    check("which is asked for its name none the less", asked != str(len(BLOCKED)), asked)
    ask(["lift"])
    server.kill()
    server.wait()


def through_orders(port, first=DATA, then=DATA):
    with socket.create_connection((FOUR, port), timeout=5) as one:
        one.sendall(first)
        time.sleep(0.2)
        if not answers_here(["order 30000 -", "section block", "site elsewhere.example", "commit"])[-1].startswith("done"):
            return "no order"
        one.sendall(then)
        return finished(one)


def count():
    """Servers that read to the end, answer now and then, and say how much it was."""
    doors = [socket.create_server((FOUR, port), backlog=256) for port in PORTS]
    print("up", flush=True)
    for door in doors[1:]:
        if os.fork() == 0:
            doors = [door]
    while True:
        one, _ = doors[0].accept()
        if os.fork() == 0:
            total = 0
            try:
                while piece := one.recv(65536):
                    total += len(piece)
                one.sendall(str(total).encode())
            except ConnectionResetError:
                pass  # It was refused, and hears of it.
            os._exit(0)
        one.close()


if __name__ == "__main__":
    count()
