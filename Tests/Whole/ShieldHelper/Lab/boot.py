#!/usr/bin/env python3
"""The installed helper and service in a machine with systemd of its own: an overlay of this computer that nothing
comes out of.

    unshare -n -m --pid --fork --kill-child --mount-proc python3 boot.py PATH/focuskey-shield TRIAL

systemd-nspawn starts it; its network is its own and empty. It is switched off as a power cut does, and started again.
"""

import json
import re
import sys

import report
from nspawn import Machine, NAME, PERSON
from report import check, figure, timed, until

UNIT = "focuskey-shield.service"


PROFILE = """{ profiles: [{ id: "p", blocks: { sites: ["social.example"], apps: ["chat", "player"] }, question: { wait: "0s", closes: "30s" } }] }"""


def prepare_person(machine):
    """What the person has: two applications, and settings."""
    for name, line in [("chat", "chat"), ("player", "player")]:
        entry = f"[Desktop Entry]\nType=Application\nName={line}\nExec=/opt/trial/{name}\n"
        machine.person(
            "sh",
            "-c",
            f"mkdir -p ~/.local/share/applications; printf '{entry}' > ~/.local/share/applications/{name}.desktop",
        )
    machine.person(
        "sh",
        "-c",
        f"mkdir -p ~/.config/focuskey; echo '{{ port: 0, readers: {{ pcsc: false }} }}' > ~/.config/focuskey/config.json5; "
        f"cat > ~/p.json5 <<'END'\n{PROFILE}\nEND",
    )


def remove_helper(machine, before):
    """A removal leaves the tree of files as it was."""
    code, output, errors = machine.root_focuskey("shield", "remove")
    check("the helper is removed", code == 0, [code, output, errors])
    check("its unit is gone", machine.inside("systemctl", "status", UNIT)[0] == 4)
    after = machine.picture()
    changed = sorted(
        path
        for path in set(after) | set(before)
        if after.get(path) != before.get(path)
        and not path.startswith(f"/home/{NAME}")
        and path not in ("/etc/machine-id", "/etc/mtab", "/etc/.updated")
    )
    check(
        "the tree of files is what it was", not changed, [(path, before.get(path), after.get(path)) for path in changed]
    )


def cut_power(machine, chat, table, with_person):
    """The power goes in the middle of a session; nobody starts the service again."""
    check("a session closes again", until(lambda: chat() == 126 and table(), 5) is not None)
    machine.cut()
    machine.start()
    check("after a power cut without a session programs start", chat() == 0)
    check("and nothing is in the kernel", not table())
    check("nor below /run", machine.inside("sh", "-c", f"ls /run/user/{PERSON}/focuskey")[1] == "")
    check(
        "the helper waits, and holds nothing",
        "down" in machine.focuskey("shield", "status")[1],
        machine.focuskey("shield", "status"),
    )
    after = machine.picture()
    noted = [
        path
        for path in set(after) ^ set(with_person)
        if "/.local/state" not in path
        and "/systemd/" not in path
        and not re.search(r"/\.(cache|config/(dconf|pulse))", path)
    ]
    check("nor on the disk", not noted, sorted(noted))


def hold_hardened(machine, begin, chat, frozen, table):
    """What the helper holds under the hardening of its unit, and again when it was killed."""
    check("a program starts before", chat() == 0)
    begin()
    check(
        "the hardened helper closes programs",
        until(lambda: chat() == 126, 5) is not None,
        machine.person("/opt/trial/chat"),
    )
    layers = json.loads(machine.focuskey("shield", "status", "--json")[1])["shield"]
    held = {layer["layer"]: layer["state"] for layer in layers}
    check(
        "the hardened helper holds every layer of its own",
        all(held[name] == "up" for name in ["sites", "connections", "app-starts"]),
        layers,
    )
    check("its table stands", table())
    check("the running application's group stands still", until(frozen, 5) is not None, layers)
    machine.inside("systemctl", "kill", "-s", "KILL", UNIT)
    took = until(
        lambda: machine.inside("systemctl", "is-active", UNIT)[1].strip() == "active" and chat() == 126 and table(), 10
    )
    check("killed, the helper comes again and holds the session", took is not None)
    timed("killed, and back", took or 10, 2)


def analyse(machine):
    """How the unit is rated."""
    told = machine.inside("systemd-analyze", "security", "--no-pager", UNIT)[1]
    score = re.search(r"exposure level for .*: ([0-9.]+)", told)
    figure("the unit's exposure, as systemd-analyze security rates it", float(score[1]) if score else 10, 2.5, "of 10")


def check_active(machine, code, errors, output):
    """The unit is active."""
    check("the helper is installed", code == 0, [code, output, errors])
    check(
        "it is active",
        machine.inside("systemctl", "is-active", UNIT)[1].strip() == "active",
        machine.inside("systemctl", "status", UNIT)[1],
    )


def installed(machine):
    """Installed by its own commands, hardened by its unit; what is left by an end, a power cut and a removal."""
    machine.start()
    before = machine.picture()
    code, output, errors = machine.root_focuskey("shield", "install")
    check_active(machine, code, errors, output)
    analyse(machine)
    prepare_person(machine)
    with_person = machine.picture()

    def begin():
        machine.person("systemd-run", "--user", "--unit=trial-service", "/opt/trial/focuskey", "serve")
        check(
            "the service is up",
            until(lambda: machine.focuskey("status")[0] == 0, 20) is not None,
            machine.focuskey("status"),
        )
        machine.focuskey("profile", "import", "/home/trial/p.json5")
        told = machine.person(
            "systemd-run",
            "--user",
            "--scope",
            "--unit=app-gnome-player-77.scope",
            "sh",
            "-c",
            "/opt/trial/player 1000 >/dev/null 2>&1 &",
        )
        check("an application runs in a group of its own", told[0] == 0, told)
        told = machine.focuskey("start", "p")
        check("a session begins", told[0] == 0, told)

    def chat():
        return machine.person("/opt/trial/chat")[0]

    def table():
        return "focuskey" in machine.inside("nft", "list", "tables")[1]

    def frozen():
        folder = (
            f"/sys/fs/cgroup/user.slice/user-{PERSON}.slice/user@{PERSON}.service/app.slice/app-gnome-player-77.scope"
        )
        return (
            "frozen 1"
            in machine.inside(
                "sh", "-c", f"cat {folder}/cgroup.events /sys/fs/cgroup/unified/{folder[15:]}/cgroup.events"
            )[1]
        )

    hold_hardened(machine, begin, chat, frozen, table)
    for word in ["stop", "confirm"]:
        machine.focuskey(word)
    opened = until(lambda: chat() == 0 and not table() and not frozen(), 5)
    check("the end opens", opened is not None, machine.focuskey("status"))

    # The power goes in the middle of a session; nobody starts the service again.
    machine.focuskey("start", "p")
    cut_power(machine, chat, table, with_person)

    remove_helper(machine, before)


if __name__ == "__main__":
    machine = Machine(sys.argv[1])
    try:
        {body.__name__: body for body in [installed]}[sys.argv[2]](machine)
    finally:
        machine.close()
    sys.exit(1 if report.failures else 0)
