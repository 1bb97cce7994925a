"""The person's side of a throwaway machine: what they ask the helper, open and start."""

import encodings.idna  # noqa: F401  a person of the trial may not be able to read where Python is
import json
import os
import signal
import socket
import ssl
import struct
import subprocess
import time

from internet import FOUR
from machine import SOCKET

PERSON = 1000


# What gives a program the rights of the person, and no others.
PERSONS = ["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups"]


def as_user(user, body):
    """What `body` returns when another user runs it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 0
        try:
            if user:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            os.write(writing, json.dumps(body()).encode())
        except BaseException as error:  # the child must never return into the trial
            os.write(writing, json.dumps(f"{type(error).__name__}: {error}").encode())
            code = 1
        os._exit(code)
    os.close(writing)
    data = b""
    while piece := os.read(reading, 65536):
        data += piece
    os.close(reading)
    os.waitpid(child, 0)
    return json.loads(data)


def ask(lines, user=PERSON, wait=20):
    """The helper's answers to lines that end with one that is answered; without the stamp that an order has."""
    return ["done" if line.startswith("done ") else line for line in answers(lines, user, wait)]


def order(lines, user=PERSON):
    """The stamp of an order, once it is in force; only by it is the order renewed."""
    return int(answers(lines, user)[-1].removeprefix("done "))


def answers(lines, user=PERSON, wait=20):
    """The helper's answers as it says them."""
    return as_user(user, lambda: answers_here(lines, wait))


def answers_here(lines, wait=20):
    """What this process is answered."""
    service = socket.socket(socket.AF_UNIX)
    # Waits at the door as the service does: a socket with a timeout of Python's own would be turned away where the
    # queue is full.
    service.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", wait, 0))
    service.connect(SOCKET)
    service.settimeout(wait)
    service.sendall("".join(line + "\n" for line in lines).encode())
    text = b""
    while not (text.endswith(b"\n") and text.split(b"\n")[-2].split(b" ")[0] in (b"done", b"refused")):
        piece = service.recv(65536)
        if not piece:
            break
        text += piece
    return text.decode().splitlines()


def fetch_here(name, address=FOUR, port=443, pieces=None, path="/"):
    with socket.create_connection((address, port), timeout=2) as raw:
        if port == 80:
            raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
            return raw.recv(4096).split(b"\r\n")[0].decode() or "closed"
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        if pieces:
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            session = context.wrap_bio(incoming, outgoing, server_hostname=name)
            try:
                session.do_handshake()
            except ssl.SSLWantReadError:
                pass
            hello = outgoing.read()
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for start in range(0, len(hello), pieces):
                raw.sendall(hello[start : start + pieces])
                time.sleep(0.002)
            return "open" if raw.recv(4096) else "closed"
        with context.wrap_socket(raw, server_hostname=name) as secure:
            secure.sendall(f"GET {path} HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
            return secure.recv(4096).split(b"\r\n")[0].decode()


def opens(name, user=PERSON, **options):
    def body():
        try:
            return fetch_here(name, **options)
        except OSError as error:
            return f"{type(error).__name__}"

    answer = as_user(user, body)
    return answer == "open" or answer.startswith("HTTP/1.1 200")


def starts(path, user=PERSON, patience=2):
    """What a start comes to: the program's exit code, or why there was none. A closed program that got through stands
    still, and is ended
    when patience is."""

    def body():
        try:
            return subprocess.run([path], capture_output=True, text=True, timeout=patience).returncode
        except subprocess.TimeoutExpired:
            return "stood still"
        except OSError as error:
            return error.strerror

    return as_user(user, body)


BLOCK = ["order 30000 -", "section block", "site social.example", "except old.social.example", "commit"]


def quic():
    """What becomes of a packet to the port of QUIC."""
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.settimeout(1)
    udp.connect((FOUR, 443))
    try:
        udp.send(b"hello")
        udp.recv(100)
        return "answered"
    except OSError as error:
        return type(error).__name__


def fetch_quietly(name):
    try:
        return fetch_here(name)
    except OSError:
        return None


def listen(body):
    """What the helper tells a watcher while `body` runs."""
    service = socket.socket(socket.AF_UNIX)
    service.connect(SOCKET)
    service.sendall(b"watch\n")
    service.recv(100)
    body()
    service.settimeout(0.3)
    text = b""
    try:
        while piece := service.recv(65536):
            text += piece
    except OSError:
        pass
    return text.decode().splitlines()


def give(folder):
    """The person owns the folder and what is in it. Their programs run meanwhile: what they take away while it is looked
    at belongs to nobody any more."""
    os.lchown(folder, PERSON, PERSON)
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            try:
                os.lchown(os.path.join(place, name), PERSON, PERSON)
            except FileNotFoundError:
                pass


def as_person(home, *words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more):
    give(home)
    os.chmod("/run/opt", 0o755)
    return subprocess.Popen(
        [
            "setpriv",
            "--reuid",
            str(PERSON),
            "--regid",
            str(PERSON),
            "--clear-groups",
            "env",
            "-u",
            "DBUS_SESSION_BUS_ADDRESS",
            f"HOME={home}",
            f"TMPDIR={home}",
            *(f"{name}={value}" for name, value in more.items()),
            *words,
        ],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    )


def close_group(process):
    """Ends a browser and its helpers: a group of its own in a machine of its own."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
