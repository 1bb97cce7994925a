#!/usr/bin/env python3
"""A connection of the person's to a site that is closed while it is open.

talker.py --talk      asks again and again
talker.py --stream    listens to something without an end, and passes it on
"""

import socket
import ssl
import sys

from internet import FOUR

ASK = b"GET / HTTP/1.1\r\nHost: social.example\r\n\r\n"


def talk(secure):
    """Asks as fast as it can, so that something is on its way at whatever moment the table comes."""
    secure.settimeout(2)
    secure.sendall(ASK)
    print(len(secure.recv(4096)), "octets", flush=True)
    while True:
        secure.sendall(ASK)
        if not secure.recv(4096):
            break


def stream(secure):
    """Passes on what it hears."""
    secure.sendall(b"GET /stream HTTP/1.1\r\nHost: social.example\r\n\r\n")
    while data := secure.recv(100):
        sys.stdout.buffer.write(data)
        sys.stdout.flush()


if __name__ == "__main__":
    with socket.create_connection((FOUR, 443)) as raw:
        with ssl._create_unverified_context().wrap_socket(raw, server_hostname="social.example") as secure:
            {"--talk": talk, "--stream": stream}[sys.argv[1]](secure)
