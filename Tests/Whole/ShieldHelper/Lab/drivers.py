"""Real browsers of the person's, and how they are spoken to."""

import json
import os
import socket
import subprocess
import tempfile

from internet import FOUR
from person import as_person, close_group
from report import run, until

PAGE = "https://work.example/probe?whole"


def trust(database, machine):
    run("certutil", "-d", "sql:" + database, "-A", "-t", "C,,", "-n", "trial", "-i", machine.folder + "/ca.pem")


class Chromium:
    """A real browser of the person's, without a screen, spoken to by its DevTools protocol over a pipe: JSON that a
    zero ends."""

    name = "chromium"

    def __init__(self, machine, doh=False, page=PAGE, ech=True):
        self.home = tempfile.mkdtemp(dir="/run/opt")
        os.makedirs(self.home + "/.pki/nssdb")
        run("certutil", "-d", "sql:" + self.home + "/.pki/nssdb", "-N", "--empty-password")
        trust(self.home + "/.pki/nssdb", machine)
        os.mkdir(self.home + "/p")
        if "XDG_CONFIG_HOME" in machine.desktop:
            # Chromium looks for KDE's settings below its home alone.
            os.symlink(machine.desktop["XDG_CONFIG_HOME"], self.home + "/.config")
        if doh:
            with open(self.home + "/p/Local State", "w") as file:
                json.dump({"dns_over_https": {"mode": "secure", "templates": "https://doh.example/dns-query"}}, file)
        # The pipe is expected on 3 and 4, behind the three streams that every program has. Root has no sandbox to give.
        call = (
            "exec chromium --headless=new --no-sandbox --disable-gpu --no-first-run --enable-quic --remote-debugging-pipe "
            "--enable-unsafe-extension-debugging " + ("" if ech else "--disable-features=EncryptedClientHello ") +
            f'--user-data-dir="{self.home}/p" "{page}" 3<&0 4>&1 </dev/null >/dev/null'
        )
        self.process = as_person(
            self.home, "sh", "-c", call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **machine.desktop
        )
        self.turn, self.sessions = 0, {}

    def say(self, method, session=None, **parameters):
        self.turn += 1
        order = {"id": self.turn, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        self.process.stdin.write(json.dumps(order).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            text = b""
            while (piece := self.process.stdout.read1(65536)) and not piece.endswith(b"\0"):
                text += piece
            for message in (text + piece).split(b"\0"):
                if message and (answer := json.loads(message)).get("id") == self.turn:
                    if "error" in answer:
                        raise ValueError(answer["error"])
                    return answer["result"]

    def tabs(self):
        """The tabs that are open, by their address."""
        found = self.say("Target.getTargets")["targetInfos"]
        return {one["url"]: one["targetId"] for one in found if one["type"] in ("page", "tab")}

    def title(self):
        found = self.say("Target.getTargets")["targetInfos"]
        return next((one["title"] for one in found if one["type"] == "page" and "work.example" in one["url"]), "")

    def open(self, address):
        """Another tab, at an address."""
        self.say("Target.createTarget", url=address)

    def evaluate(self, part, expression):
        """What an expression comes to on the page whose address holds a part."""
        target = next((target for url, target in self.tabs().items() if part in url), None)
        if not target:
            return None
        if target not in self.sessions:
            self.sessions[target] = self.say("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        answer = self.say(
            "Runtime.evaluate",
            self.sessions[target],
            expression=expression,
            returnByValue=True,
            awaitPromise=True,
            userGesture=True,
        )
        return answer["result"].get("value")

    def drag(self, address):
        """Opens a tab, and has its extension refused three times when it changes one, as while a person drags it."""
        self.open(address)
        until(lambda: address in self.tabs(), 20)
        found = self.say("Target.getTargets")["targetInfos"]
        worker = next(one["targetId"] for one in found if one["type"] == "service_worker")
        session = self.say("Target.attachToTarget", targetId=worker, flatten=True)["sessionId"]
        refuse = (
            "(() => { const update = chrome.tabs.update; let left = 3; chrome.tabs.update = (...all) => left-- > 0 "
            "? Promise.reject(Error('Tabs cannot be edited right now (user may be dragging a tab).')) "
            ": update.apply(chrome.tabs, all); return chrome.tabs.update !== update; })()"
        )
        answer = self.say("Runtime.evaluate", session, expression=refuse, returnByValue=True)
        return answer["result"].get("value") is True

    def close(self):
        close_group(self.process)


class Firefox:
    """The same, spoken to by its own remote protocol (Marionette: a length, a colon, JSON)."""

    name = "firefox"

    def __init__(self, machine, doh=False, page=PAGE, ech=True):
        self.home = tempfile.mkdtemp(dir="/run/opt")
        os.mkdir(self.home + "/p")
        run("certutil", "-d", "sql:" + self.home + "/p", "-N", "--empty-password")
        trust(self.home + "/p", machine)
        prefs = {
            "network.trr.mode": 3 if doh else 5,
            "network.trr.uri": "https://doh.example/dns-query",
            "network.trr.bootstrapAddr": FOUR,
            "network.dns.echconfig.enabled": ech,
            "network.dns.http3_echconfig.enabled": ech,
            "network.dns.native_https_query": True,
            "marionette.port": 2828,
            "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False,
            "browser.shell.checkDefaultBrowser": False,
            "network.http.http3.disable_when_third_party_roots_found": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False,
        }
        with open(self.home + "/p/user.js", "w") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in prefs.items())
        self.process = as_person(
            self.home,
            "firefox-esr",
            "--headless",
            "--no-remote",
            "--marionette",
            "--profile",
            self.home + "/p",
            page,
            **machine.desktop,
        )
        self.socket = None

    def reach(self):
        if self.socket:
            return
        self.socket = socket.create_connection(("127.0.0.1", 2828), timeout=20)
        self.turn = 0
        self.hear()
        self.say("WebDriver:NewSession", pageLoadStrategy="none")
        self.first = self.say("WebDriver:GetWindowHandle")["value"]

    def title(self):
        try:
            self.reach()
            self.say("WebDriver:SwitchToWindow", handle=self.first)
            return self.say("WebDriver:GetTitle").get("value", "")
        except (OSError, ValueError):
            if self.socket:
                self.socket.close()
            self.socket = None
            return ""

    def hear(self):
        length = b""
        while (octet := self.socket.recv(1)) != b":":
            if not octet:
                raise OSError("closed")
            length += octet
        data = b""
        while len(data) < int(length):
            data += self.socket.recv(int(length) - len(data))
        return json.loads(data)

    def say(self, command, **parameters):
        self.turn += 1
        text = json.dumps([0, self.turn, command, parameters])
        self.socket.sendall(f"{len(text)}:{text}".encode())
        answer = self.hear()
        if answer[2]:
            raise ValueError(answer[2])
        return answer[3]

    def tabs(self):
        self.reach()
        found = {}
        for handle in self.say("WebDriver:GetWindowHandles"):
            try:
                self.say("WebDriver:SwitchToWindow", handle=handle)
                found[self.say("WebDriver:GetCurrentURL")["value"]] = handle
            except ValueError:
                pass  # a tab that went away meanwhile
        return found

    def open(self, address):
        self.reach()
        self.say("WebDriver:SwitchToWindow", handle=self.say("WebDriver:NewWindow", type="tab")["handle"])
        try:
            self.say("WebDriver:Navigate", url=address)
        except ValueError:
            pass  # it is taken elsewhere, which is what is tried

    def evaluate(self, part, expression):
        for url, handle in self.tabs().items():
            if part in url:
                self.say("WebDriver:SwitchToWindow", handle=handle)
                return self.say("WebDriver:ExecuteScript", script=f"return {expression}", args=[])["value"]
        return None

    def close(self):
        if self.socket:
            self.socket.close()
        close_group(self.process)
