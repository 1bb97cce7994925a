"""Real servers that tell which names they are asked for: OpenSSL behind Python's ssl, Python's own server of HTTP, and
nginx where it is installed."""

import http.server
import json
import os
import queue
import socket
import ssl
import subprocess
import sys
import threading

import nginx
from internet import FOUR
from report import run, until

# One of each at a port of the web, and one elsewhere. The second kind of TLS wants a key of a group that clients do not
# offer at once, and so asks for each hello a second time.
PLAIN, SECURE, AGAIN = (8080, 9080), (8443, 9443), (8008, 9444)
# Packets that may pass no router are lost on the way, as they would be on a longer one.
LOSS = "add table inet way; add chain inet way in { type filter hook input priority -300; }; "
LOSS += "add rule inet way in ip ttl 1 drop; add rule inet way in ip6 hoplimit 1 drop"


class Listeners:
    """Those servers, in the private internet of a machine."""

    def __init__(self, machine):
        machine.web.kill()
        machine.web.wait()
        far = ["nsenter", "-t", str(machine.far.pid), "-n"]
        run(*far, "nft", LOSS)
        self.heard, self.news = {}, queue.Queue()
        self.process = subprocess.Popen(
            [*far, sys.executable, __file__, machine.folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.process.stdout.readline()
        threading.Thread(target=self.listen, daemon=True).start()
        self.nginx = nginx.Nginx(machine, far, self.heard) if nginx.PROGRAM else None
        if self.nginx:
            until(lambda: self.is_open(far, nginx.SECURE[1]), 5)

    @staticmethod
    def is_open(far, port):
        """Whether somebody listens at a port there."""
        return f":{port} " in run(*far, "ss", "-tlnH")

    @property
    def plain(self):
        """The ports of servers of HTTP."""
        return [PLAIN, PLAIN, nginx.PLAIN] if self.nginx else [PLAIN]

    @property
    def secure(self):
        """The ports of servers of TLS."""
        return [SECURE, SECURE, AGAIN] + ([nginx.SECURE, nginx.SECURE] if self.nginx else [])

    def listen(self):
        for line in self.process.stdout:
            port, name = json.loads(line)
            self.heard.setdefault(port, []).append(name)

    def names(self, port):
        """What was asked for from a port so far."""
        return self.heard.pop(port, [])

    def hears(self, port, name, patience=1):
        """Whether a server is asked for a name from that port."""
        return until(lambda: name in self.heard.get(port, []), patience) is not None

    def close(self):
        self.process.kill()
        self.process.wait()
        if self.nginx:
            self.nginx.close()


def plain_name(text):
    """A name as a site compares it."""
    return (text or "").strip().lower().removesuffix(".")


def note(port, name):
    os.write(1, (json.dumps([port, plain_name(name)]) + "\n").encode())


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers every method, and notes each host that a request names: which of two counts differs from site to site."""

    protocol_version = "HTTP/1.1"
    timeout = 60

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.answer
        raise AttributeError(name)

    def answer(self):
        target = self.path.partition("://")[2].partition("/")[0]
        for host in [target, *self.headers.get_all("host", [])]:
            if host:
                note(self.client_address[1], host.rpartition("@")[2].partition(":")[0])
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")


def serve_secure(port, context):
    server = socket.create_server((FOUR, port), backlog=1024)

    def talk(one):
        try:
            one.settimeout(60)
            with context.wrap_socket(one, server_side=True) as stream:
                stream.recv(4096)
                stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        except OSError:
            one.close()

    while True:
        threading.Thread(target=talk, args=(server.accept()[0],), daemon=True).start()


def main(folder):
    for ports, group in [(SECURE, None), (AGAIN, "secp521r1")]:
        for port in ports:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
            if group:
                context.set_ecdh_curve(group)
            context.sni_callback = lambda one, name, _: note(one.getpeername()[1], name)
            threading.Thread(target=serve_secure, args=(port, context), daemon=True).start()
    for port in PLAIN:
        server = http.server.ThreadingHTTPServer((FOUR, port), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Timer(0.1, lambda: print("up", flush=True)).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1])
