#!/usr/bin/env python3
"""Every fix that the programs print, run as it is pasted by a person in a machine with systemd of its own.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 fixes.py PATH/focuskey-shield TRIAL

The commands are collected from the sentences in the sources, so that a new one cannot be left out: each is either tried
here, with what it says it does, or is one that needs a reader or a network, and is looked at word by word.
"""

import json
import os
import shutil
import sys

import report
from nspawn import Machine, NAME
from report import check, until
from sentences import commands, shells

HELPER = "/usr/local/libexec/focuskey/focuskey-shield"
UNIT = "focuskey-shield.service"
PROGRAM = "/opt/trial/focuskey"


class Patient:
    """A machine whose person may become root, pastes what is printed, and asks the doctor again."""

    def __init__(self, machine):
        self.machine = machine
        with open(f"{machine.root}/etc/sudoers.d/trial", "w") as file:
            file.write(f"{NAME} ALL=(ALL) NOPASSWD: ALL\n")
        os.chmod(f"{machine.root}/etc/sudoers.d/trial", 0o440)

    def says(self, *words):
        """Exit code, output, errors."""
        return self.machine.focuskey(*words)

    def paste(self, line):
        """What a person's shell makes of a line."""
        # What goes on in the background keeps its output open.
        code, _, _ = self.machine.person("sh", "-c", f"{{ {line} ; }} >~/told 2>~/complained")
        told = []
        for name in ["told", "complained"]:
            with open(f"{self.machine.root}/home/{NAME}/{name}") as file:
                told.append(file.read())
        return code, *told

    def finding(self, kind):
        told = json.loads(self.says("doctor", "--json")[1])
        return next((one for one in told["findings"] if one["kind"] == kind), None)

    def heals(self, kind):
        """The doctor finds it, its fix is pasted, and the doctor does not find it any more."""
        found = self.finding(kind)
        check(f"{kind}: the doctor finds it", found is not None, self.says("doctor")[1])
        if not found:
            return
        for line in found["fix"]:
            code, output, errors = self.paste(line)
            check(f"{kind}: its fix is done: {line}", code == 0, [code, output, errors])
        took = until(lambda: self.finding(kind) is None, 5)
        check(f"{kind}: and the doctor does not find it again", took is not None, self.says("doctor")[1])

    def heals_itself(self, kind):
        """The same with the doctor's own --fix, as the text names it."""
        text = self.says("doctor")[1].splitlines()
        line = next((line.split("or: ", 1)[1] for line in text if "or: " in line), "")
        check(f"{kind}: the doctor names its own fix", line.startswith("sudo "), text)
        code, output, errors = self.paste(line)
        check(f"{kind}: it is done: {line}", code in (0, 1) and self.finding(kind) is None, [code, output, errors])
        undo = next((one.split("to undo: ", 1)[1] for one in output.splitlines() if "to undo: " in one), "")
        code, output, errors = self.paste(undo)
        check(f"{kind}: what undoes it does: {undo}", code == 0 and self.finding(kind) is not None,
              [code, output, errors])


def pasted(machine):
    """What is printed about the shield, and does what it says."""
    machine.start()
    patient = Patient(machine)
    root = machine.root

    def blocking():
        return json.loads(patient.says("status", "--json")[1])["blocking"]
    # What only root may do says how.
    for word in ["install", "clear", "remove"]:
        code, _, errors = patient.says("shield", word)
        line = errors.strip().rpartition("run: ")[2]
        check(f"shield {word}: only root may, and the line to paste is there", code == 77 and "sudo" in line, errors)
        code, output, errors = patient.paste(line)
        check(f"shield {word}: pasted, it is done: {line}", code == 0, [code, output, errors])
    patient.heals_itself("shield-missing")
    patient.heals("shield-missing")
    machine.person("systemd-run", "--user", "--unit=trial-service", PROGRAM, "serve")
    check("the service is up", until(lambda: patient.says("status")[0] == 0, 20) is not None)
    check("with the helper, nothing is to be fixed", until(lambda: blocking()["fix"] is None, 5) is not None)
    # Stopped, and what the status says.
    machine.inside("systemctl", "stop", UNIT)
    fix = until(lambda: blocking()["fix"], 5) and blocking()["fix"]
    check("stopped: the status has a fix", bool(fix), blocking())
    code, output, errors = patient.paste(fix or "false")
    check(f"and it works as pasted: {fix}", code == 0 and until(lambda: blocking()["fix"] is None, 5) is not None,
          [code, output, errors, blocking()])
    machine.inside("systemctl", "stop", UNIT)
    patient.heals("shield-dead")
    machine.inside("systemctl", "disable", UNIT)
    patient.heals("shield-not-at-boot")
    os.unlink(f"{root}/usr/local/share/focuskey/focuskey.crx")
    patient.heals("extension-missing")
    without_unit(machine, patient, blocking)
    database(machine, patient)


