"""Hellos of TLS as browsers send them, with an encrypted one inside or the look of one."""

import random
import socket
import struct

from internet import FOUR
from person import PERSON, as_user

# What becomes of a connection that is refused, or of a packet.
CLOSED = ("ConnectionRefusedError", "ConnectionResetError", "ConnectionAbortedError", "PermissionError")


def extension(kind, content):
    return struct.pack(">HH", kind, len(content)) + content


def hello_octets(name, marked):
    """A hello of TLS; where it is marked, with an encrypted one inside (RFC 9849 5), or the look of one."""
    parts = extension(10, struct.pack(">HHH", 4, 29, 23)) + extension(13, struct.pack(">HHH", 4, 0x0403, 0x0804))
    parts += extension(43, b"\4\3\4\3\3") + extension(51, struct.pack(">HHH", 36, 29, 32) + random.randbytes(32))
    if name:
        host = name.encode()
        parts += extension(0, struct.pack(">HBH", len(host) + 3, 0, len(host)) + host)
    if marked:
        parts += extension(0xFE0D, b"\0" + struct.pack(">HHBH", 1, 1, 7, 32) + random.randbytes(32)
                           + struct.pack(">H", 208) + random.randbytes(208))
    body = b"\3\3" + random.randbytes(32) + b"\x20" + random.randbytes(32) + b"\0\6\x13\1\x13\2\xc0\x2b" + b"\1\0"
    body += struct.pack(">H", len(parts)) + parts
    message = b"\1" + len(body).to_bytes(3) + body
    return b"\x16\3\1" + struct.pack(">H", len(message)) + message


def hello_here(name, marked=False, port=443, address=FOUR):
    """What becomes of a connection of this process that begins with it."""
    try:
        with socket.create_connection((address, port), timeout=2) as stream:
            stream.sendall(hello_octets(name, marked))
            return "answered" if stream.recv(100) else "closed"
    except OSError as error:
        return type(error).__name__


def hello(name, marked=False, user=PERSON, port=443, address=FOUR):
    """What becomes of one that somebody opens."""
    return as_user(user, lambda: hello_here(name, marked, port, address))
