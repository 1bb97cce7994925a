"""nginx as one of the servers that tell which names they are asked for, where it is installed."""

import json
import os
import re
import shutil
import subprocess
import threading

from internet import FOUR

PROGRAM = shutil.which("nginx") or (shutil.which("nginx", path="/usr/sbin"))
# One of each at a port of the web, and one elsewhere.
PLAIN, SECURE = (80, 9081), (443, 9445)

SETTINGS = """
daemon off; master_process off; worker_processes 1; user root;
pid {folder}/nginx.pid; error_log /dev/stdout debug;
events {{ worker_connections 2000; }}
http {{
  access_log off; keepalive_timeout 60s; client_header_timeout 60s; client_max_body_size 1m;
  client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx; fastcgi_temp_path {folder}/nginx;
  uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
  large_client_header_buffers 4 32k;
  map $status $served {{ 200 1; default 0; }}
  log_format asked escape=json '[$remote_port, "$host"]';
  ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
  ssl_protocols TLSv1.2 TLSv1.3;
  server {{
    {plain} {secure}
    access_log /dev/stderr asked if=$served;
    location / {{ return 200 "ok"; }}
  }}
}}
"""
ACCEPTED = re.compile(rb"\*(\d+) accept: [0-9a-f.:]+?:(\d+) fd:")
NAMED = re.compile(rb'\*(\d+) SSL server name: "([^"]*)"')


class Nginx:
    """Its names come from its own words: of a hello those of its log for developers, of a request those of its usual
    one."""

    def __init__(self, machine, far, heard):
        folder = machine.folder
        os.makedirs(folder + "/nginx", exist_ok=True)
        path = folder + "/nginx.conf"
        with open(path, "w") as file:
            file.write(SETTINGS.format(
                folder=folder, plain=" ".join(f"listen {FOUR}:{port};" for port in PLAIN),
                secure=" ".join(f"listen {FOUR}:{port} ssl;" for port in SECURE)))
        self.heard, self.ports = heard, {}
        self.process = subprocess.Popen(
            [*far, PROGRAM, "-c", path, "-p", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for source, read in [(self.process.stdout, lambda line: self.read_words(line)), (self.process.stderr, self.read_requests)]:
            threading.Thread(target=self.listen, args=(source, read), daemon=True).start()

    def listen(self, source, read):
        for line in source:
            read(line)

    def read_words(self, line):
        if found := ACCEPTED.search(line):
            self.ports[found[1]] = int(found[2])
        elif found := NAMED.search(line):
            self.note(self.ports.get(found[1]), found[2].decode(errors="replace"))

    def read_requests(self, line):
        try:
            self.note(*json.loads(line))
        except (ValueError, TypeError):
            pass

    def note(self, port, name):
        self.heard.setdefault(port, []).append(name.strip().lower().removesuffix("."))

    def close(self):
        self.process.kill()
        self.process.wait()