def without_unit(machine, patient, blocking):
    """A computer that does not start it with systemd."""
    machine.inside("systemctl", "disable", "--now", UNIT)
    machine.inside("rm", f"/etc/systemd/system/{UNIT}")
    machine.inside("systemctl", "daemon-reload")
    fix = until(lambda: blocking()["fix"], 5) and blocking()["fix"]
    check("without a unit: the status has a fix", bool(fix) and HELPER in fix, fix)
    code, output, errors = patient.paste(fix or "false")
    check(f"and it works as pasted: {fix}", until(lambda: blocking()["fix"] is None, 5) is not None,
          [code, output, errors])
    machine.inside("pkill", "-x", "focuskey-shield")
    patient.heals("shield-dead")
    machine.inside("touch", "/usr/sbin/cron")
    patient.heals("shield-not-at-boot")
    check("the line of cron is there", HELPER in machine.inside("cat", "/etc/cron.d/focuskey-shield")[1])


def database(machine, patient):
    """A file that was put in the log's place is kept, and may be removed as the doctor says."""
    state = f"/home/{NAME}/.local/state/focuskey"
    machine.person("sh", "-c", f"echo nonsense > {state}/x; mv {state}/x {state}/focuskey.sqlite")
    check("the doctor says that the log was restored",
          until(lambda: patient.finding("log-restored") is not None, 3) is not None, patient.says("doctor")[1])
    patient.heals("log-kept")


# Every other command that a sentence or a fix of the doctor's contains, as it is in the sources. Those of the first
# part are pasted above; the others need a reader, a network or modules of the kernel's: what they call is looked for.
PASTED = {
    "sudo systemctl restart focuskey-shield",
    "sudo tee \\(path)",
    f"sudo setsid -f {HELPER}",
    '[["setsid", "-f", helper.program]',
    '[["pkill", "-x", "focuskey-shield"]',
    '[["systemctl", "restart", HelperInstallation.unitName]',
    '[["systemctl", "stop", HelperInstallation.unitName]',
    '[["systemctl", "enable", HelperInstallation.unitName]',
    '[["systemctl", "disable", HelperInstallation.unitName]',
}
OUT_OF_REACH = {
    "sudo apt-get install pcscd libccid": "apt-get",
    "sudo apt-get install libccid": "apt-get",
    "sudo systemctl start pcscd": "systemctl",
    # What is written for a runner elsewhere.
    'sudo apt-get install --yes --no-install-recommends "$RUNNER_TEMP/focuskey-keytool': "apt-get",
    "sudo apt-get install linux-image-$(dpkg --print-architecture)": "apt-get",
    # Debian's packages of the libraries that signals and screens need.
    "sudo apt install libpulse0": "apt",
    "sudo apt install libxcb1": "apt",
    # What the night's eye needs on a desktop; the second is libglib2.0-bin.
    "sudo apt install librsvg2-common": "apt",
    "sudo apt install libglib2": "apt",
    "sudo apt install libkf5config-bin": "apt",
    "sudo apt install xfconf": "apt",
    "sudo apt install swaylock": "apt",
    "sudo apt install libarchive13": "apt",
    "sudo apt install libmosquitto1": "apt",
    "sudo apt install libpq5": "apt",
    "sudo apt install libsodium23": "apt",
    "sudo apt install libssl3": "apt",
    "sudo apt install gnome-shell-extension-appindicator": "apt",
    # What sensors worn on the body need, and the right to it.
    "sudo apt install bluez": "apt",
    "sudo usermod -aG bluetooth $USER": "usermod",
    "sudo systemctl start bluetooth": "systemctl",
    "sudo apt-get install avahi-daemon && focuskey phone pair": "apt-get",
    '[["apt-get", "install", "-y", "libmosquitto1"]': "apt-get",
    '[["apt-get", "remove", "-y", "libmosquitto1"]': "apt-get",
    "sudo ss -ltnp": "ss",
    # Each of these only where that firewall is installed; the last ones are a rule of nft's and where it goes.
    '[["ufw", "allow", "\\(port)/tcp"]': None,
    '[["ufw", "delete", "allow", "\\(port)/tcp"]': None,
    '["firewall-cmd", "--reload"]': None,
    '[["firewall-cmd", "--permanent", rule]': None,
    '[["firewall-cmd", "--permanent", "--remove-port=\\(port)/tcp"]': None,
    '[["nft", "insert", "rule"]': None,
    '["tcp", "dport", "\\(port)", "accept"]': None,
    '["inet", "filter", "input"]': None,
    '["inet", "filter"]': None,
    "sudo apt remove focuskey": "apt",
    "sudo apt install \\(package)": "apt",
    "sudo apt install": "apt",
    "sudo systemctl restart pcscd": "systemctl",
    '["enable", "--now"]': "systemctl",
    '["disable", "--now"]': "systemctl",
    '[["usermod", "-aG", "dialout", user]': "usermod",
    '[["gpasswd", "-d", user, "dialout"]': "gpasswd",
    # Debian's kmod, which every computer with modules has.
    '[["modprobe", "-r", "pn533_usb"]': None,
    '[["modprobe", "pn533_usb"]': None,
    '[["modprobe", "-a", "nf_tables", "nft_queue", "nfnetlink_queue"]': None,
    '[["modprobe", "-a", "inet_diag", "tcp_diag"]': None,
}


