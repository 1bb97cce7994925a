"""A site at an address, until it is ended: an empty page at port 80, and at port 443 what answers any hello.

    site.py ADDRESS
"""
import http.server
import socketserver
import sys
import threading


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


class Secret(socketserver.BaseRequestHandler):
    """Says that it knows none of the ciphers (RFC 8446, 6.2): an answer all the same."""

    def handle(self):
        if self.request.recv(4096):
            self.request.sendall(bytes.fromhex('15030300020228'))


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def main():
    address = sys.argv[1]
    threading.Thread(target=Server((address, 443), Secret).serve_forever, daemon=True).start()
    Server((address, 80), Page).serve_forever()


main()
