"""What a program may try against an order, as fast as it can."""

import socket
import time

from machine import SOCKET

EMPTY = b"order 60000 -\ncommit\n"


LONG = b"order 1000 -\nsection block\n" + b"".join(b"site n%d.example\n" % one for one in range(20_000)) + b"commit\n"


def said(text, listens=True):
    """Says something to the helper on a connection of its own."""
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(1)
        one.connect(SOCKET)
        one.sendall(text)
        if listens:
            one.recv(4096)


def again(text, pause=0.0, listens=True):
    """Says the same again and again."""
    while True:
        try:
            said(text, listens)
        except OSError:
            pass
        time.sleep(pause)


def thousands():
    """Opens connections as fast as it can, and keeps as many as it may."""
    held = []
    while True:
        try:
            one = socket.socket(socket.AF_UNIX)
            one.setblocking(False)
            one.connect(SOCKET)
            held.append(one)
        except OSError:
            time.sleep(0.001)
        if len(held) > 900:
            for one in held:
                one.close()
            held = []


def one_connection(text):
    """Says the same on one connection as fast as the helper takes it."""
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(SOCKET)
                one.setblocking(False)
                while True:
                    try:
                        one.send(text * 100)
                    except BlockingIOError:
                        time.sleep(0.001)
                    try:
                        one.recv(65536)
                    except BlockingIOError:
                        pass
        except OSError:
            pass


ATTACKS = {
    "a lift every 50 ms": lambda: again(b"lift\n", 0.05),
    "a lift every 300 ms": lambda: again(b"lift\n", 0.3),
    "lifts without a pause": lambda: again(b"lift\n"),
    "an empty order every 10 ms": lambda: again(EMPTY, 0.01),
    "another order without a pause": lambda: again(BLOCKED_ELSEWHERE),
    "long orders without a pause": lambda: again(LONG),
    "thousands of connections": thousands,
    "half lines": lambda: again(b"lift", listens=False),
    "questions on one connection": lambda: one_connection(b"status\n"),
    "nonsense on one connection": lambda: one_connection(b"nonsense\n"),
}


BLOCKED_ELSEWHERE = b"order 200 -\nsection block\nsite elsewhere.example\ncommit\n"