def printed(machine):
    """Each command in a sentence of the sources is one that there is."""
    machine.start()
    trees = {}
    for program in ["focuskey", "keytool"]:
        shutil.copy(f"{machine.programs}/{program}", f"{machine.root}/usr/bin")
        page = machine.inside(program, "manual", "--source")[1]
        trees[program] = {tuple(line[4:].split()) for line in page.splitlines() if line.startswith(".Ss ")}
        check(f"{program} has a manual", len(trees[program]) > 20, len(trees[program]))
    # Among the system's programs ours is not called keytool: that is Java's.
    shutil.copy(f"{machine.programs}/keytool", f"{machine.root}/usr/bin/focuskey-keytool")
    passed_on = machine.inside("focuskey", "keytool", "--help")
    check("focuskey keytool is keytool", passed_on[0] == 0 and "USAGE" in passed_on[1], passed_on)
    found = [
        (where, "keytool", words[1:]) if (program, words[:1]) == ("focuskey", ["keytool"]) else (where, program, words)
        for where, program, words in commands()
        if words[:2] != ["keytool", "--help"]
    ]
    check("sentences name commands", len(found) > 30, len(found))
    helps = {}
    for where, program, words in found:
        path = next((tuple(words[:n]) for n in (3, 2, 1) if tuple(words[:n]) in trees[program]), None)
        line = " ".join([program, *words])
        is_group = tuple(words) in {one[: len(words)] for one in trees[program]}
        check(f"{where}: {line} is a command", path or is_group)
        if not path:
            continue
        if path not in helps or helps[path][0] != program:
            helps[path] = program, machine.inside(program, *path, "--help")
        code, text, errors = helps[path][1]
        check(f"{where}: {line} has a help", code == 0, errors)
        for option in [word for word in words[len(path):] if word.startswith("--")]:
            check(f"{where}: {line}: {option} is an option", option in text, text)
    for where, line in shells():
        check(f"{where}: {line} is pasted in a trial, or cannot be", line in PASTED or line in OUT_OF_REACH)
        if program := OUT_OF_REACH.get(line):
            found = machine.inside("sh", "-c", f"command -v {program}")
            check(f"{where}: {program} is there", found[0] == 0, found)


if __name__ == "__main__":
    machine = Machine(sys.argv[1])
    try:
        {body.__name__: body for body in [pasted, printed]}[sys.argv[2]](machine)
    finally:
        machine.close()
    sys.exit(1 if report.failures else 0)
