"""Serves answers over TLS on a free port of loopback: site.py CERTIFICATE KEY ANSWERS PORTFILE

ANSWERS is JSON: path -> {"status", "headers", "body" or "repeat", "wait"}; "path AASA-Bot" goes before "path" for the crawler.
"""
import http.server, json, os, ssl, sys, time

certificate, key, answers_file, port_file = sys.argv[1:]
answers = json.load(open(answers_file))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        crawler = " AASA-Bot" if "AASA-Bot" in self.headers.get("User-Agent", "") else ""
        answer = answers.get(self.path + crawler) or answers.get(self.path) or answers.get(self.path.split("?")[0]) or {"status": 404}
        time.sleep(answer.get("wait", 0))
        body = (answer.get("body", "") * answer.get("repeat", 1)).encode()
        self.send_response(answer.get("status", 200))
        for name, value in answer.get("headers", {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if certificate != "-":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
with open(port_file + ".new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(port_file + ".new", port_file)
server.serve_forever()
