#!/usr/bin/env python3
"""What a browser in a sandbox does to speak with a program of the desktop's, by the proxy on the session's bus."""

import json
import os
import pathlib
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import time

import dbus

FOCUSKEY = sys.argv[1]
NAME, PLACE, HOST = "org.freedesktop.NativeMessagingProxy", "/org/freedesktop/nativemessagingproxy", "app.focuskey.shield"
KNOWN = ("xdg-native-mess", '"rules":7')
FAILED = []


def check(what, held, saw=None):
    print(json.dumps({"check": what, "held": bool(held), "saw": saw}), flush=True)
    if not held:
        FAILED.append(what)


def installed():
    """The files of the package, for this program."""
    setup = pathlib.Path(__file__).parents[3] / "Sources/Setup/debian"
    shutil.copy(FOCUSKEY, "/usr/bin/focuskey")
    host = pathlib.Path("/usr/libexec/focuskey/browser-host")
    manifest = pathlib.Path(f"/usr/lib/mozilla/native-messaging-hosts/{HOST}.json")
    for place, source in [(host, "browser-host"), (manifest, "firefox-host.json")]:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(setup / source, place)
    host.chmod(host.stat().st_mode | stat.S_IXUSR)


def heard(descriptor):
    """The next message of the host's."""
    (size,) = struct.unpack("<I", os.read(descriptor, 4))
    return json.loads(os.read(descriptor, size))


def said(descriptor, message):
    octets = json.dumps(message).encode()
    os.write(descriptor, struct.pack("<I", len(octets)) + octets)


def main():
    installed()
    home = tempfile.mkdtemp()
    os.environ.update(HOME=home, XDG_RUNTIME_DIR=home)
    bus = dbus.SessionBus()
    proxy_process = subprocess.Popen(["/usr/libexec/xdg-native-messaging-proxy"])
    for _ in range(100):
        if bus.name_has_owner(NAME):
            break
        time.sleep(0.1)
    proxy = dbus.Interface(bus.get_object(NAME, PLACE), NAME)
    nothing = dbus.Dictionary({}, signature="sv")
    manifest = json.loads(proxy.GetManifest(HOST, "mozilla", nothing))
    check("the proxy finds the manifest", manifest["name"] == HOST, manifest)
    to, out, _, handle = proxy.Start(HOST, "focuskey@focuskey.app", "mozilla", nothing)
    to, out = to.take(), out.take()
    first = heard(out)
    check("the host says what is blocked", first == {"shield": None}, first)
    said(to, {"rules": 7, "parts": 0})
    notes = []
    for _ in range(100):
        notes = [str(one.relative_to(home)) + ": " + one.read_text(errors="replace")
                 for one in pathlib.Path(home).rglob("*") if one.is_file()]
        if any(all(word in note for word in KNOWN) for note in notes):
            break
        time.sleep(0.05)
    check("the browser is known by who speaks for it", any(all(word in note for word in KNOWN) for note in notes), notes)
    proxy.Close(handle, nothing)
    proxy_process.terminate()
    sys.exit(1 if FAILED else 0)


main()
