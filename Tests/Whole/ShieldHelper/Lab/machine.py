"""A throwaway machine: a network with a private internet behind it, a /run and an /opt of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

from internet import FOUR, NEIGHBOUR, SIX
from report import beside, run, until

SOCKET = "/run/focuskey/shield.sock"


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
        self.make_certificates()
        with open(self.folder + "/resolv.conf", "w") as file:
            file.write(f"nameserver {FOUR}\n")
        self.name_server()
        self.make_network()
        self.helper = None

    def make_certificates(self):
        """An authority of its own, and what it says of the sites."""
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        run(
            "openssl",
            "req",
            "-x509",
            *key,
            "-days",
            "9",
            "-keyout",
            self.folder + "/ca.key",
            "-out",
            self.folder + "/ca.pem",
            "-subj",
            "/CN=trial",
        )
        names = ",".join(
            f"DNS:{name},DNS:*.{name}" for name in ["social.example", "work.example", "free.example", "doh.example"]
        )
        run(
            "openssl",
            "req",
            "-x509",
            *key,
            "-days",
            "9",
            "-CA",
            self.folder + "/ca.pem",
            "-CAkey",
            self.folder + "/ca.key",
            "-keyout",
            self.folder + "/key.pem",
            "-out",
            self.folder + "/cert.pem",
            "-subj",
            "/CN=site",
            "-addext",
            f"subjectAltName={names}",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-addext",
            "extendedKeyUsage=serverAuth",
        )

    def make_network(self):
        """A wire to the private internet, and its servers behind it."""
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
        run("ip", "route", "add", "default", "via", FOUR, "dev", "near")
        # Browsers ask for nothing over IPv6 where they see no way out.
        run("ip", "-6", "route", "add", "default", "via", SIX, "dev", "near")
        run(
            *far,
            "sh",
            "-c",
            f"ip link set lo up; ip addr add {FOUR}/24 dev far; ip addr add {NEIGHBOUR}/24 dev far;"
            f"ip -6 addr add {SIX}/64 dev far nodad; ip link set far up",
        )
        self.web = None
        self.serve(patience=5)

    def serve(self, patience):
        """Starts the servers of the private internet, or starts them again, to wait so many seconds for a client that is
        silent."""
        if self.web:
            self.web.kill()
            self.web.wait()
        words = ["nsenter", "-t", str(self.far.pid), "-n", sys.executable, beside("internet.py")]
        self.web = subprocess.Popen([*words, self.folder, str(patience)], stdout=subprocess.PIPE)
        self.web.stdout.readline()

    def name_server(self):
        run("mount", "--bind", self.folder + "/resolv.conf", os.path.realpath("/etc/resolv.conf"))

    def start(self):
        self.helper = subprocess.Popen([self.helper_path])
        until(lambda: os.path.exists(SOCKET) and connects(), 5)

    def kill(self):
        self.helper.kill()
        self.helper.wait()

    def stop(self):
        """Has the helper stand still, and its watchdog with it, which would end it."""
        self.dogs = children_of(self.helper.pid)
        for process in [*self.dogs, self.helper.pid]:
            os.kill(process, signal.SIGSTOP)

    def go_on(self):
        for process in [self.helper.pid, *self.dogs]:
            os.kill(process, signal.SIGCONT)

    def close(self):
        for process in [self.helper, self.web, self.far]:
            if process and process.poll() is None:
                process.kill()
                process.wait()


def children_of(process):
    """The processes that another one started."""
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


def connects():
    try:
        socket.socket(socket.AF_UNIX).connect(SOCKET)
        return True
    except OSError:
        return False


def tables():
    return run("nft", "list", "tables")


def snapshot():
    """Everything that a helper could leave behind."""
    rules = run("nft", "list", "ruleset")
    files = sorted(
        os.path.join(folder, name)
        for top in ["/run", "/etc", "/opt"]
        for folder, _, names in os.walk(top)
        for name in names
        if not folder.startswith("/run/opt")
    )
    return {
        "rules": rules,
        "files": [
            (path, os.lstat(path).st_mtime_ns)
            for path in files
            if os.path.lexists(path) and not path.startswith(os.path.dirname(SOCKET))
        ],
    }


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
        run(
            "mount", "-t", "overlay", "overlay", "-o", f"lowerdir={folder},upperdir={upper}/u,workdir={upper}/w", folder
        )
    # What lay over a file of /etc is below now.
    machine.name_server()


def own_subordinates(machine, text):
    """Which ids belong to whom, in this machine."""
    with open(machine.folder + "/subuid", "w") as file:
        file.write(text)
    if not os.path.exists("/etc/subuid"):
        own_system(machine)
        with open("/etc/subuid", "w"):
            pass
    run("mount", "--bind", machine.folder + "/subuid", "/etc/subuid")


def files():
    """What lies there, with its rights and its size."""
    found = {}
    for top in SYSTEM:
        for folder, folders, names in os.walk(top):
            for name in folders + names:
                path = os.path.join(folder, name)
                found[path] = (os.lstat(path).st_mode, os.path.isfile(path) and os.path.getsize(path))
    return found
