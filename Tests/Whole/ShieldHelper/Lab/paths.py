"""Multipath TCP (RFC 8684): what is said to a server that speaks it may go over several paths, a part over each."""

import os
import socket
import subprocess
import sys
import time

from internet import FOUR
from person import BLOCK, PERSON, as_user, order
from report import check, run

BAD, GOOD = "free.example", "work.example"
# Ports of the web, and elsewhere.
PORTS = (8008, 9081)
MULTIPATH = 262
SECOND = "198.51.100.77"
SERVER = """
import socket, sys, threading
server = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)
server.bind(("0.0.0.0", int(sys.argv[1])))
server.listen(50)
print("up", flush=True)

def hear(one):
    words = b""
    one.settimeout(5)
    try:
        while piece := one.recv(65536):
            words += piece
    except OSError:
        pass
    print(words.rpartition(b"Host: ")[2].decode(errors="replace").strip() if b"Host: " in words else "", flush=True)

while True:
    threading.Thread(target=hear, args=(server.accept()[0],), daemon=True).start()
"""


def said(port, name):
    """Asks for a site with a long head, of which each path gets a part; whether there were two."""

    def body():
        seen = False
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM, MULTIPATH) as one:
            one.settimeout(2)
            try:
                one.connect((FOUR, port))
                time.sleep(0.2)
                one.sendall(b"GET / HTTP/1.1\r\n")
                time.sleep(0.2)
                for _ in range(40):
                    one.sendall(b"X: " + b"x" * 1100 + b"\r\n")
                one.sendall(b"Host: " + name.encode() + b"\r\n\r\n")
                seen = SECOND in run("ss", "-tn")
                time.sleep(0.5)
            except OSError:
                pass
        return seen

    return as_user(PERSON, body)


def paths(machine):
    if not os.path.exists("/proc/sys/net/mptcp/enabled"):
        check("Multipath TCP is not tried: this kernel does not know it", True)
        return
    far = ["nsenter", "-t", str(machine.far.pid), "-n"]
    run("ip", "addr", "add", SECOND + "/24", "dev", "near")
    run("ip", "mptcp", "endpoint", "add", SECOND, "dev", "near", "subflow")
    for where in ([], far):
        run(*where, "ip", "mptcp", "limits", "set", "subflow", "4", "add_addr_accepted", "4")
    servers = {}
    for port in PORTS:
        servers[port] = subprocess.Popen([*far, sys.executable, "-c", SERVER, str(port)], stdout=subprocess.PIPE, text=True)
        servers[port].stdout.readline()
    check("without an order there are two paths", said(PORTS[1], GOOD))
    order(["order 60000 -", *BLOCK[1:3], f"site {BAD}", "commit"])
    for port in PORTS:
        for name in [BAD, BAD, GOOD]:
            said(port, name)
    time.sleep(5.5)
    for port, server in servers.items():
        server.kill()
        heard = server.stdout.read().split("\n")
        check(f"over several paths the site is not asked for, port {port}", BAD not in heard, heard)
        check(f"an open site is, port {port}", GOOD in heard, heard)
