#!/usr/bin/env python3
"""Browsers from Flatpak, in their sandboxes: what they see of what this computer's owner decides.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 flatpaks.py PATH/focuskey-shield TRIAL

The sandboxes are made by the real flatpak. What runs in them is a shell that stands for the browser, under the browser's
id and with the extension points of the browser's own manifest.
"""

import json
import os
import re
import shutil
import subprocess

import lab
from machine import SOCKET, own_system
from person import PERSON, PERSONS
from report import check, run, until

PLACE = "/var/lib/flatpak"
POINTS = {
    "org.mozilla.firefox": ["org.mozilla.firefox.systemconfig", "directory=etc/firefox", "no-autodownload=true"],
    "org.chromium.Chromium": [
        "org.chromium.Chromium.Extension",
        "version=1",
        "directory=chromium/extensions",
        "merge-dirs=extensions;native-messaging-hosts;policies/managed;policies/recommended",
        "subdirectories=true",
        "no-autodownload=true",
    ],
}
SEEN = {
    "org.mozilla.firefox": "/app/etc/firefox/policies/policies.json",
    "org.chromium.Chromium": "/app/chromium/extensions/policies/managed/focuskey.json",
}


def platform(folder):
    """What an app needs to run: a shell and some programs of this computer's, with their libraries."""
    files = folder + "/files"
    for name in ["bash", "cat", "find", "true"]:
        program = shutil.which(name)
        os.makedirs(files + "/bin", exist_ok=True)
        shutil.copy(program, f"{files}/bin/{name}")
        for library in re.findall(r"/\S+", run("ldd", program)):
            # Where the loader looks, whatever the name of the folder here is; /lib64 leads there too.
            for place in [files + os.path.dirname(library).removeprefix("/usr"), files + "/lib64"]:
                os.makedirs(place, exist_ok=True)
                shutil.copy(library, place)
    os.symlink("bash", files + "/bin/sh")
    os.mkdir(files + "/etc")


def described(folder, group, lines):
    with open(folder + "/metadata", "w") as file:
        file.write(f"[{group}]\n" + "".join(line + "\n" for line in lines))


def browsers(machine):
    """Two browsers, installed for everybody on this computer."""
    os.makedirs(PLACE, exist_ok=True)
    run("mount", "-t", "tmpfs", "none", PLACE)
    # What an installation notes of itself beside that.
    os.environ["XDG_CACHE_HOME"] = machine.folder + "/cache"
    architecture = run("flatpak", "--default-arch").strip()
    base = f"org.example.Platform/{architecture}/1"
    repository = machine.folder + "/repository"
    folder = machine.folder + "/org.example.Platform"
    os.mkdir(folder)
    platform(folder)
    described(folder, "Runtime", ["name=org.example.Platform", f"runtime={base}", f"sdk={base}"])
    run("flatpak", "build-export", "--runtime", "--files=files", repository, folder, "1")
    for name, point in POINTS.items():
        folder = f"{machine.folder}/{name}"
        directory = next(line for line in point if line.startswith("directory=")).removeprefix("directory=")
        for below in ["files/bin", "files/" + directory, "export"]:
            os.makedirs(f"{folder}/{below}")
        app = [f"name={name}", f"runtime={base}", f"sdk={base}", "command=sh", f"\n[Extension {point[0]}]", *point[1:]]
        described(folder, "Application", app)
        run("flatpak", "build-export", repository, folder, "stable")
    run("flatpak", "build-update-repo", repository)
    run("flatpak", "remote-add", "--system", "--no-gpg-verify", "here", "file://" + repository)
    run("flatpak", "install", "--system", "-y", "--noninteractive", "here", "org.example.Platform", *POINTS)


def inside(name, *words):
    """What a program says in the browser's sandbox."""
    said = subprocess.run(
        ["flatpak", "run", "--system", f"--command={words[0]}", name, *words[1:]], capture_output=True, text=True
    )
    return said.stdout if said.returncode == 0 else f"{said.returncode}: {said.stderr}"


def policies(machine):
    """Policies reach both browsers, are told of, and go with the installation."""
    if not shutil.which("flatpak"):
        check("flatpak is not installed: not tried", True)
        return
    machine.kill()
    own_system(machine)
    browsers(machine)
    started = [inside(name, "true") for name in POINTS]
    check("the sandboxes come up", started == ["", ""], started)
    before = {name: inside(name, "find", "/app") for name in POINTS}

    focuskey = os.path.join(os.path.dirname(machine.helper_path), "focuskey")
    run(focuskey, "--home", machine.folder, "shield", "install")
    machine.start()
    said = {name: json.loads(inside(name, "cat", path)) for name, path in SEEN.items()}
    firefox = said["org.mozilla.firefox"]["policies"]
    check("Firefox is told not to encrypt names", firefox["DisableEncryptedClientHello"] is True, firefox)
    check("and not to ask for them over HTTPS", firefox["DNSOverHTTPS"] == {"Enabled": False, "Locked": True}, firefox)
    chromium = said["org.chromium.Chromium"]
    check("so is Chromium", chromium == {"EncryptedClientHelloEnabled": False}, chromium)

    def told(*words):
        """What this computer's person is told."""
        return subprocess.run(
            [*PERSONS, "env", f"HOME=/run/person{PERSON}", f"FOCUSKEY_SHIELD={SOCKET}", focuskey]
            + ["--home", f"/run/person{PERSON}/home", *words],
            capture_output=True,
            text=True,
        ).stdout

    os.mkdir(f"/run/person{PERSON}")
    os.chown(f"/run/person{PERSON}", PERSON, PERSON)
    kept = "(Flatpak): Blocked sites are refused on the wire. Its policy keeps names from being encrypted."
    for name in ["Firefox", "Chromium"]:
        took = until(lambda: f"{name} {kept}" in told("shield", "status"), 5)
        check(f"the status says what holds in {name}", took is not None, told("shield", "status"))
    check("the doctor has nothing to say of them", "(Flatpak)" not in told("doctor"), told("doctor"))
    run("rm", "-r", PLACE + "/extension/org.mozilla.firefox.systemconfig")
    said = told("doctor")
    check("but names the one whose policy somebody removed", "Firefox (Flatpak): " in said, said)
    check("with what mends it", "shield install" in said.split("Firefox (Flatpak): ")[-1], said)
    check("and not the other", "Chromium (Flatpak)" not in said, said)
    run(focuskey, "--home", machine.folder, "shield", "install")
    said = inside("org.mozilla.firefox", "cat", SEEN["org.mozilla.firefox"])
    check("installed again, it is told again", "DNSOverHTTPS" in said, said)

    run(focuskey, "--home", machine.folder, "shield", "remove")
    after = {name: inside(name, "find", "/app") for name in POINTS}
    check("nothing of it is left in the sandboxes", after == before, [before, after])
    check("nor beside them", not os.path.exists(PLACE + "/extension"))


if __name__ == "__main__":
    lab.main({policies.__name__: policies})
