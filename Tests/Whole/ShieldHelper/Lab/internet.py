#!/usr/bin/env python3
"""The private internet of a throwaway machine: the other side of the wire."""

import base64
import json
import os
import re
import resource
import socket
import ssl
import struct
import sys
import threading
import time

FOUR, NEIGHBOUR, SIX = "198.51.100.10", "198.51.100.20", "2001:db8::10"


# A page that a running browser keeps open, and that asks a site again and again.
PROBE = b"""<title>waiting</title><script>
const state = {};
async function look(name, url) {
  try { await fetch(url, {mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(8000)}); state[name] = "open" }
  catch (error) { state[name] = error.name === "TimeoutError" ? "hanging" : "closed" }
  document.title = Object.keys(state).sort().map((key) => key + "=" + state[key]).join(" ");
}
let turn = 0;
async function stream() {
  try {
    const reader = (await fetch("https://social.example/stream", {cache: "no-store"})).body.getReader();
    while (!(await reader.read()).done) state.stream = "open";
    throw 0;
  } catch { state.stream = "closed"; setTimeout(stream, 200) }
}
if (location.search.includes("whole")) stream();
setInterval(() => {
  look("exception", "https://old.social.example/"); look("neighbour", "https://free.example/");
  look("site", "https://social.example/"); look("subdomain", "https://m.social.example/");
  if (!location.search.includes("whole")) return;
  // A name never asked before has no connection yet; one with a number of IPv6 only goes nowhere else.
  look("new", `https://n${turn += 1}.social.example/`);
  look("six", "https://six.social.example/"); look("sixfree", "https://six.free.example/");
  look("own", "https://docs.work.example/");
  // Names that say that they speak QUIC; each is asked again much later, so that at any moment some are known and not
  // asked yet.
  for (const site of ["social", "free"]) {
    for (const name of [turn, turn - 25]) if (name > 0) fetch(`https://q${name}.${site}.example/`, {mode: "no-cors", cache: "no-store"}).catch(() => {});
  }
}, location.search.includes("whole") ? 400 : 100);
</script>"""


# What browsers load again and again, a name of its own each time: a site, and after each ten its neighbour.
LOADS = b"""<title>waiting</title><script>
const count = Number(new URLSearchParams(location.search).get("count"));
const done = { site: 0, neighbour: 0 };
async function load(kind, name) {
  try {
    await fetch(`https://${name}/`, {mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(15000)});
    done[kind] += 1;
  } catch {}
}
async function all() {
  for (let turn = 0; turn < count; turn += 10) {
    const some = [];
    for (let place = turn; place < turn + 10; place += 1) some.push(load("site", `l${place}.social.example`));
    some.push(load("neighbour", `l${turn}.free.example`));
    await Promise.all(some);
    document.title = `at=${turn + 10}`;
  }
  document.title = `done=1 site=${done.site} neighbour=${done.neighbour}`;
}
setTimeout(all, 300);
</script>"""

# The key with which names are encrypted for the front (RFC 9849 4): HPKE over X25519, of which nobody knows the other
# half. A server that does not have it shows the front's own certificate, or nothing.
FRONT = b"cloudflare-ech.com"
KEY = struct.pack(">BHH", 0x5A, 0x20, 32) + bytes(range(9, 41)) + struct.pack(">HHHBB", 4, 1, 1, 0, len(FRONT)) + FRONT
KEYS = struct.pack(">HHH", len(KEY) + 6, 0xFE0D, len(KEY) + 2) + KEY + b"\0\0"


def binding():
    """How a site is reached (RFC 9460): by HTTP/2 and HTTP/1.1, at this name itself, with that key."""
    ways = b"\2h2\x08http/1.1"
    return struct.pack(">HBHH", 1, 0, 1, len(ways)) + ways + struct.pack(">HH", 5, len(KEYS)) + KEYS


def answer_names(query, encrypts=()):
    """What a name server of the private internet says: every name has both addresses, `six.` one alone, and names
    that speak QUIC
    have the neighbour's where they are to be closed."""
    end = query.index(b"\0", 12)
    kind = struct.unpack(">H", query[end + 1 : end + 3])[0]
    label = query[13 : 13 + query[12]]
    speaks = re.fullmatch(rb"q[0-9]+", label)
    near = NEIGHBOUR if speaks and b"social" in query else FOUR
    address = {1: socket.inet_aton(near), 28: socket.inet_pton(socket.AF_INET6, SIX)}.get(kind, b"")
    if (kind == 1 and label == b"six") or (kind == 28 and speaks):
        address = b""
    if kind == 65 and any(name in query[:end] for name in encrypts):
        address = binding()
    if query[:end].endswith(b"\7invalid"):
        # Names that nobody has (RFC 6761 6.4).
        return query[:2] + struct.pack(">HHHHH", 0x8183, 1, 0, 0, 0) + query[12 : end + 5]
    if label == b"ech" and kind in (64, 65):
        # How a service is reached (RFC 9460): this name itself, and a key (5) that nobody uses.
        address = struct.pack(">HBHH", 1, 0, 5, 4) + b"\0\2ok"
    head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, 1 if address else 0, 0, 0) + query[12 : end + 5]
    return head + (struct.pack(">HHHLH", 0xC00C, kind, 1, 300, len(address)) + address if address else b"")


# Where things are noted for the other side of the wire; nothing is, where no names are encrypted.
FOLDER = ""


def encrypted(way):
    """Whose names are encrypted, for those who ask in a way."""
    try:
        with open(f"{FOLDER}/encrypted-{way}", "rb") as file:
            return file.read().split()
    except OSError:
        return []


def note(what):
    """One more of something."""
    if FOLDER:
        with open(f"{FOLDER}/{what}", "ab") as file:
            file.write(b"+")


def first_record(client):
    """What a client sends first, once it is whole: of a hello in two packets the first one gets past a judge that waits
    for its end, and says nothing to anybody."""
    words = b""
    for _ in range(200):
        words = client.recv(65536, socket.MSG_PEEK)
        if not words or len(words) >= 5 and len(words) >= 5 + int.from_bytes(words[3:5]):
            return words
        time.sleep(0.01)
    return b""


def length_of(head):
    """How long the body behind a head is."""
    lines = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return int(lines[0].split(b":")[1]) if lines else 0


def name_asked(client, data):
    """The question of a request to the name server over HTTPS, whose first octets came."""
    while (head := data.find(b"\r\n\r\n")) < 0 or len(data) - head - 4 < length_of(data[:head]):
        data += client.recv(65536)
    if not data.startswith(b"GET"):
        return data[head + 4 :]
    word = data.split(b"dns=")[1].split(b" ")[0].split(b"&")[0]
    return base64.urlsafe_b64decode(word + b"=" * (-len(word) % 4))


def answer_requests(client):
    """Answers each request until the client goes."""
    while data := client.recv(65536):
        if b"GET /stream" in data:
            client.sendall(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\n")
            while True:
                client.sendall(b"tick")
                time.sleep(0.02)
        body, kind = PROBE if b"GET /probe" in data else LOADS if b"GET /loads" in data else b"ok", b"text/html"
        if b"/dns-query" in data:
            body, kind = answer_names(name_asked(client, data), encrypted("doh")), b"application/dns-message"
        if b".social.example\r\n" in data:
            note("opened")
        more = b'Alt-Svc: h3=":443"; ma=3600\r\n' if b"Host: q" in data else b""
        head = b"HTTP/1.1 200 OK\r\nContent-Type: " + kind + b"\r\n" + more
        client.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)


def talk(client, context, patience):
    """One connection, secure if there is a context for that, as long as its client is not silent for too long.

    A connection that the shield ended says nothing any more to this side; kept, it would be in the way of the next one
    from its port."""
    try:
        client.settimeout(patience)
        if context and FOLDER and FRONT in first_record(client):
            note("fronted")
        if context:
            client = context.wrap_socket(client, server_side=True)
        answer_requests(client)
    except OSError:
        pass
    finally:
        client.close()


def serve(family, address, port, context, patience):
    """Takes connections, each on a thread of its own."""
    server = socket.socket(family)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, port))
    server.listen(1024)
    while True:
        threading.Thread(target=talk, args=(server.accept()[0], context, patience), daemon=True).start()


class Sink:
    """Counts the connections of QUIC that somebody begins: nothing else is that long (RFC 9000 14.1), and each has a
    name of its own, also when it is said again because nobody answers (17.2)."""

    def __init__(self, folder):
        self.path = folder + "/quic"
        self.begun, self.counting = set(), threading.Lock()
        self.write()

    def write(self):
        count = {each: sum(one[0] == each for one in self.begun) for each in (FOUR, NEIGHBOUR)}
        with open(self.path + ".new", "w") as file:
            json.dump(count, file)
        os.rename(self.path + ".new", self.path)

    def listen(self, address):
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind((address, 443))
        while True:
            data, peer = udp.recvfrom(2048)
            if len(data) < 1200:
                udp.sendto(data, peer)
                continue
            with self.counting:
                self.begun.add((address, data[6 : 6 + data[5]]))
                self.write()


def name_server(family=socket.AF_INET, address=FOUR, port=53):
    """Answers what is asked for names, and says everything else again."""
    udp = socket.socket(family, socket.SOCK_DGRAM)
    udp.bind((address, port))
    while True:
        data, peer = udp.recvfrom(2048)
        try:
            answer = answer_names(data, encrypted("dns")) if data[4:6] == b"\0\1" else data
        except (ValueError, IndexError, struct.error):
            answer = data
        udp.sendto(answer, peer)


def answer_stream(client):
    """Answers questions that come behind their lengths, one after the other."""
    data = b""
    try:
        while piece := client.recv(65536):
            data += piece
            while len(data) >= 2 and len(data) >= 2 + int.from_bytes(data[:2]):
                length = int.from_bytes(data[:2])
                answer = answer_names(data[2 : 2 + length], encrypted("dns"))
                client.sendall(struct.pack(">H", len(answer)) + answer)
                data = data[2 + length :]
    except (OSError, ValueError, IndexError, struct.error):
        # The client is gone, or says nothing that can be answered.
        pass
    client.close()


def name_streams(family, address, port=53):
    """The name server by TCP."""
    server = socket.socket(family)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, port))
    server.listen(64)
    while True:
        threading.Thread(target=answer_stream, args=(server.accept()[0],), daemon=True).start()


def internet(folder, patience):
    """All of it, in the network that this process is in. A client may be silent for as many seconds as patience is."""
    global FOLDER
    FOLDER = folder if os.path.exists(folder + "/encrypted-dns") else ""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    for family, address in [(socket.AF_INET, FOUR), (socket.AF_INET, NEIGHBOUR), (socket.AF_INET6, SIX)]:
        for port, own in [(443, context), (80, None), (8443, context)]:
            threading.Thread(target=serve, args=(family, address, port, own, patience), daemon=True).start()
    sink = Sink(folder)
    for family, address in [(socket.AF_INET, FOUR), (socket.AF_INET, NEIGHBOUR), (socket.AF_INET6, SIX)]:
        # Asked in the open, and in what would be secret.
        for port in [53, 853]:
            for body in [name_server, name_streams]:
                threading.Thread(target=body, args=(family, address, port), daemon=True).start()
    threading.Thread(target=sink.listen, args=(NEIGHBOUR,), daemon=True).start()
    threading.Timer(0.05, lambda: print("up", flush=True)).start()
    sink.listen(FOUR)


if __name__ == "__main__":
    internet(sys.argv[1], float(sys.argv[2]))
