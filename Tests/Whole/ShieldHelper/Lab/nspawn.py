"""A machine with systemd of its own: an overlay of this computer that nothing comes out of."""

import hashlib
import json
import os
import signal
import subprocess
import time

from report import check, until

PERSON, NAME = 4242, "trial"


class Groups:
    """Control groups of a machine's own, for as long as it has power.

    systemd-nspawn makes the machine's groups below its own, and leaves them when it goes. A group that stood still when the power went
    would hold whatever the next machine puts into one of that name: a real machine's groups are gone with its power.
    """

    NAME = "focuskey-boot-"

    def __init__(self):
        # Where this process is, in each hierarchy that systemd keeps its groups in (cgroups(7)).
        self.places = []
        with open("/proc/self/cgroup") as file:
            for line in file.read().splitlines():
                number, names, path = line.split(":", 2)
                if number == "0" or names == "name=systemd":
                    top = "/sys/fs/cgroup" + (
                        "/systemd"
                        if names
                        else "" if os.path.exists("/sys/fs/cgroup/cgroup.controllers") else "/unified"
                    )
                    self.places.append(top + path.rstrip("/"))
        # Of one name everywhere: systemd-nspawn looks in one hierarchy where it is, and takes the others for the same.
        name = self.NAME + os.urandom(6).hex()
        self.own = [place + "/" + name for place in self.places]
        for place in self.places:
            # Those of runs that were killed; nobody is in them any more.
            for name in os.listdir(place):
                if name.startswith(self.NAME) and not self.lives(name):
                    self.remove(place + "/" + name)
        for group in self.own:
            # Another run that begins now may take an empty group for a dead one's.
            if until(lambda: self.take(group), 5) is None:
                raise OSError(f"cannot enter {group}")

    def lives(self, name):
        """Whether somebody is in the groups of that name, or in one below."""
        for place in self.places:
            try:
                with open(f"{place}/{name}/cgroup.events") as file:
                    if "populated 1" in file.read():
                        return True
            except OSError:
                pass  # Groups of the older kind do not say it.
        return False

    def take(self, group):
        try:
            os.makedirs(group, exist_ok=True)
            self.enter(group)
            return True
        except OSError:
            return False

    @staticmethod
    def enter(group):
        with open(group + "/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))

    @staticmethod
    def remove(group):
        for folder, _, _ in os.walk(group, topdown=False):
            try:
                os.rmdir(folder)
            except OSError:
                return False
        return True

    def below(self):
        return [folder.path for group in self.own for folder in os.scandir(group) if folder.is_dir()]

    def cut(self):
        """Takes away what the machine made; its processes may be a moment about ending."""
        check(
            "the machine's groups go with its power",
            until(lambda: all([self.remove(path) for path in self.below()]), 20) is not None,
            self.below(),
        )

    def close(self):
        for place, group in zip(self.places, self.own):
            self.enter(place)
            until(lambda: self.remove(group), 5)


class Machine:
    """An overlay of `/` that can be started, cut off, and started again."""

    def __init__(self, helper):
        run("mount", "--make-rprivate", "/")
        self.programs = os.path.dirname(helper)
        self.groups = Groups()
        # Its own, so that whatever is there, systemd-nspawn's things too, is gone with this namespace, also when the
        # run is killed.
        run("mount", "-t", "tmpfs", "none", "/run")
        self.folder = "/run/machine"
        os.mkdir(self.folder)
        for name in ["upper", "work", "root"]:
            os.mkdir(f"{self.folder}/{name}")
        self.root = self.folder + "/root"
        run(
            "mount",
            "-t",
            "overlay",
            "overlay",
            "-o",
            f"lowerdir=/,upperdir={self.folder}/upper,workdir={self.folder}/work",
            self.root,
        )
        # One of its own, made at the first start; and nobody of this computer's services.
        with open(self.root + "/etc/machine-id", "w"):
            pass
        with open(self.root + "/etc/passwd", "a") as file:
            file.write(f"{NAME}:x:{PERSON}:{PERSON}::/home/{NAME}:/bin/sh\n")
        with open(self.root + "/etc/group", "a") as file:
            file.write(f"{NAME}:x:{PERSON}:\n")
        with open(self.root + "/etc/shadow", "a") as file:
            file.write(f"{NAME}:*:20000:0:99999:7:::\n")
        os.makedirs(f"{self.root}/home/{NAME}", exist_ok=True)
        os.makedirs(self.root + "/var/lib/systemd/linger", exist_ok=True)
        # A person whose own services run without somebody at the screen.
        with open(f"{self.root}/var/lib/systemd/linger/{NAME}", "w"):
            pass
        os.makedirs(self.root + "/opt/trial")
        for name in ["focuskey", "focuskey-shield"]:
            run("cp", f"{self.programs}/{name}", f"{self.root}/opt/trial/{name}")
        run("cp", "/bin/true", self.root + "/opt/trial/chat")
        run("cp", "/bin/sleep", self.root + "/opt/trial/player")
        run("chown", "-R", f"{PERSON}:{PERSON}", f"{self.root}/home/{NAME}")
        os.chmod(self.root, 0o755)
        os.chmod(self.folder, 0o755)
        self.nspawn = None

    def start(self):
        self.log = open(self.folder + "/log", "ab")
        self.nspawn = subprocess.Popen(
            [
                "systemd-nspawn",
                "--quiet",
                "--boot",
                "--directory",
                self.root,
                "--private-network",
                "--register=no",
                "--keep-unit",
                "--machine=focuskey-trial",
                "--console=pipe",
                "--system-call-filter=fanotify_init fanotify_mark",
            ],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )
        began = time.monotonic()
        check("the machine is up", until(lambda: self.state() in ("running", "degraded"), 90) is not None, self.state())
        check(
            "the person's own services are up",
            until(
                lambda: self.person("systemctl", "--user", "is-system-running")[1].strip() in ("running", "degraded"),
                60,
            )
            is not None,
        )
        print(
            json.dumps({"measured": "the machine's start", "seconds": round(time.monotonic() - began, 1)}), flush=True
        )

    @property
    def leader(self):
        """The machine's own systemd."""
        with open(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children") as file:
            children = file.read().split()
        return children[0] if children else None

    def inside(self, *words):
        """Exit code, output and errors of a command in the machine."""
        leader = self.leader
        if not leader:
            return None, "", "not started"
        # What takes too long is ended in there: here it would leave a process behind for which the machine's own end
        # waits.
        done = subprocess.run(
            [
                "nsenter",
                "-t",
                leader,
                "-a",
                "env",
                "-i",
                "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "HOME=/root",
                "timeout",
                "-s",
                "KILL",
                "60",
                *words,
            ],
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout, done.stderr

    def person(self, *words):
        runtime = f"/run/user/{PERSON}"
        return self.inside(
            "setpriv",
            "--reuid",
            str(PERSON),
            "--regid",
            str(PERSON),
            "--clear-groups",
            "env",
            f"HOME=/home/{NAME}",
            f"XDG_RUNTIME_DIR={runtime}",
            f"DBUS_SESSION_BUS_ADDRESS=unix:path={runtime}/bus",
            *words,
        )

    def focuskey(self, *words):
        return self.person("/opt/trial/focuskey", *words)

    def root_focuskey(self, *words):
        return self.inside("/opt/trial/focuskey", *words)

    def state(self):
        return self.inside("systemctl", "is-system-running")[1].strip()

    def cut(self):
        """Takes the power away."""
        os.kill(int(self.leader), signal.SIGKILL)
        self.nspawn.wait()
        self.log.close()
        self.groups.cut()

    def close(self):
        if self.nspawn and self.nspawn.poll() is None:
            self.cut()
        self.groups.close()

    def picture(self):
        """Every file that an installation could leave, with what is in it."""
        found = {}
        for top in [
            "etc",
            "usr/local",
            "usr/lib/systemd",
            "usr/share/applications",
            "usr/lib/mozilla",
            f"home/{NAME}",
            "opt",
            "lib/udev",
        ]:
            for folder, folders, names in os.walk(f"{self.root}/{top}"):
                for name in folders + names:
                    path = os.path.join(folder, name)
                    state = os.lstat(path)
                    content = os.readlink(path) if os.path.islink(path) else ""
                    # The lower layer's own files stay what they are: only what came into the upper one is read.
                    upper = self.folder + "/upper" + path[len(self.root) :]
                    if not content and os.path.isfile(path) and os.path.isfile(upper):
                        with open(path, "rb") as file:
                            content = hashlib.sha256(file.read()).hexdigest()
                    found[path[len(self.root) :]] = (state.st_mode, state.st_uid, content)
        return found


def run(*words):
    subprocess.run(words, check=True, capture_output=True)
