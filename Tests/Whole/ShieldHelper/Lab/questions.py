"""A program that asks for names, in every way in which one may."""

import random
import socket
import struct
import time

from internet import FOUR

CANARY = "use-application-dns.net"
KINDS = {"A": 1, "AAAA": 28, "SVCB": 64, "HTTPS": 65}


def question(name, kind, extended=True, padding=0):
    """The octets of a question."""
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    head = struct.pack(">HHHHHH", random.randrange(65536), 0x0100, 1, 0, 0, int(extended))
    more = b"\0" + struct.pack(">HHIH", 41, 1232, 0x8000, padding) + bytes(padding) if extended else b""
    return head + labels + b"\0" + struct.pack(">HH", KINDS[kind], 1) + more


def told(asked, answer):
    """What an answer says: its code, how many records there are, or that it is not one."""
    if answer is None:
        return "nothing"
    head, flags, questions, records, authority, _ = struct.unpack(">HHHHHH", answer[:12])
    end = asked.index(b"\0", 12) + 5
    fits = head == struct.unpack(">H", asked[:2])[0] and flags & 0x8000 and questions == 1
    if not fits or answer[12:end] != asked[12:end] or authority:
        return "no answer"
    return [flags & 15, records]


def bound(one, device):
    """Has a socket use one device alone, as resolvers do that know several networks."""
    if device:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode())


def by_udp(name, kind, server=FOUR, port=53, device=None, **more):
    family = socket.AF_INET6 if ":" in server else socket.AF_INET
    asked = question(name, kind, **more)
    with socket.socket(family, socket.SOCK_DGRAM) as udp:
        udp.settimeout(1.5)
        bound(udp, device)
        udp.connect((server, port))
        try:
            udp.send(asked)
            return told(asked, udp.recv(4096))
        except OSError as error:
            return type(error).__name__


def framed(asked):
    return struct.pack(">H", len(asked)) + asked


def read_frame(stream, data):
    while len(data) < 2 or len(data) < 2 + int.from_bytes(data[:2]):
        piece = stream.recv(4096)
        if not piece:
            return None, data
        data += piece
    length = int.from_bytes(data[:2])
    return data[2 : 2 + length], data[2 + length :]


def by_tcp(name, kind, server=FOUR, port=53, pieces=None, device=None, **more):
    asked = question(name, kind, **more)
    try:
        with socket.socket(socket.AF_INET6 if ":" in server else socket.AF_INET) as stream:
            stream.settimeout(2)
            bound(stream, device)
            stream.connect((server, port))
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            octets = framed(asked)
            for start in range(0, len(octets), pieces or len(octets)):
                stream.sendall(octets[start : start + (pieces or len(octets))])
                if pieces:
                    time.sleep(0.003)
            return told(asked, read_frame(stream, b"")[0])
    except OSError as error:
        return type(error).__name__


def one_after_the_other(names, server=FOUR):
    """Several questions over one connection, which is opened again where the server closes it: what each is answered,
    and how many connections that took."""
    answers, count = [], 0
    left = list(names)
    while left and count < 8:
        count += 1
        with socket.create_connection((server, 53), timeout=2) as stream:
            while left:
                asked = question(*left[0])
                stream.sendall(framed(asked))
                answer, _ = read_frame(stream, b"")
                if answer is None:
                    break
                answers.append(told(asked, answer))
                left.pop(0)
    return answers, count


def all_at_once(names, server=FOUR):
    """Several questions in one packet; what is not answered before the server closes is asked again."""
    left = {index: one for index, one in enumerate(names)}
    answers, count = {}, 0
    while left and count < 8:
        count += 1
        asked = {index: question(*one) for index, one in left.items()}
        with socket.create_connection((server, 53), timeout=2) as stream:
            stream.sendall(b"".join(framed(one) for one in asked.values()))
            data = b""
            while len(answers) < len(names):
                answer, data = read_frame(stream, data)
                if answer is None:
                    break
                index = next(index for index, one in asked.items() if one[:2] == answer[:2])
                answers[index] = told(asked[index], answer)
                left.pop(index)
    return [answers.get(index) for index in range(len(names))], count
