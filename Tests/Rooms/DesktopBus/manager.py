"""A person's systemd for desktop.py, at the calls that run one program as a unit."""
import os
import subprocess
import sys

import dbus
import dbus.service
from gi.repository import GLib

PROPERTIES = "org.freedesktop.DBus.Properties"


class Systemd(dbus.service.Object):
    """The systemd of a person at the calls that run one program: it takes what systemd takes."""

    MANAGER = "org.freedesktop.systemd1.Manager"

    def __init__(self, bus, tell, plain):
        super().__init__(bus, "/org/freedesktop/systemd1")
        self.bus, self.tell, self.plain = bus, tell, plain
        self.units = {}

    @dbus.service.method(MANAGER, in_signature="", out_signature="")
    def Subscribe(self):
        self.tell("subscribed")

    @dbus.service.method(MANAGER, in_signature="ssa(sv)a(sa(sv))", out_signature="o")
    def StartTransientUnit(self, name, mode, properties, others):
        if "--refuses" in sys.argv:
            raise dbus.DBusException("not today", name="org.freedesktop.systemd1.Refused")
        wanted = dict(properties)
        files = {key: wanted.pop(key).take() for key in list(wanted) if key.endswith("FileDescriptor")}
        self.tell("unit", **{str(key): self.plain(value) for key, value in wanted.items()
                             if key not in ("ExecStartEx", "Environment")})
        (path, words, flags), = wanted["ExecStartEx"]
        self.tell("command", path=str(path), words=[str(word) for word in words],
                  flags=[str(flag) for flag in flags])
        unit = subprocess.Popen(
            [str(word) for word in words], executable=str(path), start_new_session=True,
            cwd=str(wanted["WorkingDirectory"]).removeprefix("-"),
            env=dict(str(line).split("=", 1) for line in wanted["Environment"]),
            stdin=files.get("StandardInputFileDescriptor", subprocess.DEVNULL),
            stdout=files.get("StandardOutputFileDescriptor", subprocess.DEVNULL),
            stderr=files.get("StandardErrorFileDescriptor", subprocess.DEVNULL))
        for number in files.values():
            os.close(number)
        self.units[str(name)] = unit
        part = Unit(self.bus, str(name))
        part.PropertiesChanged(Unit.SERVICE, {"ExecMainCode": dbus.Int32(0), "ExecMainStatus": dbus.Int32(0)}, [])
        GLib.child_watch_add(GLib.PRIORITY_DEFAULT, unit.pid, lambda _, status: part.end(status))
        return "/job/1"

    @dbus.service.method(MANAGER, in_signature="ssi", out_signature="")
    def KillUnit(self, name, whom, signal):
        self.tell("kill", whom=str(whom), signal=int(signal))
        os.killpg(self.units[str(name)].pid, signal)


class Unit(dbus.service.Object):
    SERVICE = "org.freedesktop.systemd1.Service"

    def __init__(self, bus, name):
        label = "".join(letter if letter.isalnum() else f"_{ord(letter):02x}" for letter in name)
        super().__init__(bus, "/org/freedesktop/systemd1/unit/" + label)

    def end(self, status):
        killed = os.WIFSIGNALED(status)
        self.PropertiesChanged(self.SERVICE, {
            "ExecMainCode": dbus.Int32(2 if killed else 1),
            "ExecMainStatus": dbus.Int32(os.WTERMSIG(status) if killed else os.WEXITSTATUS(status))}, [])
        self.remove_from_connection()

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass
