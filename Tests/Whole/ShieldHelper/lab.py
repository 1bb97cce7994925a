#!/usr/bin/env python3
"""A throwaway machine for the helper's trials.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 lab.py PATH/focuskey-shield TRIAL

Everything happens in namespaces of its own: a network with a private internet behind it, a /run and an /opt of its own. Each check
prints one JSON line; the exit code says whether all held. With --measure behind the trial's name the times count too; without, a
slow machine is no failure.
"""

import base64
import encodings.idna  # a person of the trial may not be able to read where Python is
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import struct
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import tamper

PERSON = 1000
FOUR, NEIGHBOUR, SIX = "198.51.100.10", "198.51.100.20", "2001:db8::10"
SOCKET = "/run/focuskey/shield.sock"
failures = 0
measures = "--measure" in sys.argv


def check(what, held, saw=None):
    global failures
    failures += not held
    print(json.dumps({"check": what, "held": bool(held), "saw": saw}), flush=True)


def timed(what, seconds, most):
    """A time that must hold where times are measured."""
    check(f"{what} within {round(most * 1000)} ms", not measures or seconds <= most, round(seconds * 1000, 1))


def figure(what, value, most, unit):
    """A figure with its bound; who measures judges it, for a slow machine it is no failure."""
    print(json.dumps({"figure": what, "value": round(value, 3), "at_most": most, "unit": unit}), flush=True)
    check(f"{what} at most {most} {unit}", not measures or value <= most, round(value, 1))


def run(*words, **options):
    return subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout


# The private internet: the other side of the wire.

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


def answer_names(query):
    """What a name server of the private internet says: every name has both addresses, `six.` one alone, and names that speak QUIC
    have the neighbour's where they are to be closed."""
    end = query.index(b"\0", 12)
    kind = struct.unpack(">H", query[end + 1:end + 3])[0]
    label = query[13:13 + query[12]]
    speaks = re.fullmatch(rb"q[0-9]+", label)
    near = NEIGHBOUR if speaks and b"social" in query else FOUR
    address = {1: socket.inet_aton(near), 28: socket.inet_pton(socket.AF_INET6, SIX)}.get(kind, b"")
    if (kind == 1 and label == b"six") or (kind == 28 and speaks):
        address = b""
    head = query[:2] + struct.pack(">HHHHH", 0x8180, 1, 1 if address else 0, 0, 0) + query[12:end + 5]
    return head + (struct.pack(">HHHLH", 0xC00C, kind, 1, 300, len(address)) + address if address else b"")


def internet(folder):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)

    def talk(client, secure):
        try:
            # A connection that the shield ended says nothing any more to this side; kept, it would be in the way of the
            # next one from its port.
            client.settimeout(5)
            if secure:
                client = context.wrap_socket(client, server_side=True)
            while data := client.recv(65536):
                if b"GET /stream" in data:
                    client.sendall(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\n")
                    while True:
                        client.sendall(b"tick")
                        time.sleep(0.02)
                body, kind = PROBE if b"GET /probe" in data else b"ok", b"text/html"
                if b"/dns-query" in data:
                    while (head := data.find(b"\r\n\r\n")) < 0 or len(data) - head - 4 < length_of(data[:head]):
                        data += client.recv(65536)
                    question = data[head + 4:]
                    if data.startswith(b"GET"):
                        word = data.split(b"dns=")[1].split(b" ")[0].split(b"&")[0]
                        question = base64.urlsafe_b64decode(word + b"=" * (-len(word) % 4))
                    body, kind = answer_names(question), b"application/dns-message"
                more = b"Alt-Svc: h3=\":443\"; ma=3600\r\n" if b"Host: q" in data else b""
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: " + kind + b"\r\n" + more
                               + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        except OSError:
            pass
        finally:
            client.close()

    def length_of(head):
        lines = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        return int(lines[0].split(b":")[1]) if lines else 0

    def serve(family, address, port, secure):
        server = socket.socket(family)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind((address, port))
        server.listen(1024)
        while True:
            threading.Thread(target=talk, args=(server.accept()[0], secure), daemon=True).start()

    for family, address in [(socket.AF_INET, FOUR), (socket.AF_INET, NEIGHBOUR), (socket.AF_INET6, SIX)]:
        for port, secure in [(443, True), (80, False), (8443, True)]:
            threading.Thread(target=serve, args=(family, address, port, secure), daemon=True).start()

    def sink(address):
        """Counts the connections of QUIC that somebody begins: nothing else is that long (RFC 9000 14.1), and each has a name of its own,
        also when it is said again because nobody answers (17.2)."""
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind((address, 443))
        while True:
            data, peer = udp.recvfrom(2048)
            if len(data) < 1200:
                udp.sendto(data, peer)
                continue
            with counting:
                begun.add((address, data[6:6 + data[5]]))
                count = {each: sum(one[0] == each for one in begun) for each in (FOUR, NEIGHBOUR)}
                with open(folder + "/quic.new", "w") as file:
                    json.dump(count, file)
                os.rename(folder + "/quic.new", folder + "/quic")

    begun, counting = set(), threading.Lock()
    with open(folder + "/quic", "w") as file:
        json.dump({FOUR: 0, NEIGHBOUR: 0}, file)

    def echo(port):
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind((FOUR, port))
        while True:
            data, peer = udp.recvfrom(2048)
            udp.sendto(answer_names(data) if port == 53 and data[4:6] == b"\0\1" else data, peer)
    threading.Thread(target=echo, args=(53,), daemon=True).start()
    threading.Thread(target=sink, args=(NEIGHBOUR,), daemon=True).start()
    threading.Timer(0.05, lambda: print("up", flush=True)).start()
    sink(FOUR)


class Machine:
    def __init__(self, helper):
        self.helper_path = helper
        # What programs of the person's see of a desktop.
        self.desktop = {}
        run("mount", "--make-rprivate", "/")
        run("mount", "-t", "tmpfs", "none", "/run")
        # Below the machine's own /run, so that it goes with it.
        self.folder = tempfile.mkdtemp(dir="/run")
        os.mkdir("/run/opt")
        os.chmod("/run/opt", 0o755)
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        run("openssl", "req", "-x509", *key, "-days", "9", "-keyout", self.folder + "/ca.key", "-out", self.folder + "/ca.pem",
            "-subj", "/CN=trial")
        names = ",".join(f"DNS:{name},DNS:*.{name}" for name in ["social.example", "work.example", "free.example", "doh.example"])
        run("openssl", "req", "-x509", *key, "-days", "9", "-CA", self.folder + "/ca.pem", "-CAkey", self.folder + "/ca.key",
            "-keyout", self.folder + "/key.pem", "-out", self.folder + "/cert.pem", "-subj", "/CN=site", "-addext",
            f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE", "-addext", "extendedKeyUsage=serverAuth")
        with open(self.folder + "/resolv.conf", "w") as file:
            file.write(f"nameserver {FOUR}\n")
        self.name_server()
        self.far = subprocess.Popen(["unshare", "-n", "sleep", "600"])
        run("ip", "link", "set", "lo", "up")
        while os.readlink(f"/proc/{self.far.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            time.sleep(0.005)
        far = ["nsenter", "-t", str(self.far.pid), "-n"]
        run("ip", "link", "add", "near", "type", "veth", "peer", "name", "far")
        run("ip", "link", "set", "far", "netns", str(self.far.pid))
        run("ip", "addr", "add", "198.51.100.1/24", "dev", "near")
        run("ip", "-6", "addr", "add", "2001:db8::1/64", "dev", "near", "nodad")
        run("ip", "link", "set", "near", "up")
        # Browsers ask for nothing over IPv6 where they see no way out.
        run("ip", "-6", "route", "add", "default", "via", SIX, "dev", "near")
        run(*far, "sh", "-c", f"ip link set lo up; ip addr add {FOUR}/24 dev far; ip addr add {NEIGHBOUR}/24 dev far;"
            f"ip -6 addr add {SIX}/64 dev far nodad; ip link set far up")
        self.web = subprocess.Popen([*far, sys.executable, __file__, "--internet", self.folder], stdout=subprocess.PIPE)
        self.web.stdout.readline()
        self.helper = None

    def name_server(self):
        run("mount", "--bind", self.folder + "/resolv.conf", os.path.realpath("/etc/resolv.conf"))

    def start(self):
        self.helper = subprocess.Popen([self.helper_path])
        until(lambda: os.path.exists(SOCKET) and connects(), 5)

    def kill(self):
        self.helper.kill()
        self.helper.wait()

    def close(self):
        for process in [self.helper, self.web, self.far]:
            if process and process.poll() is None:
                process.kill()
                process.wait()


def connects():
    try:
        socket.socket(socket.AF_UNIX).connect(SOCKET)
        return True
    except OSError:
        return False


def until(condition, seconds):
    """Seconds until the condition holds, or None."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        if condition():
            return time.monotonic() - start
        time.sleep(0.003)
    return None


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


# The person's side.

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
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
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
                raw.sendall(hello[start:start + pieces])
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
    """What a start comes to: the program's exit code, or why there was none. A closed program that got through stands still, and is ended
    when patience is."""
    def body():
        try:
            return subprocess.run([path], capture_output=True, text=True, timeout=patience).returncode
        except subprocess.TimeoutExpired:
            return "stood still"
        except OSError as error:
            return error.strerror
    return as_user(user, body)


def tables():
    return run("nft", "list", "tables")


BLOCK = ["order 30000 -", "section block", "site social.example", "except old.social.example", "commit"]


def sites(machine):
    check("open before", opens("social.example"))
    layers = ask(["status"])
    check("the layers can be had", "layer sites down nothing to block" in layers, layers)
    stream = subprocess.Popen(
        ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", sys.executable, __file__, "--stream"],
        stdout=subprocess.PIPE)
    stream.stdout.read(8)
    talks = [subprocess.Popen(
        ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", sys.executable, __file__, "--talk"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(12)]
    for talk in talks:
        talk.stdout.read(8)
    start = time.monotonic()
    check("the order is taken", ask(BLOCK) == ["done"])
    check("the name is closed", not opens("social.example"))
    timed("closed by the order", time.monotonic() - start, 0.3)
    check("a stream that was there is cut", until(lambda: stream.poll() is not None, 2) is not None)
    until(lambda: all(talk.poll() is not None for talk in talks), 3)
    going = sum(talk.poll() is None for talk in talks)
    check("connections that talk all the while are cut", going == 0, going)
    for talk in talks:
        talk.kill()
    check("a subdomain is closed", not opens("m.social.example"))
    check("the exception opens", opens("old.social.example"))
    check("another name on the same address opens", opens("work.example"))
    check("a name that only ends alike opens", opens("antisocial.example"))
    check("closed over IPv6", not opens("social.example", address=SIX))
    check("the neighbour opens over IPv6", opens("work.example", address=SIX))
    check("closed over HTTP", not opens("social.example", port=80))
    check("the neighbour opens over HTTP", opens("work.example", port=80))
    check("closed on another port", not opens("social.example", port=8443))
    for size in [1, 40, 100]:
        check(f"closed in pieces of {size}", not opens("social.example", pieces=size))
    check("open in pieces", opens("work.example", pieces=100))
    # The kernel says it to the sender right away (EPERM) or by ICMP, whichever comes first.
    told = as_user(PERSON, quic)
    check("QUIC is refused at once", told in ("PermissionError", "ConnectionRefusedError"), told)
    check("QUIC is others' to use", as_user(1001, quic) == "answered")
    check("another person is not concerned", opens("social.example", user=1001))
    check("root is not concerned", opens("social.example", user=0))
    layers = ask(["status"])
    check("the layers are up", "layer sites up" in layers and "layer connections up" in layers, layers)
    for words in [["nft", "delete", "table", "inet", "focuskey"], ["nft", "flush", "ruleset"]]:
        subprocess.run(words, capture_output=True)
    check("nobody else takes the table down", not opens("social.example"))
    heard = as_user(PERSON, lambda: listen(lambda: [fetch_quietly("m.social.example") for _ in range(5)]))
    check("refusals are told", "denied-site m.social.example social.example" in heard, heard)
    start = time.monotonic()
    check("the end is taken", ask(["lift"]) == ["done"])
    check("open again", opens("social.example"))
    timed("open by the end", time.monotonic() - start, 0.5)
    check("nothing is left", "focuskey" not in tables())


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


def allow(machine):
    check("the order is taken", ask(["order 30000 -", "section allow", "site work.example", "except games.work.example",
                                     "commit"]) == ["done"])
    check("what is named opens", opens("work.example") and opens("docs.work.example"))
    check("its exception is closed", not opens("games.work.example"))
    check("nothing else opens", not opens("social.example") and not opens("social.example", address=SIX))
    check("nothing else opens over HTTP", not opens("social.example", port=80))
    check("the package manager's hosts open", opens("deb.debian.org"))
    check("a hello without a name is closed", not opens(None))
    local = socket.create_server(("127.0.0.1", 8080))
    check("loopback opens", as_user(PERSON, lambda: bool(socket.create_connection(("127.0.0.1", 8080)))))
    local.close()
    check("two orders add up", ask(["order 30000 -", "section allow", "site work.example", "section block",
                                    "site work.example", "commit"]) == ["done"] and not opens("work.example"))


def apps(machine):
    for name in ["chat", "tool"]:
        run("cp", "/bin/true", f"/run/opt/{name}")
    with open("/run/opt/script", "w") as file:
        file.write("#!/bin/sh\nexit 0\n")
    run("chmod", "755", "/run/opt/script")
    lines = ["order 30000 -", "program org.example.chat /run/opt/chat", "program script /run/opt/script",
             "program shell /bin/sh", "program loader /lib64/ld-linux-x86-64.so.2", "program device /dev/zero",
             "program folder /run/opt", "program nothing /run/opt/none", "commit"]
    check("starts before", starts("/run/opt/chat") == 0)
    check("the order is taken", ask(lines) == ["done"])
    check("the start is refused", starts("/run/opt/chat") == "Operation not permitted", starts("/run/opt/chat"))
    check("a script is refused", starts("/run/opt/script") == "Operation not permitted")
    os.link("/run/opt/chat", "/run/opt/alias")
    os.symlink("/run/opt/chat", "/run/opt/link")
    check("a hard link is refused", starts("/run/opt/alias") == "Operation not permitted")
    check("a symbolic link is refused", starts("/run/opt/link") == "Operation not permitted")
    run("unshare", "-m", "mkdir", "-p", "/run/opt/elsewhere")
    inside = as_user(0, lambda: subprocess.run(
        ["unshare", "-m", "setpriv", "--reuid", "1000", "--clear-groups", "/run/opt/chat"], capture_output=True).returncode)
    check("another mount namespace does not help", inside != 0, inside)
    check("an unmarked program starts", starts("/run/opt/tool") == 0)
    check("a shell starts, whatever is ordered", starts("/bin/sh") == 0)
    check("root is not concerned", starts("/run/opt/chat", user=0) == 0)
    check("another person is not concerned", starts("/run/opt/chat", user=1001) == 0)
    heard = as_user(PERSON, lambda: listen(lambda: subprocess.run(["sh", "-c", "/run/opt/chat; /run/opt/chat"], capture_output=True)))
    check("the refusal names the application", any(line.startswith("denied-program org.example.chat ") for line in heard), heard)
    run("cp", "/bin/true", "/run/opt/new")
    os.rename("/run/opt/new", "/run/opt/chat")
    took = until(lambda: starts("/run/opt/chat") != 0, 10)
    check("a new version is refused", took is not None)
    timed("refused again", took or 0, 1)
    check("the end is taken", ask(["lift"]) == ["done"])
    check("starts again", starts("/run/opt/chat") == 0)
    ask(lines)
    machine.kill()
    check("starts at once when the helper dies", starts("/run/opt/chat") == 0)


def leases(machine):
    stamp = order(["order 1200 -", *BLOCK[1:]])
    check("closed while the lease runs", not opens("social.example"))
    check("a renewal names its order", [ask([line]) for line in ["renew", f"renew {stamp + 1}"]] == [
        ["refused arguments"], ["refused other-order"]])
    check("renewed", ask([f"renew {stamp}"]) == ["done"])
    took = until(lambda: opens("social.example"), 10)
    check("open when the lease is out, and not before", took is not None and took > 0.2, took)
    timed("open by the lease's end", took or 0, 1.7)
    check("nothing is left", "focuskey" not in tables())
    check("what is out cannot be renewed", ask([f"renew {stamp}"]) == ["refused no-order"])
    boot = int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)
    ask([f"order 30000 {boot + 1500}", *BLOCK[1:]])
    check("closed before the end", not opens("social.example"))
    took = until(lambda: opens("social.example"), 10)
    check("open at the end, whatever the lease", took is not None)
    timed("open by the end that was ordered", took or 0, 2)
    ask(BLOCK)
    machine.kill()
    check("open at once when the helper dies", opens("social.example") and "focuskey" not in tables())
    machine.start()
    check("a new helper holds nothing", opens("social.example"))
    ask(BLOCK)
    check("root clears", ask(["clear"], user=0) == ["done"] and opens("social.example"))
    machine.helper.terminate()
    machine.helper.wait()
    machine.start()


def strangers(machine):
    ask(BLOCK)
    for user in [1, 999, 65534]:
        for line in ["order 30000 -", "lift", "renew 1", "clear", "commit"]:
            answer = ask([line], user=user)
            check(f"{user} may not {line}", answer and answer[0].startswith("refused not-"), answer)
    check("a person may not clear", ask(["clear"]) == ["refused not-root"])
    check("another person's lift is their own", ask(["lift"], user=1001) == ["done"] and not opens("social.example"))
    chance = random.Random(7)
    words = ["order", "section", "site", "except", "program", "commit", "renew", "renew 1", "lift", "lift 1", "status", "watch", "clear", "30000",
             "-", "block", "allow", "a.example", "/bin/sh", "/run/opt/../..", "\0", "x" * 5000, " ", "99999999999999999999", "\n", "é"]

    def noise():
        for _ in range(40):
            try:
                service = socket.socket(socket.AF_UNIX)
                service.settimeout(0.05)
                service.connect(SOCKET)
                for _ in range(30):
                    count = chance.randrange(6)
                    line = " ".join(chance.choice(words) for _ in range(count)).encode("utf8")
                    if chance.random() < 0.3:
                        line = chance.randbytes(chance.randrange(300))
                    service.sendall(line + b"\n")
                service.recv(1000)
            except OSError:
                pass
        return True
    for user in [65534, 1001, 1002]:
        as_user(user, noise)
    check("the helper lives", machine.helper.poll() is None)
    check("the person's order stands", not opens("social.example"))
    before = open(f"/proc/{machine.helper.pid}/status").read()
    held = [socket.socket(socket.AF_UNIX) for _ in range(200)]
    for one in held:
        try:
            one.connect(SOCKET)
        except OSError:
            pass
    check("many connections do not lock a person out", ask(["status"])[-1] == "done")
    for one in held:
        one.close()

    told = as_user(PERSON, lambda: tamper.crowd(SOCKET, lambda: answers_here(["status"])))
    check("nor do connections of the person's own", told[-1] == "done", told)
    check("rights are few", "CapEff:\t0000000000201004" in before and "NoNewPrivs:\t1" in before)


def lists(machine):
    chance = random.Random(4)
    names = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(4, 14))) + "." +
             chance.choice(["com", "net", "org", "example", "co.uk"]) for _ in range(500_000)]
    text = "order 30000 -\nsection block\n" + "".join(f"site {name}\n" for name in names) + "commit\n"

    def body():
        service = socket.socket(socket.AF_UNIX)
        service.connect(SOCKET)
        start = time.monotonic()
        service.sendall(text.encode())
        service.recv(100)
        return time.monotonic() - start
    took = as_user(PERSON, body)
    memory = [line for line in open(f"/proc/{machine.helper.pid}/status") if line.startswith("VmHWM")][0].split()
    figure("half a million names load", took, 2, "s")
    figure("half a million names cost the helper", int(memory[1]) / 1024, 60, "MB")
    check("the last of them is closed", not opens("www." + names[-1]))
    check("another name opens", opens("work.example"))


def browser(machine):
    """A real Chromium that runs before the order comes: what it sees, and how soon."""
    if not shutil.which("chromium"):
        check("chromium is not installed: not tried", True)
        return
    profile = tempfile.mkdtemp(dir="/run/opt")
    os.chmod("/run/opt", 0o755)
    os.chown(profile, PERSON, PERSON)
    program = subprocess.Popen(
        ["setpriv", "--reuid", "1000", "--regid", "1000", "--clear-groups", "env", f"HOME={profile}", "chromium",
         "--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors", f"--user-data-dir={profile}/p",
         "--remote-debugging-port=9222", f"--host-resolver-rules=MAP * {FOUR}, EXCLUDE 127.0.0.1",
         "https://work.example/probe"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def title():
        try:
            with urllib.request.urlopen("http://127.0.0.1:9222/json/list", timeout=2) as answer:
                return next((tab["title"] for tab in json.load(answer) if "work.example" in tab["url"]), "")
        except OSError:
            return ""
    everything = "exception=open neighbour=open site=open subdomain=open"
    closed = "exception=open neighbour=open site=closed subdomain=closed"
    check("everything opens in a running browser", until(lambda: title() == everything, 40) is not None, title())
    for turn in ["first", "second"]:
        ask(BLOCK)
        took = until(lambda: title() == closed, 15)
        check(f"the running browser sees the {turn} order", took is not None, title())
        timed(f"seen the {turn} time", took or 0, 1)
        ask(["lift"])
        took = until(lambda: title() == everything, 15)
        check(f"and its {turn} end", took is not None, title())
        timed(f"opened the {turn} time", took or 0, 1)
    program.kill()
    program.wait()


def as_person(home, *words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more):
    run("chown", "-R", f"{PERSON}:{PERSON}", home)
    os.chmod("/run/opt", 0o755)
    return subprocess.Popen(
        ["setpriv", "--reuid", str(PERSON), "--regid", str(PERSON), "--clear-groups", "env", "-u", "DBUS_SESSION_BUS_ADDRESS",
         f"HOME={home}", f"TMPDIR={home}", *(f"{name}={value}" for name, value in more.items()), *words],
        stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True)


def close_group(process):
    """Ends a browser and its helpers: a group of its own in a machine of its own."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def snapshot():
    """Everything that a helper could leave behind."""
    rules = run("nft", "list", "ruleset")
    files = sorted(os.path.join(folder, name) for top in ["/run", "/etc", "/opt"] for folder, _, names in os.walk(top)
                   for name in names if not folder.startswith("/run/opt"))
    return {"rules": rules, "files": [(path, os.lstat(path).st_mtime_ns) for path in files if os.path.lexists(path)
                                      and not path.startswith(os.path.dirname(SOCKET))]}


def kills(machine):
    """Helper and service killed at random moments of a session's start, break and end."""
    chance = random.Random(int(os.environ.get("SEED", "1")))
    rounds = int(os.environ.get("ROUNDS", "40"))
    run("cp", "/bin/true", "/run/opt/chat")
    machine.kill()
    os.unlink(SOCKET)
    before = snapshot()
    order = "order 400 -\nsection block\nsite social.example\nprogram chat /run/opt/chat\ncommit\n"
    script = [order, "renew", "lift\n", order, "renew", "lift\n"]
    left = late = slow = 0
    for _ in range(rounds):
        machine.start()

        def service():
            socket_ = socket.socket(socket.AF_UNIX)
            socket_.connect(SOCKET)
            told = b""
            for text in script:
                # An order's answer ends with its stamp.
                text = f"renew {told.split()[1].decode()}\n" if text == "renew" else text
                socket_.sendall(text.encode())
                told = socket_.recv(100)
                if not told:
                    # The helper is gone.
                    return
                time.sleep(chance.random() * 0.004)
        child = os.fork()
        if child == 0:
            try:
                os.setgid(PERSON)
                os.setuid(PERSON)
                service()
            except OSError:
                pass
            os._exit(0)
        time.sleep(chance.random() * 0.025)
        victim = chance.choice(["helper", "service", "both"])
        if victim != "helper":
            os.kill(child, signal.SIGKILL)
        if victim != "service":
            machine.kill()
            # What the kernel takes down with the helper is gone at once.
            slow += until(lambda: "focuskey" not in tables() and starts("/run/opt/chat") == 0, 1) is None
        os.waitpid(child, 0)
        if victim == "service":
            late += until(lambda: "focuskey" not in tables() and starts("/run/opt/chat") == 0, 3) is None
            machine.kill()
        os.unlink(SOCKET)
        left += snapshot() != before
    check(f"{rounds} kills leave nothing behind", left == 0, left)
    check("what the helper held goes with it", slow == 0, slow)
    check("what a dead service ordered goes with the lease", late == 0, late)
    machine.start()


class Service:
    """The real service of the person, in a home of its own, ordering from the real helper."""

    def __init__(self, program, port=0, **desktop):
        """Its home is one folder, unless the desktop says where runtime files lie."""
        self.desktop = desktop
        self.program = "/run/opt/focuskey"
        run("cp", program, self.program)
        os.chmod("/run/opt", 0o755)
        self.home = tempfile.mkdtemp(dir="/run/opt")
        os.makedirs(self.home + "/share/applications")
        with open(self.home + "/share/applications/chat.desktop", "w") as file:
            file.write("[Desktop Entry]\nType=Application\nName=Chat\nExec=/run/opt/chat\n")
        with open(self.home + "/config.json5", "w") as file:
            file.write(f"{{ port: {port}, readers: {{ pcsc: false }} }}")
        self.place = ["--home", self.home]
        self.socket = self.home + "/control.sock"
        if "XDG_RUNTIME_DIR" in desktop:
            self.place = []
            self.socket = desktop["XDG_RUNTIME_DIR"] + "/focuskey/control.sock"
            os.makedirs(self.home + "/.config/focuskey")
            os.rename(self.home + "/config.json5", self.home + "/.config/focuskey/config.json5")
        os.chown(self.home, PERSON, PERSON)
        self.process = None

    def start(self):
        surroundings = {"XDG_DATA_HOME": self.home + "/share", "XDG_DATA_DIRS": self.home + "/none", "FOCUSKEY_SHIELD": SOCKET}
        with open(self.home + "/log", "a") as log:
            self.process = as_person(self.home, self.program, *self.place, "serve", stderr=log, **(surroundings | self.desktop))
        until(lambda: "error" not in self.say("status"), 10)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def say(self, command, **more):
        """The service's answer, or one that says that there is none."""
        def body():
            asked = socket.socket(socket.AF_UNIX)
            asked.settimeout(20)
            asked.connect(self.socket)
            asked.sendall(json.dumps({"command": command, **more}).encode() + b"\n")
            text = b""
            while not text.endswith(b"\n") and (piece := asked.recv(65536)):
                text += piece
            return json.loads(text)
        answer = as_user(PERSON, body)
        return answer if isinstance(answer, dict) else {"error": answer}


    def take(self, profiles, **more):
        """Hands it profiles whose question may be answered at once."""
        settings = self.say("settings")["settings"]
        question = {"wait": "0s", "closes": "30s"}
        settings["profiles"] = [profile | {"question": question, "breaks": {"minutes": 5}} for profile in profiles]
        told = self.say("configure", settings=settings | more)
        check("the profiles are taken", told.get("ok"), told)

    def end(self):
        self.say("stop"), self.say("confirm")

    def command(self, *words, **more):
        """What `focuskey` prints to the person."""
        surroundings = {"XDG_DATA_HOME": self.home + "/share", "FOCUSKEY_SHIELD": SOCKET} | self.desktop | more
        child = as_person(self.home, self.program, *self.place, *words, stdout=subprocess.PIPE, **surroundings)
        return child.communicate()[0].decode()

    def log(self):
        with open(self.home + "/log") as file:
            return file.read()


SYSTEM = ["/etc", "/usr/local", "/usr/lib/mozilla"]


def own_system(machine):
    """Folders of the system in which whatever is changed is gone with the machine."""
    with open("/proc/self/mounts") as mounts:
        if "overlay /usr/local overlay" in mounts.read():
            return
    for folder in SYSTEM:
        upper = tempfile.mkdtemp(dir="/run")
        os.mkdir(upper + "/u")
        os.mkdir(upper + "/w")
        if not os.path.isdir(folder):
            # Where nothing of the kind is, the folder above it is laid over.
            folder = os.path.dirname(folder)
        run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={folder},upperdir={upper}/u,workdir={upper}/w", folder)
    # What lay over a file of /etc is below now.
    machine.name_server()


def files():
    """What lies there, with its rights and its size."""
    found = {}
    for top in SYSTEM:
        for folder, folders, names in os.walk(top):
            for name in folders + names:
                path = os.path.join(folder, name)
                found[path] = (os.lstat(path).st_mode, os.path.isfile(path) and os.path.getsize(path))
    return found


def removal(machine):
    """Installed, ordered from and removed: what is on disk and in the kernel afterwards is what was there before."""
    machine.kill()
    shutil.rmtree(os.path.dirname(SOCKET))
    own_system(machine)

    def picture():
        return files(), tables(), os.path.exists(SOCKET)
    focuskey = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    before = picture()
    run(focuskey, "--home", machine.folder, "shield", "install")
    added = sorted(set(picture()[0]) - set(before[0]))
    check("the helper and its unit are installed", "/etc/systemd/system/focuskey-shield.service" in added, added)
    machine.helper_path = "/usr/local/libexec/focuskey/focuskey-shield"
    machine.start()
    ask(BLOCK)
    check("the installed helper closes", not opens("social.example") and "focuskey" in tables())
    run(focuskey, "--home", machine.folder, "shield", "remove")
    check("the removal opens", opens("social.example"))
    check("the helper is gone", until(lambda: machine.helper.poll() is not None, 2) is not None)
    after = picture()
    differences = sorted(set(after[0].items()) ^ set(before[0].items()))
    check("nothing is left on disk or in the kernel", after == before, [differences, after[1:]])
    again = subprocess.run([focuskey, "--home", machine.folder, "shield", "remove"], capture_output=True, text=True)
    check("removing twice is no fault", again.returncode == 0, again.stderr)


def costs(machine):
    """What a shield costs those whom it does not concern."""
    run("cp", "/bin/true", "/run/opt/chat")
    run("cp", "/bin/true", "/run/opt/free")

    def starting():
        times = []
        for _ in range(400):
            start = time.perf_counter()
            os.waitpid(os.posix_spawn("/run/opt/free", ["free"], {}), 0)
            times.append(time.perf_counter() - start)
        return sorted(times)[len(times) // 2]

    def asking():
        far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        far.settimeout(2)
        far.connect((FOUR, 53))
        times = []
        for _ in range(200):
            start = time.perf_counter()
            far.send(b"a question")
            far.recv(100)
            times.append(time.perf_counter() - start)
        return sorted(times)[len(times) // 2]

    def connecting():
        start = time.perf_counter()
        fetch_here("work.example")
        return time.perf_counter() - start

    def by_turns(body, rounds):
        """How much longer something takes the person than somebody who ordered nothing, at the median: by turns, so that whatever else
        this computer does falls on both."""
        slower = []
        for _ in range(rounds):
            took = []
            for user in [PERSON, PERSON + 1]:
                os.seteuid(user)
                took.append(body())
                os.seteuid(0)
            slower.append(took[0] - took[1])
        return sorted(slower)[rounds // 2]

    def asked():
        """Whether the person's connections are asked about, made in this way."""
        os.seteuid(PERSON)
        try:
            return fetch_here("social.example") is None
        except OSError:
            return True
        finally:
            os.seteuid(0)
    order = ["order 60000 -", *BLOCK[1:4], "program chat /run/opt/chat", "commit"]
    rounds = {"start": [], "lookup": []}
    for _ in range(5):
        pair = []
        for state in ["lift", "order"]:
            ask(order if state == "order" else ["lift"])
            pair.append([as_user(PERSON, body) for body in [starting, asking]])
        for index, name in enumerate(rounds):
            rounds[name].append(pair[1][index] - pair[0][index])
    slower = {name: sorted(values)[2] * 1e6 for name, values in rounds.items()}
    ask(order)
    check("a connection made by turns is asked about", asked())
    slower["connection"] = by_turns(connecting, 150) * 1e6
    for name, most in [("start", 100), ("lookup", 1000), ("connection", 1000)]:
        figure(f"an unblocked {name} is slower by", slower[name], most, "µs")


def main(trials):
    """Runs the trial that is named, in a machine of its own."""
    machine = Machine(sys.argv[1])
    try:
        machine.start()
        trials[sys.argv[2]](machine)
    finally:
        machine.close()
    sys.exit(1 if failures else 0)


TRIALS = {body.__name__: body for body in [sites, allow, apps, leases, strangers, lists, kills, costs, browser, removal]}

if __name__ == "__main__":
    if sys.argv[1] == "--internet":
        internet(sys.argv[2])
    elif sys.argv[1] == "--talk":
        # Asks as fast as it can, so that something is on its way at whatever moment the table comes.
        with socket.create_connection((FOUR, 443)) as raw:
            with ssl._create_unverified_context().wrap_socket(raw, server_hostname="social.example") as secure:
                secure.settimeout(2)
                secure.sendall(b"GET / HTTP/1.1\r\nHost: social.example\r\n\r\n")
                print(len(secure.recv(4096)), "octets", flush=True)
                while True:
                    secure.sendall(b"GET / HTTP/1.1\r\nHost: social.example\r\n\r\n")
                    if not secure.recv(4096):
                        break
    elif sys.argv[1] == "--stream":
        with socket.create_connection((FOUR, 443)) as raw:
            context = ssl._create_unverified_context()
            with context.wrap_socket(raw, server_hostname="social.example") as secure:
                secure.sendall(b"GET /stream HTTP/1.1\r\nHost: social.example\r\n\r\n")
                while data := secure.recv(100):
                    sys.stdout.buffer.write(data)
                    sys.stdout.flush()
    else:
        main(TRIALS)
