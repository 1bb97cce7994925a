"""The real service of the person."""

import json
import os
import socket
import subprocess
import tempfile

from machine import SOCKET
from person import PERSON, as_person, as_user
from report import check, run, until


class Service:
    """The real service of the person, in a home of its own, ordering from the real helper."""

    def __init__(self, program, port=0, **desktop):
        """Its home is one folder, unless the desktop says where runtime files lie."""
        self.desktop = desktop
        self.program = "/run/opt/focuskey"
        # What guards an earlier service may still run from there.
        run("cp", "--remove-destination", program, self.program)
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
        surroundings = {
            "XDG_DATA_HOME": self.home + "/share",
            "XDG_DATA_DIRS": self.home + "/none",
            "FOCUSKEY_SHIELD": SOCKET,
        }
        with open(self.home + "/log", "a") as log:
            self.process = as_person(
                self.home, self.program, *self.place, "serve", stderr=log, **(surroundings | self.desktop)
            )
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
