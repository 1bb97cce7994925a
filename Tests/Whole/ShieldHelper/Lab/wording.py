"""First flights, octet by octet, and the ways to send them that need no rights."""

import ctypes
import mmap
import os
import socket
import ssl
import struct
import time

from internet import FOUR

LIBC = ctypes.CDLL(None, use_errno=True)


def hello(name, context=None):
    """The first words of a real client of TLS."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = context or ssl._create_unverified_context()
    session = context.wrap_bio(incoming, outgoing, server_hostname=name)
    try:
        session.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def records(words, size):
    """The same hello in records of a size."""
    message = words[5:]
    pieces = [message[start : start + size] for start in range(0, len(message), size)]
    return b"".join(b"\x16\x03\x01" + struct.pack(">H", len(piece)) + piece for piece in pieces)


def with_more(words, more):
    """The same hello with more extensions in front of its own."""
    # A version and a random, then the session, the ciphers and the compressions, each behind its length.
    place = 5 + 4 + 34
    place += 1 + words[place]
    place += 2 + struct.unpack_from(">H", words, place)[0]
    place += 1 + words[place]
    content = more + words[place + 2 :]
    body = words[9:place] + struct.pack(">H", len(content)) + content
    message = b"\x01" + struct.pack(">L", len(body))[1:] + body
    return records(b"\x16\x03\x01\0\0" + message, 16384)


def extension(kind, content):
    return struct.pack(">HH", kind, len(content)) + content


def server_name(name):
    """The extension that names a server."""
    entry = b"\0" + struct.pack(">H", len(name)) + name
    return extension(0, struct.pack(">H", len(entry)) + entry)


def request(name, line=b"GET / HTTP/1.1", field=b"Host: ", more=b""):
    return line + b"\r\n" + field + name.encode() + b"\r\n" + more + b"\r\n"


def connect(port):
    one = socket.create_connection((FOUR, port), timeout=2)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return one


def urgent(one, words, at):
    """Puts an urgent octet between the words, which their reader does not get."""
    if at:
        one.sendall(words[:at])
    one.send(b"!", socket.MSG_OOB)
    one.sendall(words[at:])


class Pages:
    """Words that are sent from pages of the program's own, which it changes afterwards."""

    def __init__(self, words):
        self.map = mmap.mmap(-1, 1 << 14, mmap.MAP_SHARED)
        self.map[: len(words)] = words
        self.count = len(words)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.map))

    def send(self, one):
        reading, writing = os.pipe()
        vector = struct.pack("@PN", self.address, self.count)
        LIBC.vmsplice(writing, ctypes.c_char_p(vector), ctypes.c_ulong(1), ctypes.c_uint(0))
        LIBC.splice(
            reading, None, one.fileno(), None, ctypes.c_size_t(self.count), ctypes.c_uint(0)
        )
        os.close(reading)
        os.close(writing)

    def change(self, words):
        self.map[: len(words)] = words


def lost(one, on):
    """Has what is sent pass no router."""
    one.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 1 if on else 64)


def signed(one, on):
    """Has what is sent carry a signature, which a server without the key does not take (TCP_MD5SIG)."""
    address = struct.pack(">HH4s", 0, 0, socket.inet_aton(FOUR))
    family = struct.pack("=H", socket.AF_INET) + address[2:]
    key = b"key" if on else b""
    text = family.ljust(128, b"\0") + struct.pack("=BBHi", 0, 0, len(key), 0) + key.ljust(80, b"\0")
    one.setsockopt(socket.IPPROTO_TCP, 14, text)


def routed(one, on):
    """Has what is sent name a way of its own, which nobody takes any more (RFC 791 3.1, RFC 7126)."""
    way = b"\x83\x07\x04" + socket.inet_aton(FOUR) + b"\0" if on else b""
    one.setsockopt(socket.IPPROTO_IP, socket.IP_OPTIONS, way)


def forged(one, fake, real, mark, patience=0.9):
    """Shows the judge words that do not arrive, and lets the kernel send others in their place."""
    pages = Pages(fake)
    if mark:
        mark(one, True)
    pages.send(one)
    time.sleep(0.02)
    pages.change(real)
    if mark:
        mark(one, False)
    # The kernel sends again what was not confirmed.
    time.sleep(patience)


def asked_again(one, fake, real):
    """Another name in the hello that the server wants a second time, which otherwise says what it has to."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = ssl._create_unverified_context().wrap_bio(incoming, outgoing, server_hostname=fake)
    for _ in range(2):
        try:
            session.do_handshake()
        except ssl.SSLWantReadError:
            pass
        words = outgoing.read()
        if b"\x16\x03" in words[6:]:
            words = words.replace(fake.encode(), real.encode())
        one.sendall(words)
        incoming.write(one.recv(4096))
